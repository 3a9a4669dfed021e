#!/usr/bin/env python3
"""What Rumur finds in exported machines is what thinair finds; exits with 77 (skipped) where Rumur or a C compiler is missing.

usage: run.py THINAIR [TEST MODEL]...

Without pairs: a few of the catalogue, one for each kind of state that machines have, and one with branches. With THINAIR_CAMPAIGN set also one of a
machine with a recursive definition, which takes Rumur half a minute to translate.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PAIRS = [('classic/SB', 'tso'), ('classic/MP', 'pso'), ('umm/fig-3', 'umm-pram'), ('umm/fig-8', 'umm-coherence'), ('pugh/causality-02', 'tso'),
         ('hardware/aarch64/MP+dmb.sy+ctrl', 'aarch64-flat')]


def outcomes_of_rumur(thinair, test, model, folder):
    """The values that each end of the exported program prints, and how many states Rumur explored."""
    program = os.path.join(folder, 'program')
    text = subprocess.run([thinair, 'export', test, '--model', model, '--murphi'], capture_output=True, text=True)
    if text.returncode:
        sys.exit(f'{test} under {model}: {text.stderr}')
    with open(program + '.m', 'w') as out:
        out.write(text.stdout)
    for command in (['rumur', '--deadlock-detection', 'off', '--threads', '1', '-o', program + '.c', program + '.m'],
                    ['cc', '-std=c11', '-O0', '-w', '-march=native', program + '.c', '-o', program, '-lpthread']):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f'{test} under {model}: {" ".join(command)}\n{run.stderr}')
    run = subprocess.run([program], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f'{test} under {model}: {run.stdout}')
    # After the word 'outcome' come lines v:NUMBER, as many as the test shows values.
    ends = (re.match(r'(\s*v:-?\d+)*', text)[0] for text in run.stdout.split('outcome')[1:])
    return {tuple(int(value) for value in re.findall(r'-?\d+', end)) for end in ends}


def outcomes_of_thinair(thinair, test, model):
    run = subprocess.run([thinair, 'outcomes', test, '--model', model, '--json'], capture_output=True, text=True)
    states = json.loads(run.stdout)['states']
    return {tuple(state.values()) for state in states}


def main():
    thinair, rest = sys.argv[1], sys.argv[2:]
    if not shutil.which('rumur') or not shutil.which('cc'):
        print('skipped: there is no rumur, or no cc')
        return 77
    failed = 0
    pairs = list(zip(rest[::2], rest[1::2])) or PAIRS + ([('umm/fig-3', 'jmm-mp')] if os.environ.get('THINAIR_CAMPAIGN') else [])
    with tempfile.TemporaryDirectory() as folder:
        for test, model in pairs:
            theirs, ours = outcomes_of_rumur(thinair, test, model, folder), outcomes_of_thinair(thinair, test, model)
            if theirs != ours or not ours:
                print(f'{test} under {model}: only Rumur has {sorted(theirs - ours)}, only thinair {sorted(ours - theirs)}')
                failed += 1
    print(f'{len(pairs) - failed} agree, {failed} differ')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
