#!/usr/bin/env python3
"""Writes docs/results.md: published tables of verdicts, with thinair's own beside them.

usage: tools/results.py PATH/TO/thinair [--check]

What was published stands in docs/published/*.csv, as far as it is legible in the texts at hand; why a verdict of ours differs stands in
docs/published/differences.csv. A difference without a sentence is an error, and so is a sentence without a difference. --check writes nothing and
fails if docs/results.md is not what would be written.
"""
import csv
import io
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUBLISHED = ROOT / 'docs/published'
RESULTS = ROOT / 'docs/results.md'
JMT_TABLES = {'3': 'Causality tests', '4': "Manson's thesis", '5': 'Sevcik and Aspinall', '6': 'Coherence', '7': 'Message passing', '8': 'Store buffering', '9': 'Others'}


def rows(name):
    with (PUBLISHED / name).open(newline='') as file:
        return list(csv.DictReader(file))


def squeeze(outcome):
    """A proposition without white space and the brackets around it."""
    text = ''.join(outcome.split())
    return text[1:-1] if text.startswith('(') and text.endswith(')') else text


class Verdicts:
    """What thinair answers: by model, test and outcome."""

    def __init__(self, thinair):
        self.rows = {}
        self.ask(thinair, '', 'jls04', 'jls-revised', 'jam19', 'jam21')
        self.ask(thinair, ' free', 'jls04', 'jls-revised')

    def ask(self, thinair, suffix, *models):
        options = [word for model in models for word in ('--model', model)] + (['--identity', 'free'] if suffix else [])
        done = subprocess.run([thinair, 'suite', ROOT / 'litmus', '--csv', '--details', '--quiet', *options], capture_output=True, text=True)
        if done.returncode not in (0, 1):  # 1: with the other identity some verdicts are not those that the tables expect
            raise SystemExit(f'thinair suite: exit code {done.returncode}\n{done.stderr}')
        for row in csv.DictReader(io.StringIO(done.stdout)):
            self.rows.setdefault((row['model'] + suffix, row['test']), {})[squeeze(row['outcome'])] = row

    def of(self, model, test, outcome=''):
        """The rows of one outcome, or of all outcomes of a test."""
        found = self.rows[model, test]
        return [found[squeeze(outcome)]] if outcome else list(found.values())

    def verdict(self, model, test):
        [row] = self.of(model, test)
        return row['verdict']


class Differences:
    """Sentences about differences, each to be used."""

    def __init__(self):
        self.sentences = {(row['table'], row['test'], squeeze(row['outcome'])): row['why'] for row in rows('differences.csv')}
        self.unused = set(self.sentences)
        self.missing = []

    def why(self, table, test, outcome, differs):
        key = next((k for k in ((table, test, squeeze(outcome)), (table, test, '')) if k in self.sentences), None)
        if not differs:
            return ''
        if key is None:
            self.missing.append((table, test, outcome))
            return '**unexplained**'
        self.unused.discard(key)
        return self.sentences[key]


def table(head, body):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(cell.replace('|', '\\|') for cell in row) + ' |' for row in body]) + '\n'


def expected(java, anywhere):
    """The verdict that jMT's tables must expect: that of Java's rules if there is one, else what the clause of the test asks for."""
    if java['expected'] not in ('', 'unknown'):
        return java['expected']
    return {'required': 'allowed', 'forbidden': 'forbidden'}.get(anywhere['clause'], '')


def jmt_rows(verdicts):
    """(table, test, outcome, expected, jls04 or '', herd, jam21) for every outcome of jMT's tables that is here."""
    for row in rows('jmt.csv'):
        for java, jam in zip(verdicts.of('jls04', row['test'], row['outcome']), verdicts.of('jam21', row['test'], row['outcome']), strict=True):
            yield (row['table'], row['test'], java['outcome'], expected(java, jam), java['verdict'] if java['expected'] else '', row['herd-jam21'], jam['verdict'])


def count(verdicts_and_wants):
    """"12", or "10 of 12" if not all are as expected."""
    pairs = [(got, want) for got, want in verdicts_and_wants if got and want]
    good = sum(got == want for got, want in pairs)
    return str(good) if good == len(pairs) else f'{good} of {len(pairs)}'


def jmt(verdicts, differences):
    data = list(jmt_rows(verdicts))
    published = {'3': ('15', '15', '10 of 15'), '4': ('24', '24', ''), '5': ('6', '6', '4 of 6'), '6': ('12', '', ''), '7': ('16', '', ''), '8': ('16', '', ''), '9': ('11', '', '')}
    summary = []
    for key, title in JMT_TABLES.items():
        mine = [r for r in data if r[0] == key]
        size, jls, herd = published[key]
        summary.append((f'{title} (Table {key})', size, str(len(mine)), jls, count((r[4], r[3]) for r in mine), herd, count((r[6], r[3]) for r in mine)))
    summary.append(('all', '100', str(len(data)), '72 of 72', count((r[4], r[3]) for r in data), '81 (14 fail, 5 unsupported)', count((r[6], r[3]) for r in data)))
    out = table(('', 'in jMT', 'here', 'JLS04, jMT', '`jls04`', 'JAM21, herd', '`jam21`'), summary)
    for key, title in JMT_TABLES.items():
        body = []
        for _, test, outcome, want, java, herd, jam in (r for r in data if r[0] == key):
            java_why = differences.why('jmt jls04', test, outcome, bool(java and want and java != want))
            jam_why = differences.why('jmt jam21', test, outcome, bool(herd and herd != jam or (want and jam != want)))
            body.append((test, f'`{outcome}`', want or 'not certain', java, herd, jam, ' '.join(w for w in (java_why, jam_why) if w)))
        out += f'\n### Table {key}: {title}\n\n' + table(('test', 'outcome', 'expected', '`jls04`', 'JAM21, herd', '`jam21`', 'why it differs'), body)
    return out


def jam19(verdicts, differences):
    body, agree, answered = [], 0, 0
    for row in rows('jam19.csv'):
        ours = verdicts.verdict('jam19', row['test'])
        agree += ours == row['jam']
        answered += row['jam'] == 'timeout'
        why = differences.why('jam19', row['test'], '', ours != row['jam'] and row['jam'] != 'timeout')
        body.append((row['name'], row['test'], f'{row["other"]}: {row["other verdict"]}', row['jam'], ours, why or ('answered here' if row['jam'] == 'timeout' else '')))
    text = f'{len(body) - answered} verdicts, {agree} the same here; {answered} that timed out there are answered.\n\n'
    return text + table(('name in the paper', 'test', 'original', 'JAM19', '`jam19`', 'why it differs'), body)


def memsat(verdicts, differences):
    body = []
    for row in rows('memsat.csv'):
        if not row['test']:
            body.append((row['name'], '', row['jls04'], '', '', row['jls-revised'], '', '', f'not here yet: needs {row["needs"]}'))
            continue
        ours = [verdicts.verdict(model, row['test']) for model in ('jls04 free', 'jls04', 'jls-revised free', 'jls-revised')]
        free = ours[0] != row['jls04'] or ours[2] != row['jls-revised']
        nth = ours[1] != row['jls04'] or ours[3] != row['jls-revised']
        why = differences.why('memsat', row['test'], '', free) or ('possible only if accesses may be matched otherwise than by their number, which `nth` does not do' if nth else '')
        body.append((row['name'], row['test'], row['jls04'], ours[0], ours[1], row['jls-revised'], ours[2], ours[3], why))
    return table(('test', 'here', 'original, MemSAT', '`jls04`, free', '`jls04`, nth', 'revised, MemSAT', '`jls-revised`, free', '`jls-revised`, nth', 'why it differs'), body)


SCHEMES = ('x86', 'aarch64', 'aarch64-dmb', 'riscv', 'power', 'power-hotspot')


def conformance(thinair, differences):
    """Where compiled tests of the catalogue do what the model does not allow."""
    java = sorted(path for path in (ROOT / 'litmus').iterdir() if path.is_dir() and path.name not in ('expected', 'hardware'))
    to = [word for scheme in SCHEMES for word in ('--to', scheme)]
    done = subprocess.run([thinair, 'conform', *java, '--model', 'jam21', '--model', 'jls04', *to, '--json', '--quiet'], capture_output=True, text=True)
    if done.returncode != 1:
        raise SystemExit(f'thinair conform: exit code {done.returncode}\n{done.stderr}')
    failed = {}
    for line in done.stdout.splitlines():
        result = json.loads(line)
        if result['verdict'] != 'fail':
            raise SystemExit(f'thinair conform: {line[:200]}')
        failed.setdefault((result['model'], result['test']), {})[result['scheme']] = result['only'][result['target_model']][0]
    body = []
    for (model, test), by_scheme in sorted(failed.items()):
        outcome = ', '.join(f'{name}={value}' for name, value in next(iter(by_scheme.values())).items())
        body.append((f'`{model}`', test, ', '.join(s for s in SCHEMES if s in by_scheme), f'`{outcome}`', differences.why(f'conform {model}', test, '', True)))
    return table(('model', 'test', 'fails when compiled by', 'first outcome that the model does not allow', 'why'), body)


def document(thinair, verdicts, differences):
    return f'''# Published tables, and what thinair answers

Written by `tools/results.py`; the tests check that it is up to date. What was published stands in [published/](published/), as far as the texts at hand are legible.
The tests are those of the [catalogue](../litmus/README.md), which also says what is missing and why.

## jMT (Panneke and Wehrheim 2026)

Table 1 counts how many verdicts are as expected. Per-row ticks are lost in the text at hand; single answers of herd are given where the text settles them. Expected verdicts
follow from Pugh's decisions, the theses and jcstress's gradings (acceptable and interesting: allowed); those of causality tests 17 and 18 and Manson's figures 4.7 and 4.12 must be *forbidden* there (the rules with identity `nth`), against Pugh and the
thesis. Of Manson's 24 figures four (4.8, 8.1-8.3) are not known to us. A program of Java 5 (plain and volatile accesses) has a verdict under `jls04`; 28 of the tests use access modes, of
which JLS 17.4 does not speak. Two outcomes are not counted as nothing certain is expected: Manson's 4.10, whose program is recalled, and fully fenced IRIW, where jcstress's grade and comment disagree.

The figures of `jam21` are lower than herd's because herd is right for the wrong reason on cycles of plain accesses: the model allows most of them, and herd cannot build such executions where the values
themselves go round.

{jmt(verdicts, differences)}
## JAM19, Figs. 14 and 16

{jam19(verdicts, differences)}
## MemSAT, Table 2

MemSAT lets events of two executions be the same if thread, kind and location are: `identity free`. `nth` is the default here ([ADR 9](adr/0009-identity-of-events.md)).

{memsat(verdicts, differences)}
## Compiled code

Every Java test of the catalogue, compiled by every scheme of [schemes/](../schemes), judged under the model of its target, and asked of `jam21` and `jls04`: what `thinair conform` finds. jMT reports
two programs on which JAM21 is refuted by x86, its Fig. 5 and SB+rfis, and no difference on the tests of its Table 1; so it is here. All that is not listed passes, also what is in neither of jMT's lists.

{conformance(thinair, differences)}'''


def main():
    thinair = pathlib.Path(sys.argv[1]).resolve()
    differences = Differences()
    text = document(thinair, Verdicts(thinair), differences)
    problems = [f'no sentence explains {key}' for key in differences.missing] + [f'a sentence explains no difference: {key}' for key in sorted(differences.unused)]
    if '--check' in sys.argv:
        if text != RESULTS.read_text():
            problems.append('docs/results.md is not up to date: run tools/results.py')
    else:
        RESULTS.write_text(text)
    print('\n'.join(problems + [f'{len(problems)} problems']))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
