#!/usr/bin/env python3
"""Compares thinair with answers that other programs computed, if they are at hand; exits with 77 (skipped) if not.

usage: run.py ORACLE_DIR THINAIR CORPUS [COMPARE_OPTION...]

A difference that known.txt lists is expected: the run fails if another test differs, and if a listed one agrees.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

HARDWARE = {'X86_64': 'x86tso', 'AArch64': 'aarch64', 'RISCV': 'riscv', 'PPC': 'power'}


def known():
    """The pairs (test, model) of known.txt."""
    lines = (pathlib.Path(__file__).resolve().parent / 'known.txt').read_text().splitlines()
    rows = [line.split(None, 2) for line in lines if line and not line.startswith('#')]
    assert all(len(row) == 3 for row in rows), 'known.txt: a test, a model and a reason in each line'
    return {(row[0], row[1]) for row in rows}


def main():
    oracle, thinair, corpus, options = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    path = os.path.join(oracle, corpus)
    if not os.path.exists(os.path.join(oracle, 'compare')) or not os.path.exists(path):
        print(f'skipped: there is no {corpus} in {oracle}')
        return 77
    run = subprocess.run([os.path.join(oracle, 'compare'), thinair, path, '--show', '1000000', *options], capture_output=True, text=True)
    counts = re.search(r'^(\d+) passed, (\d+) failed$', run.stdout, re.M)
    if not counts:
        print(run.stdout + run.stderr + 'the comparison did not end')
        return 1
    differ = set(re.findall(r'^--- (\S+) under ([^:\s]+): outcomes differ$', run.stdout, re.M))
    with open(path) as lines:
        records = [json.loads(line) for line in lines]
    # A record of a processor is asked about under one model, a Java one under all that it has states of.
    asked = {(r['name'], 'sc' if 'sc' in options else HARDWARE[r['arch']]) for r in records if 'arch' in r}
    asked |= {(r['name'], model) for r in records if 'arch' not in r for model in r['states']}
    listed = known() & asked
    for name, model in sorted(listed - differ):
        print(f'{name} under {model} is listed in known.txt, but agrees')
    failed = int(counts[2]) - len(listed & differ)
    if failed:
        print(run.stdout, end='')
    print(f'{counts[1]} agree, {len(listed & differ)} differ as listed, {failed} differ')
    return 1 if failed or listed - differ else 0


if __name__ == '__main__':
    sys.exit(main())
