#include "cli/jcstress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "ask/jcstress/supported.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower.hpp"
#include "show/report/jcstress.hpp"
#include "show/report/json.hpp"

namespace thinair::cli {
namespace {

// An explanation is a courtesy: without a limit of the user's it does not take longer than this.
constexpr double kExplainingSeconds = 20;

Diagnostic no_java(std::string_view file) {
  Diagnostic d;
  d.code = "jcstress-dialect";
  d.has_position = false;
  d.message = fmt::format("'{}' is no Java test", file);
  d.hint = "a JVM runs Java; 'thinair outcomes' takes tests in C and of processors";
  return d;
}

Diagnostic no_results(const JavaTest& test, const jcstress::Records& records) {
  Diagnostic d;
  d.code = "jcstress-no-results";
  d.has_position = false;
  const bool same_name = std::ranges::any_of(records.tests, [&](const auto& record) { return record.test == test.test.name; });
  d.message = same_name ? fmt::format("{}: the results are of another program that is called '{}' too", test.file, test.test.name)
                        : fmt::format("{}: the results have no test '{}'", test.file, test.test.name);
  return d;
}

// A test was read from a text of its own, which is all that its positions speak of.
std::vector<notes::Note> notes_on(const notes::Advisor& advisor, const JavaTest& test, const problem::ConfiguredModel& model) {
  Sources sources;
  sources.add(test.file, test.text);
  return advisor.notes(sources, test.test, model);
}

const jcstress::TestRecord* record_of(const JavaTest& test, const jcstress::Records& records) {
  if (test.class_name.empty()) return jcstress::find_record(records, test.test);
  const auto found = std::ranges::find(records.tests, test.class_name, &jcstress::TestRecord::class_name);
  return found == records.tests.end() ? nullptr : &*found;
}

}  // namespace

void tell(const Options& options, const Sources& sources, const Diagnostics& diagnostics) {
  std::fputs(to_text(sources, diagnostics, use_colour(options, stderr)).c_str(), stderr);
}

jcstress::Shape shape(const Options& options) { return {options.jcstress.handles, options.jcstress.alias}; }

std::deque<JavaTest> read_java_tests(const Options& options, const std::vector<std::string>& arguments, bool to_run, Exit& exit) {
  std::deque<JavaTest> out;
  std::optional<jcstress::Endless> endless;
  if (to_run) endless.emplace();
  std::size_t skipped = 0;
  const Inputs inputs = options.texts ? expand(arguments, *options.texts) : expand(arguments);
  std::string_view file_name;
  const auto rejected = [&](const Sources& sources, const Diagnostics& diagnostics) {
    tell(options, sources, diagnostics);
    if (options.format == Format::json) std::fputs(report::json::rejected({file_name, "", "", sources, diagnostics}).c_str(), stdout);
    exit = worst(exit, Exit::input);
  };
  if (!inputs.problems.empty()) rejected({}, inputs.problems);
  for (const Input& input : inputs.tests) {
    file_name = input.name;
    Sources sources;
    auto text = read_text(input);
    if (!text) {
      rejected(sources, text.error());
      continue;
    }
    const std::uint32_t file = sources.add(input.name, *text);
    auto tree = litmus::parse(sources, file);
    if (!tree) {
      rejected(sources, tree.error());
      continue;
    }
    if (!std::holds_alternative<litmus::java::Program>(tree->program)) {
      if (input.gathered)
        ++skipped;
      else
        rejected(sources, {no_java(input.name)});
      continue;
    }
    Diagnostics warnings;
    auto test = read::lower(sources, *tree, &warnings);
    if (!options.quiet) tell(options, sources, warnings);
    if (!test) {
      rejected(sources, test.error());
      continue;
    }
    if (options.unroll) test->program.unroll = *options.unroll;
    if (auto why = jcstress::unsupported(*tree, *test)) {
      rejected(sources, Diagnostics{std::move(*why)});
      continue;
    }
    Budget limited(options.timeout.value_or(kExplainingSeconds), options.memory, options.steps, stop_flag());
    if (auto why = endless ? (*endless)(*test, limited) : std::nullopt) {
      rejected(sources, Diagnostics{std::move(*why)});
      continue;
    }
    out.push_back({input.name, std::move(*text), std::move(*tree), std::move(*test)});
  }
  if (skipped > 0 && !options.quiet)
    std::fputs(fmt::format("thinair: {} of {} tests skipped: they are not in Java\n", skipped, inputs.tests.size()).c_str(), stderr);
  return out;
}

Exit judge_records(const Options& options, const std::deque<JavaTest>& tests, const jcstress::Records& records) {
  Sources sources;
  const auto models = load_models(sources, options);
  if (!models) {
    tell(options, sources, models.error());
    return Exit::input;
  }
  if (const Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) {
    tell(options, sources, unknown);
    return Exit::input;
  }
  const report::Style style{.colour = use_colour(options, stdout), .times = options.times, .stats = false};
  const auto budget = [&] { return cli::budget(options); };
  const auto explaining = [&] { return Budget(options.timeout.value_or(kExplainingSeconds), options.memory, options.steps, stop_flag()); };
  const Progress progress(tests.size(), options.quiet);
  const notes::Advisor advisor;
  Exit exit = Exit::as_expected;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    progress.show(i + 1, tests[i].test.name);
    const jcstress::TestRecord* record = record_of(tests[i], records);
    if (!record) {
      progress.clear();
      tell(options, sources, {no_results(tests[i], records)});
      exit = worst(exit, Exit::input);
      continue;
    }
    const jcstress::Coding coding = jcstress::actors(tests[i].tree, tests[i].test, jcstress::columns(tests[i].test), {}).coding;
    for (const LoadedModel& model : *models) {
      Diagnostics problems = model.incompatibilities(tests[i].test.program, options.variants);
      auto judged = problems.empty()
                        ? jcstress::judge(tests[i].test, records, *record, configured(options, model), budget, explaining, coding)
                        : tl::unexpected(std::move(problems));
      progress.clear();
      if (!judged) {
        tell(options, sources, judged.error());
        exit = worst(exit, Exit::input);
        continue;
      }
      const bool answered = judged->not_run.empty() && judged->complete && judged->troubles.empty();
      if (judged->mismatches() > 0) exit = worst(exit, Exit::not_as_expected);
      if (!answered) exit = worst(exit, Exit::unknown);
      if (options.quiet && answered && judged->mismatches() == 0) continue;
      const report::Witnessed witnessed{
          *judged, model.name(), notes_on(advisor, tests[i], configured(options, model)), {.file = tests[i].file}};
      std::fputs((options.format == Format::json ? report::json::witnessed(witnessed) : report::text::witnessed(witnessed, style)).c_str(),
                 stdout);
      std::fflush(stdout);
    }
  }
  return exit;
}

}  // namespace thinair::cli
