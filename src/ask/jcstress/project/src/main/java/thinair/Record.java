package thinair;

import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.infra.collectors.TestResultCollector;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Runs jcstress as its own Main does, and writes every result down the moment it is there.
 *
 * <p>jcstress keeps results in a compressed stream that holds them back until the run ends, so a run that is stopped
 * loses them. The steps below are those of JCStress.run() in release 0.16; two of them are private there.
 */
public final class Record {
    /** How long a test runs in one JVM; 0: as the options of jcstress say. */
    private static long milliseconds = 0;
    /** Seconds for all JVMs together; 0: no matter. */
    private static double budget = 0;

    private Record() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            System.err.println("usage: java -cp target/jcstress.jar thinair.Record results.jsonl [--milliseconds N] [--budget SECONDS]"
                    + " [OPTION OF JCSTRESS...]");
            System.exit(2);
        }
        int first = 1;
        for (; first + 1 < args.length && args[first].startsWith("--"); first += 2) {
            if (args[first].equals("--milliseconds")) milliseconds = Long.parseLong(args[first + 1]);
            if (args[first].equals("--budget")) budget = Double.parseDouble(args[first + 1]);
        }
        String[] options = Arrays.copyOfRange(args, first, args.length);
        try (Lines lines = new Lines(new PrintStream(new FileOutputStream(args[0]), true, "UTF-8"))) {
            lines.run();
            lines.tests();
            run(options, lines);
            lines.end();
        }
    }

    private static Options parsed(String... words) throws Exception {
        Options options = new Options(words);
        if (!options.parse()) System.exit(1);
        return options;
    }

    /** The options, with the time that a test runs in each of so many JVMs. */
    private static String[] timed(String[] words, int jvms) {
        if (milliseconds == 0) return words;
        long time = milliseconds;
        // Starting and stopping a JVM takes about a second and a half, and is not counted by jcstress.
        if (budget > 0 && jvms > 0) time = Math.max(50, (long) (1000 * budget) / jvms - 1500);
        String[] out = Arrays.copyOf(words, words.length + 4);
        System.arraycopy(new String[] {"-iters", "5", "-time", String.valueOf(Math.max(10, time / 5))}, 0, out, words.length, 4);
        return out;
    }

    private static void run(String[] words, Lines lines) throws Exception {
        Options options = parsed(words);
        OSSupport.init();
        VMSupport.initFlags(options);
        VMSupport.detectAvailableVMConfigs(options.isSplitCompilation(), options.getJvmArgs(), options.getJvmArgsPrepend());
        Scheduler scheduler = new Scheduler(Topology.get(), options.getCPUCount());
        List<TestConfig> planned = plan(options, scheduler);
        planned = plan(parsed(timed(words, planned.size())), scheduler);
        int count = planned.size();
        System.out.println("progress 0/" + count);
        AtomicInteger done = new AtomicInteger();
        TestResultCollector collector = result -> {
            lines.add(result);
            System.out.println("progress " + done.incrementAndGet() + "/" + count + " " + result.getName());
        };
        // With fewer CPUs than actors jcstress plans nothing for a test and says nothing: the reader of the results does.
        if (!planned.isEmpty()) new TestExecutor(options.verbosity(), collector, scheduler).runAll(planned);
    }

    @SuppressWarnings("unchecked")
    private static List<TestConfig> plan(Options options, Scheduler scheduler) throws Exception {
        JCStress jcstress = new JCStress(options);
        SortedSet<String> tests = jcstress.getTests();
        Object classes = hidden("computeSchedulingClasses", SortedSet.class, Scheduler.class).invoke(jcstress, tests, scheduler);
        return (List<TestConfig>) hidden("prepareRunProgram", Map.class, Set.class).invoke(jcstress, classes, tests);
    }

    private static Method hidden(String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = JCStress.class.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }
}
