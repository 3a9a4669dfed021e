// Examples of every command. tests/usage/examples.py runs them all, in a folder that has the files they name.
#include <array>

#include "cli/options.hpp"

namespace thinair::cli {
namespace {

constexpr auto kExamples = std::to_array<Example>({
    {Command::check, "check SB+vol", "a shipped test under Java's model"},
    {Command::check, "check mine.litmus --model jls04 --model jam21", "a test of your own under two models"},
    {Command::check, "check tests --quiet --jobs 0", "a folder on all processors; only what is not as the tests expect"},
    {Command::outcomes, "outcomes classic/MP --model sc --model jam21", "what message passing can end with"},
    {Command::outcomes, "outcomes mine.litmus --json --timeout 10", "for scripts, ten seconds at most"},
    {Command::explain, "explain classic/LB", "how Java justifies load buffering"},
    {Command::explain, "explain LbOdd --outcome '0:a=5'", "why a value cannot come out of thin air"},
    {Command::explain, "explain SB+vol --html why.html", "the same as a page with pictures"},
    {Command::suite, "suite --family classic --model jls04 --model jam21", "one family under two models"},
    {Command::suite, "suite --name 'causality-0*' --details", "some tests, every verdict with its source"},
    {Command::suite, "suite --family classic --html site", "the tables and explanations as pages"},
    {Command::compare, "compare classic/IRIW --model sc --model jam21", "what only one of the two allows"},
    {Command::compare, "compare tests --model jam21 --model mine.cat --quiet", "where your model differs on a folder of tests"},
    {Command::races, "races SB+vol", "is it free of data races?"},
    {Command::races, "races jpr/hash --model jls04", "are the races benign for what the test asks?"},
    {Command::jcstress_generate, "jcstress generate SB+vol -o project", "a project graded by Java's model"},
    {Command::jcstress_generate, "jcstress generate tests -o project --model jam21", "a folder of tests, graded by another model"},
    {Command::jcstress_generate, "jcstress generate classic/SB -o project --to x86",
     "what code for x86 shows is expected; the rest is a compiler's doing"},
    {Command::jcstress_run, "jcstress run classic/SB --preset smoke", "a quick look at what this JVM shows"},
    {Command::jcstress_run, "jcstress run tests -o results", "the same for a folder, keeping the results"},
    {Command::jcstress_judge, "jcstress judge results", "what 'jcstress run -o results' saw, under Java's model"},
    {Command::jcstress_judge, "jcstress judge results/results.jsonl --model jam21 --quiet", "only mismatches under another model"},
    {Command::jcstress_gradings, "jcstress gradings tests.jar", "every test of a jar with its gradings"},
    {Command::jcstress_gradings, "jcstress gradings tests.jar --quiet", "only what is wrong with them"},
    {Command::jcstress_check, "jcstress check tests.jar", "which results Java's model allows, beside their gradings"},
    {Command::jcstress_check, "jcstress check tests.jar --model sc --quiet", "forbidden results that an interleaving gives"},
    {Command::compile, "compile SB+vol --to x86 --to aarch64", "the same test for two processors"},
    {Command::compile, "compile mine.litmus --to mine.scheme", "with a scheme of your own"},
    {Command::conform, "conform SB+vol --to power", "may Java's volatile be compiled like this?"},
    {Command::conform, "conform tests --to mine.scheme --model jam21", "a scheme of your own on a folder of tests"},
    {Command::conform, "conform SB+vol --to aarch64 --to aarch64-dmb --mixed", "each access by either of two compilers"},
    {Command::find_difference, "find difference --model sc --model jls04 --size 2+1", "the smallest programs that tell two models apart"},
    {Command::find_difference, "find difference --model jam19 --model jam21 --limit 3", "up to two threads of two accesses, in every mode"},
    {Command::find_unsound, "find unsound --model jam21 --to x86", "does x86 show what the model forbids?"},
    {Command::find_unsound, "find unsound --model jam21 --to mine.scheme --final --limit 2",
     "a scheme of your own; what is left in memory counts"},
    {Command::find_race, "find race --model jls04 --size ..2+1", "is Java's guarantee for programs without races kept?"},
    {Command::find_race, "find race --model mine.cat --size 2+1", "does a model of your own keep it?"},
    {Command::find_stronger, "find stronger --model jam21 --size ..2+1", "is the model monotone in modes?"},
    {Command::find_stronger, "find stronger --model jam21 --size 2+1 --by fence --by join", "do fences, or fewer threads, add outcomes?"},
    {Command::find_lost, "find lost --model jls04 --size ..2+1", "is every interleaving allowed?"},
    {Command::find_lost, "find lost --model mine.cat --space alone --size 2", "does a thread behave when it is alone?"},
    {Command::find_transformation, "find transformation read-after-read --model jls04 --space context",
     "is it valid in Java to read once instead of twice?"},
    {Command::find_transformation, "find transformation reorder-RW reorder-WR --model jam21 --size ..2+2",
     "may plain accesses change places?"},
    {Command::find_fit, "find fit seen.csv --model jam19 --model jam21 --model java", "which models agree with what was seen?"},
    {Command::find_fit, "find fit seen.csv --model jam21 --vary coherence --vary no-thin-air --size ..2+1",
     "and if rules of one were left out? What would tell those apart that do?"},
    {Command::find_merge, "find merge part-0.jsonl part-1.jsonl", "two parts of a search as one"},
    {Command::find_merge, "find merge part-*.jsonl -o found", "and what they found as litmus tests"},
    {Command::find_transformations, "find transformations", "what is shipped"},
    {Command::find_transformations, "find transformations roach-motel-lock > mine.rules", "a copy to change"},
    {Command::find_spaces, "find spaces", "what is shipped"},
    {Command::find_spaces, "find spaces modes > mine.space", "a copy to change"},
    {Command::export_, "export SB+vol --model tso --murphi > sb.m", "a program for Rumur"},
    {Command::export_, "export classic/SB --model umm-sc --murphi", "the same for another machine"},
    {Command::models, "models", "what is shipped"},
    {Command::models, "models jam21 > mine.cat", "a copy to change"},
    {Command::schemes, "schemes", "what is shipped"},
    {Command::schemes, "schemes aarch64 > mine.scheme", "a copy to change"},
    {Command::tests, "tests", "what is shipped"},
    {Command::tests, "tests classic/SB > mine.litmus", "a copy to change"},
    {Command::serve, "serve --open", "the page, in your browser"},
    {Command::serve, "serve --port 8080 --timeout 30", "at an address that stays, for long questions"},
    {Command::help, "help explain", "a command with its options"},
    {Command::help, "help --as bash > thinair.bash", "what bash needs to complete words"},
});

}  // namespace

std::vector<Example> examples_of(Command command) {
  std::vector<Example> out;
  for (const Example& example : kExamples)
    if (example.command == command) out.push_back(example);
  return out;
}

}  // namespace thinair::cli
