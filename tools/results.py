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
import re
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
        options = [word for model in ('jls04', 'jls-revised', 'jam19', 'jam21') for word in ('--model', model)]
        done = subprocess.run([thinair, 'suite', ROOT / 'litmus', '--csv', '--details', '--quiet', *options], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(f'thinair suite: exit code {done.returncode}\n{done.stderr}')
        for row in csv.DictReader(io.StringIO(done.stdout)):
            self.rows.setdefault((row['model'], row['test']), {})[squeeze(row['outcome'])] = row

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


def published_seconds(source):
    """What litmus/times.csv says that a paper's tool took, by test and model."""
    with (ROOT / 'litmus/times.csv').open(newline='') as file:
        return {(row['test'], row['model']): row['seconds'] for row in csv.DictReader(file) if row['source'] == source}


MEMSAT_BOUND = 1.0  # seconds of CPU time that one test and model may take here


def memsat(thinair, verdicts, differences):
    data = rows('memsat.csv')
    tests = [ROOT / f'litmus/{row["test"]}.litmus' for row in data]
    done = subprocess.run([thinair, 'suite', *tests, '--json', '--details', '--quiet', '--model', 'jls04', '--model', 'jls-revised', '--identity', 'free'], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: with this identity some verdicts are not those that the tables expect
        raise SystemExit(f'thinair suite: exit code {done.returncode}\n{done.stderr}')
    found = json.loads(done.stdout)['verdicts']
    free_verdict = {(v['model'], v['test']): v['verdict'] for v in found}
    slowest = max(v['cpu_seconds'] for v in found)
    if slowest >= MEMSAT_BOUND:
        raise SystemExit(f'docs/results.md says that each test takes less than {MEMSAT_BOUND:g} s, which was {slowest:.2f} s')
    seconds = published_seconds('MemSAT, Table 2')
    body, same, of_table = [], 0, 0
    for row in data:
        ours = [verdict for model in ('jls04', 'jls-revised') for verdict in (free_verdict[model, row['test']], verdicts.verdict(model, row['test']))]
        if row['in'] == 'Table 2':
            of_table += 2
            same += (ours[0] == row['jls04']) + (ours[2] == row['jls-revised'])
        free = ours[0] != row['jls04'] or ours[2] != row['jls-revised']
        nth = ours[1] != row['jls04'] or ours[3] != row['jls-revised']
        why = [row['surprise'], differences.why('memsat', row['test'], '', free) or ('possible only if accesses may be matched otherwise than by their number, which `nth` does not do' if nth else '')]
        theirs = [row[model] + (f'; {seconds[row["test"], model]} s' if (row['test'], model) in seconds else '') for model in ('jls04', 'jls-revised')]
        body.append((row['name'], row['test'], theirs[0], ours[0], ours[1], theirs[1], ours[2], ours[3], '. '.join(w for w in why if w)))
    total = sum(int(value) for value in seconds.values())
    text = (f'{of_table} verdicts, {same} the same here with `free`. MemSAT took {total} s for them (rounded to seconds, on a 2.4 GHz Core 2 Duo; {of_table - len(seconds)} time is not legible), up to {max(map(int, seconds.values()))} s for one; '
            f'here each takes less than {MEMSAT_BOUND:g} s of CPU time, and most take milliseconds. Rows without times are not in the table but in the result files published with MemSAT.\n\n')
    return text + table(('test', 'here', 'original, MemSAT', '`jls04`, free', '`jls04`, nth', 'revised, MemSAT', '`jls-revised`, free', '`jls-revised`, nth', 'why it differs'), body)


CLASSIC = {'sc': 'SC', 'coherence': 'coherence', 'pram': 'PRAM', 'causal': 'causal', 'pc': 'PC'}


def classic(thinair, differences):
    """MemSAT's Table 1: histories under five classic models, with the seconds that MemSAT took."""
    models = [word for model in CLASSIC for word in ('--model', model)]
    done = subprocess.run([thinair, 'suite', ROOT / 'litmus/nemos', '--json', '--details', '--quiet', *models], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'thinair suite: exit code {done.returncode}\n{done.stderr}')
    document = json.loads(done.stdout)
    ours = {(v['test'], v['model']): v['verdict'] for v in document['verdicts']}
    seconds = sum(v['cpu_seconds'] for v in document['verdicts'])
    if seconds >= 1:
        raise SystemExit(f'docs/results.md says that the histories take less than a second, which was {seconds:.2f} s')
    data = rows('memsat-classic.csv')
    same = sum(row['found'] == ours[row['test'], row['model']] for row in data)
    body = []
    for test in dict.fromkeys(row['test'] for row in data):
        cells, why = [], ''
        for row in (r for r in data if r['test'] == test):
            got = ours[test, row['model']]
            surprise = '' if row['found'] == row['expected'] else f', expected {row["expected"]}'
            cells += [f'{row["found"]}{surprise}; {row["seconds"]} s', got]
            why = why or differences.why(f'memsat {row["model"]}', test, '', got != row['found'] or bool(surprise))
        body.append((row['name'], test, *cells, why))
    total = sum(int(row['seconds']) for row in data)
    text = f'{len(data)} verdicts, {same} the same here. MemSAT took {total} s for all (each rounded to seconds, on a 2.4 GHz Core 2 Duo); thinair takes less than 1 s of CPU time for all.\n\n'
    return text + table(('test', 'here', *(cell for model, name in CLASSIC.items() for cell in (f'{name}, MemSAT', f'`{model}`')), 'why it differs'), body)


MACHINES = ('umm-sc', 'umm-coherence', 'umm-pram', 'jmm-mp', 'tso', 'pso')


def umm(thinair, differences):
    """UMM's figures under machines: what the paper says, and what they do here. A machine without a rule for what a test does has no verdict."""
    data = rows('umm.csv')
    tests = [ROOT / f'litmus/{row["test"]}.litmus' for row in data]
    done = subprocess.run([thinair, 'check', *tests, '--json', *(word for model in MACHINES for word in ('--model', model))], capture_output=True, text=True)
    if done.returncode != 3:  # constructors and final fields are no part of some
        raise SystemExit(f'thinair check: exit code {done.returncode}\n{done.stderr}')
    ours = {}
    for line in done.stdout.splitlines():
        result = json.loads(line)
        for clause in result.get('clauses', []):
            ours['umm/' + result['test'], result['model'], squeeze(clause['condition'])] = clause['verdict']
    body, published, same = [], 0, 0
    for row in data:
        cells, why = [], row['note']
        for model in MACHINES:
            got, theirs = ours.get((row['test'], model, squeeze(row['outcome'])), '\u2013'), row.get(model, '')
            published += bool(theirs)
            same += bool(theirs) and theirs == got
            why = differences.why(f'umm {model}', row['test'], row['outcome'], bool(theirs) and theirs != got) or why
            cells.append(f'{got} (published: {theirs})' if theirs and theirs != got else f'**{got}**' if theirs else got)
        body.append((row['figure'], row['test'], f'`{row["outcome"]}`', *cells, why))
    text = f'{published} verdicts of the paper are legible, in bold; {same} are the same here. The others are ours.\n\n'
    return text + table(('figure', 'test', 'outcome', *(f'`{model}`' for model in MACHINES), 'remarks'), body)


SCHEMES = ('x86', 'aarch64', 'aarch64-dmb', 'riscv', 'power', 'power-hotspot')


JPR_BOUND = 0.5  # seconds of CPU time that one program may take here


def jpr(thinair):
    """Java PathRelaxer's Fig. 14: verdicts, sizes of write sets and times."""
    data = rows('jpr.csv')
    body, sizes, slowest = [], 0, 0
    for row in data:
        path = ROOT / f'litmus/{row["test"]}.litmus'
        stated = json.loads(subprocess.run([thinair, 'outcomes', path, '--model', 'jpr', '--json', '--stats'], capture_output=True, text=True).stdout)
        checked = json.loads(subprocess.run([thinair, 'check', path, '--model', 'jpr', '--json'], capture_output=True, text=True).stdout)
        slowest = max(slowest, stated['stats']['seconds'])
        first = checked['clauses'][0]
        holds = {'required': {'allowed': 'fails', 'forbidden': 'holds'}, 'forbidden': {'forbidden': 'holds', 'allowed': 'fails'}}
        # Of the programs a clause asks for the failure, or forbids it.
        ours = first['verdict'] if row['test'].startswith('pugh') else holds[first['kind']][first['verdict']]
        size = stated['stats']['write_set']
        sizes += str(size) == row['write set']
        complete = '' if stated['complete'] else ' (bounded)'
        if row['says'] and row['says'] != ours:
            raise SystemExit(f'{row["test"]} is {ours} under jpr, and {row["says"]} in the paper')
        body.append((row['name'], row['test'], row['says'] or 'not certain', ours + complete, row['write set'], str(size), f'{row["seconds"]} s', row['note']))
    if slowest >= JPR_BOUND:
        raise SystemExit(f'docs/results.md says that each program takes less than {JPR_BOUND:g} s, which was {slowest:.2f} s')
    text = (f'{len(data)} programs; {sum(1 for row in data if row["says"])} verdicts, all the same here. Of the 19 causality tests {sum(1 for row, line in zip(data, body) if row["test"].startswith("pugh") and line[5] == row["write set"])} '
            f'have a set of writes of the published size. Java PathRelaxer took {sum(float(row["seconds"]) for row in data):.1f} s (2.4 GHz Core 2 Duo); here each takes less than {JPR_BOUND:g} s.\n\n')
    return text + table(('program', 'here', 'Java PathRelaxer', '`jpr`', 'its write set', 'here', 'its time', 'note'), body)


def is_compiled(thinair, path):
    """Whether a test has a compiled form."""
    done = subprocess.run([thinair, 'compile', path, '--to', 'x86'], capture_output=True, text=True)
    if done.returncode != 0 and 'compile-unsupported' not in done.stderr:
        raise SystemExit(f'thinair compile {path}: exit code {done.returncode}\n{done.stderr}')
    return done.returncode == 0


def conformance(thinair, differences):
    """Where compiled tests of the catalogue do what the model does not allow."""
    java = sorted(path for path in (ROOT / 'litmus').iterdir() if path.is_dir() and path.name not in ('expected', 'hardware', 'c11'))
    to = [word for scheme in SCHEMES for word in ('--to', scheme)]
    tests = [path for folder in java for path in sorted(folder.glob('*.litmus'))]
    compiled = [path for path in tests if is_compiled(thinair, path)]
    failed, open_tests = {}, set()
    loops = [path for path in compiled if re.search(r'\b(while|for) \(', path.read_text())]
    lines = []
    for paths, limit, expected in (([p for p in compiled if p not in loops], [], 1), (loops, ['--steps', '500000'], 4)):
        done = subprocess.run([thinair, 'conform', *paths, '--model', 'jam21', '--model', 'jls04', *to, *limit, '--json', '--quiet'],
                              capture_output=True, text=True)
        if done.returncode != expected:
            raise SystemExit(f'thinair conform: exit code {done.returncode}\n{done.stderr}')
        lines += done.stdout.splitlines()
    for line in lines:
        result = json.loads(line)
        if result['verdict'] == 'unknown' and result['test'] in {path.stem for path in loops}:
            open_tests.add(result['test'])
            continue
        if result['verdict'] != 'fail':
            raise SystemExit(f'thinair conform: {line[:200]}')
        failed.setdefault((result['model'], result['test']), {})[result['scheme']] = result['only'][result['target_model']][0]
    body = []
    for (model, test), by_scheme in sorted(failed.items()):
        outcome = ', '.join(f'{name}={value}' for name, value in next(iter(by_scheme.values())).items())
        body.append((f'`{model}`', test, ', '.join(s for s in SCHEMES if s in by_scheme), f'`{outcome}`', differences.why(f'conform {model}', test, '', True)))
    text = (f'{len(compiled)} tests, {len(loops)} of them with loops. The other {len(tests) - len(compiled)} have objects, monitors, external actions or threads that start '
            f'others, or ask whether a thread waits forever, which schemes say nothing of. Within the bound on loops and 500,000 steps not all states of '
            f'{", ".join(sorted(open_tests))} are known for some scheme; none of those that are known fails.')
    return text + '\n\n' + table(('model', 'test', 'fails when compiled by', 'first outcome that the model does not allow', 'why'), body)


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
## MemSAT, Table 1

Histories of Nemos under five classic models, which know neither dependencies nor access modes. MemSAT's `pc` is that of Nemos with an implication in place of an equality; so is [ours](../models/pc.cat). The
prose of the paper names causal consistency's tests otherwise than its table (10 and 12-15); the table is right.

{classic(thinair, differences)}
## MemSAT, Table 2

MemSAT lets events of two executions be the same if thread, kind and location are: `identity free`. `nth` is the default here ([ADR 9](adr/0009-identity-of-events.md)).

{memsat(thinair, verdicts, differences)}
## Java PathRelaxer, Fig. 14

The paper's approximation of Java's model as [models/jpr.mem](../models/jpr.mem). Of the causality tests the verdict is that of the outcome that Pugh asks about; of the programs, whether the assertion holds. hash with four threads is
not among the litmus tests.

{jpr(thinair)}

## UMM (Yang, Gopalakrishnan, Lindstrom)

Figures of the paper under its machines, which are [.op models](op-language.md) here. `tso` and `pso` are not in the paper. Its times are "less than one second" for most tests, on a 900 MHz Pentium III; here all of them together take less.

The paper leaves open, and we chose: a read that is being done comes after everything in the global buffer (with any other time, Figs. 2 and 3 come out otherwise than published); a lock is redundant if no other thread uses it or the thread holds it
already, a volatile read if no other thread writes the variable (if it were redundant whenever nothing has been released *yet*, locks would not exclude each other); default writes are of the kind of their variable; nothing passes locks and fences in
`umm-coherence` and `umm-pram`, which have neither in the paper; a test that accesses one variable in plain and volatile mode is refused by `jmm-mp`.

{umm(thinair, differences)}
## Compiled code

The Java tests of the catalogue, compiled by every scheme of [schemes/](../schemes), judged under the model of its target, and asked of `jam21` and `jls04`: what `thinair conform` finds. jMT reports
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
