package thinair;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.collectors.TestResultCollector;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Results as JSON, one record a line: the machine, the tests of this project, then one record for every JVM that
 * ran a test. Each record is on disk as soon as it is written, so a run that is cut off keeps what it has seen; one
 * that is not closes with a record "end". `thinair jcstress judge` reads these lines.
 */
final class Lines implements TestResultCollector, Closeable {
    private final PrintStream out;

    Lines(PrintStream out) {
        this.out = out;
    }

    /** Where this runs. */
    void run() {
        out.println("{\"record\":\"run\",\"format\":1,\"java\":" + property("java.version") + ",\"vm\":"
                + quoted(System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")) + ",\"os\":"
                + quoted(System.getProperty("os.name") + " " + System.getProperty("os.arch")) + ",\"cpus\":"
                + Runtime.getRuntime().availableProcessors() + "}");
    }

    /** The tests of this project: what each result stands for. */
    void tests() throws IOException {
        try (InputStream stream = Lines.class.getResourceAsStream("/thinair/tests.jsonl")) {
            if (stream == null) throw new IOException("the jar lacks thinair/tests.jsonl");
            BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) out.println(line);
        }
    }

    /** What one JVM showed. */
    @Override
    public synchronized void add(TestResult result) {
        TestConfig config = result.getConfig();
        StringBuilder states = new StringBuilder();
        for (String state : new TreeSet<>(result.getStateKeys())) {
            if (states.length() > 0) states.append(',');
            states.append(quoted(state)).append(':').append(result.getCount(state));
        }
        String modes = CompileMode.description(config.getCompileMode(), config.actorNames).trim().replaceAll("\\s+", " ");
        out.println("{\"record\":\"fork\",\"class\":" + quoted(config.name) + ",\"status\":"
                + quoted(result.status().name()) + ",\"jvm\":" + list(config.jvmArgs) + ",\"compile\":" + quoted(modes)
                + ",\"fork\":" + config.forkId + ",\"states\":{" + states + "}"
                + (result.status() == Status.NORMAL ? "" : ",\"messages\":" + list(result.getMessages())) + "}");
        out.flush();
    }

    /** All that was planned has been run. */
    void end() {
        out.println("{\"record\":\"end\"}");
    }

    @Override
    public void close() {
        out.close();
    }

    private static String property(String name) {
        return quoted(String.valueOf(System.getProperty(name)));
    }

    private static String list(Collection<String> words) {
        StringBuilder text = new StringBuilder("[");
        for (String word : words) text.append(text.length() == 1 ? "" : ",").append(quoted(word));
        return text.append(']').toString();
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
