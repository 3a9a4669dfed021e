#!/usr/bin/env python3
"""Writes the tables of transformations in docs/findings.md from docs/published/transformations.csv.

usage: tools/transformations.py PATH/TO/thinair [--check | --measure [RULE or MODEL ...]]

--measure runs the searches anew (all of them, or those of the named rules and models; some ten minutes) and keeps the figures. --check writes nothing; it fails if docs/findings.md
is not what would be written, if a smallest program is no counterexample (a quarter of them; with THINAIR_CAMPAIGN all), or if a row without one has a counterexample of at most two accesses in a thread.
"""
import csv
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / 'docs/findings.md'
FIGURES = ROOT / 'docs/published/transformations.csv'
COLUMNS = ['table', 'rule', 'model', 'space', 'places', 'minimal', 'program', 'threads', 'state']
BEGIN, END = '<!-- transformations: written by tools/transformations.py -->', '<!-- transformations: end -->'
PLAIN = ['read-after-read', 'read-after-read-far', 'read-after-write', 'write-after-read', 'overwritten-write', 'overwritten-write-conditional', 'irrelevant-read',
         'constant-for-copy', 'same-in-both-branches', 'reorder-RR', 'reorder-RW', 'reorder-WR', 'reorder-WW', 'read-introduction', 'write-introduction']
MODES = ['read-after-read-merge', 'read-after-write-merge', 'overwritten-write-merge', 'irrelevant-read-mode', 'roach-motel-acquire', 'roach-motel-release',
         'reorder-modes-RR', 'reorder-modes-RW', 'reorder-modes-WR', 'reorder-modes-WW']
LOCKS = ['roach-motel-lock', 'roach-motel-unlock', 'lock-coarsening', 'lock-coarsening-over', 'lock-elision', 'lock-removal']
FENCES = ['full-fence-after-volatile-write', 'full-fence-before-volatile-read', 'weaker-fence']
# table: rules, models, the words that name the space, the words of a small part of it
TABLES = {
    'plain': (PLAIN, ['jls04', 'jls-revised', 'java', 'jam19', 'jam21'], '--space context', '--size ..2'),
    'modes': (MODES, ['java', 'jam19', 'jam21'], '--space final', '--size ..2+1'),
    'locks': (LOCKS, ['jls04', 'java'], '--space locks --size ..2+2', '--size ..2+1'),
    'fences': (FENCES, ['java', 'jam21'], '--space fences', '--size ..2+1'),
}
# Too many places for the whole space.
SPACES = {('plain', 'read-introduction'): '--space brief', ('plain', 'write-introduction'): '--space context --size ..3'}
SAMPLE = 1 if 'THINAIR_CAMPAIGN' in os.environ else 4  # of the counterexamples, every so many are checked


def find(thinair, rules, model, words):
    done = subprocess.run([thinair, 'find', 'transformation', *rules, '--model', model, *words.split(), '--json', '--quiet', '--limit', '1000', '--jobs', '2'], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f'{rules} under {model}: exit code {done.returncode}\n{done.stderr}')
    *findings, last = [json.loads(line) for line in done.stdout.splitlines()]
    return {**last, 'findings': findings}


def read():
    if not FIGURES.exists():
        return []
    with FIGURES.open(newline='') as file:
        return list(csv.DictReader(file))


def measure(thinair, wanted):
    every = {word for rules, models, _, _ in TABLES.values() for word in [*rules, *models]}
    if wanted - every:
        raise SystemExit(f'neither rule nor model: {wanted - every}')
    rows = {(row['table'], row['rule'], row['model']): row for row in read()}
    for table, (rules, models, words, _) in TABLES.items():
        for space in [words, *{special for (of, _), special in SPACES.items() if of == table}]:
            mine = [rule for rule in rules if SPACES.get((table, rule), words) == space and (rule in wanted or not wanted & {name for names, _, _, _ in TABLES.values() for name in names})]
            for model in models if mine else []:
                if model not in wanted and wanted & set(models):
                    continue
                answer = find(thinair, mine, model, space)
                for name, places in answer.get('places', {}).items():
                    found = [one for one in answer['findings'] if one['rule'] == name]
                    first = found[0] if found else {'canonical': '', 'threads': [], 'state': ''}
                    rows[(table, name, model)] = dict(zip(COLUMNS, [table, name, model, space, places, len(found), first['canonical'], ' | '.join(first['threads']), first['state']]))
                print(table, space, model, answer['tests'], answer['found'], flush=True)
                with FIGURES.open('w', newline='') as file:
                    writer = csv.DictWriter(file, COLUMNS, lineterminator='\n')
                    writer.writeheader()
                    writer.writerows(sorted(rows.values(), key=lambda row: (row['table'], row['rule'], row['model'])))


def cell(row):
    if row is None:
        return ''
    return 'valid' if not row['program'] else f'**no**: `{row["threads"]}`'.replace('|', '\\|')


def section(rows):
    by_key = {(row['table'], row['rule'], row['model']): row for row in rows}
    out = []
    for table, (_, models, words, _) in TABLES.items():
        names = []
        for row in rows:
            if row['table'] == table and row['rule'] not in names:
                names.append(row['rule'])
        if not names:
            continue
        out += [f'`find transformation RULE --model MODEL {words}`:', '', '| rule | places | ' + ' | '.join(f'`{model}`' for model in models) + ' |', '|---|---|' + '---|' * len(models)]
        for name in names:
            mine = [by_key.get((table, name, model)) for model in models]
            places = next(row['places'] for row in mine if row)
            cells = [cell(row) for row in mine]
            # the same counterexample is told once
            told = ['as left' if i > 0 and text == cells[i - 1] and text.startswith('**no') else text for i, text in enumerate(cells)]
            special = SPACES.get((table, name))
            out.append(f'| `{name}`{f" (`{special}`)" if special else ""} | {int(places):,} | ' + ' | '.join(told) + ' |')
        out.append('')
    return '\n'.join(out)


def page(rows):
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f'{before}{BEGIN}\n\n{section(rows)}\n{END}{after}'


def check(thinair, rows):
    problems = [] if PAGE.read_text() == page(rows) else ['docs/findings.md is not what tools/transformations.py writes']
    clean, counterexamples = {}, 0
    for row in rows:
        if not row['program']:
            clean.setdefault((row['table'], row['model']), []).append(row['rule'])
            continue
        counterexamples += 1
        if counterexamples % SAMPLE:
            continue
        answer = find(thinair, [row['rule']], row['model'], row['space'].split(' --size')[0] + f" --program {row['program']}")
        if [one['state'] for one in answer['findings']] != [row['state']]:
            problems.append(f'{row["rule"]} under {row["model"]}: {row["program"]} does not show {row["state"]}')
        elif answer['findings'][0].get('confirmed') is False:
            problems.append(f'{row["rule"]} under {row["model"]}: {row["program"]} is refuted')
    for (table, model), rules in clean.items():
        _, _, words, small = TABLES[table]
        answer = find(thinair, sorted(rules), model, f'{words.split(" --size")[0]} {small}')
        problems += [f'{one["rule"]} under {model}: {one["canonical"]}' for one in answer['findings']]
    if len(rows) < 100:
        problems.append(f'only {len(rows)} rows')
    print('\n'.join([*problems, f'{len(rows)} rows, {len(problems)} problems']))
    return 1 if problems else 0


def main():
    thinair, options = sys.argv[1], sys.argv[2:]
    if options[:1] == ['--measure']:
        measure(thinair, set(options[1:]))
    elif options == ['--check']:
        return check(thinair, read())
    PAGE.write_text(page(read()))
    return 0


sys.exit(main())
