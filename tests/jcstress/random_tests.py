"""Random Java litmus tests: what one of these means must not change on the way through Java and back (run.py, `random`)."""
import random

LOCATIONS = 'xyz'
READS = ('get', 'getOpaque', 'getAcquire', 'getVolatile')
WRITES = ('set', 'setOpaque', 'setRelease', 'setVolatile')
FENCES = ('fullFence', 'acquireFence', 'releaseFence', 'loadLoadFence', 'storeStoreFence')


def statement(rng, registers, depth):
    """Lines of one statement; new registers are added to the list."""
    at = rng.choice(LOCATIONS).upper()
    kind = rng.choices(('read', 'write', 'copy', 'update', 'cas', 'fence', 'if', 'lock'), (6, 5, 2, 1, 1, 1, 2, 1))[0]
    if kind in ('read', 'update', 'cas'):
        name = f'r{len(registers) + 1}'
        registers.append(name)
        value = {'read': f'{at}.{rng.choice(READS)}()', 'update': f'{at}.{rng.choice(("getAndAdd", "getAndSet"))}({rng.randint(1, 2)})',
                 'cas': f'{at}.compareAndSet({rng.randint(0, 1)}, 2) ? 1 : 0'}[kind]
        return [f'int {name} = {value};']
    if kind == 'write' or (kind == 'copy' and not registers):
        return [f'{at}.{rng.choice(WRITES)}({rng.randint(1, 2)});']
    if kind == 'copy':
        return [f'{at}.{rng.choice(WRITES)}({rng.choice(registers)} + {rng.randint(0, 1)});']
    if kind == 'fence':
        return [f'VarHandle.{rng.choice(FENCES)}();']
    if depth > 0 or (kind == 'if' and not registers):
        return [f'{at}.{rng.choice(WRITES)}(1);']
    inner = [f'{rng.choice(LOCATIONS).upper()}.{rng.choice(WRITES)}({rng.randint(1, 2)});' for _ in range(rng.randint(1, 2))]
    head = f'if ({rng.choice(registers)} == {rng.randint(0, 1)}) {{' if kind == 'if' else 'synchronized (m) {'
    return [head, *('  ' + line for line in inner), '}']


def test(seed, memory):
    """(name, text). `memory`: it asks for what is left there too. An arbiter looks with plain reads, which need not see the last write under
    models that order writes more than reads, so the two are the same only under some."""
    rng = random.Random(seed)
    name = f'random{seed}'
    lines = [f'Java {name}', '{ x=0; y=0; z=0; Object m = new Object(); }']
    shown = []
    for thread in range(rng.choice((2, 2, 3))):
        registers, body = ['r1'], [f'int r1 = {rng.choice(LOCATIONS).upper()}.{rng.choice(READS)}();']
        for _ in range(rng.randint(1, 2)):
            body += statement(rng, registers, 0)
        shown += [f'{thread}:{r}' for r in registers]
        lines += [f'Thread{thread} {{', *('  ' + line for line in body), '}']
    asked = ' /\\ '.join(f'{one}=0' for one in [*shown, *(LOCATIONS if memory else '')])
    lines.append(f'exists ({asked})')
    return name, '\n'.join(lines) + '\n'
