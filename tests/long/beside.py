#!/usr/bin/env python3
"""Every Java test of the catalogue has the same states when two long threads stand beside it, which share a location of their own.

usage: beside.py THINAIR CATALOGUE

So what works on rows of several words, and what is tried where reads are many, gives the answers that short tests get.
"""
import json
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODELS = ['sc', 'jam21', 'jls-hb', 'jam19', 'jls04']
WRITES = 70
READS = 18  # none under models of many executions, or where states show locations: there each way to read is looked at
STEPS = '500000'
CLAUSE = re.compile(r'^\s*(locations|filter|exists|~\s*exists|not\s+exists|forall|required|forbidden)\b', re.MULTILINE)


def states(thinair, text, model):
    run = subprocess.run([thinair, 'outcomes', '-', '--model', model, '--json', '--steps', STEPS], input=text, capture_output=True, text=True)
    if run.returncode != 0:
        return None if run.returncode == 4 else f'exit code {run.returncode}: {run.stderr or run.stdout}'
    answer = json.loads(run.stdout)
    threw = answer.get('threw', [[]] * len(answer['states']))
    return sorted((json.dumps(state, sort_keys=True), by) for state, by in zip(answer['states'], threw))


def beside(text, shown, model):
    start = CLAUSE.search(text)
    head = text[:start.start()] if start else text
    threads = len(re.findall(r'^\s*Thread\d+\s*\{', head, re.MULTILINE))
    bound = f'beside=0; {threads}:beside=beside; {threads + 1}:beside=beside;'
    head = re.sub(r'^\{', lambda brace: '{ ' + bound, head, count=1, flags=re.MULTILINE)
    writer = ' '.join(f'beside.set({i + 1});' for i in range(WRITES))
    reads = 0 if model == 'jls04' or any(':' not in o for o in shown) else READS
    reader = ' '.join(f'int beside{i} = beside.get();' for i in range(reads))
    return f'{head}\nThread{threads} {{ {writer} }}\nThread{threads + 1} {{ {reader} }}\nlocations [{" ".join(o + ";" for o in shown)}]\n'


def judge(thinair, path, model):
    text = path.read_text()
    if not text.startswith('Java') or re.search(r'^\s*filter\b', text, re.MULTILINE):
        return None
    alone = states(thinair, text, model)
    if not isinstance(alone, list) or not alone:
        return None  # tests with limits of their own
    together = states(thinair, beside(text, json.loads(alone[0][0]), model), model)
    if together is None:
        return 'limit'
    return 'same' if together == alone else f'{path.name} under {model}: {alone} alone, {together} beside long threads'


def main():
    thinair, catalogue = sys.argv[1:]
    paths = sorted(pathlib.Path(catalogue).rglob('*.litmus'))
    # Every fourth test under each of two models, and each twentieth under each of the others.
    asked = [(path, model) for i, path in enumerate(paths) for m, model in enumerate(MODELS) if (i % 4 == m if m < 2 else i % 20 == m)]
    with ThreadPoolExecutor(2) as pool:
        found = [f for f in pool.map(lambda a: judge(thinair, *a), asked) if f]
    wrong = [f for f in found if f not in ('same', 'limit')]
    for line in wrong:
        print(line)
    same, limit = found.count('same'), found.count('limit')
    print(f'{same} with the same states, {limit} at a limit, {len(wrong)} different')
    sys.exit(bool(wrong) or same < 4 * limit or not same)


if __name__ == '__main__':
    main()
