// Programs that are not judged, each for a reason that thinair has to say.
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
