// What tests of jcstress are made of, one construct to a class. Gradings say what must come out, as in generated.py: under `sc` exactly the
// interesting results are impossible, under `java` none is, and nothing that is forbidden is possible under either.
package own;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

public class Constructs {
    // The state is an AtomicInteger: its methods are called on `this`.
    @JCStressTest
    @State
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    public static class ExtendsAtomic extends AtomicInteger {
        @Actor
        public void one(II_Result r) {
            r.r1 = incrementAndGet();
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = incrementAndGet();
        }
    }

    // A state of its own, which holds another object; an arbiter looks at the end.
    @State
    public static class Nested {
        static class Cell {
            int value;
        }

        final Cell cell = new Cell();
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE)
    public static class NestedState {
        @Actor
        public void one(Nested s) {
            s.cell.value++;
        }

        @Actor
        public void two(Nested s) {
            s.cell.value++;
        }

        @Arbiter
        public void end(Nested s, I_Result r) {
            r.r1 = s.cell.value;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = Expect.ACCEPTABLE)
    public static class LockedSum {
        int n;

        @Actor
        public void one() {
            synchronized (this) {
                n++;
            }
        }

        @Actor
        public void two() {
            synchronized (this) {
                n++;
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = n;
        }
    }

    // Gradings that stand in another class.
    @Outcome(id = {"0", "7"}, expect = Expect.ACCEPTABLE)
    public static class Graded {}

    @JCStressTest
    @JCStressMeta(Graded.class)
    @State
    public static class ByMeta {
        int x;

        @Actor
        public void one() {
            x = 7;
        }

        @Actor
        public void two(I_Result r) {
            r.r1 = x;
        }
    }

    // Gradings by a pattern, and all others.
    @JCStressTest
    @State
    @Outcome(id = "[0-9]", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    public static class ByPattern {
        int x;

        @Actor
        public void one() {
            x = 7;
        }

        @Actor
        public void two(I_Result r) {
            r.r1 = x;
        }
    }

    // Bytes as numbers: message passing through a view, with release and acquire.
    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    public static class View {
        static final VarHandle H = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        final byte[] bytes = new byte[16];
        int data;

        @Actor
        public void one() {
            data = 1;
            H.setRelease(bytes, 8, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) H.getAcquire(bytes, 8);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"true, false, 1", "false, true, 2"}, expect = Expect.ACCEPTABLE)
    public static class ViewCas {
        static final VarHandle H = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        static final int OFF = ByteBuffer.wrap(new byte[64]).alignmentOffset(0, 8);
        byte[] bytes = new byte[OFF + 8];

        @Actor
        public void one(ZZJ_Result r) {
            r.r1 = H.compareAndSet(bytes, OFF, 0L, 1L);
        }

        @Actor
        public void two(ZZJ_Result r) {
            r.r2 = H.compareAndSet(bytes, OFF, 0L, 2L);
        }

        @Arbiter
        public void end(ZZJ_Result r) {
            r.r3 = (long) H.get(bytes, OFF);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0.0", "2.5"}, expect = Expect.ACCEPTABLE)
    public static class BufferView {
        static final VarHandle H = MethodHandles.byteBufferViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
        final ByteBuffer buffer = ByteBuffer.allocate(8);

        @Actor
        public void one() {
            H.setOpaque(buffer, 4, 2.5f);
        }

        @Actor
        public void two(F_Result r) {
            r.r1 = (float) H.getOpaque(buffer, 4);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING)
    public static class BufferBytes {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(2);

        @Actor
        public void one() {
            buffer.put(0, (byte) 1);
            buffer.put(1, (byte) 1);
        }

        @Actor
        public void two(BB_Result r) {
            r.r1 = buffer.get(1);
            r.r2 = buffer.get(0);
        }
    }

    // Publication by a race: the field may not be there yet, unless it is final.
    static class Box {
        int x;

        Box() {
            x = 1;
        }
    }

    static class FinalBox {
        final int x;

        FinalBox() {
            x = 1;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING)
    public static class RacyReference {
        Box box;

        @Actor
        public void one() {
            box = new Box();
        }

        @Actor
        public void two(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.x;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE)
    public static class FinalField {
        FinalBox box;

        @Actor
        public void one() {
            box = new FinalBox();
        }

        @Actor
        public void two(I_Result r) {
            FinalBox b = box;
            r.r1 = b == null ? -1 : b.x;
        }
    }

    // An exception, and who catches it.
    @JCStressTest
    @State
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE)
    public static class Caught {
        volatile Box box;

        @Actor
        public void one() {
            box = new Box();
        }

        @Actor
        public void two(I_Result r) {
            try {
                r.r1 = box.x;
            } catch (NullPointerException e) {
                r.r1 = -1;
            }
        }
    }

    // Loops, switches, arithmetic, calls of own methods.
    @JCStressTest
    @State
    @Outcome(id = {"0", "3", "6"}, expect = Expect.ACCEPTABLE)
    public static class Computing {
        int x;

        int times(int n) {
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += n;
            }
            return sum;
        }

        @Actor
        public void one() {
            x = 1;
        }

        @Actor
        public void two() {
            x = 2;
        }

        @Actor
        public void three(I_Result r) {
            switch (x) {
                case 1:
                    r.r1 = times(1);
                    break;
                case 2:
                    r.r1 = times(2);
                    break;
                default:
                    r.r1 = 0;
            }
        }
    }

    // Lambdas, interfaces, and a class that is found by its object.
    interface Source {
        int get();
    }

    static class Seven implements Source {
        public int get() {
            return 7;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0", "7", "8"}, expect = Expect.ACCEPTABLE)
    public static class Dispatch {
        volatile Source source = () -> 0;

        @Actor
        public void one() {
            source = new Seven();
        }

        @Actor
        public void two() {
            source = () -> 8;
        }

        @Actor
        public void three(I_Result r) {
            r.r1 = source.get();
        }
    }

    // Boxes and strings.
    @JCStressTest
    @State
    @Outcome(id = {"null, null", "1, null", "null, text", "1, text"}, expect = Expect.ACCEPTABLE)
    public static class Boxed {
        Integer number;
        String text;

        @Actor
        public void one() {
            number = 1;
            text = "text";
        }

        @Actor
        public void two(LL_Result r) {
            r.r1 = number;
            r.r2 = text;
        }
    }

    // An index that nobody knows.
    @JCStressTest
    @State
    @Outcome(id = {"0", "1"}, expect = Expect.ACCEPTABLE)
    public static class RandomIndex {
        final int[] a = new int[4];

        @Actor
        public void one() {
            a[ThreadLocalRandom.current().nextInt(4)] = 1;
        }

        @Actor
        public void two(I_Result r) {
            r.r1 = a[ThreadLocalRandom.current().nextInt(4)];
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING)
    public static class Copied {
        final int[] from = {1, 1}, to = new int[2];

        @Actor
        public void one() {
            System.arraycopy(from, 0, to, 0, 2);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = to[1];
            r.r2 = to[0];
        }
    }

    // 64 bits, which may come in halves.
    @JCStressTest
    @State
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING)
    public static class Torn {
        long x;

        @Actor
        public void one() {
            x = -1L;
        }

        @Actor
        public void two(J_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0.0", "1.0E300"}, expect = Expect.ACCEPTABLE)
    public static class Whole {
        volatile double x;

        @Actor
        public void one() {
            x = 1.0e300;
        }

        @Actor
        public void two(D_Result r) {
            r.r1 = x;
        }
    }

    // Updates by functions, of references, of elements.
    @JCStressTest
    @State
    @Outcome(id = {"3", "4"}, expect = Expect.ACCEPTABLE)
    public static class ByFunction {
        final AtomicInteger x = new AtomicInteger(1);

        @Actor
        public void one() {
            x.updateAndGet(v -> v * 2);
        }

        @Actor
        public void two() {
            x.accumulateAndGet(1, Integer::sum);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = x.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE)
    public static class ReferenceCas {
        static final AtomicReferenceFieldUpdater<ReferenceCas, String> UPDATER =
                AtomicReferenceFieldUpdater.newUpdater(ReferenceCas.class, String.class, "s");
        volatile String s;

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = UPDATER.compareAndSet(this, null, "one");
        }

        @Actor
        public void two(ZZ_Result r) {
            r.r2 = UPDATER.compareAndSet(this, null, "two");
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"one, null", "null, two"}, expect = Expect.FORBIDDEN)
    @Outcome(id = {"null, one", "two, null"}, expect = Expect.ACCEPTABLE)
    public static class ReferenceArray {
        final AtomicReferenceArray<String> a = new AtomicReferenceArray<>(2);

        @Actor
        public void one(LL_Result r) {
            r.r1 = a.getAndSet(1, "one");
        }

        @Actor
        public void two(LL_Result r) {
            r.r2 = a.getAndSet(1, "two");
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"false, true", "true, false"}, expect = Expect.ACCEPTABLE)
    public static class Exchanged {
        final AtomicBoolean b = new AtomicBoolean();
        final AtomicReference<String> unused = new AtomicReference<>("x");
        final AtomicLong counter = new AtomicLong();

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = b.getAndSet(true);
        }

        @Actor
        public void two(ZZ_Result r) {
            r.r2 = b.getAndSet(true);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    public static class Elements {
        final AtomicIntegerArray a = new AtomicIntegerArray(3);

        @Actor
        public void one(II_Result r) {
            r.r1 = a.incrementAndGet(2);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = a.addAndGet(2, 1);
        }
    }

    // A float handle that is called with an int: asType converts it.
    @JCStressTest
    @State
    @Outcome(id = {"0.0", "2.0"}, expect = Expect.ACCEPTABLE)
    public static class Converted {
        static final VarHandle H;

        static {
            try {
                H = MethodHandles.lookup().findVarHandle(Converted.class, "x", float.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        float x;

        @Actor
        public void one() {
            H.setVolatile(this, 2);
        }

        @Actor
        public void two(F_Result r) {
            r.r1 = (float) H.getVolatile(this);
        }
    }

    // Locks.
    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    public static class ReadWrite {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int x, y;

        @Actor
        public void one() {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        }

        @Actor
        public void two(II_Result r) {
            lock.readLock().lock();
            r.r1 = x;
            r.r2 = y;
            lock.readLock().unlock();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "1, 1", "-1, -1"}, expect = Expect.ACCEPTABLE)
    public static class Optimistic {
        final StampedLock lock = new StampedLock();
        volatile int x, y;

        @Actor
        public void one() {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }

        @Actor
        public void two(II_Result r) {
            long stamp = lock.tryOptimisticRead();
            int a = x, b = y;
            if (stamp != 0 && lock.validate(stamp)) {
                r.r1 = a;
                r.r2 = b;
            } else {
                r.r1 = -1;
                r.r2 = -1;
            }
        }
    }

    @JCStressTest
    @State
    @Outcome(id = {"1, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    public static class Tried {
        final ReentrantLock lock = new ReentrantLock();
        int n;

        @Actor
        public void one(II_Result r) {
            if (lock.tryLock()) {
                r.r1 = 1;
                lock.unlock();
            }
        }

        @Actor
        public void two(II_Result r) {
            if (lock.tryLock()) {
                r.r2 = 1;
                lock.unlock();
            }
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    public static class Latched {
        final CountDownLatch latch = new CountDownLatch(1);
        int x;

        @Actor
        public void one() {
            x = 1;
            latch.countDown();
        }

        @Actor
        public void two(I_Result r) throws InterruptedException {
            latch.await();
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = Expect.ACCEPTABLE)
    public static class Permits {
        final Semaphore one = new Semaphore(1);
        int n;

        @Actor
        public void one() throws InterruptedException {
            one.acquire();
            n++;
            one.release();
        }

        @Actor
        public void two() throws InterruptedException {
            one.acquire();
            n++;
            one.release();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = n;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    public static class Waited {
        boolean ready;
        int x;

        @Actor
        public void one() {
            synchronized (this) {
                x = 1;
                ready = true;
                notifyAll();
            }
        }

        @Actor
        public void two(I_Result r) throws InterruptedException {
            synchronized (this) {
                while (!ready) {
                    wait();
                }
                r.r1 = x;
            }
        }
    }

    // A thread that an actor starts.
    @JCStressTest
    @State
    @Outcome(id = {"0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    public static class Started {
        int x;

        @Actor
        public void one(II_Result r) throws InterruptedException {
            Thread t = new Thread(() -> x = 1);
            t.start();
            t.join();
            r.r2 = x;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = x;
        }
    }

    // Does the loop end?
    @JCStressTest(Mode.Termination)
    @State
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN)
    public static class Ends {
        volatile boolean stop;

        @Actor
        public void run() {
            while (!stop) {}
        }

        @Signal
        public void end() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @State
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING)
    public static class MayHang {
        boolean stop;

        @Actor
        public void run() {
            while (!stop) {}
        }

        @Signal
        public void end() {
            stop = true;
        }
    }
}
