#!/usr/bin/env python3
"""Models in herd's style load and judge.

usage: run.py PATH/TO/thinair

Each model of this folder says in its text, once for each test, `expect: FILE VERDICT`. The verdict is that of the test's condition: allowed or
forbidden. Every witness is checked by the second evaluator (--check).
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r'expect: (\S+) (allowed|forbidden)')


def verdict(thinair, test, model):
    done = subprocess.run([thinair, 'check', test, '--model', model, '--check', '--json'], cwd=HERE, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)['clauses'][0]['verdict']
    except (ValueError, KeyError, IndexError):
        return f'exit code {done.returncode}\n{done.stdout}{done.stderr}'


def main():
    thinair = str(pathlib.Path(sys.argv[1]).resolve())
    asked = failed = 0
    for model in sorted(HERE.glob('*.cat')):
        expectations = EXPECT.findall(model.read_text())
        if not expectations:
            failed += 1
            print(f'{model.name} expects nothing')
        for test, wanted in expectations:
            asked += 1
            got = verdict(thinair, test, model.name)
            if got != wanted:
                failed += 1
                print(f'{model.name}, {test}: expected {wanted}, found {got}')
    print(f'{asked} verdicts, {failed} failures')
    return 1 if failed or asked == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
