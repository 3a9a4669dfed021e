import java.util.concurrent.atomic.AtomicReference;

/** A stack without locks: two threads push a node and pop one each. Each gets one of the two. */
class Treiber {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> head = new AtomicReference<>();
    static int a, b;

    static void push(Node node) {
        Node old;
        do {
            old = head.get();
            node.next = old;
        } while (!head.compareAndSet(old, node));
    }

    static int pop() {
        while (true) {
            Node top = head.get();
            if (top == null) return 0;
            if (head.compareAndSet(top, top.next)) return top.value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> { push(new Node(1)); a = pop(); });
        Thread two = new Thread(() -> { push(new Node(2)); b = pop(); });
        one.start();
        two.start();
        one.join();
        two.join();
        assert a != 0 && b != 0 && a != b;
    }
}
