"""Random Java programs of one thread, in the part of Java that thinair reads. The same text is given to thinair and to a JVM.

Whatever happens ends in numbers: exceptions are caught at the end, and what the locals hold is assigned to res0, res1, ..."""
import random

CLASSES = '''\
interface Shape { int area(int k); default int twice(int k) { return area(k) + area(k + 1); } }
abstract class Base implements Shape {
  int a = 3; long b; Base next; static int made;
  Base(int v) { this(v, 1L); a += v; made++; }
  Base(int v, long w) { b = w + v; }
  Base(long w, int v) { b = w - v; }
  int hook(int k) { return k * a; }
  int call(int k) { return hook(k) - 1; }
  abstract int tag();
  int tag2(int k) { return k - tag(); }
}
class Left extends Base {
  byte c = 7;
  Left(int v) { super(v); c += v; }
  public int area(int k) { return a + k; }
  int hook(int k) { return super.hook(k) + c; }
  int tag() { return 1; }
}
class Right extends Left {
  final short d;
  Right(int v) { super(v + 1); d = (short) (v * 1000); }
  public int area(int k) { return k < 0 ? throwing(k) : super.area(k) ^ d; }
  int throwing(int k) { throw new Odd(k); }
  int tag() { return 2; }
}
class Alone extends Base {
  Alone(int v) { super((long) v, 2); }
  public int area(int k) { return 0; }
  public int twice(int k) { return (int) b; }
  int tag() { return 3; }
}
class Odd extends RuntimeException { int code; Odd(int c) { code = c; } }
class Odder extends Odd { Odder(int c) { super(c * 2); } }
'''
METHODS = '''\
static int pick(int v) { return v + 1; }
static int pick(long v) { return (int) (v >>> 3); }
static int pick(char v) { return v * 2; }
static int pick(boolean v) { return v ? 5 : 6; }
static int pick(Base v) { return v == null ? -1 : v.tag(); }
static int pick(Left v) { return 40 + v.a; }
static long sum(int[] v) { long s = 0; for (int e : v) s += e; return s; }
static int find(int[] v, int wanted) {
  for (int i = 0; i < v.length; i++) { if (v[i] == wanted) return i; }
  return -1;
}
static int guarded(int k) {
  try { if (k % 3 == 0) throw new Odder(k); return 10 / (k % 2); }
  catch (ArithmeticException e) { return -2; }
  finally { x += k; }
}
static synchronized int locked(int k) { synchronized (m) { y = y + k; return y; } }
'''
SHARED = [('int', 'x', '1'), ('int', 'y', '2'), ('long', 'w', '3'), ('byte', 'z', '4'), ('boolean', 'flag', 'false')]
NUMBERS = ['int', 'long', 'byte', 'short', 'char']
LOCALS = {'i0': 'int', 'i1': 'int', 'i2': 'int', 'l0': 'long', 'l1': 'long', 'b0': 'byte', 's0': 'short', 'c0': 'char', 't0': 'boolean',
          't1': 'boolean'}


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.loops = 0
        self.labels = []
        # What is read from memory may be anything until paths are put together, so each read that decides something doubles the paths:
        # a long program computes with locals, and one that reads much is short.
        self.memory, self.size = (45, 2) if seed % 3 == 0 else (4, 5)

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def pick(self, options):
        return self.rng.choice(options)

    # ---- expressions; each is in parentheses, or needs none

    def literal(self, kind):
        if kind == 'long':
            return self.pick(['0L', '1L', '-1L', '5000000000L', '-9223372036854775808L', '9223372036854775807L', '0x100000000L', '77L'])
        if kind == 'char':
            return self.pick(["'a'", "'Z'", "'\\n'", "'\\uffff'"])
        return self.pick(['0', '1', '2', '3', '-1', '7', '31', '33', '127', '128', '255', '-129', '65536', '2147483647', '-2147483648', '1000'])

    def named(self, kind):
        names = [n for n, t in LOCALS.items() if t == kind]
        if self.chance(self.memory):
            names = [n for t, n, _ in SHARED if t == kind] or names
            names += {'int': ['arr[i0 & 3]', 'arr[2]', 'o.a', 'Base.made'], 'long': ['o.b'], 'byte': ['bytes[1]', 'bytes[i1 & 1]']}.get(kind, [])
        return self.pick(names + {'int': ['arr.length', 'Integer.MAX_VALUE'], 'long': ['Long.MIN_VALUE']}.get(kind, []))

    def number(self, depth):
        """An expression of any type of numbers."""
        kind = self.pick(['int', 'int', 'int', 'long', 'byte', 'short', 'char'])
        if depth <= 0 or self.chance(25):
            return self.literal(kind) if self.chance(35) else self.named(kind)
        what = self.rng.randrange(100)
        if what < 48:
            op = self.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>'])
            return f'({self.number(depth - 1)} {op} {self.number(depth - 1)})'
        if what < 56:
            return f'({self.pick(["-", "~", "+"])}({self.number(depth - 1)}))'
        if what < 66:
            return f'(({self.pick(NUMBERS)}) {self.parenthesised(self.number(depth - 1))})'
        if what < 76:
            return f'({self.truth(depth - 1)} ? {self.number(depth - 1)} : {self.number(depth - 1)})'
        if what < 84:
            place = self.pick(['i0', 'i1', 'l0', 'b0', 'c0'] + (['x', 'arr[1]', 'o.a', 'z'] if self.chance(self.memory) else []))
            return self.pick([f'({place}++)', f'(--{place})', f'({place} += {self.number(depth - 1)})', f'({place} >>= {self.number(depth - 1)})'])
        if what < 90:
            return f'pick({self.pick([self.number(depth - 1), self.truth(depth - 1), self.object(), "(Base) " + self.object()])})'
        if what < 94 and self.chance(3 * self.memory):
            return self.pick(['sum(arr)', f'find(arr, {self.as_int(depth - 1)})', f'guarded({self.as_int(depth - 1)})',
                              f'locked({self.as_int(depth - 1)})'])
        return f'{self.object()}.{self.pick(["area", "hook", "call", "twice", "tag"])}({self.as_int(depth - 1)})'.replace('tag(', 'tag2(')

    @staticmethod
    def parenthesised(text):
        return text if text.startswith('(') else f'({text})'

    def as_int(self, depth):
        return f'(int) ({self.number(depth)})'

    def truth(self, depth):
        if depth <= 0 or self.chance(20):
            return self.pick(['t0', 't1', 'true', 'false'] + (['flag'] if self.chance(self.memory) else []))
        what = self.rng.randrange(100)
        if what < 55:
            return f'({self.number(depth - 1)} {self.pick(["<", "<=", ">", ">=", "==", "!="])} {self.number(depth - 1)})'
        if what < 80:
            return f'({self.truth(depth - 1)} {self.pick(["&&", "||", "&", "|", "^", "==", "!="])} {self.truth(depth - 1)})'
        if what < 88:
            return f'(!{self.truth(depth - 1)})'
        if what < 94:
            return f'({self.object()} {self.pick(["==", "!="])} {self.pick(["null", "o", "q"])})'
        return f'({self.object()} instanceof {self.pick(["Left", "Right", "Shape", "Base"])})'

    def object(self):
        return self.pick(['o', 'o', 'q'] + (['o.next'] if self.chance(self.memory) else []))

    # ---- statements

    def statement(self, depth):
        what = self.rng.randrange(100)
        if depth <= 0 or what < 34:
            return self.assignment()
        if what < 46:
            otherwise = f' else {{ {self.block(depth - 1)} }}' if self.chance(50) else ''
            return f'if ({self.truth(2)}) {{ {self.block(depth - 1)} }}{otherwise}'
        if what < 58:
            return self.loop(depth)
        if what < 66:
            return self.switch(depth)
        if what < 78:
            return self.handled(depth)
        if what < 82:
            return f'if ({self.truth(2)} & t0) throw new {self.pick(["Odd", "Odder"])}({self.as_int(1)});'
        if what < 88:
            made = f'new {self.pick(["Left", "Right", "Alone"])}({self.as_int(1)})'
            return self.pick([f'o = {made};', f'o.next = {made};', 'o = o.next;', 'o = q;', 'q = (Left) o;', f'q = new Right({self.as_int(1)});'])
        if what < 92 and self.labels:
            return f'if ({self.truth(2)} & t1) {self.pick(["break", "continue"])} {self.pick(self.labels)};'
        if what < 96:
            return f'synchronized (m) {{ {self.block(depth - 1)} }}'
        self.loops += 1
        deep = f'deep{self.loops}'
        return self.pick([f'arr = new int[] {{{self.as_int(1)}, i0, 3, 4}};', f'arr[{self.as_int(1)}] = i1;', f'bytes[{self.as_int(1)} & 1] = b0;',
                          f'int[][] {deep} = new int[2][3]; {deep}[1][i0 & 1] = {self.as_int(1)}; i2 = {deep}[1][1] + {deep}[0].length;'])

    def block(self, depth):
        return ' '.join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def assignment(self):
        kind = self.pick(['int', 'int', 'long', 'byte', 'short', 'char', 'boolean'])
        places = [n for n, t in LOCALS.items() if t == kind] + [n for t, n, _ in SHARED if t == kind and self.chance(3 * self.memory)]
        if kind == 'int' and self.chance(3 * self.memory):
            places += ['o.a', 'arr[1]', f'arr[{self.as_int(1)} & 3]']
        place = self.pick(places)
        if kind == 'boolean':
            return f'{place} = {self.truth(2)};'
        if self.chance(30):
            op = self.pick(['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=', '>>>='])
            return f'{place} {op} {self.number(2)};'
        if self.chance(15):
            return self.pick([f'{place}++;', f'--{place};'])
        return f'{place} = ({kind}) ({self.number(3)});'

    def loop(self, depth):
        self.loops += 1
        name, label = f'k{self.loops}', f'around{self.loops}'
        count = self.rng.randint(1, 4)
        self.labels.append(label)
        body = self.block(depth - 1)
        self.labels.pop()
        if self.chance(25):
            return f'{label}: for (int {name} : arr) {{ i2 += {name}; {body} }}'
        if self.chance(40):
            return f'{label}: for (int {name} = 0; {name} < {count}; {name}++) {{ {body} }}'
        if self.chance(50):
            return f'int {name} = 0; {label}: while ({name}++ < {count}) {{ {body} }}'
        return f'int {name} = 0; {label}: do {{ {body} }} while (++{name} < {count});'

    def switch(self, depth):
        cases = self.rng.sample(range(-1, 5), 3)
        if self.chance(30):
            arms = ' '.join(f'case {c} -> {{ {self.block(depth - 1)} }}' for c in cases)
            return f'switch ({self.as_int(1)} & 3) {{ {arms} default -> {self.assignment()} }}'
        arms = ' '.join(f'case {c}: {self.block(depth - 1)}{" break;" if self.chance(60) else ""}' for c in cases)
        return f'switch ({self.as_int(1)} & 3) {{ {arms}{" default: " + self.assignment() if self.chance(50) else ""} }}'

    def handled(self, depth):
        kinds = self.pick([['ArithmeticException'], ['NullPointerException', 'IndexOutOfBoundsException'], ['Odder', 'Odd'], ['RuntimeException'],
                           ['ClassCastException', 'RuntimeException']])
        self.loops += 1
        number = self.loops
        catches = ' '.join(f'catch ({kind} e{number}) {{ i2 -= {n + 1}; {self.block(depth - 1)} }}' for n, kind in enumerate(kinds))
        finish = f' finally {{ {self.assignment()} }}' if self.chance(40) else ''
        return f'try {{ {self.block(depth - 1)} }} {catches}{finish}'

    # ---- the whole

    def body(self):
        declared = [f'{kind} {name} = {self.literal("int") if kind == "int" else "false" if kind == "boolean" else "1"};'
                    for name, kind in LOCALS.items()]
        lines = declared + ['int[] arr = {4, 5, 6, 7};', 'byte[] bytes = new byte[2];', 'Base o = new Left(2);', 'Left q = null;', 'int end = 0;']
        inside = [self.statement(3 if self.size > 2 else 1) for _ in range(self.rng.randint(self.size, self.size + 2))]
        names = ['ArithmeticException', 'NullPointerException', 'ArrayIndexOutOfBoundsException', 'ClassCastException', 'Odder', 'Odd']
        catches = [f'}} catch ({name} e) {{ end = {n + 1};' for n, name in enumerate(names)]
        lines += ['try {'] + ['  ' + line for line in inside] + catches + ['}']
        results = [f'{"long" if kind == "long" else "int"} res_{name} = {name + " ? 1 : 0" if kind == "boolean" else name};'
                   for name, kind in LOCALS.items()]
        results += ['int res_end = end;', 'int res_arr = arr[0] + 31 * arr[1] + 37 * arr[2] + 41 * arr[3];', 'int res_x = x;', 'int res_y = y;',
                    'long res_w = w;', 'int res_z = z;', 'int res_o = o == null ? 0 : o.tag();', 'int res_a = o == null ? 0 : o.a;',
                    'long res_b = o == null ? 0 : o.b;', 'int res_made = Base.made;', 'int res_flag = flag ? 1 : 0;']
        return lines + results

    def results(self):
        return [f'res_{n}' for n in LOCALS] + [f'res_{n}' for n in ['end', 'arr', 'x', 'y', 'w', 'z', 'o', 'a', 'b', 'made', 'flag']]


def litmus(name, program, body):
    shared = ' '.join(f'{kind} {n} = {start};' for kind, n, start in SHARED)
    shown = '; '.join(f'0:{r}' for r in program.results())
    lines = '\n'.join('  ' + line for line in body)
    return f'Java {name}\n{CLASSES}{METHODS}{{ {shared} Object m = new Object(); }}\nThread0 {{\n{lines}\n}}\nlocations [{shown}]\n'


def java(name, program, body):
    """A class of its own for each program: static fields start anew."""
    shared = ' '.join(f'static {kind} {n} = {start};' for kind, n, start in SHARED)
    inner = '\n'.join('static ' + line if line.startswith(('class', 'abstract')) else line for line in CLASSES.splitlines())
    lines = '\n'.join('  ' + line for line in body)
    printed = ' + " " + '.join(program.results())
    return f'''class {name} {{
{shared} static final Object m = new Object();
{inner}
{METHODS}
static void run() {{
{lines}
System.out.println("{name} " + {printed});
}}
}}
'''
