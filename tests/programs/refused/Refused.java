// Programs that are not judged, each for a reason that thinair has to say.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

class UsesMap {
    static void put(Map<String, String> map) {
        map.put("a", "b");
    }

    public static void main(String[] args) {
        Map<String, String> map = new HashMap<>();
        put(map);
    }
}

class Forever {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (true) {
                x = x + 1;
                if (x == 100) break;
            }
        });
        other.start();
        int seen = x;
        assert seen < 1000;
    }
}

class NoMain {
    static int x;
}

class MixedView {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] bytes = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> bytes[0] = 1);
        other.start();
        int seen = (int) INTS.getVolatile(bytes, 0);
        assert seen == 0 || seen == 1 << 24;
    }
}

class TwoViews {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] bytes = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> INTS.setVolatile(bytes, 0, 1));
        other.start();
        long seen = (long) LONGS.getVolatile(bytes, 0);
        assert seen == 0;
    }
}

class Unaligned {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] bytes = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> INTS.set(bytes, 1, 1));
        other.start();
        int seen = (int) INTS.get(bytes, 1);
        assert seen == 0;
    }
}

class Locks {
    static final Object m = new Object();

    public static void main(String[] args) {
        new Thread(() -> { synchronized (m) { } }).start();
    }
}
