#!/usr/bin/env python3
"""Java programs and jcstress tests, judged from their class files.

usage: run.py table|refused|jcstress PATH/TO/thinair      exit code 77: skipped, for lack of a JDK

`table`: every program of java/ has the verdicts of table.csv, compiled for Java 8 and 17. `refused`: what is not judged, broken or too long has
its message and exit code. `jcstress`: tests made by generated.py are judged as their gradings say.
"""
import csv
import json
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
    files = sorted((HERE / 'java').glob('*.java'))
    wanted = {row['program']: row for row in rows}
    for release in (8, 17):
        classes = compiled(folder / f'r{release}', files, release)
        for model in ('sc', 'jls-hb', 'jls04'):
            names = [name for name, row in wanted.items() if row[model]]
            done = thinair(program, 'check', *[classes / f'{name}.class' for name in names], '--model', model, '--json')
            told = {}
            for line in done.stdout.splitlines():
                answer = json.loads(line)
                told[answer['test']] = answer['clauses'][0]['verdict'] if 'clauses' in answer else answer
            for name in names:
                expect(told.get(name) == wanted[name][model], f'{name} under {model}, Java {release}: {told.get(name)}, expected {wanted[name][model]}')
    peterson = thinair(program, 'check', folder / 'r17/Peterson.class', '--model', 'jls-hb')
    expect(peterson.returncode == 1, f'a property that fails: exit code {peterson.returncode}')
    # From the source, and what the lines of the source say.
    why = thinair(program, 'explain', HERE / 'java/Publish.java', '--model', 'jls-hb')
    expect('is allowed' in why.stdout and 'result=42' in why.stdout.replace(' ', ''), f'explain of a source:\n{why.stdout}{why.stderr}')
    asked = thinair(program, 'check', folder / 'r17/Publish.class', '--model', 'sc', '--property', 'result=42')
    expect(asked.returncode == 0 and 'holds' in asked.stdout, f'--property:\n{asked.stdout}{asked.stderr}')
    methods = thinair(program, 'check', folder / 'r17/LockedCounter.class', '--threads', 'add,add', '--model', 'sc', '--property', 'n=2')
    expect(methods.returncode == 0 and 'holds' in methods.stdout, f'--threads:\n{methods.stdout}{methods.stderr}')


def refused(program, folder):
    classes = compiled(folder / 'classes', sorted((HERE / 'refused').glob('*.java')))

    def run(what, code, pieces, *words):
        done = thinair(program, *words)
        printed = done.stdout + done.stderr
        expect(done.returncode == code, f'{what}: exit code {done.returncode}, expected {code}\n{printed}')
        for piece in pieces:
            expect(re.search(piece, printed), f'{what}: expected {piece!r} in\n{printed}')

    run('a class that is not modelled', 3, [r'Refused\.java:11:\d+: error: .*java\.util\.HashMap.*\[bytecode-unsupported\]'], 'check', classes / 'UsesMap.class')
    run('a loop without end', 4, ['bounded: a loop'], 'check', classes / 'Forever.class', '--model', 'sc')
    run('no main', 3, [r'\[program-none\]', '--threads'], 'check', classes / 'NoMain.class')
    whole = (classes / 'Forever.class').read_bytes()
    broken = folder / 'broken'
    broken.mkdir()
    for size in (0, 3, 8, 9, 40, len(whole) // 2, len(whole) - 1):
        (broken / 'Forever.class').write_bytes(whole[:size])
        run(f'a class cut off at {size}', 3, [r'\[bytecode-malformed\]'], 'check', broken / 'Forever.class')
    (broken / 'Forever.class').unlink()
    (folder / 'empty.jar').write_bytes(b'PK\5\6' + bytes(18))
    run('an empty jar', 3, [r'\[program-none\]'], 'check', folder / 'empty.jar')
    run('a jar without tests', 3, [r'\[jcstress-no-tests\]'], 'jcstress', 'check', classes)
    run('no jar', 3, [r'\[file-unreadable\]'], 'jcstress', 'check', folder / 'missing.jar')
    (folder / 'Wrong.java').write_text('class Wrong { int x = }')
    run('a source with a mistake', 3, [r'\[program-javac\]'], 'check', folder / 'Wrong.java')


def jcstress(program, folder):
    sources = dict(generated.stubs(), **{'own/Own.java': generated.source()})
    for path, text in sources.items():
        (folder / 'src' / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / 'src' / path).write_text(text)
    classes = compiled(folder / 'classes', [folder / 'src' / path for path in sources])
    tests = {f'own.Own${name}': weak for name, weak, _ in generated.classes()}
    expect(len(tests) >= 150, f'only {len(tests)} tests')
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
            expect(answer['forbidden'] == 0, f'{where}: forbidden results are possible: {answer["results"]}')
            expect(len(answer['impossible']) == (1 if weak and model == 'sc' else 0), f'{where}: impossible: {answer["impossible"]}')
        expect(done.returncode == 0, f'jcstress check under {model}: exit code {done.returncode}')


def main():
    what, program = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        {'table': table, 'refused': refused, 'jcstress': jcstress}[what](pathlib.Path(program).resolve(), pathlib.Path(folder))
    for problem in PROBLEMS[:40]:
        print(problem)
    sys.exit(1 if PROBLEMS else 0)


if __name__ == '__main__':
    main()
