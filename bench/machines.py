#!/usr/bin/env python3
"""Times abstract machines: thinair, Rumur (Murphi) and Spin on the same tests, one after the other on the same machine.

usage: bench/machines.py PATH/TO/thinair [--log]

Store buffering under total store order, n threads of k rounds. Rumur runs what `thinair export` prints; Spin a program for this family, with a process
for each buffer. Times are processor seconds of everything that a question takes: for Rumur and Spin that is translating, compiling and running. Tools that
are not installed are left out.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from families import store_buffering_rounds
from run import machine

SIZES = [(2, 1), (3, 1), (4, 1), (4, 2), (3, 3)]
SIZES_OF_ONE = [(4, 1), (4, 2), (4, 3)]


def seconds(*commands):
    """Processor time of all of them, and what the last one prints."""
    before = os.times()
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(f'{" ".join(map(str, command))}: {done.stdout[-500:]}{done.stderr[-500:]}')
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, done.stdout


def promela(n, k):
    """Thread t sends its rounds to its buffer, and reads the next thread's location: its own buffer never has that one."""
    out = f'byte mem[{n}];\n' + ''.join(f'chan b{t} = [{k}] of {{ byte }};\nbyte ' + ', '.join(f'r{t}_{i}' for i in range(k)) + ';\n' for t in range(n))
    for t in range(n):
        rounds = ' '.join(f'b{t}!{i + 1}; r{t}_{i} = mem[{(t + 1) % n}];' for i in range(k))
        out += f'active proctype T{t}() {{ {rounds} }}\n'
        out += f'active proctype B{t}() {{ byte v; end: do :: atomic {{ b{t}?v -> mem[{t}] = v; v = 0 }} od }}\n'
    return out


def rumur(thinair, test, folder):
    program = folder / 'm'
    text = subprocess.run([thinair, 'export', test, '--model', 'tso', '--murphi'], capture_output=True, text=True, check=True).stdout
    program.with_suffix('.m').write_text(text)
    built, _ = seconds(['rumur', '--deadlock-detection', 'off', '--threads', '1', '--output-format', 'human-readable', '-o', f'{program}.c', f'{program}.m'],
                       ['cc', '-std=c11', '-O3', '-w', '-march=native', f'{program}.c', '-o', str(program), '-lpthread'])
    ran, printed = seconds([str(program)])
    outcomes = len({re.match(r'(\s*v:-?\d+)*', text)[0] for text in printed.split('outcome')[1:]})
    return {'build': built, 'run': ran, 'outcomes': outcomes}


def spin(n, k, folder):
    (folder / 's.pml').write_text(promela(n, k))
    here = os.getcwd()
    os.chdir(folder)
    try:
        built, _ = seconds(['spin', '-a', 's.pml'], ['cc', '-O2', '-DSAFETY', '-DMEMLIM=4096', '-w', 'pan.c', '-o', 'pan'])
        ran, printed = seconds(['./pan', '-m200000', '-w24', '-E'])
    finally:
        os.chdir(here)
    states = next((line.split()[0] for line in printed.splitlines() if 'states, stored' in line), '?')
    return {'build': built, 'run': ran, 'states': states}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('thinair', type=pathlib.Path)
    parser.add_argument('--log', action='store_true')
    a = parser.parse_args()
    thinair, rows = a.thinair.resolve(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for command, sizes in (('outcomes', SIZES), ('check', SIZES_OF_ONE)):
            for n, k in sizes:
                test = folder / f'sb-{n}-{k}.litmus'
                test.write_text(store_buffering_rounds((n, k)))
                ours, printed = min((seconds([thinair, command, test, '--model', 'tso', '--json', '--stats']) for _ in range(3)), key=lambda run: run[0])
                row = {'asked': command, 'n': n, 'k': k, 'thinair': round(ours, 3), 'configurations': json.loads(printed)['stats']['nodes']}
                if command == 'outcomes':
                    row['states'] = len(json.loads(printed)['states'])
                    if shutil.which('rumur'):
                        theirs = rumur(thinair, test, folder)
                        if theirs['outcomes'] != row['states']:
                            raise SystemExit(f'Rumur has {theirs["outcomes"]} outcomes, thinair {row["states"]}')
                        row['rumur'] = {key: round(value, 3) for key, value in theirs.items()}
                    if shutil.which('spin'):
                        row['spin'] = {key: value if isinstance(value, str) else round(value, 3) for key, value in spin(n, k, folder).items()}
                rows.append(row)
                print(json.dumps(row), flush=True)
    if a.log:
        about = machine()
        path = pathlib.Path(__file__).parent / 'log' / f'{about["date"]}-machines.json'
        path.write_text(json.dumps({'machine': about, 'when': time.strftime('%H:%M'), 'rows': rows}, indent=1) + '\n')
        print(f'kept in {path}')


if __name__ == '__main__':
    main()
