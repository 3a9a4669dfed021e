#!/usr/bin/env python3
"""The examples in `thinair help COMMAND`, in the manual page and in the Markdown help: the same in all three, and every one of them runs.

usage: examples.py PATH/TO/thinair LITMUS_DIR
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

GRADED = 'JCTEST1ST1ST3SRun4Snull1I12St01BF1I11I01Sa1I14S1, 11I0\n'


def prepare(folder, litmus, thinair):
    """The files that examples name."""
    (folder / 'tests').mkdir()
    for name in ('SB+vol', 'MP', 'LB'):
        shutil.copy(litmus / f'classic/{name}.litmus', folder / 'tests')
    shutil.copy(litmus / 'classic/MP.litmus', folder / 'mine.litmus')
    (folder / 'mine.cat').write_text(subprocess.run([thinair, 'models', 'jam21'], capture_output=True, text=True).stdout)
    (folder / 'mine.scheme').write_text(subprocess.run([thinair, 'schemes', 'aarch64'], capture_output=True, text=True).stdout)
    (folder / 'seen.csv').write_text('test,outcome,verdict\njmt/SB+rfis,0:r1=1 /\\ 0:r2=0 /\\ 1:r3=1 /\\ 1:r4=0,seen\n')
    (folder / 'results').mkdir()
    records = [{'record': 'run', 'format': 1, 'cpus': 2},
               {'record': 'test', 'class': 'litmus.SB', 'test': 'SB', 'actors': 2, 'columns': ['0:r1', '1:r2'],
                'litmus': (litmus / 'classic/SB.litmus').read_text()},
               {'record': 'fork', 'class': 'litmus.SB', 'status': 'NORMAL', 'states': {'0, 0': 5, '0, 1': 7, '1, 0': 8}}, {'record': 'end'}]
    (folder / 'results/results.jsonl').write_text(''.join(json.dumps(record) + '\n' for record in records))
    for i in range(2):
        subprocess.run([thinair, 'find', 'race', '--model', 'jls-hb', '--size', '2+1', '--shard', f'{i}/2', '--resume', f'part-{i}.jsonl', '--quiet'],
                       capture_output=True, cwd=folder, check=True)
    with zipfile.ZipFile(folder / 'tests.jar', 'w') as jar:
        jar.writestr('META-INF/TestList', GRADED)


def main():
    thinair, litmus = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    help_of = lambda *words: subprocess.run([thinair, 'help', *words], capture_output=True, text=True).stdout
    markdown, manual = help_of('--as', 'markdown'), help_of('--as', 'man').replace('\\-', '-').replace('\\(aq', "'")
    problems, ran = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, litmus, thinair)
        environment = dict(os.environ, PATH=f'{thinair.parent}:{os.environ["PATH"]}')
        for command in re.findall(r'^## thinair ((?:jcstress |find )?\w+)', markdown, re.MULTILINE):
            examples = re.findall(r'^  (thinair .*?)(?:  .*)?$', help_of(*command.split()).partition('\nExamples:\n')[2], re.MULTILINE)
            if not 2 <= len(examples) <= 3:
                problems.append(f'{command} has {len(examples)} examples, and two or three are wanted')
            for example in examples:
                ran += 1
                if f'{example}  # ' not in markdown or f'.B {example}\n' not in manual:
                    problems.append(f'{example}: not in the manual page or not in the Markdown help')
                # A JVM, or a jar of tests, is not at hand everywhere: that the words are right shows when only the model is wrong.
                run = command in ('jcstress run', 'jcstress check')
                if command == 'serve':  # it would not end; that it cannot listen there shows that the words are right
                    done = subprocess.run(['sh', '-c', example.replace('--open', '') + ' --host 192.0.2.1'], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
                    if done.returncode != 3 or 'serve-listen' not in done.stderr:
                        problems.append(f'{example}: exit code {done.returncode}\n{done.stdout}{done.stderr}')
                    continue
                done = subprocess.run(['sh', '-c', example + (' --model no-such-model' if run else '')], cwd=folder, env=environment,
                                      capture_output=True, text=True, timeout=900)
                found = command.startswith('find ') and done.returncode == 1  # that something was found is no mistake
                if (done.returncode != (3 if run else 0) and not found) or (run and 'no-such-model' not in done.stderr):
                    problems.append(f'{example}: exit code {done.returncode}\n{done.stdout}{done.stderr}')
                elif not done.stdout and '>' not in example and '--quiet' not in example and not run:
                    problems.append(f'{example}: prints nothing')
    print('\n'.join(problems))
    print(f'{ran} examples, {len(problems)} problems')
    return 1 if problems or not ran else 0


if __name__ == '__main__':
    sys.exit(main())
