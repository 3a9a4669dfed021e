"""Families of litmus tests that grow with n: what the bench measures.

Each family is a function from n (a number, or a pair for IRIW) to the text of a litmus test. Locations are v0, v1, ...
"""
import itertools


def _test(name, locations, threads, clause=''):
    init = ' '.join(f'{x} = 0;' for x in locations)
    body = ''.join(f'Thread{i} {{ {code} }}\n' for i, code in enumerate(threads))
    return f'Java {name}\n{{ {init} }}\n{body}{clause}'


def _locations(n):
    return [f'v{i}' for i in range(n)]


def store_buffering(n, mode):
    """n threads in a ring: each writes its own location and reads the next one's."""
    v = _locations(n)
    return _test(f'SB{n}{mode}', v, [f'{v[i]}.set{mode}(1); int r = {v[(i + 1) % n]}.get{mode}();' for i in range(n)])


def store_buffering_rounds(size):
    """n threads in a ring, k rounds each: write your location, read the next one's; do all reads miss all writes?"""
    n, k = size
    v = _locations(n)
    threads = [' '.join(f'{v[t]} = {i + 1}; int r{i} = {v[(t + 1) % n]};' for i in range(k)) for t in range(n)]
    clause = ' /\\ '.join(f'{t}:r{i}=0' for t in range(n) for i in range(k))
    return _test(f'SB{n}x{k}', v, threads, f'exists ({clause})\n')


def sb_volatile(n):
    return store_buffering(n, 'Volatile')


def sb_plain(n):
    return store_buffering(n, '')


def sb_opaque(n):
    return store_buffering(n, 'Opaque')


def iriw_volatile(size):
    """k writers of a location each, m readers of all of them, each starting at another one."""
    k, m = size
    v = _locations(k)
    writers = [f'{x}.setVolatile(1);' for x in v]
    readers = [' '.join(f'int r{i} = {v[(i + j) % k]}.getVolatile();' for i in range(k)) for j in range(m)]
    return _test(f'IRIW{k}w{m}r', v, writers + readers)


def writers(n):
    """n writers of different values to one location, two readers."""
    return _test(f'W{n}', ['x'], [f'x.set({i + 1});' for i in range(n)] + ['int r0 = x.get();', 'int r0 = x.get();'])


def get_and_add(n):
    return _test(f'GAA{n}', ['x'], ['int r = x.getAndAdd(1);'] * n)


def ring(n):
    """Thin air: each thread copies its location to the next one."""
    v = _locations(n)
    return _test(f'Ring{n}', v, [f'int r = {v[i]}; {v[(i + 1) % n]} = r;' for i in range(n)])


def ring_fake(n):
    """The same with a dependency that is none: every thread writes 1, whatever it reads."""
    v = _locations(n)
    return _test(f'RingFake{n}', v, [f'int r = {v[i]}; {v[(i + 1) % n]} = 1 + r - r;' for i in range(n)])


def causality5(n):
    """Causality test 5 with a chain of n copies between the only write of 1 and the thin-air cycle."""
    z = [f'z{i}' for i in range(n)]
    hops = [f'int r = {z[i]}; {z[i + 1] if i + 1 < n else "x"} = r;' for i in range(n)]
    clause = f'forbidden (0:r1=1 /\\ 1:r2=1 /\\ {n + 2}:r=0)\n'
    return _test(f'Causality5chain{n}', ['x', 'y'] + z, ['int r1 = x; y = r1;', 'int r2 = y; x = r2;', f'{z[0]} = 1;'] + hops, clause)


def mp_flags(n):
    """Message passing over n volatile flags: data first, then every flag; flags in reverse, then data."""
    f = [f'f{i}' for i in range(n)]
    send = 'x.set(1); ' + ' '.join(f'{flag}.setVolatile(1);' for flag in f)
    receive = ' '.join(f'int r{i} = {flag}.getVolatile();' for i, flag in reversed(list(enumerate(f)))) + ' int d = x.get();'
    return _test(f'MPflags{n}', ['x'] + f, [send, receive])


def _crowd(n, clause):
    threads = [f'x.set({2 * i + 1}); int r0 = x.get(); y.set({2 * i + 2}); int r1 = y.get();' for i in range(n)]
    return _test(f'Crowd{n}', ['x', 'y'], threads, clause)


def crowd_forbidden(n):
    """n threads that write and read back two locations; asked for what the single-execution model already forbids."""
    return _crowd(n, 'exists (0:r0=0)\n')


def crowd_allowed(n):
    """The same, asked for an outcome with two races."""
    return _crowd(n, 'exists (0:r0=3 /\\ 1:r1=2)\n')


def clauses(n):
    """Store buffering of four volatile threads with n clauses: what one more costs."""
    each = []
    for bits in range(n):
        condition = ' /\\ '.join(f'{t}:r={bits >> t & 1}' for t in range(4))
        each.append(f'exists ({condition})\n')
    return store_buffering(4, 'Volatile') + ''.join(each)


def _long(n, goal):
    """One thread writes a location n times, the other reads it n times."""
    writer = ' '.join(f'x.set({i + 1});' for i in range(n))
    reader = ' '.join(f'int r{i} = x.get();' for i in range(n))
    return _test(f'Long{n}', ['x'], [writer, reader], f'exists ({goal})\n')


def long_one_location(n):
    return _long(n, f'1:r0={n} /\\ 1:r{n - 1}=1')


def long_one_location_allowed(n):
    return _long(n, f'1:r0=1 /\\ 1:r{n - 1}={n}')


def long_either(n):
    """A goal of two cases, each forbidden by itself: no part of it says what any read sees."""
    return _long(n, f'1:r0={n} /\\ 1:r{n - 1}=1 \\/ 1:r1={n} /\\ 1:r{n - 2}=2')


def long_last(n):
    """All states, where the last read is all that they show."""
    return _long(n, f'1:r{n - 1}=0').replace('exists', f'locations [1:r{n - 1};]\nexists')


def long_three_locations(n):
    """n volatile writes and n volatile reads of three locations in turn."""
    v = _locations(3)
    writer = ' '.join(f'{v[i % 3]}.setVolatile({i + 1});' for i in range(n))
    reader = ' '.join(f'int r{i} = {v[i % 3]}.getVolatile();' for i in range(n))
    return _test(f'LongThree{n}', v, [writer, reader], f'exists (1:r0={3 * ((n - 1) // 3) + 1} /\\ 1:r{n - 1}=0)\n')


def long_many_locations(n):
    """A write to each of n locations, a read of each in the opposite order."""
    v = _locations(n)
    writer = ' '.join(f'{x}.set(1);' for x in v)
    reader = ' '.join(f'int r{i} = {x}.get();' for i, x in enumerate(reversed(v)))
    return _test(f'LongMany{n}', v, [writer, reader], f'exists (1:r0=0 /\\ 1:r{n - 1}=1)\n')


def _either(parts):
    return 'exists (' + ' \\/ '.join(parts) + ')\n'


def take_turns(n, mode=''):
    """Two threads of n rounds, each a write of its own location and a read of the other's; is there a round in which both miss the other's write?"""
    code = [' '.join(f'{mine}.set{mode}({i + 1}); int r{i} = {other}.get{mode}();' for i in range(n)) for mine, other in ('xy', 'yx')]
    goal = _either(f'0:r{i}<{i + 1} /\\ 1:r{i}<{i + 1}' for i in range(n))
    return _test(f'Turns{n}{mode}', ['x', 'y'], code, goal)


def take_turns_volatile(n):
    return take_turns(n, 'Volatile')


def writes_then_reads(n, mode=''):
    """Two threads of n writes to one location and n reads of the other's; does some read see an older write than the read before it?"""
    code = [' '.join([f'{mine}.set{mode}({i + 1});' for i in range(n)] + [f'int r{i} = {other}.get{mode}();' for i in range(n)])
            for mine, other in ('xy', 'yx')]
    goal = _either(f'{t}:r{i}>{t}:r{i + 1}' for t in (0, 1) for i in range(n - 1))
    return _test(f'Back{n}{mode}', ['x', 'y'], code, goal)


def writes_then_reads_volatile(n):
    return writes_then_reads(n, 'Volatile')


def _add_twice(n, goal):
    return _test(f'Twice{n}', ['x'], ['int r0 = x.getAndAdd(1); int r1 = x.getAndAdd(1);'] * n, goal)


def add_twice_same(n):
    """n threads of two getAndAdd; do two of them get the same value?"""
    return _add_twice(n, 'exists (0:r0=3 /\\ 1:r0=3)\n')


def add_twice_lost(n):
    """n threads of two getAndAdd; is one of them lost?"""
    return _add_twice(n, f'exists (x={2 * n - 1})\n')


def ldaddal_same(n):
    """n threads of two LDADDAL; do two of them get the same value?"""
    init = ' '.join(f'{i}:X1=x;' for i in range(n))
    rows = [[f'P{i}' for i in range(n)], ['MOV W0,#1'] * n, ['LDADDAL W0,W2,[X1]'] * n, ['LDADDAL W0,W3,[X1]'] * n]
    table = ''.join(' | '.join(row) + ' ;\n' for row in rows)
    return f'AArch64 Twice{n}\n{{ {init} }}\n{table}exists (0:X2=3 /\\ 1:X2=3)\n'


def iriw_any_two(n):
    """n writers of a location each, n readers of all of them; do two readers disagree about the order of any two writes?"""
    v = _locations(n)
    readers = [' '.join(f'int r{i} = {v[(i + j) % n]}.getVolatile();' for i in range(n)) for j in range(n)]
    goal = _either(f'{n + a}:r0=1 /\\ {n + a}:r{(b - a) % n}=0 /\\ {n + b}:r0=1 /\\ {n + b}:r{(a - b) % n}=0' for a in range(n) for b in range(a))
    return _test(f'AnyTwo{n}', v, [f'{x}.setVolatile(1);' for x in v] + readers, goal)


def plain_states(n):
    """Two threads of n writes to one location and n reads of the other's, without order: (n+1)^2n states, and what each takes."""
    return writes_then_reads(n).split('exists')[0]


def ldaddal_states(n):
    return ldaddal_same(n).split('exists')[0] + 'locations [' + ' '.join(f'{t}:X2; {t}:X3;' for t in range(n)) + ']\n'


def x86_long(n):
    rows = ''.join(f'movl ${i + 1},(x) | movl (x),%{"eax" if i == 0 else "ebx" if i == n - 1 else "ecx"} ;\n' for i in range(n))
    return f'X86_64 Long{n}\n{{ }}\nP0 | P1 ;\n{rows}exists (1:eax={n} /\\ 1:ebx=1)\n'


def aarch64_long(n):
    rows = ''.join(f'MOV W0,#{i + 1} | LDR W{2 if i == 0 else 3 if i == n - 1 else 4},[X1] ;\nSTR W0,[X1] | ;\n' for i in range(n))
    return f'AArch64 Long{n}\n{{ 0:X1=x; 1:X1=x; }}\nP0 | P1 ;\n{rows}exists (1:X2=1 /\\ 1:X3={n})\n'


_REGISTERS = ['eax', 'ebx', 'ecx', 'edx', 'esi', 'edi', 'r8d', 'r9d']


def _x86(name, threads, shown):
    """Threads side by side; `shown` are the locations whose final value counts."""
    columns = [[f'P{i}'] + list(code) for i, code in enumerate(threads)]
    rows = itertools.zip_longest(*columns, fillvalue='')
    table = ''.join(' | '.join(row) + ' ;\n' for row in rows)
    reads = [f'{i}:{line.split("%")[1]}' for i, code in enumerate(threads) for line in code if '%' in line]
    return f'X86_64 {name}\n{{ }}\n{table}locations [{"; ".join(reads + shown)};]\n'


def x86_iriw(size):
    """k writers of a location each, m readers of all of them, each starting at another one."""
    k, m = size
    v = _locations(k)
    readers = [[f'movl ({v[(i + j) % k]}),%{_REGISTERS[i]}' for i in range(k)] for j in range(m)]
    return _x86(f'IRIW{k}w{m}r', [[f'movl $1,({x})'] for x in v] + readers, [])


def x86_all_write(n):
    """n threads that each write their own value to n locations, each starting at another one; memory at the end."""
    v = _locations(n)
    return _x86(f'W{n}x{n}', [[f'movl ${t + 1},({v[(i + t) % n]})' for i in range(n)] for t in range(n)], v)


def x86_writers(n):
    """n writers of different values to one location, and two reads."""
    return _x86(f'W{n}', [[f'movl ${i + 1},(x)'] for i in range(n)] + [['movl (x),%eax', 'movl (x),%ebx']], ['x'])


# name: (family, model, sizes), and the command if it is not `outcomes`
FAMILIES = {
    'sb-volatile': (sb_volatile, 'jls-hb', range(2, 9)),
    'sb-plain': (sb_plain, 'jls-hb', range(2, 13)),
    'iriw-volatile': (iriw_volatile, 'jls-hb', [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (3, 4), (4, 3), (4, 4)]),
    'writers': (writers, 'sc', range(2, 13)),
    'get-and-add': (get_and_add, 'sc', range(2, 9)),
    'sb-opaque-jam19': (sb_opaque, 'jam19', range(2, 9)),
    'sb-volatile-jam19': (sb_volatile, 'jam19', range(2, 9)),
    'sb-volatile-jls04': (sb_volatile, 'jls04', range(2, 8)),
    'sb-plain-jls04': (sb_plain, 'jls04', range(2, 11)),
    'ring': (ring, 'jls04', range(2, 8)),
    'ring-fake': (ring_fake, 'jls04', range(2, 8)),
    'causality-5-chain': (causality5, 'jls04', range(1, 7)),
    'mp-flags': (mp_flags, 'jls04', range(2, 7)),
    'crowd-forbidden': (crowd_forbidden, 'jls04', [3, 5, 6, 8, 12, 16], 'check'),
    'crowd-allowed': (crowd_allowed, 'jls04', [3, 5, 6, 8], 'check'),
    'clauses': (clauses, 'jls04', [1, 2, 4, 8, 16], 'check'),
    'long-one-location': (long_one_location, 'sc', [50, 100, 200, 400, 800], 'check'),
    'long-one-location-allowed': (long_one_location_allowed, 'sc', [50, 100, 200, 400, 800], 'check'),
    'long-one-location-jam21': (long_one_location, 'jam21', [50, 100, 200, 400, 800], 'check'),
    'long-one-location-jam19': (long_one_location_allowed, 'jam19', [50, 100, 200, 400, 800], 'check'),
    'long-either': (long_either, 'sc', [50, 100, 200], 'check'),
    'long-three-locations': (long_three_locations, 'jam21', [50, 100, 200, 400, 800], 'check'),
    'long-many-locations': (long_many_locations, 'jam21', [50, 100, 200, 400], 'check'),
    'long-last': (long_last, 'sc', [20, 50, 100, 200]),
    'take-turns': (take_turns, 'sc', [4, 6, 8, 10, 12], 'check'),
    'take-turns-volatile': (take_turns_volatile, 'jls-hb', [4, 6, 8, 10, 12], 'check'),
    'writes-then-reads': (writes_then_reads, 'sc', [4, 6, 8, 10, 12], 'check'),
    'writes-then-reads-volatile': (writes_then_reads_volatile, 'jls-hb', [4, 6, 8, 10, 12], 'check'),
    'add-twice-same': (add_twice_same, 'sc', [3, 4, 5, 6, 7], 'check'),
    'add-twice-same-jls-hb': (add_twice_same, 'jls-hb', [3, 4, 5, 6], 'check'),
    'add-twice-lost': (add_twice_lost, 'sc', [3, 4, 5, 6], 'check'),
    'ldaddal-same': (ldaddal_same, 'aarch64', [3, 4, 5, 6], 'check'),
    'iriw-any-two': (iriw_any_two, 'jls-hb', [3, 4, 5, 6, 7, 8], 'check'),
    'plain-states': (plain_states, 'jls-hb', [1, 2, 3, 4]),
    'ldaddal-states': (ldaddal_states, 'aarch64', [2, 3, 4, 5]),
    'x86-long': (x86_long, 'x86tso', [50, 100, 200, 400, 800], 'check'),
    'aarch64-long': (aarch64_long, 'aarch64', [50, 100, 200, 400, 800], 'check'),
    'x86-iriw': (x86_iriw, 'x86tso', [(2, 2), (2, 4), (3, 3), (4, 2), (3, 4), (4, 3), (4, 4)]),
    'x86-all-write': (x86_all_write, 'x86tso', range(2, 5)),
    'x86-writers': (x86_writers, 'x86tso', range(2, 10)),
    'machine-sb': (store_buffering_rounds, 'tso', [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (3, 3)]),
    'machine-sb-one': (store_buffering_rounds, 'tso', [(4, 1), (4, 2), (4, 3)], 'check'),
    'machine-sb-jmm-mp': (store_buffering_rounds, 'jmm-mp', [(2, 1), (3, 1), (4, 1)], 'check'),
}
