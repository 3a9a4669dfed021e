/** Two threads hand each other what they read, and cast it: a reference out of thin air. */
class CastCircle {
    static Object x, y, a;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> { CastCircle r = (CastCircle) x; y = r; a = r; });
        Thread two = new Thread(() -> { CastCircle r = (CastCircle) y; x = r; });
        one.start();
        two.start();
        one.join();
        two.join();
        assert a == null;
    }
}
