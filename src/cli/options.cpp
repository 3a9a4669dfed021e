#include "cli/options.hpp"

#include <algorithm>
#include <array>

#include "support/check.hpp"

namespace thinair::cli {
namespace {

constexpr std::uint32_t bit(Command command) { return 1U << static_cast<unsigned>(command); }
constexpr std::uint32_t kCheck = bit(Command::check);
constexpr std::uint32_t kOutcomes = bit(Command::outcomes);
constexpr std::uint32_t kExplain = bit(Command::explain);
constexpr std::uint32_t kSuite = bit(Command::suite);
constexpr std::uint32_t kCompare = bit(Command::compare);
constexpr std::uint32_t kRaces = bit(Command::races);
constexpr std::uint32_t kDifference = bit(Command::find_difference);
constexpr std::uint32_t kUnsound = bit(Command::find_unsound);
constexpr std::uint32_t kStronger = bit(Command::find_stronger);
constexpr std::uint32_t kSearch =
    kDifference | kUnsound | kStronger | bit(Command::find_race) | bit(Command::find_lost) | bit(Command::find_transformation);
constexpr std::uint32_t kFit = bit(Command::find_fit);
constexpr std::uint32_t kMerge = bit(Command::find_merge);
constexpr std::uint32_t kTransformations = bit(Command::find_transformations);
constexpr std::uint32_t kSpaces = bit(Command::find_spaces);
constexpr std::uint32_t kModels = bit(Command::models);
constexpr std::uint32_t kSchemes = bit(Command::schemes);
constexpr std::uint32_t kTests = bit(Command::tests);
constexpr std::uint32_t kCompile = bit(Command::compile);
constexpr std::uint32_t kConform = bit(Command::conform);
constexpr std::uint32_t kExport = bit(Command::export_);
constexpr std::uint32_t kHelp = bit(Command::help);
constexpr std::uint32_t kGenerate = bit(Command::jcstress_generate);
constexpr std::uint32_t kRun = bit(Command::jcstress_run);
constexpr std::uint32_t kJudge = bit(Command::jcstress_judge);
constexpr std::uint32_t kGradings = bit(Command::jcstress_gradings);
constexpr std::uint32_t kClasses = bit(Command::jcstress_check);
constexpr std::uint32_t kServe = bit(Command::serve);
constexpr std::uint32_t kWitnessed = kRun | kJudge;  // what a JVM shows beside what models allow
constexpr std::uint32_t kJvm = kGenerate | kWitnessed;
constexpr std::uint32_t kJudging = kCheck | kOutcomes | kExplain | kCompare;
constexpr std::uint32_t kPrograms = kJudging | kRaces;  // take Java programs
constexpr std::uint32_t kAsking = kJudging | kSuite;
constexpr std::uint32_t kModelled = kAsking | kJvm | kConform | kRaces | kClasses;  // asks models
constexpr std::uint32_t kAll =
    kModelled | kSearch | kFit | kExport | kMerge | kSpaces | kCompile | kGradings | kModels | kSchemes | kTests | kServe | kHelp;

constexpr auto kCommands = std::to_array<CommandSpec>({
    {Command::check, "check", "FILE...", "judge the clauses of tests",
     "For each test and model, judges every clause of the test: required must be allowed, forbidden and ~exists must not be, forall must "
     "hold in every state; exists only asks. Shows a state for what is allowed. A Java program is asked whether an exception, such as that "
     "of "
     "a failed assertion, may end a thread. Exit code 1 if a clause is not met, 4 if a limit left one undecided."},
    {Command::outcomes, "outcomes", "FILE...", "every final state of tests",
     "For each test and model, prints every state that the test can end in: the values of its registers, and of the locations that it "
     "names. A value that the model leaves open is printed as 'any' and a symbol, the same symbol where values must be equal."},
    {Command::explain, "explain", "FILE...", "why an outcome is possible, or why not",
     "For each test and model, takes the outcome that --outcome describes, or each clause of the test. If it is possible, shows an "
     "execution, under "
     "a multi-execution model with its justification: the stages, and what each of them commits. If it is not, gives a minimal reason: "
     "rules of the model and facts of the test that exclude it together, and how. --svg, --dot, --tikz and --html show the same as "
     "pictures."},
    {Command::suite, "suite", "[PATH...]", "a catalogue of tests against the verdicts that are expected",
     "Judges every clause of every test of a catalogue under each model, and counts by family how many verdicts are those that the tables "
     "of the "
     "catalogue expect; lists those that are not. Without PATH: the catalogue that is shipped, under every model that has a table. PATH is "
     "a folder with a "
     "folder of tests per family and a folder 'expected' of tables MODEL.csv, or a folder or test in one. Exit code 1 if a verdict is not "
     "as expected, 4 if "
     "a limit left one unknown."},
    {Command::compare, "compare", "FILE... --model A --model B", "where models differ",
     "For each test and each pair of models, prints the states that one model allows and the other does not, in both directions. Takes two "
     "or more models. With --check, a machine and a model that judges executions are also compared by executions: each of the model is a "
     "run "
     "of the machine."},
    {Command::races, "races", "FILE...", "data races of Java tests, or that there are none",
     "For each test, finds every pair of accesses that race in some interleaving of the threads (JLS 17.4.5), with their places and an "
     "interleaving in which neither happens before the other; or says that the test is data-race-free. With --model, also judges the "
     "clauses "
     "of a test with races: are the races benign for them? Exit code 1 if there is a race, with --model only if a clause is not met; 4 if "
     "a "
     "limit was reached."},
    {Command::jcstress_generate, "jcstress generate", "FILE... -o DIR", "tests for a real JVM, graded by a model",
     "Writes a project with one jcstress test per litmus test, which builds with Maven or with javac alone and needs nothing of thinair. "
     "Results that an interleaving of the threads gives are graded acceptable, those that only the model allows interesting, all others "
     "forbidden. With --to, what code compiled by the scheme shows is acceptable too, if the model allows it: interesting are then the "
     "results that only a compiler can bring about. The project's README tells how to go on."},
    {Command::jcstress_run, "jcstress run", "FILE...", "run tests on a real JVM and compare with models",
     "Builds the tests, runs them under jcstress with the JDK of JAVA_HOME or the PATH, and judges what was seen as 'jcstress judge' does. "
     "jcstress comes from --jcstress-jar, from the class path in THINAIR_JCSTRESS, or from Maven. Exit code 1 if something was seen that a "
     "model forbids, 4 if a test could not be run or a limit left an answer unknown."},
    {Command::jcstress_judge, "jcstress judge", "RESULTS [FILE...]", "compare saved results with models",
     "Takes the results that 'jcstress run -o DIR' has left (RESULTS is DIR, or DIR/results.jsonl), or that a generated project exported, "
     "and compares them with what models allow. A result that was seen and is forbidden is a mismatch, and is explained; one that is "
     "allowed and was not "
     "seen is listed, and never a failure. Without FILE: all tests of the results. Exit codes as for 'jcstress run'."},
    {Command::jcstress_gradings, "jcstress gradings", "JAR...", "the tests of a jcstress jar, and how they are graded",
     "Reads the list of tests of any jcstress jar, of a folder of classes, or a file TestList, and prints every test with its gradings. "
     "Points out what jcstress does not notice: results that are graded twice, patterns that are never reached or that are not valid, "
     "tests without gradings. Exit code 1 if there is something to point out."},
    {Command::jcstress_check, "jcstress check", "JAR...", "judge the gradings of jcstress tests by models, without running them",
     "Reads the jcstress tests of jars, folders of classes and class files, and finds every result that a model allows, from the bytecode "
     "of their actors alone. Prints each with the grading that the test gives it: a result that is forbidden and possible, a grading of a "
     "result that is impossible. Exit code 1 if a forbidden result is possible, 4 if a test could not be judged."},
    {Command::compile, "compile", "FILE... --to SCHEME", "compile tests to a processor",
     "Compiles each Java test by each scheme and prints the litmus test of the target, which thinair and herd7 read, with its clauses "
     "translated; the line Names= says where each register went. SCHEME is shipped ('thinair schemes' lists them; ppc is power) or a "
     "path to a .scheme file."},
    {Command::conform, "conform", "FILE... --to SCHEME", "does compiled code stay within the model?",
     "Compiles each Java test by each scheme, finds what the compiled test can end in under the model of its target, and asks the model "
     "only for these outcomes. Passes if it allows them all; otherwise prints those that it does not, an execution of the compiled test, "
     "and why the model excludes it. Exit code 1 if a test fails, 4 if a limit left one unknown."},
    {Command::find_difference, "find difference", "--model A --model B...", "programs on which models differ",
     "Asks models about every program of a space, and prints the smallest programs on which two of them differ: those in which no other "
     "embeds that was found, for each model that allows what another forbids. Every 'forbidden' that a finding rests on is asked of the "
     "reference evaluator, too. Exit code 1 if something was found, 4 if a limit left a program unknown."},
    {Command::find_unsound, "find unsound", "--model M --to SCHEME...", "programs that a scheme compiles wrongly",
     "Compiles every program of a space, and prints the smallest whose compiled code shows what the model forbids, for each scheme. A "
     "model that is monotone in modes (stronger modes allow no more) is asked first about the strongest modes with the same code, and the "
     "rest follows. That must be clear from the text of the model, or else be said with --assume-monotone ('find stronger' tells); "
     "--exhaustive asks about every program all the same."},
    {Command::find_race, "find race", "--model M...", "programs without data races that are not sequentially consistent",
     "Looks for programs that have no data race, and yet an outcome under the model that no interleaving has: the DRF guarantee is "
     "broken."},
    {Command::find_stronger, "find stronger", "--model M...", "programs that do more when they are made stronger",
     "Looks for programs that have more outcomes when one access gets the next stronger mode, when a full fence is added, or when two "
     "threads run one behind the other (--by)."},
    {Command::find_lost, "find lost", "--model M...", "interleavings that a model forbids; threads that misbehave alone",
     "Looks for programs that have an outcome of an interleaving that the model forbids; and, in spaces of one thread, for outcomes that "
     "no sequential execution has."},
    {Command::find_transformation, "find transformation", "RULE... --model M", "programs that a transformation gives new outcomes",
     "Applies transformations to every program of a space, at each place that fits, and prints the smallest programs that have more "
     "outcomes afterwards, on the registers that both have. RULE is shipped ('thinair find transformations' lists them) or a path to a "
     ".rules file."},
    {Command::find_fit, "find fit", "RESULTS... --model M...", "models that agree with what was observed, and what tells them apart",
     "Asks models about outcomes that were observed: what was seen must be allowed, what is known not to happen forbidden. Then looks for "
     "programs on which the models that fit differ. RESULTS is a table with the columns test, outcome and verdict, or a folder that "
     "'jcstress run -o' wrote, or the results.jsonl in it. Exit code 1 if no model fits."},
    {Command::find_merge, "find merge", "FILE...", "the parts of a search as one",
     "Reads files that searches wrote with --resume, parts of one search or not yet complete, and prints what they found together: the "
     "same "
     "text as one search would print. Exit code 3 if they are of different searches."},
    {Command::find_spaces, "find spaces", "[NAME]", "the spaces of programs that are shipped; one of them as text",
     "Lists the shipped spaces and how many programs they have, or prints the text of one, which can be saved, changed and given back with "
     "--space."},
    {Command::find_transformations, "find transformations", "[RULE]", "the transformations that are shipped; one of them as text",
     "Lists the shipped transformations, or prints the text of one, which can be saved, changed and given back to 'find transformation'."},
    {Command::export_, "export", "FILE --murphi", "a machine on a test, as the program of another tool",
     "Prints a machine (a .op model) together with a test as a program for Murphi, which Rumur checks: when the program comes to an end it "
     "prints the values that the test shows. For tests that come to an end, in which values are numbers and copies of what was read."},
    {Command::models, "models", "[NAME]", "the models that are shipped; one of them as text",
     "Lists the shipped models and the files that they include, or prints the text of one, which can be saved, changed and given back with "
     "--model."},
    {Command::schemes, "schemes", "[NAME]", "the compilation schemes that are shipped; one of them as text",
     "Lists the shipped compilation schemes, or prints the text of one, which can be saved, changed and given back with --to."},
    {Command::tests, "tests", "[NAME]", "the tests that are shipped; one of them as text",
     "Lists the tests of the shipped catalogue, or prints the text of one. Wherever a command takes a FILE, such a name will do: "
     "family/name, "
     "or the name alone if no other test has it."},
    {Command::serve, "serve", "", "thinair in the browser: outcomes and explanations as you type",
     "Serves a page, and the commands as JSON over HTTP, on this machine alone; prints the address first and ends with Ctrl-C. Every "
     "question runs in a process of its own with limits of time and memory; it can read no file and start no program. With --host, other "
     "machines can ask too, if they have the token that the address shows."},
    {Command::help, "help", "[COMMAND]", "this help, or that of a command",
     "Prints help. With --as, prints it as a manual page, as Markdown, or as the completion script of a shell."},
});

constexpr auto kOptions = std::to_array<OptionSpec>({
    {"all", 0, "", "Search", "", "print all that was found, not only the minimal", kSearch | kMerge},
    {"by", 0, "HOW", "Search", "mode", "mode, fence or join: what makes a program stronger; may be repeated", kStronger, true,
     Completes::word, "mode fence join"},
    {"assume-monotone", 0, "", "Search", "", "take it for granted that stronger modes allow no more", kUnsound},
    {"exhaustive", 0, "", "Search", "", "take no shortcut that rests on a property of the model", kUnsound},
    {"final", 0, "", "Search", "", "states show what is left in memory, too", kSearch | kFit},
    {"jvm", 0, "", "Search", "", "run what is printed on the JVM, as 'thinair jcstress run' does, and judge what it shows",
     kSearch | kMerge},
    {"limit", 0, "N", "Search", "20", "print N findings at most", kSearch | kMerge},
    {"modes", 0, "LIST", "Search", "", "access modes instead of the space's own: plain,opaque,acquire,release,volatile", kSearch | kFit},
    {"output", 'o', "DIR", "Search", "", "write what is printed to DIR as litmus tests", kSearch | kMerge, false, Completes::directory},
    {"program", 0, "TEXT", "Search", "", "ask about this program only, as in 'Wxp.Ryv|Wyp.Rxv'; may be repeated", kSearch, true},
    {"resume", 0, "FILE", "Search", "", "keep what is done in FILE, and go on from what is there", kSearch, false, Completes::file},
    {"shard", 0, "I/N", "Search", "0/1", "only the I-th of N parts; exit code 0 also if something was found", kSearch},
    {"size", 0, "SIZE", "Search", "", "2+2: two threads of two accesses; ..3+2: all that are no larger; may be repeated", kSearch | kFit,
     true},
    {"slurm", 0, "DIR", "Search", "",
     "search nothing; write scripts that run the search as N parts (--shard 0/N) under Slurm or GNU parallel", kSearch, false,
     Completes::directory},
    {"space", 0, "SPACE", "Search", "modes, or java5 for race and lost",
     "a shipped space (see 'thinair find spaces') or a path to a .space file", kSearch | kFit, false, Completes::file},
    {"vary", 0, "WHAT", "Search", "", "also the models without the rule WHAT, or with edits of the file WHAT.edits; may be repeated", kFit,
     true},
    {"expected", 0, "DIR", "Catalogue", "", "take the tables of DIR instead of the catalogue's own", kSuite, false, Completes::directory},
    {"family", 0, "NAME", "Catalogue", "", "only tests of the family NAME; may be repeated", kSuite, true},
    {"name", 0, "GLOB", "Catalogue", "", "only tests whose name, or family/name, matches GLOB (* any characters, ? one); may be repeated",
     kSuite | kClasses, true},
    {"as", 0, "MODEL", "Model", "", "judge all models against what is expected of MODEL", kSuite, false, Completes::model},
    {"check", 0, "", "Model", "",
     "have every witness and justification checked by a second, plain evaluator; a refuted one is a fault of thinair (exit 70)", kModelled},
    {"engine", 0, "NAME", "Model", "thinair", "thinair, or herd7 from the PATH, under herd's own model of the target", kConform, false,
     Completes::word, "thinair herd7"},
    {"identity", 0, "HOW", "Model", "", "nth or free: when events of two executions are the same, instead of what the .mem model says",
     kModelled | kSearch | kFit, false, Completes::word, "nth free"},
    {"include", 'I', "DIR", "Model", "", "look for included model files in DIR too; may be repeated", kModelled | kSearch | kFit | kExport,
     true, Completes::directory},
    {"mixed", 0, "", "Model", "", "compile each access by any of the schemes, in every combination: two compilers in one JVM", kConform},
    {"model", 'm', "MODEL", "Model", "", "a shipped model (see 'thinair models') or a path to a .cat, .mem or .op file; may be repeated",
     (kJudging & ~kCompare) | kWitnessed | kConform | kExport | kClasses, true, Completes::model},
    {"model", 'm', "MODEL", "Model", "none", "judge the clauses of tests with races under this model, too; may be repeated", kRaces, true,
     Completes::model},
    {"model", 'm', "MODEL", "Model", "none",
     "a shipped model or a path to a .cat, .mem or .op file; difference takes two or more, transformation one, others any number",
     kSearch | kFit, true, Completes::model},
    {"model", 'm', "MODEL", "Model", "none", "a shipped model or a path to a .cat, .mem or .op file; give two or more", kCompare, true,
     Completes::model},
    {"model", 'm', "MODEL", "Model", "", "a shipped model or a path to a .cat, .mem or .op file, to grade by", kGenerate, false,
     Completes::model},
    {"model", 'm', "MODEL", "Model", "all shipped models that have a table",
     "a shipped model or a path to a .cat, .mem or .op file; may be repeated", kSuite, true, Completes::model},
    {"set", 0, "CELL=VALUE", "Model", "", "give a cell of a machine's table another value, as in bypass[R,W]=yes; may be repeated",
     kModelled | kModels | kExport, true},
    {"skip-check", 0, "NAME", "Model", "", "ignore the check that the model calls NAME; may be repeated", kModelled | kSearch | kFit, true},
    {"target-model", 0, "MODEL", "Model", "the one that the scheme names", "judge compiled tests under MODEL",
     kConform | kGenerate | kUnsound, false, Completes::model},
    {"to", 0, "SCHEME", "Model", "", "a compilation scheme, or a path to a .scheme file; may be repeated", kCompile | kConform, true,
     Completes::scheme},
    {"to", 0, "SCHEME", "Model", "", "a compilation scheme, or a path to a .scheme file", kUnsound, false, Completes::scheme},
    {"to", 0, "SCHEME", "Model", "", "a compilation scheme, or a path to a .scheme file: grade by what code compiled by it shows, too",
     kGenerate, false, Completes::scheme},
    {"variant", 0, "NAME", "Model", "", "make 'variant \"NAME\"' true in the model; may be repeated", kModelled, true},
    {"without", 0, "NAME", "Model", "",
     "leave out the condition that a .mem model calls NAME, or the conditions of a rule, or a cell, of a .op model; may be repeated",
     kModelled | kSearch | kFit | kExport, true},
    {"jobs", 'j', "N", "Limits", "1", "judge N tests at a time; 0: one per processor", kJudging | kRaces | kSearch},
    {"jobs", 'j', "N", "Limits", "0", "judge N tests at a time; 0: one per processor", kSuite | kConform | kClasses},
    {"jobs", 'j', "N", "Limits", "0", "work on N questions at a time; 0: one per processor", kServe},
    {"memory", 0, "MIB", "Limits", "512", "stop a question when its process uses more than MIB mebibytes; the answer is then unknown",
     kServe},
    {"memory", 0, "MIB", "Limits", "none", "stop a test when the program uses more than MIB mebibytes; the answer is then unknown",
     kModelled},
    {"steps", 0, "N", "Limits", "none",
     "stop a test and model after N steps of work, on every machine at the same place; the answer is then unknown",
     kModelled | kSearch | kFit},
    {"timeout", 0, "SECONDS", "Limits", "10", "stop a question after SECONDS; the answer is then unknown", kServe},
    {"timeout", 0, "SECONDS", "Limits", "none", "stop a test and model after SECONDS; the answer is then unknown",
     kModelled | kSearch | kFit},
    {"unroll", 0, "N", "Limits", "4", "follow each backward jump of a test at most N times; if a loop may go on, the answer is unknown",
     kJudging | kConform | kJvm | kRaces | kClasses},
    {"class", 0, "NAME", "Java", "every class that can be run", "judge the class NAME of a jar or folder, with dots", kPrograms},
    {"class-path", 0, "PATH", "Java", "", "also look for classes in PATH, a folder or a jar; may be repeated", kPrograms | kClasses, true,
     Completes::file},
    {"no-assertions", 0, "", "Java", "", "run 'assert' as a JVM does without -ea: not at all", kPrograms | kClasses},
    {"no-tearing", 0, "", "Java", "", "never tear a long or double, as 64-bit JVMs do; without this, plain ones may be torn (JLS 17.7)",
     kPrograms | kClasses},
    {"property", 0, "COND", "Java", "that no exception ends a thread",
     "the property of the program: COND holds in every state, e.g. 'x=1' or '~(0:AssertionError=1)'", kPrograms},
    {"threads", 0, "A,B,..", "Java", "main and what it starts", "take methods A, B, .. of the class as threads", kPrograms},
    {"alias", 0, "", "JVM", "",
     "reach locations through two references to one object, so that the compiler cannot tell that two reads are one", kGenerate | kRun},
    {"budget", 0, "SECONDS", "JVM", "as the preset says", "about how long all tests together may run", kRun | kSearch | kMerge},
    {"jcstress-jar", 0, "JAR", "JVM", "", "a jar of jcstress 0.16 or of what it needs; may be repeated", kRun | kSearch | kMerge, true,
     Completes::file},
    {"observe", 0, "", "JVM", "", "grade every result acceptable: the tests only observe, and no model is asked", kGenerate},
    {"output", 'o', "DIR", "Search", "", "write the edited models that fit to DIR", kFit, false, Completes::directory},
    {"output", 'o', "DIR", "JVM", "", "write the project to DIR; with --json, -: all its files in one document", kGenerate, false,
     Completes::directory},
    {"output", 'o', "DIR", "JVM", "", "keep the project and its results.jsonl in DIR", kRun, false, Completes::directory},
    {"package", 0, "NAME", "JVM", "litmus", "the Java package of the tests", kGenerate},
    {"preset", 0, "NAME", "JVM", "normal",
     "smoke (one JVM configuration, seconds a test), normal (some, half a minute a test) or thorough (all that jcstress knows, minutes a "
     "test)",
     kRun, false, Completes::word, "smoke normal thorough"},
    {"varhandles", 0, "", "JVM", "", "use VarHandles even where volatile fields would do: the compiler sees another shape of code",
     kGenerate | kRun},
    {"wall-clock", 0, "SECONDS", "JVM", "twice what is expected", "stop the JVMs after SECONDS; what was seen until then is judged", kRun},
    {"as", 0, "FORM", "Output", "text", "text, man, markdown, bash, zsh or fish", kHelp, false, Completes::word,
     "text man markdown bash zsh fish"},
    {"color", 0, "WHEN", "Output", "auto", "auto, always or never; auto: on a terminal, unless NO_COLOR is set or TERM is dumb",
     kModelled | kSearch | kFit | kMerge | kGradings | kCompile, false, Completes::word, "auto always never"},
    {"csv", 0, "", "Output", "", "comma-separated values; short for --format csv", kSuite},
    {"details", 0, "", "Output", "", "every verdict, with what is expected and who says so", kSuite},
    {"dot", 0, "FILE", "Output", "",
     "write the pictures of the explanation to FILE for Graphviz, one graph after the other; -: to standard output", kExplain, false,
     Completes::file},
    {"expect-equal", 0, "", "Output", "", "exit with 1 if models differ", kCompare},
    {"format", 0, "FORM", "Output", "text", "text, json or herd (the log format of herd; check and outcomes only)", kJudging, false,
     Completes::word, "text json herd"},
    {"format", 0, "FORM", "Output", "text", "text, json, csv or markdown", kSuite, false, Completes::word, "text json csv markdown"},
    {"html", 0, "FILE", "Output", "",
     "write a page for the browser to FILE (-: standard output): the test, its outcomes, and why; takes "
     "one test",
     kExplain, false, Completes::file},
    {"html", 0, "DIR", "Output", "", "also write a site to DIR: the tables, and a page with explanations for every test", kSuite, false,
     Completes::directory},
    {"json", 0, "", "Output", "", "one JSON document a line for each test and model; short for --format json", kJudging},
    {"json", 0, "", "Output", "", "one JSON document a line for each model or file", kModels},
    {"json", 0, "", "Output", "", "a JSON document a line for each finding, then one that says how much was asked", kSearch | kMerge},
    {"json", 0, "", "Output", "", "one JSON document", kFit},
    {"json", 0, "", "Output", "", "one JSON document a line for each space or transformation", kSpaces | kTransformations},
    {"json", 0, "", "Output", "", "one JSON document a line for each scheme", kSchemes},
    {"json", 0, "", "Output", "", "one JSON document a line for each test", kTests},
    {"json", 0, "", "Output", "", "one JSON document; short for --format json", kSuite},
    {"json", 0, "", "Output", "", "one JSON document a line for each test and model", kWitnessed | kConform | kClasses},
    {"json", 0, "", "Output", "", "one JSON document a line for each test", kGradings | kCompile | kGenerate | kRaces},
    {"markdown", 0, "", "Output", "", "tables in Markdown; short for --format markdown", kSuite},
    {"murphi", 0, "", "Output", "", "as a Murphi program", kExport},
    {"no-times", 0, "", "Output", "", "leave out running times, so that output is the same on every machine",
     kAsking | kRaces | kSearch | kMerge},
    {"outcome", 0, "COND", "Output", "", "explain the states that satisfy COND, e.g. '0:r1=1 /\\ 1:r2=0', instead of the test's clauses",
     kExplain},
    {"quiet", 'q', "", "Output", "", "no warnings, no progress; check and compare print only what is not met, unknown or different",
     kAsking},
    {"quiet", 'q', "", "Output", "", "no warnings, no progress; only tests with mismatches or without an answer", kWitnessed | kClasses},
    {"quiet", 'q', "", "Output", "", "no warnings, no progress; only tests that fail or have no answer", kConform},
    {"quiet", 'q', "", "Output", "", "no warnings, no progress", kGenerate | kCompile | kSearch | kFit},
    {"quiet", 'q', "", "Output", "", "only what is pointed out", kGradings},
    {"quiet", 'q', "", "Output", "", "no warnings, no progress; only tests with races, or without an answer", kRaces},
    {"stats", 0, "", "Output", "", "say how much work each answer took", kCheck | kOutcomes},
    {"svg", 0, "FILE", "Output", "",
     "write the picture of the explanation to FILE; if there are several (stages, candidates), to FILE-1, FILE-2 .. before its ending; -: "
     "to standard output, one after the other",
     kExplain, false, Completes::file},
    {"tikz", 0, "FILE", "Output", "",
     "write the pictures of the explanation to FILE for LaTeX (TikZ), one after the other; -: to standard output", kExplain, false,
     Completes::file},
    {"host", 0, "ADDRESS", "Server", "127.0.0.1", "listen on ADDRESS; if others can reach it, a token is asked for", kServe},
    {"open", 0, "", "Server", "", "open the page in the browser", kServe},
    {"port", 0, "N", "Server", "a free one", "listen on port N", kServe},
    {"help", 'h', "", "General", "", "help for a command", kAll},
    {"version", 'V', "", "General", "", "the version of thinair", 0},
});

}  // namespace

std::span<const CommandSpec> commands() { return kCommands; }

const CommandSpec& spec_of(Command command) {
  const auto at = std::ranges::find(kCommands, command, &CommandSpec::command);
  check(at != kCommands.end(), "every command is in the table");
  return *at;
}

std::string_view group_of(const CommandSpec& spec) {
  const std::size_t space = spec.name.find(' ');
  return space == std::string_view::npos ? std::string_view() : spec.name.substr(0, space);
}

std::vector<const CommandSpec*> commands_of(std::string_view group) {
  std::vector<const CommandSpec*> out;
  for (const CommandSpec& spec : kCommands)
    if (!group.empty() && group_of(spec) == group) out.push_back(&spec);
  return out;
}

std::vector<std::string_view> first_words() {
  std::vector<std::string_view> out;
  for (const CommandSpec& spec : kCommands) {
    const std::string_view word = group_of(spec).empty() ? spec.name : group_of(spec);
    if (out.empty() || out.back() != word) out.push_back(word);
  }
  return out;
}

std::span<const OptionSpec> options() { return kOptions; }

bool accepts(const OptionSpec& option, Command command) { return (option.accepted_by & bit(command)) != 0; }

}  // namespace thinair::cli
