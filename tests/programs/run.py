#!/usr/bin/env python3
"""Java programs and jcstress tests, judged from their class files.

usage: run.py table|answers|refused|jcstress PATH/TO/thinair      exit code 77: skipped, for lack of a JDK

`table`: every program of java/ has the verdicts of table.csv, compiled for Java 8, 11 and 17; under each model for one of these, or for all if
THINAIR_CAMPAIGN is set. `answers`: each program of answers/ has the answer that the comment before it says. `refused`: what is not judged, broken or too long has its message and exit code. `jcstress`: the tests made by
generated.py and those of jcstress/ are judged as their gradings say.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import generated

HERE = pathlib.Path(__file__).parent
PROBLEMS = []


def expect(truth, what):
    if not truth:
        PROBLEMS.append(what)


def compiled(folder, files, release=None):
    javac = shutil.which('javac')
    if not javac:
        print('skipped: there is no javac')
        sys.exit(77)
    folder.mkdir(parents=True, exist_ok=True)
    words = [javac, '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-g', '-nowarn', '-proc:none', '-d', folder]
    words += ['--release', str(release), '-Xlint:-options'] if release else []
    done = subprocess.run([*words, *files], capture_output=True, text=True)
    expect(done.returncode == 0, f'javac: {done.stderr}')
    return folder


def thinair(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, timeout=600)


def table(program, folder):
    rows = list(csv.DictReader((HERE / 'table.csv').open()))
    written = (HERE.parent.parent / 'docs/java-programs.md').read_text()
    for row in rows:
        expect('| ' + ' | '.join(row.values()) + ' |' in written, f'docs/java-programs.md has other verdicts of {row["program"]}')
    files = sorted((HERE / 'java').glob('*.java'))
    wanted = {row['program']: row for row in rows}
    models = [column for column in rows[0] if column not in ('program', 'races')]
    for number, release in enumerate((8, 11, 17)):
        classes = compiled(folder / f'r{release}', files, release)
        for at, model in enumerate(models):
            if at % 3 != number and not os.environ.get('THINAIR_CAMPAIGN'):
                continue
            names = list(wanted)
            done = thinair(program, 'check', *[classes / f'{name}.class' for name in names], '--model', model, '--json')
            told = {}
            for line in done.stdout.splitlines():
                answer = json.loads(line)
                told[answer['test']] = answer.get('verdict', answer)
                expect(answer.get('program') == answer['test'], f'the name of a program: {line}')
            for name in names:
                expect(told.get(name) == wanted[name][model], f'{name} under {model}, Java {release}: {told.get(name)}, expected {wanted[name][model]}')
    races = thinair(program, 'races', *[folder / f'r17/{name}.class' for name in wanted], '--json')
    told = {answer['test']: answer for answer in map(json.loads, races.stdout.splitlines())}
    for name, row in wanted.items():
        answer = told.get(name, {})
        expect(answer.get('complete') and (answer['verdict'] == 'races') == (row['races'] == 'yes') == (not answer['race_free']), f'races of {name}: {answer}')
    places = [{race[side]['place'] for side in ('first', 'second')} for race in told.get('Publish', {}).get('races', [])]
    expect({'Publish.java:9', 'Publish.java:14'} in places, f'races of Publish: {places}')
    expect(races.returncode == 1, f'races: exit code {races.returncode}')
    peterson = thinair(program, 'check', folder / 'r17/Peterson.class', '--model', 'jls-hb')
    expect(re.search(r'note: thread \d throws AssertionError at Peterson\.java:\d+', peterson.stdout), f'the line that throws:\n{peterson.stdout}')
    expect(peterson.returncode == 1, f'a property that fails: exit code {peterson.returncode}')
    # From the source, and what the lines of the source say.
    why = thinair(program, 'explain', HERE / 'java/Publish.java', '--model', 'jls-hb')
    expect('is allowed' in why.stdout and 'result=42' in why.stdout.replace(' ', ''), f'explain of a source:\n{why.stdout}{why.stderr}')
    asked = thinair(program, 'check', folder / 'r17/Publish.class', '--model', 'sc', '--property', 'result=42')
    expect(asked.returncode == 0 and 'holds' in asked.stdout, f'--property:\n{asked.stdout}{asked.stderr}')
    methods = thinair(program, 'check', folder / 'r17/LockedCounter.class', '--threads', 'add,add', '--model', 'sc', '--property', 'n=2')
    expect(methods.returncode == 0 and 'holds' in methods.stdout, f'--threads:\n{methods.stdout}{methods.stderr}')


def answers(program, folder):
    files = sorted((HERE / 'answers').glob('*.java'))
    wanted = {}
    for file in files:
        for verdict, piece, name in re.findall(r'^// (holds|fails|refused)(?:: (.*))?\nclass (\w+)', file.read_text(), re.M):
            wanted[name] = verdict, piece
    classes = compiled(folder / 'classes', files)
    for name, (verdict, piece) in wanted.items():
        done = thinair(program, 'check', classes / f'{name}.class')
        expect(done.returncode == {'holds': 0, 'fails': 1, 'refused': 3}[verdict], f'{name}: expected {verdict}\n{done.stdout}{done.stderr}')
        expect(verdict != 'refused' or piece in done.stderr, f'{name}: expected {piece!r} in\n{done.stderr}')
        expect(('may wait forever' in done.stdout) == (piece == 'may wait forever'), f'{name}: waits forever?\n{done.stdout}')
    expect(len(wanted) >= 30, f'only {len(wanted)} programs')
    # A thread that waits forever has written what it wrote before.
    waits = thinair(program, 'check', classes / 'WaitsWithValue.class', '--property', 'x=1')
    expect(waits.returncode == 0, f'a value before a wait:\n{waits.stdout}{waits.stderr}')


def refused(program, folder):
    classes = compiled(folder / 'classes', sorted((HERE / 'refused').glob('*.java')))

    def run(what, code, pieces, *words):
        done = thinair(program, *words)
        printed = done.stdout + done.stderr
        expect(done.returncode == code, f'{what}: exit code {done.returncode}, expected {code}\n{printed}')
        for piece in pieces:
            expect(re.search(piece, printed), f'{what}: expected {piece!r} in\n{printed}')

    run('a class that is not modelled', 3, [r'Refused\.java:14:\d+: error: .*java\.util\.HashMap.*\[bytecode-unsupported\]'], 'check', classes / 'UsesMap.class')
    run('bytes and a view', 3, [r'Refused\.java:\d+:\d+: error: an access to a byte of an array that is also accessed through a view'], 'check', classes / 'MixedView.class')
    run('two views', 3, ['views of different types or byte orders of one array'], 'check', classes / 'TwoViews.class')
    run('a view that is not aligned', 3, ['not aligned'], 'check', classes / 'Unaligned.class')
    run('a loop without end', 4, ['bounded: a loop'], 'check', classes / 'Forever.class', '--model', 'sc')
    run('no main', 3, [r'\[program-none\]', '--threads'], 'check', classes / 'NoMain.class')
    whole = (classes / 'Forever.class').read_bytes()
    broken = folder / 'broken'
    broken.mkdir()
    for size in (0, 3, 8, 9, 40, len(whole) // 2, len(whole) - 1):
        (broken / 'Forever.class').write_bytes(whole[:size])
        run(f'a class cut off at {size}', 3, [r'\[bytecode-malformed\]'], 'check', broken / 'Forever.class')
    (broken / 'Forever.class').unlink()
    # dup, astore_0, monitorenter: with null instead of a second reference, the handler of the block would release nothing again and again.
    (broken / 'Locks.class').write_bytes((classes / 'Locks.class').read_bytes().replace(b'\x59\x4b\xc2', b'\x01\x4b\xc2'))
    run('a monitor that is null', 3, [r'released that was not taken \[bytecode-malformed\]'], 'check', broken / 'Locks.class')
    (folder / 'empty.jar').write_bytes(b'PK\5\6' + bytes(18))
    run('an empty jar', 3, [r'\[program-none\]'], 'check', folder / 'empty.jar')
    run('a jar without tests', 3, [r'\[jcstress-no-tests\]'], 'jcstress', 'check', classes)
    run('no jar', 3, [r'\[file-unreadable\]'], 'jcstress', 'check', folder / 'missing.jar')
    # Code of other languages calls libraries of theirs; a compiler is not at hand, so Java plays it.
    library = folder / 'library'
    for package, name, method in (('kotlin.jvm.internal', 'Intrinsics', 'checkNotNull(Object o)'), ('scala.runtime', 'BoxesRunTime', 'boxToInteger(int i)')):
        file = library / 'src' / package.replace('.', '/') / f'{name}.java'
        file.parent.mkdir(parents=True)
        file.write_text(f'package {package}; public class {name} {{ public static void {method} {{}} }}')
        called, argument = method.split('(')[0], '"x"' if 'Object' in method else '1'
        user = folder / f'{name}Kt.java'
        user.write_text(f'public class {name}Kt {{ public static void main(String[] a) throws Exception {{\n'
                        f'  Thread t = new Thread(() -> {package}.{name}.{called}({argument}));\n  t.start();\n  t.join(); }} }}')
        compiled(library / 'classes', [file])
        done = subprocess.run([shutil.which('javac'), '-g', '-cp', library / 'classes', '-d', folder / 'foreign', user], capture_output=True, text=True)
        expect(done.returncode == 0, done.stderr)
        run(f'a class that uses {package}', 3, [rf'{name}Kt\.java:2:\d+: error: .*{name}\.{called} is not modelled', 'run-time library of Kotlin or Scala'],
            'check', folder / 'foreign' / f'{name}Kt.class')
    (folder / 'noise.jar').write_bytes(b'no jar at all')
    run('a jar that is none', 3, [r'\[\w+-\w+\]'], 'check', folder / 'noise.jar')
    run('a jar of tests that is none', 3, [r'\[\w+-\w+\]'], 'jcstress', 'check', folder / 'noise.jar')
    run('races of a class that is not modelled', 3, [r'\[bytecode-unsupported\]'], 'races', classes / 'UsesMap.class')
    run('a loop without end under a model of several executions', 4, ['bounded: a loop'], 'check', classes / 'Forever.class', '--model', 'java')
    (folder / 'Wrong.java').write_text('class Wrong { int x = }')
    run('a source with a mistake', 3, [r'\[program-javac\]'], 'check', folder / 'Wrong.java')


def graded(text):
    """By class of Constructs.java that is a test: how many of its ids are graded interesting."""
    out, weak, is_test = {}, 0, False
    for line in text.splitlines():
        is_test = is_test or line.strip().startswith('@JCStressTest')
        if 'ACCEPTABLE_INTERESTING' in line and 'id =' in line:
            weak += 1
        if found := re.match(r'    public static class (\w+)', line):
            if is_test:
                out[found[1]] = weak
            weak, is_test = 0, False
    return out


def jcstress(program, folder):
    constructs = (HERE / 'jcstress/Constructs.java').read_text()
    sources = dict(generated.stubs(), **{'own/Own.java': generated.source(), 'own/Constructs.java': constructs})
    for path, text in sources.items():
        (folder / 'src' / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / 'src' / path).write_text(text)
    classes = compiled(folder / 'classes', [folder / 'src' / path for path in sources])
    # Ids that only Java gives, by test.
    tests = {f'own.Own${name}': weak for name, weak, _ in generated.classes()}
    for name, weak in graded(constructs).items():
        tests[f'own.Constructs${name}'] = weak
    expect(len(tests) >= 180, f'only {len(tests)} tests')
    for model in ('sc', 'java'):
        done = thinair(program, 'jcstress', 'check', classes, '--model', model, '--json', '--jobs', '0')
        told = {}
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            told[answer['test']] = answer
        for name, weak in tests.items():
            answer = told.get(name, {})
            where = f'{name} under {model}'
            expect(answer.get('complete') is True, f'{where}: {answer}\n{done.stderr[-300:] if not answer else ""}')
            if not answer.get('complete'):
                continue
            expect(answer['status'] == 'ok' and not answer['possible_but_forbidden'], f'{where}: {answer["status"]}')
            expect(answer['forbidden'] == 0, f'{where}: forbidden results are possible: {answer["results"]}')
            expect(len(answer['impossible']) == (int(weak) if model == 'sc' else 0), f'{where}: impossible: {answer["impossible"]}')
        expect(done.returncode == 0, f'jcstress check under {model}: exit code {done.returncode}')


def main():
    what, program = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        {'table': table, 'answers': answers, 'refused': refused, 'jcstress': jcstress}[what](pathlib.Path(program).resolve(), pathlib.Path(folder))
    for problem in PROBLEMS[:40]:
        print(problem)
    sys.exit(1 if PROBLEMS else 0)


if __name__ == '__main__':
    main()
