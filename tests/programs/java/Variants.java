// Variants of the programs of this folder: idioms that are right, and idioms that look right. Each class has a main of its own.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

// Double-checked locking with one read of the field: no null comes out, but the object may not be complete.
class DclLocal {
    static class Helper {
        int x;

        Helper() {
            x = 10;
        }
    }

    static Helper helper;

    static Helper get() {
        Helper h = helper;
        if (h == null) {
            synchronized (DclLocal.class) {
                h = helper;
                if (h == null) {
                    h = new Helper();
                    helper = h;
                }
            }
        }
        return h;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert get().x == 10;
        });
        other.start();
        assert get().x == 10;
        other.join();
    }
}

// Initialisation on demand: the class is initialised once, and whoever uses it sees that.
class Holder {
    static class Helper {
        int x;

        Helper() {
            x = 10;
        }
    }

    static class Lazy {
        static final Helper INSTANCE = new Helper();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert Lazy.INSTANCE.x == 10;
        });
        other.start();
        assert Lazy.INSTANCE.x == 10;
        other.join();
    }
}

// Lamport's queue with plain counters: the element may be missing when its counter is seen.
class Queue {
    static final int[] buffer = new int[2];
    static int head, tail;

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            buffer[0] = 7;
            tail = 1;
        });
        producer.start();
        if (tail - head > 0) {
            assert buffer[0] == 7;
        }
        producer.join();
    }
}

// A sequence lock, without and with what it needs.
class Seqlock {
    static int version, a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            version = 1;
            a = 1;
            b = 1;
            version = 2;
        });
        writer.start();
        int before = version;
        int r1 = a, r2 = b;
        int after = version;
        assert before != after || before % 2 != 0 || r1 == r2;
        writer.join();
    }
}

class SeqlockVolatile {
    static volatile int version, a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            version = 1;
            a = 1;
            b = 1;
            version = 2;
        });
        writer.start();
        int before = version;
        int r1 = a, r2 = b;
        int after = version;
        assert before != after || before % 2 != 0 || r1 == r2;
        writer.join();
    }
}

// What every tool must find before it may call anything right.
class Counter {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> n++);
        other.start();
        n++;
        other.join();
        assert n == 2;
    }
}

class LockedCounter {
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static void add() {
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockedCounter::add);
        other.start();
        add();
        other.join();
        assert n == 2;
    }
}

class Latch {
    static final CountDownLatch ready = new CountDownLatch(1);
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1;
            ready.countDown();
        });
        other.start();
        ready.await();
        assert x == 1;
        other.join();
    }
}

class TryLock {
    static final ReentrantLock lock = new ReentrantLock();
    static final AtomicInteger taken = new AtomicInteger();
    static int n;

    static void add() {
        if (lock.tryLock()) {
            n++;
            taken.incrementAndGet();
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TryLock::add);
        other.start();
        add();
        other.join();
        assert n == taken.get();
    }
}
