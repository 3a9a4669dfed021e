#!/usr/bin/env python3
"""What one thread computes is what a JVM computes: arithmetic, control, objects, methods, exceptions, on random programs (programs.py).

usage: run.py PATH/TO/thinair [FIRST_SEED COUNT]      exit code 77: skipped, for lack of Java
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import programs

thinair = sys.argv[1]
first, count = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else (0, 60)
if not shutil.which('javac') or not shutil.which('java'):
    print('skipped: no JDK')
    sys.exit(77)


def call(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **options)


def on_the_jvm(folder, made):
    main = ''.join(f'    {name}.run();\n' for name, _, _ in made)
    (folder / 'Main.java').write_text(f'class Main {{\n  public static void main(String[] a) {{\n{main}  }}\n}}\n')
    for name, program, body in made:
        (folder / f'{name}.java').write_text(programs.java(name, program, body))
    built = call(['javac', '-nowarn', '-d', str(folder / 'classes'), *map(str, sorted(folder.glob('*.java')))])
    if built.returncode != 0:
        sys.exit('javac does not take what programs.py writes:\n' + built.stderr[:4000])
    ran = call(['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', str(folder / 'classes'), 'Main'])
    if ran.returncode != 0:
        sys.exit('the JVM failed:\n' + ran.stderr[:4000])
    return {line.split()[0]: [int(word) for word in line.split()[1:]] for line in ran.stdout.splitlines()}


def main():
    problems, compared, unknown = [], 0, 0
    made = []
    for seed in range(first, first + count):
        program = programs.Program(seed)
        made.append((f'P{seed}', program, program.body()))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expected = on_the_jvm(folder, made)
        for test, program, body in made:
            path = folder / f'{test}.litmus'
            path.write_text(programs.litmus(test, program, body))
            answer = call([thinair, 'outcomes', str(path), '--model', 'sc', '--json', '--steps', '60000', '--unroll', '8'])
            if answer.returncode == 4:
                unknown += 1
                continue
            if answer.returncode != 0:
                problems.append(f'{path.read_text()}\n{test}: {answer.stderr[:2000] or answer.stdout[:500]}')
                continue
            found = [[state[f'0:{r}'] for r in program.results()] for state in json.loads(answer.stdout)['states']]
            compared += 1
            if found != [expected[test]]:
                differ = [f'{r}: JVM {e}, thinair {[f[i] for f in found]}' for i, (r, e) in enumerate(zip(program.results(), expected[test]))
                          if any(f[i] != e for f in found) or not found]
                problems.append(f'{path.read_text()}\n{test}: ' + '; '.join(differ))
    for problem in problems[:3]:
        print(problem)
    print(f'{compared} programs compared, {unknown} beyond a bound, {len(problems)} problems')
    if compared < count * 2 // 3:
        sys.exit('too few programs are within the bounds')
    sys.exit(1 if problems else 0)


main()
