#!/usr/bin/env python3
"""Checks the shipped tests against the tables of expected verdicts, litmus/expected/MODEL.csv.

usage: verdicts.py PATH/TO/thinair LITMUS_DIR

A row is test,verdict,source: the verdict of the test's first clause. Every shipped test must have a row in every table, and `outcomes`
(all states) must agree with `check` (one state per clause), which ask the engine in different ways.
"""
import csv
import json
import pathlib
import subprocess
import sys


def ask(thinair, *arguments):
    done = subprocess.run([thinair, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'thinair {" ".join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}')
    return done.stdout


def observation(log):
    for line in log.splitlines():
        if line.startswith('Observation '):
            return 'forbidden' if line.split()[2] == 'Never' else 'allowed'
    return None


def main():
    thinair, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    tests = {str(p.relative_to(root).with_suffix('')): p for p in sorted(root.rglob('*.litmus'))}
    checked, problems = 0, []
    for table in sorted((root / 'expected').glob('*.csv')):
        model = table.stem
        rows = {row['test']: row for row in csv.DictReader(table.open())}
        problems += [f'{table.name}: no row for {name}' for name in tests.keys() - rows.keys()]
        problems += [f'{table.name}: no test for {name}' for name in rows.keys() - tests.keys()]
        for name in sorted(tests.keys() & rows.keys()):
            want = rows[name]['verdict']
            got = json.loads(ask(thinair, 'check', tests[name], '--model', model, '--json'))['clauses'][0]['verdict']
            log = observation(ask(thinair, 'outcomes', tests[name], '--model', model, '--format', 'herd'))
            checked += 1
            if got != want:
                problems.append(f'{name} under {model}: {got}, expected {want} ({rows[name]["source"]})')
            if log != got:
                problems.append(f'{name} under {model}: check says {got}, all states say {log}')
    print('\n'.join(problems))
    print(f'{checked} verdicts, {len(problems)} problems')
    return 1 if problems or not checked else 0


if __name__ == '__main__':
    sys.exit(main())
