"""Our own jcstress tests, made of shapes, access modes and types: what each must show stands in its gradings.

A result that interleaving gives is graded acceptable, one that only Java's weaker model gives interesting, all others forbidden. So under
`sc` nothing forbidden is possible and exactly the interesting results are impossible; under `java` neither.
"""
ANNOTATIONS = {
    'JCStressTest': ('TYPE', 'Mode value() default Mode.Continuous;'), 'State': ('TYPE', ''), 'Actor': ('METHOD', ''), 'Arbiter': ('METHOD', ''),
    'Signal': ('METHOD', ''), 'Result': ('TYPE', ''),
}


def stubs():
    """The annotations and result classes that tests are compiled against: {path: text}."""
    package = 'org/openjdk/jcstress/annotations'
    head = 'package org.openjdk.jcstress.annotations;\nimport java.lang.annotation.*;\n'
    out = {f'{package}/{name}.java': f'{head}@Retention(RetentionPolicy.RUNTIME) public @interface {name} {{ {body} }}\n'
           for name, (_, body) in ANNOTATIONS.items()}
    out[f'{package}/Mode.java'] = 'package org.openjdk.jcstress.annotations;\npublic enum Mode { Continuous, Termination }\n'
    out[f'{package}/Expect.java'] = 'package org.openjdk.jcstress.annotations;\npublic enum Expect { ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN, UNKNOWN }\n'
    out[f'{package}/Outcome.java'] = head + '''@Retention(RetentionPolicy.RUNTIME) @Repeatable(Outcome.Outcomes.class)
public @interface Outcome {
  String[] id() default {}; Expect expect(); String desc() default "";
  @Retention(RetentionPolicy.RUNTIME) @interface Outcomes { Outcome[] value(); }
}
'''
    types = {'I': 'int', 'J': 'long', 'Z': 'boolean', 'F': 'float', 'D': 'double', 'L': 'Object', 'C': 'char', 'S': 'short', 'B': 'byte'}
    out[f'{package}/JCStressMeta.java'] = f'{head}@Retention(RetentionPolicy.RUNTIME) public @interface JCStressMeta {{ Class<?> value(); }}\n'
    for kinds in [k * n for k in types for n in (1, 2)] + ['ZZJ']:
        fields = ''.join(f'public {types[k]} r{i + 1}; ' for i, k in enumerate(kinds))
        out[f'org/openjdk/jcstress/infra/results/{kinds}_Result.java'] = (
            f'package org.openjdk.jcstress.infra.results;\n@org.openjdk.jcstress.annotations.Result public class {kinds}_Result {{ {fields}}}\n')
    return out


# type: (letter of the result class, two values, their texts; the first is the default)
TYPES = {
    'int': ('I', ('0', '1'), ('0', '1')), 'long': ('J', ('0', '1L'), ('0', '1')), 'boolean': ('Z', ('false', 'true'), ('false', 'true')),
    'float': ('F', ('0.0f', '2.5f'), ('0.0', '2.5')), 'double': ('D', ('0.0', '2.0'), ('0.0', '2.0')),
    'String': ('L', ('null', '"text"'), ('null', 'text')), 'char': ('C', ("'\\0'", "'a'"), ('\\u0000', 'a')),
    'short': ('S', ('0', '(short) 1'), ('0', '1')), 'byte': ('B', ('0', '(byte) 1'), ('0', '1')),
}


def handles(type_):
    return ''.join(f'''        static final VarHandle {v.upper()};
''' for v in 'xy') + f'''        static {{
            try {{
                X = MethodHandles.lookup().findVarHandle(NAME.class, "x", {type_}.class);
                Y = MethodHandles.lookup().findVarHandle(NAME.class, "y", {type_}.class);
            }} catch (ReflectiveOperationException e) {{
                throw new ExceptionInInitializerError(e);
            }}
        }}
        {type_} x, y;
'''


def by_handle(setter, getter):
    return lambda t: (handles(t), lambda v, value: f'{v.upper()}.{setter}(this, {value});', lambda v: f'({t}) {v.upper()}.{getter}(this)')


def atomic(t):
    return f'        final Atomic{"Integer" if t == "int" else "Long"} x = new Atomic{"Integer" if t == "int" else "Long"}(), y = new Atomic{"Integer" if t == "int" else "Long"}();\n'


def updaters(t):
    name = 'AtomicIntegerFieldUpdater' if t == 'int' else 'AtomicLongFieldUpdater'
    return ''.join(f'        static final {name}<NAME> {v.upper()} = {name}.newUpdater(NAME.class, "{v}");\n' for v in 'xy') + f'        volatile {t} x, y;\n'


# mode: (types, declarations and accesses, SB weak, MP weak)
MODES = {
    'plain': (tuple(TYPES), lambda t: (f'        {t} x, y;\n', lambda v, value: f'{v} = {value};', lambda v: v), True, True),
    'volatile': (tuple(TYPES), lambda t: (f'        volatile {t} x, y;\n', lambda v, value: f'{v} = {value};', lambda v: v), False, False),
    'opaque': (tuple(TYPES), by_handle('setOpaque', 'getOpaque'), True, True),
    'acqrel': (tuple(TYPES), by_handle('setRelease', 'getAcquire'), True, False),
    'handle': (tuple(TYPES), by_handle('setVolatile', 'getVolatile'), False, False),
    'atomic': (('int', 'long'), lambda t: (atomic(t), lambda v, value: f'{v}.set({value});', lambda v: f'{v}.get()'), False, False),
    'lazy': (('int', 'long'), lambda t: (atomic(t), lambda v, value: f'{v}.lazySet({value});', lambda v: f'{v}.get()'), True, False),
    'swap': (('int', 'long'), lambda t: (atomic(t), lambda v, value: f'{v}.getAndSet({value});', lambda v: f'{v}.get()'), False, False),
    'cas': (('int', 'long'), lambda t: (atomic(t), lambda v, value: f'{v}.compareAndSet(0, {value});', lambda v: f'{v}.get()'), False, False),
    'updater': (('int', 'long'), lambda t: (updaters(t), lambda v, value: f'{v.upper()}.set(this, {value});', lambda v: f'{v.upper()}.get(this)'), False, False),
    'synchronized': (tuple(TYPES), lambda t: (f'''        {t} x, y;
        synchronized {t} x() {{ return x; }}
        synchronized {t} y() {{ return y; }}
''', lambda v, value: f'synchronized (this) {{ {v} = {value}; }}', lambda v: f'{v}()'), False, False),
    'fence': (tuple(TYPES), lambda t: (f'        {t} x, y;\n        {t} after({t} value) {{ VarHandle.fullFence(); return value; }}\n',
                                       lambda v, value: f'VarHandle.fullFence(); {v} = {value}; VarHandle.fullFence();', lambda v: f'after({v})'), False, False),
    'lock': (('int', 'String'), lambda t: (f'''        final ReentrantLock lock = new ReentrantLock();
        {t} x, y;
        {t} x() {{ lock.lock(); try {{ return x; }} finally {{ lock.unlock(); }} }}
        {t} y() {{ lock.lock(); try {{ return y; }} finally {{ lock.unlock(); }} }}
''', lambda v, value: f'lock.lock(); {v} = {value}; lock.unlock();', lambda v: f'{v}()'), False, False),
    'array': (('int', 'String'), lambda t: (f'        final {t}[] a = new {t}[2];\n', lambda v, value: f'a["xy".length() - {2 if v == "x" else 1}] = {value};',
                                            lambda v: f'a[{0 if v == "x" else 1}]'), True, True),
    'element': (('int',), lambda t: ('        static final VarHandle A = MethodHandles.arrayElementVarHandle(int[].class);\n        final int[] a = new int[2];\n',
                                     lambda v, value: f'A.setVolatile(a, {0 if v == "x" else 1}, {value});', lambda v: f'(int) A.getVolatile(a, {0 if v == "x" else 1})'), False, False),
    'atomicarray': (('int',), lambda t: ('        final AtomicIntegerArray a = new AtomicIntegerArray(2);\n',
                                         lambda v, value: f'a.set({0 if v == "x" else 1}, {value});', lambda v: f'a.get({0 if v == "x" else 1})'), False, False),
    'stamped': (('int',), lambda t: ('''        final StampedLock lock = new StampedLock();
        int x, y;
        int x() { long s = lock.readLock(); int v = x; lock.unlockRead(s); return v; }
        int y() { long s = lock.readLock(); int v = y; lock.unlockRead(s); return v; }
''', lambda v, value: f'{{ long s = lock.writeLock(); {v} = {value}; lock.unlockWrite(s); }}', lambda v: f'{v}()'), False, False),
}


def outcomes(texts, weak, interesting):
    every = [f'{a}, {b}' for a in texts for b in texts]
    lines = []
    for one in every:
        grade = ('ACCEPTABLE_INTERESTING' if weak else 'FORBIDDEN') if one == interesting else 'ACCEPTABLE'
        lines.append(f'    @Outcome(id = "{one}", expect = Expect.{grade})\n')
    return ''.join(lines)


def classes():
    """(name, weak, text) of every test, as nested classes."""
    for mode, (types, make, sb, mp) in MODES.items():
        for t in types:
            letter, (_, one), texts = TYPES[t]
            declarations, write, read = make(t)
            for shape, weak in (('SB', sb), ('MP', mp)):
                name = f'{shape}_{mode}_{t}'
                if shape == 'SB':
                    first, second = f'{write("x", one)} r.r1 = {read("y")};', f'{write("y", one)} r.r2 = {read("x")};'
                    interesting = f'{texts[0]}, {texts[0]}'
                else:
                    first, second = f'{write("x", one)} {write("y", one)}', f'r.r1 = {read("y")}; r.r2 = {read("x")};'
                    interesting = f'{texts[1]}, {texts[0]}'
                result = f'{letter}{letter}_Result r'
                text = f'''    @JCStressTest @State
{outcomes(texts, weak, interesting)}    public static class {name} {{
{declarations.replace('NAME', name)}        @Actor public void one({result if shape == 'SB' else ''}) {{ {first} }}
        @Actor public void two({result}) {{ {second} }}
    }}
'''
                yield name, weak, text


def source():
    head = '''package own;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

public class Own {
'''
    return head + '\n'.join(text for _, _, text in classes()) + '}\n'
