// Programs with what check says of them under java; `refused` has a pattern for the message.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

// fails: the writer of a ReadWriteLock may become a reader
class RwDown {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { rw.writeLock().lock(); x = 1; rw.readLock().lock(); rw.writeLock().unlock(); int r = x; rw.readLock().unlock(); assert r == 2; });
        t.start(); t.join();
    }
}

// holds
class RwMix {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); static int x, y;
    static void w() { rw.writeLock().lock(); try { x++; y++; rw.readLock().lock(); } finally { rw.writeLock().unlock(); } try { assert x == y; } finally { rw.readLock().unlock(); } }
    public static void main(String[] a) throws Exception { Thread t = new Thread(RwMix::w); t.start(); rw.readLock().lock(); assert x == y; rw.readLock().unlock(); t.join(); assert x == 1; }
}

// fails
class RwReadRace {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); static int x;
    static void w() { rw.readLock().lock(); x++; rw.readLock().unlock(); }
    public static void main(String[] a) throws Exception { Thread t = new Thread(RwReadRace::w); t.start(); w(); t.join(); assert x == 2; }
}

// fails: a Lock and its monitor are two
class SyncOnLock {
    static final ReentrantLock l = new ReentrantLock();
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (l) { x++; } });
        t.start(); l.lock(); x++; l.unlock(); t.join(); assert x == 2;
    }
}

// holds: so is the lock
class LockBeforeStart {
    static final ReentrantLock l = new ReentrantLock();
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { l.lock(); x++; l.unlock(); });
        l.lock();
        t.start(); x++; l.unlock(); t.join(); assert x == 2;
    }
}

// holds: the monitor is held when the first thread starts
class SyncBeforeStart {
    static final Object l = new Object();
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (l) { x++; } });
        synchronized (l) { t.start(); x++; }
        t.join(); assert x == 2;
    }
}

// fails
class SyncBeforeStartBad {
    static final Object l = new Object();
    static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (l) { assert x == 6; } });
        synchronized (l) { t.start(); x = 5; }
        t.join();
    }
}

// holds
class NestedSync {
    static final Object m = new Object(); static int x; static boolean f;
    static void inc() { synchronized (m) { x++; m.notifyAll(); } }
    public static void main(String[] a) throws Exception {
        synchronized (m) { synchronized (m) { Thread t = new Thread(NestedSync::inc); t.start(); while (x == 0) m.wait(); } x = 5; m.notify(); }
        assert x == 5;
    }
}

// fails
class UnlockOther {
    static final ReentrantLock l = new ReentrantLock();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { l.unlock(); });
        l.lock(); t.start(); t.join();
    }
}

// fails
class TryTwice {
    static final ReentrantLock l = new ReentrantLock();
    static int n, m;
    static void f() { if (l.tryLock()) { try { n++; } finally { l.unlock(); } } }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(TryTwice::f);
        t.start(); f(); f(); t.join(); assert n >= 2;
    }
}

// holds
class TryBool {
    static final ReentrantLock l = new ReentrantLock(); static int n, m;
    static void f() { boolean got = l.tryLock(); try { if (got) { int q = n; n = q + 1; assert n == q + 1; } } finally { if (got) l.unlock(); } }
    public static void main(String[] a) throws Exception { Thread t = new Thread(TryBool::f); t.start(); f(); f(); t.join(); assert n >= 1 && n <= 3; }
}

// fails: IllegalMonitorStateException
class NotifyNoLock {
    static final Object m = new Object();
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { m.notify(); }); t.start(); t.join(); }
}

// fails: and it can be caught
class NotifyCaught {
    static final Object m = new Object();
    static int x;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { try { m.notify(); } catch (IllegalMonitorStateException e) { x = 1; } }); t.start(); t.join(); assert x == 0; }
}

// refused: waits before the first thread starts
class LatchBefore {
    public static void main(String[] a) throws Exception {
        CountDownLatch l = new CountDownLatch(1);
        l.await();
        assert false;
    }
}

// holds: as the documentation of StampedLock has it
class StampOpt {
    static final StampedLock sl = new StampedLock(); static int a, b;
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> { long s = sl.tryWriteLock(); if (s != 0) { a = 1; b = 1; sl.unlockWrite(s); } });
        t.start(); long s = sl.tryOptimisticRead(); int p = a, q = b; if (sl.validate(s)) assert p == q; t.join();
    }
}

// fails
class StampNoVal {
    static final StampedLock sl = new StampedLock(); static int a, b;
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> { long s = sl.writeLock(); a = 1; b = 1; sl.unlockWrite(s); });
        t.start(); long s = sl.tryOptimisticRead(); int p = a, q = b; if (s != 0) assert p == q; t.join();
    }
}

// refused: boxed numbers are compared with ==
class BoxId {
    static volatile int k;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { k = 5; });
        t.start();
        Integer p = 1, q = 1;
        assert p == q;
        Integer r = k, s = k;
        if (r.intValue() == s.intValue()) assert r == s;
        assert r.equals(s) || !r.equals(s);
        t.join();
    }
}

// holds
class BoxEq {
    static volatile int k; static volatile Integer g = 7;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { k = 5; g = k; }); t.start(); Integer r = k; Integer s = r + 0; assert r.equals(s); t.join(); assert g.equals(5); assert !g.equals(7); assert g == 5; }
}

// refused: the characters of a string that is no constant
class StrCat {
    static volatile int k;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { k = 5; });
        t.start();
        String s = "a" + k;
        assert s.equals("a0") || s.equals("a5");
        t.join();
    }
}

// refused: the characters of a string that is no constant
class StrCat2 {
    static volatile int k;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { k = 5; });
        t.start();
        String s = "a" + k;
        if (s.equals("a5")) assert false;
        t.join();
    }
}

// holds
class StrEq {
    static volatile String s = "a";
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { s = "b"; });
        t.start();
        String q = s;
        assert q.equals("a") || q.equals("b");
        t.join();
        assert s.equals("b");
    }
}

// refused: the characters of a string that is no constant
class StrNew {
    static volatile String s = "a";
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { s = new String("b"); });
        t.start();
        t.join();
        assert s.equals("b"); assert s != "b";
    }
}

// fails
class StrSw {
    static volatile String s = "Aa";
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> s = "BB"); t.start();
        int v; switch (s) { case "Aa": v = 1; break; case "BB": v = 2; break; default: v = 3; }
        assert v != 3; assert s.length() == 2; t.join(); assert s.hashCode() == "Aa".hashCode(); assert v == 1;
    }
}

// holds: switch over an enum
class EnumOrd {
    enum C { RED, GREEN { int v() { return 5; } }; int v() { return 3; } }
    static volatile C c = C.RED;
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> c = C.GREEN); t.start();
        C d = c; int v = switch (d) { case RED -> 3; case GREEN -> 5; };
        assert d.v() == v; assert d.ordinal() <= 1; assert C.RED.compareTo(d) <= 0; t.join(); assert c == C.GREEN; assert C.values().length == 2;
    }
}

// fails
class EnumOrdBad {
    enum C { RED, GREEN }
    static volatile C c = C.RED;
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> c = C.GREEN); t.start();
        int v = switch (c) { case RED -> 3; case GREEN -> 5; };
        assert v == 3; t.join();
    }
}

// fails
class GetCls {
    static class A {} static class B extends A {}
    static volatile A g = new A();
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { g = new B(); }); t.start(); A q = g; if (q.getClass() == B.class) assert false; t.join(); }
}

// holds
class ArrCov {
    static volatile Object o;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { o = new String[] {"q"}; }); t.start(); t.join(); Object[] p = (Object[]) o; assert p.length == 1; }
}

// refused: need each other to be initialised
class InitDeadlock {
    static class A { static int x; static { x = B.y + 1; } }
    static class B { static int y; static { y = A.x + 1; } }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { int q = A.x; assert q != 0; });
        t.start();
        int p = B.y;
        assert p == 2;
        t.join();
    }
}

// refused: ends with an exception
class InitExc {
    static class A { static int x; static { if (x == 0) throw new RuntimeException(); } }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { int q = A.x; });
        t.start(); t.join();
    }
}

// holds: whoever has a lambda has what it captured
class LambdaRacy {
    interface F { int f(); }
    static F g; static int z;
    public static void main(String[] x) throws Exception {
        int k = 7;
        Thread t = new Thread(() -> { F q = g; if (q != null) assert q.f() == 7; });
        t.start(); g = () -> k; t.join();
    }
}

// holds
class MaxMin {
    static volatile int k; static volatile long l = 5;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { k = -7; l = Long.MIN_VALUE; }); t.start(); t.join(); assert Math.max(k, 3) == 3; assert Math.min(k, 3) == -7; assert Math.abs(k) == 7; assert Math.max(l, 1L) == 1; assert Math.abs(l) == Long.MIN_VALUE; assert Math.abs(Integer.MIN_VALUE) < 0; }
}

// fails
class IntOv {
    static volatile int k = 0;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> k = Integer.MIN_VALUE);
        t.start(); int r = k; assert Math.abs(r) >= 0; t.join();
    }
}

// holds: may wait forever
class StopFlag {
    static boolean stop;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { while (!stop) { } });
        t.start(); stop = true; t.join();
    }
}

// holds: may wait forever
class DeadLock {
    static final Object a = new Object(), b = new Object();
    public static void main(String[] x) throws Exception {
        Thread t = new Thread(() -> { synchronized (a) { synchronized (b) { } } });
        t.start(); synchronized (b) { synchronized (a) { } } t.join();
    }
}

// holds
class StopFlagVolatile {
    static volatile boolean stop;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { while (!stop) { } });
        t.start(); stop = true; t.join();
    }
}

// refused: the initialiser of class StartsInInitialiser starts a thread
class StartsInInitialiser {
    static int x;
    static {
        Thread t = new Thread(() -> x = 1);
        t.start();
        try { t.join(); } catch (InterruptedException e) { }
    }
    public static void main(String[] a) { assert x == 0; }
}

// holds: may wait forever
class WaitsWithValue {
    static int x;
    static boolean stop;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { while (!stop) { } });
        t.start(); x = 1; t.join(); x = 2;
    }
}

// refused: boxed numbers are compared with ==
class BoxesOfUnknownNumbers {
    static int x;
    static Integer left, right;

    public static void main(String[] args) {
        Thread other = new Thread(() -> x = 5);
        other.start();
        left = x;
        right = x;
        Integer a = left, b = right;
        if (a != b) throw new AssertionError();
    }
}

// holds
class ClassOfCaught {
    static int[] shared;

    public static void main(String[] args) {
        Thread other = new Thread(() -> shared = new int[1]);
        other.start();
        int seen = 0;
        try {
            int[] mine = shared;
            if (mine != null) throw new AssertionError();
            seen = mine.length;
        } catch (Throwable e) {
            seen = e.getClass() == (Class<?>) AssertionError.class ? 1 : e.getClass() == (Class<?>) NullPointerException.class ? 2 : 3;
        }
        assert seen == 1 || seen == 2;
    }
}

// fails
class ClassOfEither {
    static Object shared = "";

    public static void main(String[] args) {
        Thread other = new Thread(() -> shared = new RuntimeException());
        other.start();
        Object o = shared;
        assert o.getClass() != RuntimeException.class;
    }
}

// holds
class ClassIsNotThatOfSubclass {
    static Object shared = "";

    public static void main(String[] args) {
        Thread other = new Thread(() -> shared = new IllegalStateException(new RuntimeException()));
        other.start();
        Object o = shared;
        assert o.getClass() != RuntimeException.class;
    }
}

// holds
class StampReadTwice {
    static final StampedLock l = new StampedLock();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { long s = l.readLock(); l.unlockRead(s); try { l.unlockRead(s); assert false; } catch (IllegalMonitorStateException e) { } });
        t.start(); t.join();
    }
}

// holds
class StampOfReaderWrites {
    static final StampedLock l = new StampedLock();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { long s = l.readLock(); try { l.unlockWrite(s); assert false; } catch (IllegalMonitorStateException e) { } });
        t.start(); t.join();
    }
}

// holds
class StampOptimisticUnlock {
    static final StampedLock l = new StampedLock();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { long r = l.readLock(), s = l.tryOptimisticRead(); try { l.unlockRead(s); assert false; } catch (IllegalMonitorStateException e) { } });
        t.start(); t.join();
    }
}

// holds
class NegativePermits {
    static final Semaphore l = new Semaphore(1);
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { try { l.release(-1); assert false; } catch (IllegalArgumentException e) { } });
        t.start(); t.join(); assert l.availablePermits() == 1;
    }
}

// holds
class NegativeAtomicArray {
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { try { new AtomicIntegerArray(-1); assert false; } catch (NegativeArraySizeException e) { } });
        t.start(); t.join();
    }
}

// holds
class CopyOutside {
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { int[] x = {1, 2, 3}, y = {0, 0}; try { System.arraycopy(x, 0, y, 0, 3); assert false; } catch (IndexOutOfBoundsException e) { assert y[0] == 0; } try { System.arraycopy(x, 0, y, 0, -1); assert false; } catch (IndexOutOfBoundsException e) { } });
        t.start(); t.join();
    }
}

// refused: boxed numbers are compared with ==
class CasOfBoxes {
    static final AtomicReference<Integer> r = new AtomicReference<>(1000);
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { assert r.compareAndSet(1000, 5); });
        t.start(); t.join();
    }
}

// holds
class CasOfSmallBoxes {
    static final AtomicReference<Integer> r = new AtomicReference<>(1);
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { assert r.compareAndSet(1, 5); });
        t.start(); t.join(); assert r.get() == 5;
    }
}

// refused: boxed numbers are compared with ==
class BoxesOfLargeNumbers {
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { Integer p = 1000, q = 1000; assert p == q; });
        t.start(); t.join();
    }
}

// holds
class Interned {
    static volatile String s;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { s = new String("b").intern(); assert s == "b"; });
        t.start(); t.join();
    }
}

// holds
class NotANumber {
    static volatile float f;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { f = Float.intBitsToFloat(0x7fc00001); assert Float.floatToIntBits(f) == 0x7fc00000; assert Float.floatToRawIntBits(f) == 0x7fc00001; });
        t.start(); t.join();
    }
}

// refused: Thread.run of a thread that is started as well
class RunAfterEnd {
    static int x;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> x++); t.start(); t.join(); t.run(); assert x == 2; }
}

// holds: there are enough permits, whoever comes between
class TryAcquireBoth {
    static final Semaphore l = new Semaphore(2); static volatile boolean p, q;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { p = l.tryAcquire(); }); t.start(); q = l.tryAcquire(); t.join(); assert p && q; }
}

// fails
class TryAcquireOne {
    static final Semaphore l = new Semaphore(1); static volatile boolean p, q;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { p = l.tryAcquire(); }); t.start(); q = l.tryAcquire(); t.join(); assert p; }
}

// holds: readers do not keep each other out
class TryReadBoth {
    static final ReentrantReadWriteLock l = new ReentrantReadWriteLock(); static volatile boolean p, q;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { p = l.readLock().tryLock(); }); t.start(); q = l.readLock().tryLock(); t.join(); assert p && q; }
}

// holds
class TryStampBoth {
    static final StampedLock l = new StampedLock(); static volatile long p, q;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { p = l.tryReadLock(); }); t.start(); q = l.tryReadLock(); t.join(); assert p != 0 && q != 0; }
}

// holds: at zero it does nothing
class CountDownAtZero {
    static final CountDownLatch l = new CountDownLatch(1); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { x = 1; l.countDown(); l.countDown(); });
        t.start(); l.await(); assert x == 1; t.join(); assert l.getCount() == 0;
    }
}

// holds: who waits for a time wakes up without being notified
class WaitForATime {
    static final Object m = new Object(); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (m) { x = 1; } });
        t.start(); synchronized (m) { m.wait(10); } t.join(); assert x == 1;
    }
}

// holds: may wait forever
class WaitForNoTime {
    static final Object m = new Object(); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (m) { x = 1; } });
        t.start(); synchronized (m) { m.wait(0, 0); } t.join(); assert x == 1;
    }
}

// fails: it may wake up too early
class WaitTooShort {
    static final Object m = new Object(); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (m) { x = 1; m.notify(); } });
        t.start(); synchronized (m) { if (x == 0) m.wait(10, 1); assert x == 1; }
    }
}

// holds: in a loop it sees the value in the end, notified or not
class WaitForATimeInLoop {
    static final Object m = new Object(); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (m) { x = 1; } });
        t.start(); synchronized (m) { while (x == 0) m.wait(10); assert x == 1; } t.join();
    }
}

// holds: may wait forever
class WaitForNothingInLoop {
    static final Object m = new Object(); static int x;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { synchronized (m) { if (x == 2) x = 1; } });
        t.start(); synchronized (m) { while (x == 0) m.wait(10); assert false; }
    }
}

// holds
class WaitNegative {
    static final Object m = new Object();
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { }); t.start(); try { synchronized (m) { m.wait(-1); } assert false; } catch (IllegalArgumentException e) { } t.join(); }
}

// fails: the thread may still run
class JoinForATime {
    static int x;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { x = 1; }); t.start(); t.join(10); assert x == 1; }
}

// holds: no more than that
class JoinForATimeThenAlways {
    static int x;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { x = 1; }); t.start(); t.join(10); int r = x; assert r == 0 || r == 1; t.join(0); assert x == 1; }
}

// fails: the lock may be held for too long
class TryLockForATime {
    static final ReentrantLock l = new ReentrantLock(); static int x;
    static void add() { try { if (l.tryLock(1, TimeUnit.SECONDS)) { try { x++; } finally { l.unlock(); } } } catch (InterruptedException e) { } }
    public static void main(String[] a) throws Exception { Thread t = new Thread(TryLockForATime::add); t.start(); add(); t.join(); assert x == 2; }
}

// holds
class TryLockForATimeOnce {
    static final ReentrantLock l = new ReentrantLock(); static int x;
    static void add() { try { if (l.tryLock(1, TimeUnit.SECONDS)) { try { x++; } finally { l.unlock(); } } } catch (InterruptedException e) { } }
    public static void main(String[] a) throws Exception { Thread t = new Thread(TryLockForATimeOnce::add); t.start(); add(); t.join(); assert x == 1 || x == 2; }
}

// holds
class AwaitLatchForATime {
    static final CountDownLatch l = new CountDownLatch(1); static int x;
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { x = 1; l.countDown(); }); t.start(); if (l.await(1, TimeUnit.SECONDS)) assert x == 1; t.join(); }
}

// fails
class AwaitLatchTooShort {
    static final CountDownLatch l = new CountDownLatch(1);
    public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { l.countDown(); }); t.start(); assert l.await(1, TimeUnit.SECONDS); t.join(); }
}

// fails
class TryAcquireForATime {
    static final Semaphore l = new Semaphore(1); static volatile boolean p, q;
    static void f() { l.release(); }
    public static void main(String[] a) throws Exception { Thread t = new Thread(TryAcquireForATime::f); t.start(); assert l.tryAcquire(2, 1, TimeUnit.SECONDS); t.join(); }
}
// fails: nothing but the cast looks at the object
class CastOfCopyFails {
    static Object x, y;
    public static void main(String[] a) throws Exception {
        Thread one = new Thread(() -> { y = new RuntimeException(); x = y; });
        Thread two = new Thread(() -> { Thread s = (Thread) x; });
        one.start(); two.start(); one.join(); two.join();
    }
}

// fails: nothing but the test looks at the object
class InstanceOfAlone {
    static Object x;
    static boolean seen;
    public static void main(String[] a) throws Exception {
        Thread one = new Thread(() -> x = new RuntimeException());
        Thread two = new Thread(() -> { if (x instanceof RuntimeException) seen = true; });
        one.start(); two.start(); one.join(); two.join();
        assert !seen;
    }
}
