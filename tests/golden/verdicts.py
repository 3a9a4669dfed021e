#!/usr/bin/env python3
"""Checks the shipped tests against the tables of expected verdicts, litmus/expected/MODEL.csv.

usage: verdicts.py PATH/TO/thinair LITMUS_DIR

A row is test,outcome,verdict,source,note: what the model is expected to answer to one clause of one test. Every clause must have a row
in the table of `sc`, no row may be about a clause that does not exist, and `outcomes` (all states) must agree with `check` (one state
per clause), which ask the engine in different ways. Tables of models that thinair does not know yet are only checked for their form.
"""
import collections
import csv
import json
import pathlib
import subprocess
import sys

COLUMNS = ['test', 'outcome', 'verdict', 'source', 'note']


def ask(thinair, *arguments):
    """What thinair prints; exit code 1 says only that some clause is not met, 4 that a loop has no bound: then not all states are known."""
    jobs = [] if arguments[0] == 'models' else ['--jobs', '0']
    done = subprocess.run([thinair, *arguments, *jobs], capture_output=True, text=True)
    if done.returncode not in ((0, 1, 4) if arguments[0] == 'outcomes' else (0, 1)):
        raise SystemExit(f'thinair {arguments[0]}: exit code {done.returncode}\n{done.stderr}')
    return done.stdout


def proposition(condition):
    """The text between the outer parentheses of a printed condition."""
    return condition[condition.index('(') + 1:condition.rindex(')')]


def judged(thinair, model, tests):
    """(test, outcome) -> verdict for every clause of every test."""
    lines = ask(thinair, 'check', *tests.values(), '--model', model, '--json').splitlines()
    return {(name, proposition(clause['condition'])): clause['verdict']
            for name, line in zip(tests, lines, strict=True) for clause in json.loads(line)['clauses']}


def observed(thinair, model, tests):
    """(test, outcome) -> verdict for the one clause of each test that a log in herd's form is about."""
    verdicts, names, name, outcome, undefined = {}, iter(tests), None, None, set()
    for line in ask(thinair, 'outcomes', *tests.values(), '--model', model, '--format', 'herd').splitlines():
        if line.startswith('Test '):
            name = next(names)
        elif line.startswith('Condition '):
            outcome = proposition(line)
        elif line == 'Flag undef':  # C: every outcome is allowed; herd's log comes to its condition later
            undefined.add(name)
        elif line.startswith('Observation '):
            verdicts[name, outcome] = 'forbidden' if line.split()[-3] == 'Never' and name not in undefined else 'allowed'
    return verdicts


def form(table, rows, clauses):
    """What is wrong with a table whatever a model says."""
    keys = [(row['test'], row['outcome']) for row in rows]
    yield from (f'{table}: no such clause: {key}' for key in keys if key not in clauses)
    yield from (f'{table}: two rows for {key}' for key, count in collections.Counter(keys).items() if count > 1)
    yield from (f'{table}: {row["test"]}: verdict {row["verdict"]}' for row in rows if row['verdict'] not in ('allowed', 'forbidden', 'unknown'))
    yield from (f'{table}: {row["test"]}: no source' for row in rows if not row['source'])
    if keys != sorted(keys):
        yield f'{table}: not sorted'


def main():
    thinair, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    tests = {str(p.relative_to(root).with_suffix('')): p for p in sorted(root.rglob('*.litmus'))}
    known = {json.loads(line)['model'] for line in ask(thinair, 'models', '--json').splitlines()}
    clauses = judged(thinair, 'sc', tests)
    checked, problems = 0, []
    for number, path in enumerate(sorted((root / 'expected').glob('*.csv'))):
        with path.open(newline='') as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        if reader.fieldnames != COLUMNS:
            raise SystemExit(f'{path.name}: columns {reader.fieldnames}')
        model = path.stem
        problems += form(path.name, rows, clauses)
        if model == 'sc':
            problems += [f'{path.name}: no row for {key}' for key in sorted(clauses.keys() - {(r['test'], r['outcome']) for r in rows})]
        if model not in known:
            continue
        asked = {row['test']: tests[row['test']] for row in rows if row['test'] in tests}
        some = dict(list(asked.items())[number % 3::3])  # another third of the tests under each model: `suite` has judged all clauses
        verdicts = judged(thinair, model, some)
        for key, verdict in observed(thinair, model, some).items():
            if verdicts.get(key) != verdict:
                problems.append(f'{key} under {model}: check says {verdicts.get(key)}, all states say {verdict}')
        for row in (row for row in rows if row['test'] in some):
            got = verdicts.get((row['test'], row['outcome']))
            checked += row['verdict'] != 'unknown'
            if row['verdict'] not in ('unknown', got):
                problems.append(f'{row["test"]} ({row["outcome"]}) under {model}: {got}, expected {row["verdict"]} ({row["source"]})')
    print('\n'.join(problems))
    print(f'{len(tests)} tests, {checked} verdicts, {len(problems)} problems')
    return 1 if problems or not checked else 0


if __name__ == '__main__':
    sys.exit(main())
