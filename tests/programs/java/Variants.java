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

// Lamport's queue as it should be.
class QueueVolatile {
    static final int[] buffer = new int[2];
    static volatile int head, tail;

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            buffer[0] = 7;
            tail = 1;
        });
        producer.start();
        if (tail - head > 0) {
            assert buffer[0] == 7;
            head = 1;
        }
        producer.join();
    }
}

// Lamport's bakery for two, without and with what it needs. Who has the smaller number goes first, and the first thread if they are equal.
class Bakery {
    static boolean choosing0, choosing1;
    static int number0, number1, n;

    static void first() {
        choosing0 = true;
        int own = number1 + 1;
        number0 = own;
        choosing0 = false;
        while (choosing1) {}
        while (true) {
            int other = number1;
            if (other == 0 || own <= other) {
                break;
            }
        }
        n++;
        number0 = 0;
    }

    static void second() {
        choosing1 = true;
        int own = number0 + 1;
        number1 = own;
        choosing1 = false;
        while (choosing0) {}
        while (true) {
            int other = number0;
            if (other == 0 || own < other) {
                break;
            }
        }
        n++;
        number1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Bakery::first), two = new Thread(Bakery::second);
        one.start();
        two.start();
        one.join();
        two.join();
        assert n == 2;
    }
}

class BakeryVolatile {
    static volatile boolean choosing0, choosing1;
    static volatile int number0, number1;
    static int n;

    static void first() {
        choosing0 = true;
        int own = number1 + 1;
        number0 = own;
        choosing0 = false;
        while (choosing1) {}
        while (true) {
            int other = number1;
            if (other == 0 || own <= other) {
                break;
            }
        }
        n++;
        number0 = 0;
    }

    static void second() {
        choosing1 = true;
        int own = number0 + 1;
        number1 = own;
        choosing1 = false;
        while (choosing0) {}
        while (true) {
            int other = number0;
            if (other == 0 || own < other) {
                break;
            }
        }
        n++;
        number1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(BakeryVolatile::first), two = new Thread(BakeryVolatile::second);
        one.start();
        two.start();
        one.join();
        two.join();
        assert n == 2;
    }
}

// Work stealing with two tasks: the owner takes the last one without a compare-and-set while there are others; the thief takes the first,
// and then the next. Nobody may run the last one twice.
class Stealing {
    static final AtomicInteger top = new AtomicInteger();
    static int bottom = 2;
    static boolean own, stolen;

    static void steal() {
        int t = top.get();
        if (t < bottom && top.compareAndSet(t, t + 1) && t == 1) {
            stolen = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thief = new Thread(() -> {
            steal();
            steal();
        });
        thief.start();
        bottom = 1;
        int t = top.get();
        if (t < 1) {
            own = true;
        } else if (t == 1 && top.compareAndSet(1, 2)) {
            own = true;
        }
        thief.join();
        assert !(own && stolen);
    }
}

class StealingVolatile {
    static final AtomicInteger top = new AtomicInteger();
    static volatile int bottom = 2;
    static boolean own, stolen;

    static void steal() {
        int t = top.get();
        if (t < bottom && top.compareAndSet(t, t + 1) && t == 1) {
            stolen = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thief = new Thread(() -> {
            steal();
            steal();
        });
        thief.start();
        bottom = 1;
        int t = top.get();
        if (t < 1) {
            own = true;
        } else if (t == 1 && top.compareAndSet(1, 2)) {
            own = true;
        }
        thief.join();
        assert !(own && stolen);
    }
}
