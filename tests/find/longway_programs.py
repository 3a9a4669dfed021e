"""Programs and spaces for longway.py: what docs/find.md says of them, by other means than thinair's.

All assignments are listed, and of those that names tell apart only, the one with the least text stands for all.
"""
import collections
import functools
import itertools
import re

# kind RWUC, location a number, mode poarv, condition '' c n with the number of reads between, copies: None or the number of reads between,
# fence: the letters of what is right before it, lock and unlock: a block begins before it, ends behind it.
Access = collections.namedtuple('Access', 'kind location mode condition condition_back copies fence lock unlock')
LOCATIONS = 'xyzw'
STRENGTH = {'p': 0, 'o': 1, 'a': 2, 'r': 2, 'v': 3}
MODES = {'plain': 'p', 'opaque': 'o', 'acquire': 'a', 'release': 'r', 'volatile': 'v'}
FENCES = {'full': 'f', 'acquire': 'a', 'release': 'r', 'loadLoad': 'l', 'storeStore': 's'}


def reads(access):
    return access.kind != 'W'


def writes(access):
    return access.kind != 'R'


def access_text(a, name=LOCATIONS):
    back = lambda n: str(n) if n else ''
    return ((f'F{a.fence}.' if a.fence else '') + '(' * a.lock + a.kind + name[a.location] + a.mode
            + (a.condition + back(a.condition_back) if a.condition else '') + ('d' + back(a.copies) if a.copies is not None else '') + ')' * a.unlock)


@functools.cache
def thread_text(thread):
    return '.'.join(map(access_text, thread))


def text(program):
    return '|'.join(map(thread_text, program))


ACCESS = re.compile(r'(?:F([farls])\.)?(\()?([RWUC])([xyzw])([poarv])(?:([cn])(\d?))?(d\d?)?(\))?(?:\.|$)')


def parse(line):
    program = []
    for part in line.split('|'):
        thread, at = [], 0
        while at < len(part):
            found = ACCESS.match(part, at)
            if not found:
                raise ValueError(f'{line} is no program')
            fence, lock, kind, location, mode, condition, back, copies, unlock = found.groups()
            thread.append(Access(kind, LOCATIONS.index(location), mode, condition or '', int(back or 0),
                                 None if copies is None else int(copies[1:] or 0), fence or '', bool(lock), bool(unlock)))
            at = found.end()
        program.append(tuple(thread))
    return tuple(program)


def named_before(thread, at, back):
    """The place of the read before `at` that has `back` reads between."""
    before = [i for i in range(at) if reads(thread[i])]
    return before[-1 - back] if back < len(before) else None


def least(program, context=0):
    """The least of all programs that differ in the names of threads and locations. The last `context` threads keep their names."""
    own, fixed = program[:len(program) - context], program[len(program) - context:]
    named = sorted({a.location for thread in fixed for a in thread})
    others = sorted({a.location for thread in own for a in thread} - set(named))
    best = None
    for names in itertools.permutations(range(len(named), len(named) + len(others))):
        to = {**dict(zip(others, names)), **{x: x for x in named}}
        # Of all orders of threads the sorted one is the least.
        image = tuple(sorted((tuple(a._replace(location=to[a.location]) for a in thread) for thread in own), key=thread_text))
        if best is None or text(image) < text(best):
            best = image
    return best + fixed


# ---- spaces

class Space:
    """As in docs/find.md; what is not told is left out of the text."""

    def __init__(self, **how):
        self.sizes = how['sizes']  # as text
        self.locations = how.get('locations', 2)
        self.modes = how.get('modes', ['plain'])
        self.by_location = how.get('by_location', False)
        self.writes = how.get('writes', [])
        self.reads = how.get('reads', [])
        self.any_read = how.get('any_read', False)
        self.updates = how.get('updates', ([], []))  # kinds, modes
        self.fences = how.get('fences', [])
        self.locks = how.get('locks', False)
        self.context = how.get('context')
        self.distinct = how.get('distinct', True)
        self.final = how.get('final', False)
        self.rules = how.get('rules', [])

    def text(self):
        lines = ['space "by chance"', f'size {" ".join(self.sizes)}', f'locations {self.locations}',
                 f'modes {" ".join(self.modes)}{" by location" if self.by_location else ""}']
        for word, of in (('writes', self.writes), ('reads', self.reads), ('fences', self.fences), ('rules', self.rules)):
            if of:
                lines.append(f'{word} {" ".join(of)}')
        if self.any_read:
            lines.append('dependencies any-read')
        if self.updates[0]:
            lines.append(f'updates {" ".join(self.updates[0] + self.updates[1])}')
        if self.locks:
            lines.append('locks yes')
        if self.context:
            lines.append(f'context {self.context}')
        lines.append(f'values {"distinct" if self.distinct else "one"}')
        lines.append(f'show registers{" final-values" if self.final else ""}')
        return '\n'.join(lines) + '\n'

    def lengths(self):
        """All sizes; ..2+1 is 1+1 and 2+1."""
        out = []
        for size in self.sizes:
            most = [int(n) for n in size.removeprefix('..').split('+')]
            for one in itertools.product(*([range(1, n + 1) for n in most] if size.startswith('..') else [[n] for n in most])):
                if tuple(sorted(one)) not in out:
                    out.append(tuple(sorted(one)))
        return out

    def alone(self):
        return not self.context and all(len(size) == 1 for size in self.lengths())

    def accesses(self, read_before, first):
        """All that may stand somewhere, but for locks; `read_before` reads are before it."""
        modes = {'R': [MODES[m] for m in self.modes if m != 'release'], 'W': [MODES[m] for m in self.modes if m != 'acquire'],
                 'U': [MODES[m] for m in self.updates[1]] if 'add' in self.updates[0] else [],
                 'C': [MODES[m] for m in self.updates[1]] if 'compare-exchange' in self.updates[0] else []}
        backs = range(read_before if self.any_read else min(read_before, 1))
        for kind, location in itertools.product('RWUC', range(self.locations)):
            ways = [('', 0, None)]
            for word in self.writes if kind == 'W' else self.reads:
                condition = 'n' if word.endswith('if-not-one') else 'c' if word.endswith('if-one') else ''
                for back in backs if condition else [0]:
                    ways += [(condition, back, copied) for copied in backs] if word.startswith('copy') else [(condition, back, None)]
            for mode, way, fence in itertools.product(modes[kind], ways, [''] + ([] if first else [FENCES[f] for f in self.fences])):
                yield Access(kind, location, mode, *way, fence, False, False)

    def threads(self, length):
        """All threads, one access at a time."""
        def go(done, inside):
            if len(done) == length:
                if not inside:
                    yield tuple(done)
                return
            for a in self.accesses(sum(map(reads, done)), not done):
                for lock, unlock in itertools.product((False, True), repeat=2) if self.locks else [(False, False)]:
                    if inside and lock or unlock and not (inside or lock):
                        continue
                    yield from go(done + [a._replace(lock=lock, unlock=unlock)], (inside or lock) and not unlock)
        return list(go([], False))

    def naive(self, most):
        """How many programs will have to be looked at? None if there are more than that."""
        known, total = {}, 0
        for size in self.lengths():
            product = 1
            for n in size:
                one = sum(1 for _ in self.accesses(n - 1, False)) * (2 if self.locks else 1)
                if one ** n > 40 * most:
                    return None
                known[n] = known.get(n) or len(self.threads(n))
                product *= known[n]
            total += product
        return total if total <= most else None

    @functools.cached_property
    def programs(self):
        """The least of each set of programs that differ in names only, if the rules keep it."""
        out = set()
        context = parse(self.context) if self.context else ()
        for size in self.lengths():
            lists = {n: self.threads(n) for n in size}
            for own in itertools.product(*(lists[n] for n in size)):
                program = own + context
                if self.keeps(program):
                    out.add(least(program, len(context)))
        return out

    def keeps(self, program):
        if self.by_location:
            mode = {}
            if any(mode.setdefault(a.location, a.mode) != a.mode for thread in program for a in thread):
                return False
        return (('shared' not in self.rules or shared(program)) and ('connected' not in self.rules or connected(program))
                and ('cycle' not in self.rules or cycle(program)))


def shared(program):
    for location in {a.location for thread in program for a in thread}:
        users = [thread for thread in program if any(a.location == location for a in thread)]
        if len(users) < 2 or not any(a.location == location and writes(a) for thread in program for a in thread):
            return False
    return True


def connected(program):
    """By locations and by the monitor, which is a location, too."""
    uses = lambda thread: {a.location for a in thread} | {'m' for a in thread if a.lock}
    together, rest = [program[0]], list(program[1:])
    while True:
        near = [t for t in rest if uses(t) & {x for u in together for x in uses(u)}]
        if not near:
            return not rest
        together += near
        rest = [t for t in rest if t not in near]


def cycle(program):
    """Threads of two and more accesses lead from end to end; each order of them may be the cycle."""
    lead = [t for t in program if len(t) > 1]
    single = [t[0] for t in program if len(t) == 1]
    if len(lead) < 2 or any(t[0].location == t[-1].location for t in lead):
        return False
    if len({t[0].location for t in lead}) != len(lead) or any(sum(s.location == t.location for t in single) > 1 for s in single):
        return False
    for order in itertools.permutations(lead[1:]):
        threads = [lead[0], *order]
        left = list(single)
        for this, then in zip(threads, threads[1:] + threads[:1]):
            arrives, leaves = this[-1], then[0]
            between = [s for s in left if s.location == leaves.location]
            if arrives.location != leaves.location:
                break
            if between:
                if not writes(between[0]) or not reads(leaves):
                    break
                left.remove(between[0])
            elif not writes(arrives) and not writes(leaves):
                break
        else:
            if not left:
                return True
    return False


# ---- embedding

def blocks(thread):
    """The number of the block of each access; None outside."""
    out, number, inside = [], 0, False
    for a in thread:
        if a.lock:
            number, inside = number + 1, True
        out.append(number if inside else None)
        if a.unlock:
            inside = False
    return out


def thread_embeds(small, large, places):
    """Is `small` what is left of `large` at these places, names aside, if accesses may be weakened?"""
    for i, j in enumerate(places):
        a, b = small[i], large[j]
        if a.kind != b.kind or a.mode != b.mode and STRENGTH[a.mode] >= STRENGTH[b.mode]:
            return False
        if a.fence and not {a.fence, 'f'} & {large[k].fence for k in range(places[i - 1] + 1, j + 1)}:
            return False
        for has, same, back, back_there in ((a.condition, a.condition == b.condition, a.condition_back, b.condition_back),
                                            (a.copies is not None, b.copies is not None, a.copies, b.copies)):
            if has and (not same or places[named_before(small, i, back)] != named_before(large, j, back_there)):
                return False
    of_small, of_large = blocks(small), blocks(large)
    locked = [i for i in range(len(small)) if of_small[i] is not None]
    if any(of_large[places[i]] is None for i in locked):
        return False
    return all((of_small[i] == of_small[k]) == (of_large[places[i]] == of_large[places[k]]) for i in locked for k in locked)


def embeds(small, large):
    def kinds(program):
        return collections.Counter(a.kind for thread in program for a in thread)
    if kinds(small) - kinds(large) or len(small) > len(large):
        return False
    for threads in itertools.permutations(range(len(large)), len(small)):
        ways = []
        for t, u in enumerate(threads):
            ways.append([(small[t], [large[u][j] for j in places]) for places in itertools.combinations(range(len(large[u])), len(small[t]))
                         if thread_embeds(small[t], large[u], places)])
        for way in itertools.product(*ways):
            pairs = {(a.location, b.location) for mine, theirs in way for a, b in zip(mine, theirs)}
            if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
                return True
    return False
