package thinair;

import java.io.PrintStream;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;

/**
 * The file jcstress-results-*.bin.gz of an ordinary run, as JSON lines on standard output.
 *
 * <p>The file is Java serialisation without fixed versions: it can be read only with the jar that wrote it.
 */
public final class Export {
    private Export() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 1) {
            System.err.println("usage: java -cp target/jcstress.jar thinair.Export jcstress-results-....bin.gz > results.jsonl");
            System.exit(2);
        }
        try (Lines lines = new Lines(new PrintStream(System.out, true, "UTF-8"))) {
            lines.run();
            lines.tests();
            DiskReadCollector blob = new DiskReadCollector(args[0], lines);
            blob.dump();
            blob.close();
            lines.end();
        }
    }
}
