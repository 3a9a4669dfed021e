#!/usr/bin/env python3
"""Searches in parts: by shards, killed and resumed, by the scripts that thinair writes. Each must print the bytes of one search.

usage: run.py PATH/TO/thinair
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

THINAIR = os.path.abspath(sys.argv[1])
QUESTION = ['difference', '--model', 'jam19', '--model', 'jam21', '--size', '..2+2', '--final', '--no-times', '--limit', '5']
problems = []


def find(*words, cwd=None, expect=(0, 1)):
    done = subprocess.run([THINAIR, 'find', *words], capture_output=True, text=True, cwd=cwd)
    if done.returncode not in expect:
        problems.append(f'{" ".join(words)}: exit code {done.returncode}\n{done.stderr}')
    return done.stdout


def same(what, got, want):
    if got != want:
        problems.append(f'{what} prints something else:\n{got}\n--- instead of\n{want}')


def shards(folder, want):
    for n in (1, 3, 8):
        parts = [str(folder / f'part-{i}-of-{n}.jsonl') for i in range(n)]
        for i in range(n):
            find(*QUESTION, '--shard', f'{i}/{n}', '--resume', parts[i], '--quiet', expect=(0,) if n > 1 else (1,))
        random.Random(n).shuffle(parts)
        same(f'a merge of {n} shards', find('merge', '--no-times', '--limit', '5', *parts, expect=(1,)), want)
        if n == 1:
            continue
        missing = subprocess.run([THINAIR, 'find', 'merge', *parts[1:]], capture_output=True, text=True)
        if missing.returncode != 4 or 'skeletons are missing' not in missing.stderr:
            problems.append(f'a merge without a part: exit code {missing.returncode}, {missing.stderr}')
    mixed = subprocess.run([THINAIR, 'find', 'merge', parts[0], str(folder / 'other.jsonl')], capture_output=True, text=True)
    if mixed.returncode != 3:
        problems.append(f'parts of two searches are merged: exit code {mixed.returncode}')


def killed(folder, want, how):
    rng = random.Random(1)
    file = folder / f'killed-{how.name}.jsonl'
    kills = 0
    for _ in range(100):
        if kills == 20:
            break
        with subprocess.Popen([THINAIR, 'find', *QUESTION, '--resume', str(file), '--jobs', '2'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as search:
            time.sleep(rng.uniform(0.01, 0.12))
            if search.poll() is None:
                search.send_signal(how)
                kills += 1
            elif kills < 20:  # it came to its end: from the middle again
                os.truncate(file, file.stat().st_size // 2)
        if rng.random() < 0.5 and file.exists() and file.stat().st_size > 200:  # torn in the middle of a line
            os.truncate(file, file.stat().st_size - rng.randrange(1, 100))
    if kills < 20:
        problems.append(f'only {kills} searches could be killed')
    same(f'a search that got {how.name} {kills} times', find(*QUESTION, '--resume', str(file)), want)
    whole = folder / 'whole.jsonl'
    find(*QUESTION, '--resume', str(whole))
    same('its file', file.read_text(), whole.read_text())


def stopped(folder, want):
    """SIGTERM, as Slurm sends it: what is known is printed, the file has no half blocks, and the rest is done later."""
    rng = random.Random(2)
    file = folder / 'stopped.jsonl'
    stops = 0
    for _ in range(20):
        with subprocess.Popen([THINAIR, 'find', *QUESTION, '--resume', str(file), '--json', '--quiet'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as search:
            time.sleep(rng.uniform(0.02, 0.08))
            search.terminate()
            told = search.communicate()[0].splitlines()
        if search.returncode != -signal.SIGTERM:
            continue
        stops += 1
        records = file.read_text().splitlines()[1:]
        # The signal may come when everything is asked and only the findings are still to be told.
        last = json.loads(told[-1]) if told else {'done': False}
        if last['done'] and last['skeletons'] != len(records):
            problems.append(f'a search that was stopped is done: {told[-1]}')
        if any('unknown' in line for line in records):
            problems.append('a search that was stopped keeps half a block')
    if stops == 0:
        problems.append('no search could be stopped')
    same(f'a search that was stopped {stops} times', find(*QUESTION, '--resume', str(file)), want)


def documents():
    """--json: a line for each finding, smallest first, and a last one."""
    *findings, last = map(json.loads, find('unsound', '--model', 'jam21', '--to', 'aarch64', '--size', '2+2', '--final', '--json', expect=(1,)).splitlines())
    first = {key: findings[0].get(key) for key in ('canonical', 'accesses', 'outcome', 'known_as')}
    if first != {'canonical': 'Rxp.Wyp|Wyp.Wxr', 'accesses': 4, 'outcome': {'0:r0': 1, 'x': 1, 'y': 2}, 'known_as': 'findings/S+rel+po'}:
        problems.append(f'the first document of a finding: {findings[0]}')
    if [one['accesses'] for one in findings] != sorted(one['accesses'] for one in findings) or any('known_as' not in one for one in findings):
        problems.append(f'documents of findings: {findings}')
    if {key: last.get(key) for key in ('done', 'tests', 'found', 'minimal')} != {'done': True, 'tests': 4280, 'found': 60, 'minimal': len(findings)}:
        problems.append(f'the last document: {last}')
    none = find('lost', '--model', 'sc', '--size', '1+1', '--json').splitlines()
    if len(none) != 1 or json.loads(none[0])['found'] != 0:
        problems.append(f'documents of a search that finds nothing: {none}')


def scripts(folder):
    """shard.sh by hand, and with GNU parallel; a job array of Slurm needs a cluster."""
    jobs = folder / 'jobs'
    small = ['race', '--model', 'jls-hb', '--size', '..2+2']
    find(*small, '--slurm', str(jobs), '--shard', '0/4')
    want = find(*small, '--no-times')
    environment = {**os.environ, 'THINAIR': THINAIR}
    for i in (2, 0, 3, 1, 2):
        subprocess.run([str(jobs / 'shard.sh'), str(i), '4'], check=True, env=environment)
    subprocess.run([str(jobs / 'merge.sh')], check=True, env=environment)
    same('merge.sh', (jobs / 'result.txt').read_text(), want)
    if shutil.which('parallel'):
        for file in jobs.glob('part-*'):
            file.unlink()
        subprocess.run([str(jobs / 'parallel.sh'), '-j', '2'], check=True, env=environment)
        same('parallel.sh', (jobs / 'result.txt').read_text(), want)
    else:
        print('GNU parallel is not here: its script is not run')


def own_files(folder):
    """Models and rules of one's own, with a blank in the path: parts are merged, scripts find them from where they are."""
    (folder / 'my models').mkdir()
    (folder / 'my models/mine.cat').write_text(subprocess.run([THINAIR, 'models', 'sc'], capture_output=True, text=True, check=True).stdout)
    words = ['difference', '--model', 'my models/mine.cat', '--model', 'jls04', '--size', '2+1', '--no-times']
    (folder / 'mine.rules').write_text('rule mine\nfrom A\nto nothing\n')
    same('find transformations of a file', find('transformations', 'mine.rules', cwd=folder), 'rule mine\nfrom A\nto nothing\n')
    want = find(*words, cwd=folder, expect=(1,))
    find(*words, '--resume', 'mine.jsonl', cwd=folder, expect=(1,))
    same('a merge of a part about a model of one\'s own', find('merge', '--no-times', 'mine.jsonl', cwd=folder, expect=(1,)), want)
    find(*words, '--slurm', 'own', '--shard', '0/2', cwd=folder)
    for i in range(2):
        subprocess.run([str(folder / 'own/shard.sh'), str(i), '2'], check=True, env={**os.environ, 'THINAIR': THINAIR})
    subprocess.run([str(folder / 'own/merge.sh')], check=True, env={**os.environ, 'THINAIR': THINAIR})
    told = (folder / 'own/result.txt').read_text()
    same('merge.sh of a model of one\'s own', told.replace(str(folder) + '/', ''), want)


def files(folder):
    """What is found goes to litmus files, which say the same again."""
    tests = folder / 'tests'
    find('unsound', '--model', 'jam21', '--to', 'aarch64', '--size', '2+2', '--final', '--limit', '3', '-o', str(tests))
    found = sorted(tests.glob('*.litmus'))
    if len(found) != 3:
        problems.append(f'{len(found)} tests are written')
    for file in found:
        if subprocess.run([THINAIR, 'conform', file, '--model', 'jam21', '--to', 'aarch64'], capture_output=True).returncode != 1:
            problems.append(f'{file.name} conforms')
    # Names of programs with blocks are names of tests; what is minimal in a space with locks has no block that it can do without.
    locked = folder / 'locked'
    find('difference', '--model', 'sc', '--model', 'jls04', '--program', '(Rxp).(Rxp)|Wxp', '--program', 'Rxp.(Rxp)|Wxp', '--all', '-o', str(locked), expect=(1,))
    for command in (['check', locked, '--model', 'jls04'], ['jcstress', 'generate', locked, '-o', folder / 'locked-jcstress']):
        done = subprocess.run([THINAIR, *command], capture_output=True, text=True)
        if done.returncode != 0 or len(list(locked.glob('*.litmus'))) != 2:
            problems.append(f'{command}: exit code {done.returncode}\n{done.stderr}')
    told = find('difference', '--model', 'sc', '--model', 'jls04', '--space', 'locks', '--size', '2+1', '--modes', 'plain', expect=(1,))
    if ' 1 minimal' not in told or 'not minimal outside' in told:
        problems.append(f'what is minimal in a space with locks:\n{told}')


def edited(folder):
    """Records that were edited: what is there twice counts once, what is of no skeleton of the search is refused."""
    words = ['difference', '--model', 'sc', '--model', 'jls04', '--size', '2+1', '--no-times']
    whole = folder / 'unedited.jsonl'
    want = find(*words, '--resume', str(whole), expect=(1,))
    lines = whole.read_text().splitlines(keepends=True)
    file = folder / 'edited.jsonl'
    file.write_text(''.join(lines + lines[2:4]))
    same('a search that has records twice', find(*words, '--resume', str(file), expect=(1,)), want)
    for what, line in (('no skeleton', '{"block":77,"programs":64,"found":[]}\n'), ('has 64 programs, not 3', lines[2].replace('"programs":64', '"programs":3'))):
        file.write_text(lines[0] + line)
        for command in ([*words, '--resume', str(file)], ['merge', str(file)]):
            done = subprocess.run([THINAIR, 'find', *command], capture_output=True, text=True)
            if done.returncode != 3 or what not in done.stderr or done.stdout:
                problems.append(f'{command} of records with {line}: exit code {done.returncode}, {done.stdout}{done.stderr}')


def odd_names(folder):
    """JSON is UTF-8; the name of a model and the title of a space need not be."""
    model, space = os.fsencode(folder) + b'/caf\xe9.cat', os.fsencode(folder) + b'/caf\xe9.space'
    pathlib.Path(os.fsdecode(model)).write_text(subprocess.run([THINAIR, 'models', 'sc'], capture_output=True, text=True, check=True).stdout)
    pathlib.Path(os.fsdecode(space)).write_bytes(b'space "caf\xe9"\nsize 2+1\nmodes plain volatile\nrules shared\n')
    part = folder / 'odd.jsonl'
    words = ['find', 'difference', '--model', 'jls04', '--model', model, '--space', space, '--no-times']
    told = [subprocess.run([THINAIR, *command], capture_output=True) for command in
            (words, [*words, '--resume', part], [*words, '--resume', part], ['find', 'merge', '--no-times', part])]
    if any(one.returncode != 1 or one.stdout != told[0].stdout for one in told):
        problems.append(f'names that are not UTF-8: {told}')


def at_once(folder):
    """A signal is heeded within a skeleton of a million programs, and while the programs are counted."""
    for size, says in (('6+6+6+6\nlocations 4', 'while the programs of the space were counted'), ('6+6\nlocations 1', '')):
        space = folder / 'endless.space'
        space.write_text(f'size {size}\nmodes plain opaque acquire release volatile\nrules shared\n')
        with subprocess.Popen([THINAIR, 'find', 'lost', '--model', 'java', '--space', str(space)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as search:
            time.sleep(3)
            search.terminate()
            try:
                told = search.communicate(timeout=60)[1]
            except subprocess.TimeoutExpired:
                search.kill()
                told = search.communicate()[1] + 'it does not end'
            if search.returncode != -signal.SIGTERM or says not in told:
                problems.append(f'a search of size {size!r} that got SIGTERM: exit code {search.returncode}, {told}')


def fit(folder):
    """Results of a JVM, as a run leaves them in its folder."""
    results = folder / 'run'
    results.mkdir()
    shutil.copy(pathlib.Path(__file__).resolve().parents[1] / 'jcstress/recorded.jsonl', results / 'results.jsonl')
    for path in (results, results / 'results.jsonl'):
        told = find('fit', str(path), '--model', 'jam21', '--model', 'java', '--size', '1+1', expect=(0,))
        if 'not      jam21: 1 against it, as SB+rfis' not in told or 'fits     java\n' not in told:
            problems.append(f'fit {path.name}:\n{told}')
    # Edits: two that change the same line are alternatives, so 3 * 2 * 2 * 2 models; the one that fits is written down.
    examples = pathlib.Path(__file__).resolve().parents[2] / 'docs/examples'
    told = find('fit', str(examples / 'jam21-seen.csv'), '--model', 'jam21', '--vary', str(examples / 'jam21-repair.edits'), '--size', '1+1', '-o', str(folder / 'models'), expect=(0,))
    written = sorted(path.name for path in (folder / 'models').iterdir())
    if not told.startswith('1 of 24 models fit 10 observations') or written != ['jam21+coherent+external+pushes-alone+no-future.cat']:
        problems.append(f'fit with edits writes {written}:\n{told}')
    again = find('fit', str(examples / 'jam21-seen.csv'), '--model', str(folder / 'models' / written[0]), '--size', '1+1', expect=(0,))
    if not again.startswith('1 of 1 models fit 10 observations'):
        problems.append(f'the model that was written does not fit:\n{again}')


with tempfile.TemporaryDirectory() as temporary:
    base = pathlib.Path(temporary)
    whole = find(*QUESTION)
    same('a search by two jobs', find(*QUESTION, '--jobs', '2'), whole)
    find('lost', '--model', 'sc', '--size', '1+1', '--resume', str(base / 'other.jsonl'))
    shards(base, whole)
    killed(base, whole, signal.SIGKILL)
    stopped(base, whole)
    documents()
    scripts(base)
    own_files(base)
    files(base)
    edited(base)
    odd_names(base)
    at_once(base)
    fit(base)
print('\n'.join([*problems, f'{len(problems)} problems']))
sys.exit(1 if problems else 0)
