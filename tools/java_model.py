#!/usr/bin/env python3
"""Writes docs/java-model.md: what was asked of the model `java`, and what it answers.

usage: tools/java_model.py PATH/TO/thinair [--check | --measure]

The catalogue and the differences to other models are asked anew each time. What takes long, which rules are needed and what compiled code shows, is measured with
--measure and kept in docs/published/java-model.json; figures of campaigns on random programs stand in docs/published/java-campaigns.csv, with the command that
makes each of them. --check writes nothing and fails if docs/java-model.md is not what would be written.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / 'docs/java-model.md'
MEASURED = ROOT / 'docs/published/java-model.json'
CAMPAIGNS = ROOT / 'docs/published/java-campaigns.csv'
OTHERS = ['jls04', 'jam19', 'jam21', 'rc11']
SPACES = ['modes', 'java5']  # where rules are looked for that the catalogue does not need
SCHEMES = ['x86', 'aarch64', 'aarch64-dmb', 'riscv', 'power']


def run(thinair, *arguments):
    done = subprocess.run([thinair, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        raise SystemExit(f'thinair {" ".join(arguments)}: exit code {done.returncode}\n{done.stderr}')
    return done.stdout


def details(thinair, *arguments):
    """The rows of a suite: model, test, outcome, verdict, expected, ..."""
    return list(csv.DictReader(io.StringIO(run(thinair, 'suite', str(ROOT / 'litmus'), '--csv', '--details', '--quiet', *arguments))))


def size(test):
    """How much happens in a test: its accesses, then its text."""
    text = (ROOT / 'litmus' / f'{test}.litmus').read_text()
    body = text[text.index('Thread0'):]
    return len(re.findall(r';', body)), len(text)


def smallest(tests):
    return min(tests, key=size)


def named_checks(name):
    """(name, what it says) of each check or rule of a model's file that has a name."""
    text = (ROOT / 'models' / name).read_text()
    return re.findall(r'^\S.* as ([\w-]+) +\(\* (.*?) \*\)', text, re.MULTILINE)


def searched(thinair, file, name):
    """Whether a program of the spaces tells java from a copy of it without the rule: how many were asked, and the smallest."""
    with tempfile.TemporaryDirectory() as folder:
        rules, checks = (ROOT / 'models/java.mem').read_text(), (ROOT / 'models/lib/java.cat').read_text()
        line = re.compile(rf'^\S.* as {name} .*\n', re.MULTILINE)
        (pathlib.Path(folder) / 'without.mem').write_text(line.sub('', rules).replace('"java.cat"', '"without.cat"'))
        (pathlib.Path(folder) / 'without.cat').write_text(line.sub('', checks))
        programs, found = 0, []
        for space in SPACES:
            *findings, last = map(json.loads, run(thinair, 'find', 'difference', '--model', 'java', '--model', f'{folder}/without.mem', '--space', space, '--jobs', '0', '--limit', '1',
                                    '--json', '--quiet').splitlines())
            programs += last['tests']
            found += findings
        return {'programs': programs, 'found': ' | '.join(found[0]['threads']) + f' ({found[0]["state"].rstrip(";")})' if found else ''}


def measure(thinair):
    needed = {}
    for file, option in (('lib/java.cat', '--skip-check'), ('java.mem', '--without')):
        for name, _ in named_checks(file):
            failed = [row['test'] for row in details(thinair, '--model', 'java', option, name, '--timeout', '1') if row['status'] == 'fail']
            needed[name] = {'verdicts': len(failed), 'smallest': smallest(failed) if failed else ''}
            if not failed:
                needed[name].update(searched(thinair, file, name))
            print(name, needed[name], flush=True)
    compiled = {}
    for scheme in SCHEMES:
        answers = [json.loads(line) for line in run(thinair, 'conform', str(ROOT / 'litmus'), '--to', scheme, '--model', 'java', '--json').splitlines()]
        judged = [answer for answer in answers if 'verdict' in answer]
        compiled[scheme] = {'pass': sum(answer['verdict'] == 'pass' for answer in judged), 'unknown': sum(answer['verdict'] == 'unknown' for answer in judged),
                            'fail': sorted(answer['test'] for answer in judged if answer['verdict'] == 'fail')}
        print(scheme, compiled[scheme], flush=True)
    MEASURED.write_text(json.dumps({'needed': needed, 'compiled': compiled}, indent=1) + '\n')


# ---- the record

HEAD = """# A model for all of Java

Chapter 17 of the Java Language Specification knows plain and volatile variables, monitors, threads and final fields. `VarHandle` has brought opaque, release and acquire modes and five fences, of which the chapter says
nothing. `java` is chapter 17 with these added: `thinair models java.mem` and `thinair models java.cat` print it, each rule with its source. It is the default for Java tests. `java-revised` is the same
with the revised rules of Sevcik and Aspinall. No standard says what `java` says of modes and fences; this page says what we asked of it and what it answers. `tools/java_model.py` writes it.

## In short

* **Synchronisation.** Who reads in acquire mode what was written in release mode synchronises with the writer, also through updates of the value. So does a read in any mode before an acquire fence, and a write in any mode behind
  a release fence. Volatile accesses, monitors and threads synchronise as in 17.4.4.
* **Coherence.** The writes to a location have one order. Accesses in opaque mode or stronger see it; plain reads need not.
* **Updates** are atomic in every mode: a read and a write with nothing in between.
* **Volatile accesses and full fences** fit one order, which agrees with what is read (the repaired condition of RC11). If a location is also accessed in weaker modes, that says less than *volatile accesses are in the order of
  happens-before*: compiled, `jam19/Z6.U` is shown by Power.
* **storeStoreFence and loadLoadFence** order writes with writes and reads with reads, and nothing follows from that for other accesses.
* **Thin air.** The rules of 17.4.8 are unchanged. They commit opaque accesses as they commit plain ones: load buffering is allowed, values that depend on themselves are not. The executions on the way need not be coherent nor
  their updates atomic; the one that is asked about must.
* **Progress.** A loop that waits in opaque mode or stronger sees at last what is written in such a mode.
"""


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(str(cell).replace('|', '\\|') for cell in row) + ' |' for row in rows])


def properties():
    with CAMPAIGNS.open(newline='') as file:
        rows = list(csv.DictReader(file))
    return table(['what was asked', 'programs', 'exceptions', 'how'], [[row['property'], row['programs'], row['exceptions'], f'`{row["command"]}`'] for row in rows])


def compiled(measured):
    rows = [[scheme, found['pass'], found['unknown'], ', '.join(found['fail']) or 'none'] for scheme, found in measured['compiled'].items()]
    return table(['scheme', 'tests that pass', 'unknown (loops beyond the bound)', 'tests that fail'], rows)


def needed(measured):
    rows = []
    for file in ('lib/java.cat', 'java.mem'):
        for name, text in named_checks(file):
            found = measured['needed'][name]
            program = found['smallest'] or (f'`{found["found"]}`' if found['found'] else f'none of {found["programs"]:,} programs')
            rows.append([f'`{name}`', text, found['verdicts'] or 'none in the catalogue', program])
    return table(['left out', 'it says', 'verdicts that change', 'smallest test or program'], rows)


def departures():
    """Rows of the table that speak against a source. Where chapter 17 has the same row, it is the chapter's business, unless the verdict is not known."""
    def table_of(model):
        with (ROOT / f'litmus/expected/{model}.csv').open(newline='') as file:
            return {(row['test'], row['outcome']): row for row in csv.DictReader(file)}
    chapter17 = table_of('jls04')
    found = [row for key, row in table_of('java').items() if row['note'] and (key not in chapter17 or row['verdict'] == 'unknown')
             and not row['note'].startswith(('compiled, it is shown', 'forbidden under'))]
    return table(['test', 'outcome', 'java', 'why'], [[row['test'], f'`{row["outcome"]}`', row['verdict'], row['note']] for row in found])


def differences(rows):
    """Where java and another model answer differently, by direction, with the smallest test."""
    verdicts = {(row['model'], row['test'], row['outcome']): row['verdict'] for row in rows}
    out = []
    for other in OTHERS:
        for ours, theirs in (('allowed', 'forbidden'), ('forbidden', 'allowed')):
            tests = [test for (model, test, outcome), verdict in verdicts.items()
                     if model == other and verdict == theirs and verdicts.get(('java', test, outcome)) == ours]
            out.append([f'`{other}`', f'{ours} under `java`, {theirs} under `{other}`', len(tests), smallest(tests) if tests else ''])
    return table(['model', 'difference', 'outcomes', 'smallest test'], out)


def record(thinair):
    measured = json.loads(MEASURED.read_text())
    rows = details(thinair, *[word for model in ['java', *OTHERS] for word in ('--model', model)])
    java = [row for row in rows if row['model'] == 'java' and row['status'] in ('pass', 'fail', 'unknown')]
    failed = [row for row in java if row['status'] != 'pass']
    parts = [HEAD]
    parts.append('## What was asked of it\n\nOn random programs, and on every program of a space ([find](find.md)):\n\n' + properties())
    parts.append(f'On the catalogue: {len(java)} outcomes of {len({row["test"] for row in java})} tests, {len(failed)} not as [its table](../litmus/expected/java.csv) expects.')
    parts.append('Compiled by the shipped schemes, no processor shows what it forbids, over the whole catalogue (tests with objects or monitors are not compiled):\n\n' + compiled(measured))
    parts.append('`volatile-write-overwritten` is the one exception, and a fault of chapter 17 as much as of compilers. JLS 17.4.4 lets a volatile write synchronise with every later read of the variable, '
                 'also with one that sees a newer write. Compiled to Power, by either scheme, a write synchronises with who sees it, and with no other. `jls04` and `java` cannot both be one model on programs of plain and '
                 'volatile variables and allow this; we keep to the chapter.')
    parts.append('## Where it departs from its sources, or they from each other\n\n' + departures())
    parts.append('## Differences to other models\n\nOver the outcomes that the catalogue asks about:\n\n' + differences(rows))
    parts.append('## Optimisations\n\nWhich transformations of programs are sound under `java`, by rule, with the smallest program where one is not: [the tables of the search](findings.md#transformations). '
                 'As under `jls04`, a redundant read or write of a plain variable cannot always be left out, and a write cannot always change places with a later read of another variable; moving accesses into monitors, lock coarsening and elision, and merging accesses in opaque '
                 'mode or stronger are sound on every program of their spaces.')
    parts.append('## What each rule is for\n\nA rule is left out, and the catalogue is judged again. Where no test needs the rule, `find difference` '
                 f'asked every program of the spaces {" and ".join(SPACES)} of `java` and of a copy without it. Every rule is needed. `so-consistency` and `so-overwritten` follow from `volatile-order` in the execution that is asked about, and '
                 'count on the way to it, where that check is not made: four programs of three or four threads (`java/synchronisation-stays`, `lock-order-stays`, `happens-before-stays` and `old-volatile`) show '
                 'what they, and rules 2 and 8 of 17.4.8, are for. Rule 1 follows from rule 2 and has no line of its own.\n\n' + needed(measured))
    return '\n\n'.join(part.strip('\n') for part in parts) + '\n'


def main():
    thinair, how = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    if how == ['--measure']:
        measure(thinair)
    text = record(thinair)
    if how == ['--check']:
        if RECORD.read_text() == text:
            return 0
        print(f'{RECORD.relative_to(ROOT)} is not what tools/java_model.py writes')
        return 1
    RECORD.write_text(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
