#!/usr/bin/env python3
"""docs/findings.md is true: each command finds the program and the state of its row, and the reference evaluator does not refute it.

usage: findings.py PATH/TO/thinair
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

THINAIR = sys.argv[1]
TABLE = pathlib.Path(__file__).resolve().parents[2] / 'docs/findings.md'
CELL = re.compile(r'(?<!\\)\|')
answers, problems, rows = {}, [], 0
for line in TABLE.read_text().splitlines():
    if not line.startswith('| `find '):
        continue
    rows += 1
    command, program, state = (cell.strip().strip('`').replace('\\|', '|') for cell in CELL.split(line)[1:4])
    if command not in answers:
        done = subprocess.run([THINAIR, *shlex.split(command), '--json', '--limit', '100', '--quiet'], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            problems.append(f'{command}: exit code {done.returncode}\n{done.stderr}')
            continue
        answers[command] = [json.loads(line) for line in done.stdout.splitlines()]
        if not answers[command][-1]['done']:
            problems.append(f'{command}: is not done')
    found = answers[command][:-1]
    if program == 'nothing':
        problems += [f'{command}: finds {one["canonical"]}' for one in found]
        continue
    mine = [one for one in found if one['canonical'] == program and one['state'] == state]
    if not mine:
        problems.append(f'{command}: does not find {program} with {state}, but {[(one["canonical"], one["state"]) for one in found]}')
    elif not mine[0].get('confirmed'):
        problems.append(f'{command}: {program} is not confirmed')
if rows < 15:
    problems.append(f'the table has {rows} rows only')
print('\n'.join([*problems, f'{rows} rows, {len(problems)} problems']))
sys.exit(1 if problems else 0)
