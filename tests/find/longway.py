#!/usr/bin/env python3
"""`thinair find` against a second implementation, which is slow and obvious, and shares nothing with it.

Here all programs of a space are listed without any regard to symmetry, written as litmus tests, and put to thinair by its other commands
(outcomes, compare, conform, compile, races). From the answers the findings of each question are worked out, and compared with what `find`
says: which programs there are, which are found and in which direction, which are minimal, how many each covers, and whether the state that
is told is one that the one side allows and the other forbids.

Questions are random: space, models, question. Some models are made up, so that nothing about them is true by luck, such as that stronger
modes allow no more.

usage: longway.py PATH/TO/thinair [--seeds FIRST COUNT] [--small] [--keep DIR] [--verbose]

Without --seeds it asks a fixed set in small spaces. A question that has another answer here is printed with a command that asks it again, and
with its space and models; --keep DIR keeps all files of all questions.
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from longway_code import ACCESSES, TRANSFORMATIONS, Statement, code_of, litmus, transformed
from longway_programs import FENCES, MODES, STRENGTH, Space, embeds, least, parse, text

# ---- asking thinair

class Wrong(Exception):
    """thinair and this file do not agree."""


def state_of(document):
    """Values that are left open get numbers by where they come first."""
    names, out = {}, []
    for key in sorted(document):
        value = document[key]
        if isinstance(value, dict):
            value = ('any', names.setdefault(value['any'], len(names)))
        out.append((key, value))
    return tuple(out)


def allowed(state, states):
    """Is the state there, or one that leaves open what it says?"""
    if state in states:
        return True
    for other in states:
        if not any(isinstance(value, tuple) for _, value in other):
            continue
        means = {}
        if all((key == key2 and (means.setdefault(more, value) == value if isinstance(more, tuple) else more == value))
               for (key, value), (key2, more) in zip(state, other)):
            return True
    return False


def less(states, others):
    return {state for state in states if not allowed(state, others)}


ARCHITECTURE = {'x86': 'x86tso', 'aarch64': 'aarch64', 'riscv': 'riscv', 'power': 'power', 'aarch64-dmb': 'aarch64', 'power-hotspot': 'power'}


class Asker:
    def __init__(self, thinair, folder):
        self.thinair, self.folder = thinair, folder
        self.batches = 0

    def run(self, *words, codes=(0, 1)):
        done = subprocess.run([self.thinair, *words], capture_output=True, text=True, cwd=self.folder)
        if done.returncode not in codes:
            raise Wrong(f'thinair {" ".join(words)}: exit code {done.returncode}\n{done.stderr}')
        return [json.loads(line) for line in done.stdout.splitlines()]

    def batch(self, texts):
        """Writes tests into a new folder; gives its name."""
        self.batches += 1
        name = f'batch-{self.batches}'
        folder = self.folder / name
        folder.mkdir()
        for file, content in texts.items():
            (folder / f'{file}.litmus').write_text(content)
        return name

    def tests(self, codes, final):
        """A folder with a test for each code."""
        return self.batch({f't{i}': litmus(code, f't{i}', final) for i, code in enumerate(codes)})

    def each(self, codes, final, command, *words):
        """(number, answer) of each test."""
        answers = self.run(command, self.tests(codes, final), '--json', *words) if codes else []
        if any(not answer.get('complete', True) for answer in answers):
            raise Wrong('a test has no answer')
        return [(int(answer['test'][1:]), answer) for answer in answers]

    def outcomes(self, codes, models, final):
        """[code][model] -> states."""
        out = [{m: set() for m in models} for _ in codes]
        answers = self.each(codes, final, 'outcomes', '--no-times', *options('--model', models))
        if len(answers) != len(codes) * len(models):
            raise Wrong(f'{len(answers)} answers about {len(codes)} tests')
        for i, answer in answers:
            out[i][answer['model']] = {state_of(s) for s in answer['states']}
        return out

    def compare(self, codes, a, b, final):
        """[code] -> what a allows only, what b allows only."""
        out = [(set(), set()) for _ in codes]
        for i, answer in self.each(codes, final, 'compare', '--no-times', '--model', a, '--model', b):
            out[i] = tuple({state_of(s) for s in answer['only'][m]} for m in (a, b))
        return out

    def conform(self, codes, scheme, model, final):
        """[code] -> what the processor shows and the model forbids."""
        out = [set() for _ in codes]
        for i, answer in self.each(codes, final, 'conform', '--jobs', '1', '--to', scheme, '--model', model):
            out[i] = {state_of(s) for s in answer['only'][answer['target_model']]}
        return out

    def compiled(self, codes, scheme, final):
        """[code] -> states of the compiled tests, with the names of the source."""
        out = [set() for _ in codes]
        texts, names = {}, {}
        for i, answer in self.each(codes, final, 'compile', '--to', scheme):
            texts[f't{i}'], names[f't{i}'] = answer['litmus'], answer['mapping']
        for answer in self.run('outcomes', self.batch(texts), '--json', '--no-times', '--model', ARCHITECTURE[scheme]):
            back = {there: here for here, there in names[answer['test']].items()}
            out[int(answer['test'][1:])] = {state_of({back[k]: v for k, v in s.items()}) for s in answer['states']}
        return out

    def race_free(self, codes, final):
        out = [False for _ in codes]
        for i, answer in self.each(codes, final, 'races', '--no-times'):
            out[i] = answer['race_free']
        return out


def options(word, values):
    return [part for value in values for part in (word, value)]


# ---- questions

# Each gives the words for `find`, and {(group, program): [(states that one side allows and the other forbids)]}. A group is what findings
# are compared within.

class Question:
    def __init__(self, kind, space, models, **more):
        self.kind, self.space, self.models, self.more = kind, space, models, more

    def words(self):
        more = self.more
        return [self.kind, *more.get('rules', []), *options('--model', self.models), *options('--to', more.get('schemes', [])),
                *options('--by', more.get('by', [])), *(['--exhaustive'] if more.get('exhaustive') else [])]


def difference(q, asker, programs, codes):
    final = q.space.final
    found = {}
    states = asker.outcomes(codes, q.models, final) if not q.more['compare'] else None
    for a, b in itertools.combinations(q.models, 2):
        pairs = [(less(s[a], s[b]), less(s[b], s[a])) for s in states] if states else asker.compare(codes, a, b, final)
        for program, (only_a, only_b) in zip(programs, pairs):
            if only_a:
                found[(a, b), program] = only_a
            if only_b:
                found[(b, a), program] = only_b
    return found


def unsound(q, asker, programs, codes):
    final = q.space.final
    found = {}
    states = asker.outcomes(codes, q.models, final) if q.more['compile'] else None
    for scheme in q.more['schemes']:
        compiled = asker.compiled(codes, scheme, final) if states else None
        for model in q.models:
            only = [less(c, s[model]) for c, s in zip(compiled, states)] if states else asker.conform(codes, scheme, model, final)
            for program, more in zip(programs, only):
                if more:
                    found[(scheme, model), program] = more
    return found


def race(q, asker, programs, codes):
    found = {}
    free = asker.race_free(codes, q.space.final)
    for program, states, ok in zip(programs, asker.outcomes(codes, [*q.models, 'sc'], q.space.final), free):
        for model in q.models:
            more = less(states[model], states['sc'])
            if ok and more:
                found[(model, 'sc'), program] = more
    return found


def lost(q, asker, programs, codes):
    found = {}
    for program, states in zip(programs, asker.outcomes(codes, [*q.models, 'sc'], q.space.final)):
        for model in q.models:
            gone, more = less(states['sc'], states[model]), less(states[model], states['sc'])
            if gone:
                found[('sc', model), program] = gone
            if more and q.space.alone():
                found[(model, 'sc'), program] = more
    return found


def stronger_modes(space, access):
    """The next stronger modes of an access, of those that the space has."""
    names = space.updates[1] if access.kind in 'UC' else [m for m in space.modes if m != ('release' if access.kind == 'R' else 'acquire')]
    above = [MODES[m] for m in names if STRENGTH[MODES[m]] > STRENGTH[access.mode]]
    return [m for m in above if STRENGTH[m] == min(STRENGTH[n] for n in above)]


def stronger(q, asker, programs, codes):
    variants = []  # number of the program, how, code
    for number, (program, code) in enumerate(zip(programs, codes)):
        for t, thread in enumerate(program):
            for i, a in enumerate(thread):
                for mode in stronger_modes(q.space, a) if 'mode' in q.more['by'] else []:
                    other = program[:t] + (thread[:i] + (a._replace(mode=mode),) + thread[i + 1:],) + program[t + 1:]
                    variants.append((number, 'mode', code_of(other, q.space.distinct)))
            if 'fence' in q.more['by']:
                places = [i for i, s in enumerate(code[t]) if s.op in ACCESSES]
                for i in places[1:]:
                    while code[t][i - 1].op == 'lock':
                        i -= 1
                    variants.append((number, 'fence', code[:t] + (code[t][:i] + (Statement('fence', mode='f'),) + code[t][i:],) + code[t + 1:]))
        if 'join' in q.more['by']:
            for t, u in itertools.permutations(range(len(code)), 2):
                kept = [code[v] if v != t else code[t] + code[u] for v in range(len(code)) if v != u]
                variants.append((number, 'join', tuple(kept)))
    own = asker.outcomes(codes, q.models, q.space.final)
    more = asker.outcomes([code for _, _, code in variants], q.models, q.space.final)
    found = {}
    for (number, how, _), states in zip(variants, more):
        for model in q.models:
            new = less({without_threads(s) for s in states[model]}, {without_threads(s) for s in own[number][model]})
            if new:
                found.setdefault(((model, how), programs[number]), set()).update(new)
    return found


def without_threads(state):
    """Registers have names of their own in a program, so a state says as much without their threads."""
    return state_of({key.split(':')[-1]: value if not isinstance(value, tuple) else {'any': value[1]} for key, value in state})


def transformation(q, asker, programs, codes):
    variants = []
    for number, code in enumerate(codes):
        for rule in q.more['rules']:
            variants += [(number, rule, other) for other in transformed(code, rule)]
    places, invalid = collections.Counter(rule for _, rule, _ in variants), collections.Counter()
    own = asker.outcomes(codes, q.models, q.space.final)
    more = asker.outcomes([code for _, _, code in variants], q.models, q.space.final)
    found = {}
    for (number, rule, _), states in zip(variants, more):
        for model in q.models:
            # The registers that both have: a rule may take some away, and adds none here.
            kept = {key for state in states[model] for key, _ in state}
            before = {renumbered([pair for pair in state if pair[0] in kept]) for state in own[number][model]}
            new = less(states[model], before)
            if new:
                found.setdefault(((model, rule), programs[number]), set()).update(new)
                invalid[rule] += 1
    q.more['places'] = dict(places), dict(invalid)
    return found


def renumbered(state):
    return state_of({key: {'any': value[1]} if isinstance(value, tuple) else value for key, value in state})


ANSWERS = {'difference': difference, 'unsound': unsound, 'race': race, 'lost': lost, 'stronger': stronger, 'transformation': transformation}


def group_of(q, document):
    if q.kind == 'stronger':
        return document['forbids'], document['by']
    if q.kind == 'transformation':
        return document['forbids'], document['rule']
    return document['allows'], document['forbids']


def told(q, documents):
    """What `find` says: {(group, program): document}, and its last line."""
    *findings, last = documents
    out = {}
    for one in findings:
        key = group_of(q, one), parse(one['canonical'])
        if key in out:
            raise Wrong(f'{one["canonical"]} is told twice: {key[0]}')
        out[key] = one
    return out, last


def same_keys(what, mine, theirs):
    for key in sorted(mine - theirs, key=repr):
        raise Wrong(f'{what}: {key[0]} {text(key[1])} is not told ({len(mine - theirs)} of {len(mine)} missing)')
    for key in sorted(theirs - mine, key=repr):
        raise Wrong(f'{what}: {key[0]} {text(key[1])} should not be told ({len(theirs - mine)} of {len(theirs)} too many)')


# Every program differs under these two, so `find` lists all programs of a space.
EVERYTHING, NOTHING = '"everything"\nempty 0 as nothing\n', '"nothing"\n~empty 0 as something\n'


def check(q, asker):
    """Compares all that can be compared; gives the numbers of programs and of findings."""
    mine = q.space.programs
    (asker.folder / 'by-chance.space').write_text(q.space.text())
    common = ['--space', 'by-chance.space', '--json', '--limit', '1000000', '--quiet']
    # Names do not count, but what find calls things decides which constant has which value: its spelling is taken.
    (asker.folder / 'everything.cat').write_text(EVERYTHING)
    (asker.folder / 'nothing.cat').write_text(NOTHING)
    listed = asker.run('find', 'difference', '--model', 'everything.cat', '--model', 'nothing.cat', *common, '--all')[:-1]
    context = q.space.context.count('|') + 1 if q.space.context else 0
    programs = [parse(one['canonical']) for one in listed]
    spelled = {least(p, context) for p in programs}
    if len(spelled) != len(listed):
        raise Wrong('a program is listed twice')
    same_keys('programs of the space', {('', p) for p in mine}, {('', p) for p in spelled})
    codes = [code_of(p, q.space.distinct) for p in programs]
    found = ANSWERS[q.kind](q, asker, programs, codes)
    everything, last = told(q, asker.run('find', *q.words(), *common, '--all'))
    if last['tests'] != len(mine):
        raise Wrong(f'find has {last["tests"]} programs, there are {len(mine)}')
    same_keys('what is found', set(found), set(everything))
    if last['found'] != len({p for _, p in found}):
        raise Wrong(f'find says that {last["found"]} programs are found, there are {len({p for _, p in found})}')
    for key, one in everything.items():
        state = state_of(one['outcome'])
        if q.kind == 'stronger':
            state = without_threads(state)
        if not any(allowed(state, {s}) for s in found[key]) and not any(allowed(s, {state}) for s in found[key]):
            raise Wrong(f'{one["canonical"]} {key[0]}: {state} is not what only one side allows, which is {found[key]}')
    if q.kind == 'transformation':
        places, invalid = q.more['places']
        if last.get('places', {}) != places or last.get('invalid', {}) != invalid:
            raise Wrong(f'find has {last.get("places")} places and {last.get("invalid")} of them invalid, there are {places} and {invalid}')
    smallest, last = told(q, asker.run('find', *q.words(), *common))
    minimal = {}
    for group in {g for g, _ in found}:
        members = [p for g, p in found if g == group]
        for p in members:
            if not any(least(o) != least(p) and embeds(o, p) for o in members):
                minimal[group, p] = sum(embeds(p, o) for o in members)
    same_keys('what is minimal', set(minimal), set(smallest))
    for key, covers in minimal.items():
        if smallest[key]['covers'] != covers:
            raise Wrong(f'{smallest[key]["canonical"]} {key[0]} covers {smallest[key]["covers"]} for find, and {covers}')
    if last['minimal'] != len(minimal):
        raise Wrong(f'find says that {last["minimal"]} are minimal, there are {len(minimal)}')
    return len(mine), len(found), len(minimal)


# ---- chance

def some(rng, of, least_many=1):
    return rng.sample(of, rng.randint(least_many, len(of)))


def in_order(chosen, of):
    return [one for one in of if one in chosen]


def random_space(rng, kind):
    modes = list(MODES)
    how = {'sizes': rng.choice(['..2+1', '..2+2', '2+2', '3+1', '2+1+1', '..1+1+1', '2+2', '2+1 1+1+1', '..3+1']).split()}
    how['modes'] = in_order(rng.choice([['plain', 'volatile'], ['plain'], ['plain', 'opaque'], some(rng, modes), some(rng, modes)]), modes)
    for needed in ('release', 'acquire'):  # reads and writes both need a mode
        if how['modes'] == [needed]:
            how['modes'] = ['plain', needed]
    how['locations'] = rng.choice([1, 2, 2, 2, 3])
    if rng.random() < 0.15 and not {'acquire', 'release'} & set(how['modes']):
        how['by_location'] = True
    kinds = rng.random()
    if kinds < 0.35:
        how['writes'] = some(rng, ['copy', 'if-one', 'if-not-one', 'copy-if-one', 'copy-if-not-one'])
        if rng.random() < 0.4:
            how['reads'] = some(rng, ['if-one', 'if-not-one'])
        how['any_read'] = rng.random() < 0.4
    if rng.random() < 0.2 and not how.get('by_location'):
        how['updates'] = (some(rng, ['add', 'compare-exchange']), in_order(some(rng, ['acquire', 'release', 'volatile']), modes))
    if rng.random() < 0.25 or 'fence' in kind:
        how['fences'] = some(rng, list(FENCES))[:3]
    how['locks'] = kind != 'unsound' and rng.random() < 0.2  # schemes know no monitors
    if rng.random() < 0.15 and not how.get('by_location'):
        how['context'] = rng.choice(['Rxp.Wypd', 'Rxp.Wyp', 'Wxp', 'Wxv.Ryv', 'Rxa.Wyo', 'Wxp.Wyr'])
        how['sizes'] = [rng.choice(['..2', '3', '2', '..2+1', '..3', '1+1'])]
        how['locations'] = max(how['locations'], 2)
    if kind == 'lost' and rng.random() < 0.4:
        how.pop('context', None)
        how['sizes'] = rng.choice(['..3', '2', '3', '1 2']).split()
        how['rules'] = []
    else:
        how['rules'] = rng.choice([['shared', 'connected'], ['shared', 'connected'], ['shared', 'connected'], ['shared', 'connected', 'cycle'],
                                   ['shared'], ['connected'], ['cycle'], []])
    how['distinct'] = rng.random() < 0.6
    how['final'] = rng.random() < 0.4
    return Space(**how)


SHIPPED = ['sc', 'jls-hb', 'jls04', 'java', 'jam19', 'jam21', 'rc11', 'tso', 'coherence', 'pso', 'jls-revised', 'causal']
NO_FINAL = {'causal'}  # these do not say what is left in memory


def random_model(rng):
    """A .cat model of some sense: interleavings or less, and often not monotone in modes."""
    sets = ['V', 'O', 'RA', 'ACQ', 'REL', '(V | RA)', '(V | RA | O)', '(M \\ V)', '(M \\ (V | RA))', '(M \\ (V | RA | O))', '(R \\ V)', '(W \\ V)', '(W & V)',
            '(R & O)', 'R', 'W', '_']
    one = lambda: rng.choice(sets)
    order = lambda: rng.choice(['po', 'po', 'po-loc', '(po \\ po-loc)'])
    part = lambda: rng.choice([f'{order()} & ({one()} * {one()})', f'[{one()}] ; {order()} ; [{one()}]', 'po-loc', f'po ; [F] ; po',
                               f'po ; [F & {rng.choice(["V", "ACQ", "REL", "RA"])}] ; po', f'addressed({one()})',
                               'po'])
    ppo = ' | '.join(part() for _ in range(rng.randint(1, 3)))
    if rng.random() < 0.5:  # strong, so that it forbids what processors and transformations do
        ppo = rng.choice(['po', f'po \\ ({one()} * {one()})', f'po \\ ((W \\ {one()}) * (R \\ {one()}))', f'po & (({one()} * _) | (_ * {one()}))'])
    lines = ['"by chance"', 'include "cos.cat"', 'let within = ([R];same-instance;[W]) \\ id', f'let addressed(s) = [s] ; {order()} ; [{one()}]',
             f'let unused = po ; [{one()}]', f'let ppo = {ppo}']
    com = rng.choice(['rf | co | fr', 'rfe | co | fr', 'rf | coe | fre', 'rf | co', f'rf | ({one()} * {one()} & co) | fr', 'rf | fr'])
    lines.append(f'acyclic ppo | within | {com} as main')
    if rng.random() < 0.6:
        lines.append(f'acyclic {rng.choice(["po-loc", f"(po-loc & ({one()} * {one()}))"])} | within | rf | co | fr as local')
    if rng.random() < 0.4:
        lines.append(f'empty [{one()}] ; {rng.choice(["rfe", "co", "fr", "rf ; po", "po ; rf"])} ; [{one()}] as odd')
    if rng.random() < 0.4:
        lines.append('empty rmw & (fre ; coe) as atomic')
    if rng.random() < 0.3:
        lines.append(f'irreflexive fr ; {rng.choice(["rf", f"rf ; [{one()}]"])} ; po as early')
    return '\n'.join(lines) + '\n'


def random_question(rng, most_naive, most_programs):
    kind = rng.choice(['difference', 'unsound', 'unsound', 'unsound', 'race', 'stronger', 'lost', 'transformation'])
    while True:
        space = random_space(rng, kind)
        if space.naive(most_naive) is None:
            continue
        many = len(space.programs)
        if most_programs // 20 <= many <= most_programs:
            break
    own = {f'own{i}.cat': random_model(rng) for i in range(2)}
    models = []
    while len(models) < {'difference': rng.choice([2, 2, 3]), 'transformation': 1, 'unsound': rng.choice([1, 1, 2]), 'lost': rng.choice([1, 1, 2]),
                         'race': rng.choice([1, 2]), 'stronger': rng.choice([1, 1, 2])}[kind]:
        if rng.random() < (0.85 if kind == 'stronger' else 0.55):
            model = rng.choice(list(own))
        else:
            model = rng.choice(['sc', 'tso', 'jam21'] if kind in ('unsound', 'transformation') and rng.random() < 0.5 else SHIPPED)
        if model not in models and not (space.final and model in NO_FINAL):
            models.append(model)
    more = {}
    if kind == 'difference':
        more['compare'] = rng.random() < 0.5
    if kind == 'unsound':
        more['schemes'] = rng.sample(['x86', 'aarch64', 'riscv', 'power', 'x86', 'aarch64', 'aarch64-dmb', 'power-hotspot'], 1 if rng.random() < 0.7 else 2)
        more['schemes'] = list(dict.fromkeys(more['schemes']))
        more['compile'] = rng.random() < 0.5
        more['exhaustive'] = rng.random() < 0.15
    if kind == 'stronger':
        more['by'] = some(rng, ['mode', 'fence', 'join'])
    if kind == 'transformation':
        code = [code_of(p, space.distinct) for p in space.programs]
        apply = [rule for rule in TRANSFORMATIONS if any(True for c in code for _ in transformed(c, rule))]
        more['rules'] = rng.sample(apply, min(len(apply), rng.randint(1, 3))) or ['irrelevant-read']
    return Question(kind, space, models, **more), own


def ask(thinair, seed, keep, most_naive, most_programs):
    """One question of a seed; gives its numbers, or what is wrong."""
    rng = random.Random(seed)
    q, own = random_question(rng, most_naive, most_programs)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if keep:
            folder = pathlib.Path(keep) / f'seed-{seed}'
            folder.mkdir(parents=True, exist_ok=False)
        for name, model in own.items():
            (folder / name).write_text(model)
        try:
            return q, check(q, Asker(thinair, folder)), None
        except Wrong as wrong:
            files = [(folder / 'by-chance.space').read_text(), *(f'{name}:\n{own[name]}' for name in q.models if name in own)]
            return q, (0, 0, 0), f'seed {seed}: thinair find {" ".join(q.words())} --space by-chance.space\n{wrong}\n' + '\n'.join(files)


# Spaces of more threads, where rules matter, and seeds by which something is found: in every question, and in spaces of every kind.
LARGER = [{'sizes': ['..2+2+1'], 'locations': 3, 'rules': ['shared', 'connected', 'cycle'], 'final': True},
          {'sizes': ['2+2+1+1'], 'rules': ['shared', 'connected', 'cycle']}, {'sizes': ['..3+2'], 'rules': ['cycle']},
          {'sizes': ['2+2+1'], 'rules': ['cycle'], 'updates': (['add'], ['volatile'])}, {'sizes': ['1+1+1+1'], 'rules': ['shared', 'connected'], 'locks': True},
          {'sizes': ['1+1+1'], 'locations': 3, 'rules': ['connected'], 'locks': True}, {'sizes': ['2+1'], 'locations': 3, 'rules': ['cycle'], 'context': 'Wxp.Ryp'}]
SEEDS = (40, 51, 60, 69, 87, 120, 123, 136, 142, 154, 193, 206, 231, 237, 1093, 1101)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument('thinair')
    words.add_argument('--seeds', nargs=2, type=int, metavar=('FIRST', 'COUNT'))
    words.add_argument('--small', action='store_true', help='small spaces')
    words.add_argument('--keep', metavar='DIR')
    words.add_argument('--verbose', action='store_true')
    o = words.parse_args()
    seeds = range(o.seeds[0], sum(o.seeds)) if o.seeds else SEEDS
    most_naive, most_programs = (15000, 500) if o.seeds and not o.small else (3000, 120)
    problems, totals, questions = [], collections.Counter(), collections.Counter()
    for space in [] if o.seeds else map(lambda how: Space(**how), LARGER):
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(Question('lost', space, ['tso']), Asker(os.path.abspath(o.thinair), pathlib.Path(folder)))
            except Wrong as wrong:
                problems.append(f'{space.text()}\n{wrong}')
                print(problems[-1])
    for seed in seeds:
        begin = time.time()
        q, (programs, found, minimal), wrong = ask(os.path.abspath(o.thinair), seed, o.keep, most_naive, most_programs)
        totals.update(programs=programs, found=found, minimal=minimal, useful=int(found > 0))
        questions[q.kind] += 1
        if wrong:
            problems.append(wrong)
        if wrong:
            print(wrong, flush=True)
        elif o.verbose:
            print(f'{seed}: {time.time() - begin:.1f} s, {" ".join(q.words())}: {programs} programs, {found} found, {minimal} minimal', flush=True)
    print(f'{len(seeds)} questions ({", ".join(f"{n} {kind}" for kind, n in sorted(questions.items()))}), {totals["programs"]} programs, '
          f'{totals["found"]} found in {totals["useful"]} questions, {totals["minimal"]} minimal')
    print(f'{len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
