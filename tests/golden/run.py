#!/usr/bin/env python3
"""Runs golden cases: what thinair prints, word for word.

usage: run.py PATH/TO/thinair [--bless] [CASE...]

A case is a folder anywhere below this one that holds a file `cmd`, a shell command line in which `thinair` is the program under test.
It runs in the case's folder, with $LITMUS set to the folder of the shipped tests. Beside it stand what is expected: `out` and `err`
(absent: nothing is printed there) and `code` (absent: 0). --bless writes these files instead of comparing; read the diff like code.
"""
import argparse
import difflib
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LITMUS = HERE.parent.parent / 'litmus'
SECONDS = 900  # only so that what hangs is told; a busy machine takes its time


def expected(case, name, default):
    path = case / name
    return path.read_text() if path.exists() else default


def write(case, name, text, default):
    path = case / name
    if text != default:
        path.write_text(text)
    elif path.exists():
        path.unlink()


def run(case, thinair):
    """(out, err, code) of a case; a case that hangs is a failure like any other."""
    environment = {'PATH': f'{thinair.parent}:{os.environ["PATH"]}', 'LITMUS': str(LITMUS), 'LC_ALL': 'C.UTF-8', 'HOME': str(case)}
    command = (case / 'cmd').read_text()
    try:
        done = subprocess.run(['sh', '-c', command], cwd=case, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return '', f'no answer within {SECONDS} s\n', 'timeout'
    # The shipped tests are elsewhere on every machine; what is printed about them must not depend on it.
    clean = lambda text: text.decode('utf-8', 'replace').replace(str(LITMUS), '$LITMUS')
    return clean(done.stdout), clean(done.stderr), str(done.returncode)


def compare(case, result):
    """What differs, as a readable text; empty if nothing does."""
    wanted = (expected(case, 'out', ''), expected(case, 'err', ''), expected(case, 'code', '0').strip())
    report = ''
    for name, want, got in zip(('out', 'err', 'code'), wanted, result):
        if want != got:
            report += ''.join(line if line.endswith('\n') else line + '\n' for line in
                              difflib.unified_diff(want.splitlines(True), got.splitlines(True), f'{name} expected', f'{name} now'))
    return report


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('thinair', type=pathlib.Path)
    parser.add_argument('cases', nargs='*')
    parser.add_argument('--bless', action='store_true')
    arguments = parser.parse_intermixed_args()
    thinair = arguments.thinair.resolve()
    cases = sorted(p.parent for p in HERE.rglob('cmd'))
    if arguments.cases:
        cases = [c for c in cases if any(str(c.relative_to(HERE)).startswith(name) for name in arguments.cases)]
    failed = 0
    for case in cases:
        result = run(case, thinair)
        if arguments.bless:
            for name, text, default in zip(('out', 'err', 'code'), result, ('', '', '0')):
                write(case, name, text if name != 'code' or text == default else text + '\n', default)
            continue
        difference = compare(case, result)
        if difference:
            failed += 1
            print(f'--- {case.relative_to(HERE)}\n{difference}')
    print(f'{len(cases)} cases, {failed} failed')
    return 1 if failed or not cases else 0


if __name__ == '__main__':
    sys.exit(main())
