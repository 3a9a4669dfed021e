"""Statements for longway.py: a program as code with registers, as a litmus test, and what transformations make of it."""
import collections
import itertools

from longway_programs import LOCATIONS, named_before

# op: read, write, add, cas, fence, lock, unlock, assign. value: a register ('r0') or a number. condition: None or (register, '==' or '!=').
Statement = collections.namedtuple('Statement', 'op location mode register value condition', defaults=(None,) * 6)


def code_of(program, distinct):
    out, registers, constants = [], 0, collections.Counter()
    for thread in program:
        code, names = [], {}

        def constant(location):
            constants[location] += 1
            return constants[location] if distinct else 1
        for i, a in enumerate(thread):
            if a.fence:
                code.append(Statement('fence', mode=a.fence))
            if a.lock:
                code.append(Statement('lock'))
            condition = (names[named_before(thread, i, a.condition_back)], '==' if a.condition == 'c' else '!=') if a.condition else None
            value = register = None
            if a.kind == 'W':
                value = names[named_before(thread, i, a.copies)] if a.copies is not None else constant(a.location)
            else:
                register = names[i] = f'r{registers}'
                registers += 1
                if a.kind == 'C':
                    value = constant(a.location)
            code.append(Statement({'R': 'read', 'W': 'write', 'U': 'add', 'C': 'cas'}[a.kind], a.location, a.mode, register, value, condition))
            if a.unlock:
                code.append(Statement('unlock'))
        out.append(tuple(code))
    return tuple(out)


NAMED = {'read': {'p': 'get', 'o': 'getOpaque', 'a': 'getAcquire', 'v': 'getVolatile'},
         'write': {'p': 'set', 'o': 'setOpaque', 'r': 'setRelease', 'v': 'setVolatile'},
         'add': {'a': 'getAndAddAcquire', 'r': 'getAndAddRelease', 'v': 'getAndAdd'},
         'cas': {'a': 'compareAndExchangeAcquire', 'r': 'compareAndExchangeRelease', 'v': 'compareAndExchange'},
         'fence': {'f': 'fullFence', 'a': 'acquireFence', 'r': 'releaseFence', 'l': 'loadLoadFence', 's': 'storeStoreFence'}}


def statement_text(s):
    if s.op in ('lock', 'unlock'):
        return 'synchronized (m) {' if s.op == 'lock' else '}'
    if s.op == 'fence':
        return f'VarHandle.{NAMED["fence"][s.mode]}();'
    if s.op == 'assign':
        out = f'{s.register} = {s.value};'
    else:
        words = {'read': '', 'write': s.value, 'add': 1, 'cas': f'0, {s.value}'}[s.op]
        out = (f'{s.register} = ' if s.register else '') + f'{LOCATIONS[s.location].upper()}.{NAMED[s.op][s.mode]}({words});'
    return f'if ({s.condition[0]} {s.condition[1]} 1) {{ {out} }}' if s.condition else out


def litmus(code, name, final):
    used = sorted({s.location for thread in code for s in thread if s.location is not None})
    locks = any(s.op == 'lock' for thread in code for s in thread)
    out, shown = [], []
    for t, thread in enumerate(code):
        registers = sorted({s.register for s in thread if s.register}, key=lambda r: int(r[1:]))
        shown += [f'{t}:{r}' for r in registers]
        out += [f'Thread{t} {{', *(f'  int {r} = 0;' for r in registers), *(f'  {statement_text(s)}' for s in thread), '}']
    if final:
        shown += [LOCATIONS[n] for n in used]
    init = ' '.join([*(f'{LOCATIONS[n]}=0;' for n in used), *(['Object m = new Object();'] if locks else [])])
    return '\n'.join([f'Java {name}', f'{{ {init} }}', *out, *([f'locations [{"; ".join(shown)}]'] if shown else []), ''])


# ---- transformations

ACCESSES = ('read', 'write', 'add', 'cas')


def uses(s, register):
    return s.value == register or bool(s.condition) and s.condition[0] == register


def independent(a, b):
    apart = not (a.register and uses(b, a.register)) and not (b.register and uses(a, b.register))
    return apart and (a.location != b.location or a.op == b.op == 'read')


def swapped(first, second):
    def at(thread, i):
        a, b = thread[i:i + 2]
        if a.op in ACCESSES and b.op in ACCESSES and first(a) and second(b) and independent(a, b):
            yield 2, (b, a)
    return 2, at


def is_a(op, *modes):
    return lambda s: s.op == op and s.mode in modes


def same_place(first, second):
    """`first` has no if in the rule, `second` has an if g: at a place with a condition there is no other."""
    return first.condition is None or first.condition == second.condition


def read_after_read(thread, i):
    a, b = thread[i:i + 2]
    if is_a('read', 'p')(a) and is_a('read', 'p')(b) and a.location == b.location and same_place(a, b):
        yield 2, (a, Statement('assign', register=b.register, value=a.register, condition=b.condition))


def read_after_write(thread, i):
    a, b = thread[i:i + 2]
    if is_a('write', 'p')(a) and is_a('read', 'p')(b) and a.location == b.location and same_place(a, b):
        yield 2, (a, Statement('assign', register=b.register, value=a.value, condition=b.condition))


def write_after_read(thread, i):
    a, b = thread[i:i + 2]
    if is_a('read', 'p')(a) and is_a('write', 'p')(b) and a.location == b.location and b.value == a.register and same_place(a, b):
        yield 2, (a,)


def overwritten_write(thread, i):
    a, b = thread[i:i + 2]
    if is_a('write', 'p')(a) and is_a('write', 'p')(b) and a.location == b.location and a.condition == b.condition:
        yield 2, (b,)


def overwritten_write_conditional(thread, i):
    a, b = thread[i:i + 2]
    if is_a('write', 'p')(a) and is_a('write', 'p')(b) and a.location == b.location and a.condition and b.condition is None:
        yield 2, (b,)


def irrelevant_read(mode):
    def at(thread, i):
        if is_a('read', mode)(thread[i]) and not any(uses(s, thread[i].register) for s in thread):
            yield 1, ()
    return 1, at


def fences_apart(thread, i):
    if is_a('fence', 'f')(thread[i]):
        yield 1, (Statement('fence', mode='r'), Statement('fence', mode='a'))


def fence_behind(thread, i):
    if is_a('write', 'v')(thread[i]) and is_a('fence', 'f')(thread[i + 1]) and thread[i].condition is None:
        yield 2, (thread[i],)


def coarser(thread, i):
    if thread[i].op == 'unlock' and thread[i + 1].op == 'lock':
        yield 2, ()


def into_block(thread, i):
    if thread[i].op in ACCESSES and thread[i].mode == 'p' and thread[i + 1].op == 'lock':
        yield 2, (thread[i + 1], thread[i])


def no_block(thread, i):
    if thread[i].op == 'lock':
        end = next(k for k in range(i, len(thread)) if thread[k].op == 'unlock')
        yield end - i + 1, thread[i + 1:end]


# How many statements a rule needs at least, and what it makes of a thread at a place: how many statements go, and what comes.
TRANSFORMATIONS = {
    'reorder-RR': swapped(is_a('read', 'p'), is_a('read', 'p')),
    'reorder-RW': swapped(is_a('read', 'p'), is_a('write', 'p')),
    'reorder-WR': swapped(is_a('write', 'p'), is_a('read', 'p')),
    'reorder-WW': swapped(is_a('write', 'p'), is_a('write', 'p')),
    'roach-motel-acquire': swapped(lambda s: s.mode in 'po', is_a('read', 'a', 'v')),
    'roach-motel-release': swapped(is_a('write', 'r', 'v'), lambda s: s.mode in 'po'),
    'read-after-read': (2, read_after_read),
    'read-after-write': (2, read_after_write),
    'write-after-read': (2, write_after_read),
    'overwritten-write': (2, overwritten_write),
    'overwritten-write-conditional': (2, overwritten_write_conditional),
    'irrelevant-read': irrelevant_read('p'),
    'irrelevant-read-mode-opaque': irrelevant_read('o'),
    'irrelevant-read-mode-acquire': irrelevant_read('a'),
    'irrelevant-read-mode-volatile': irrelevant_read('v'),
    'weaker-fence': (1, fences_apart),
    'full-fence-after-volatile-write': (2, fence_behind),
    'lock-coarsening': (2, coarser),
    'roach-motel-lock': (2, into_block),
    'lock-removal': (1, no_block),
}
WORDS = {'p': 'plain', 'o': 'opaque', 'a': 'acquire', 'r': 'release', 'v': 'volatile'}
for one, other in itertools.product('RW', repeat=2):
    for m, n in itertools.product('poav' if one == 'R' else 'porv', 'poav' if other == 'R' else 'porv'):
        op = {'R': 'read', 'W': 'write'}
        TRANSFORMATIONS[f'reorder-modes-{one}{other}-{WORDS[m]}-{WORDS[n]}'] = swapped(is_a(op[one], m), is_a(op[other], n))


def transformed(code, rule):
    """All that the rule makes of the code, a place at a time."""
    least_length, at = TRANSFORMATIONS[rule]
    for t, thread in enumerate(code):
        for i in range(len(thread) - least_length + 1):
            for gone, come in at(thread, i):
                yield code[:t] + (thread[:i] + tuple(come) + thread[i + gone:],) + code[t + 1:]
