#include "cli/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <new>
#include <set>

#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/schemes.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower.hpp"
#include "show/report/herd.hpp"
#include "show/report/json.hpp"

namespace thinair::cli {
namespace {

bool compiles(const Options& options) { return options.command == Command::compile || options.command == Command::conform; }

// Why a model cannot judge a test, for a line about many tests.
std::string why_not(const LoadedModel& model, const program::Test& test, const Diagnostics& problems) {
  if (model.other_architecture(test.program).empty()) return problems.front().message;
  return fmt::format("it is for {}", model.single().architecture);
}

std::string record(const Options& options, const report::json::Rejected& rejected) {
  return options.format == Format::json ? report::json::rejected(rejected) : "";
}

// Names that several of the tests have: then a name alone does not tell which test is meant.
std::set<std::string> ambiguous_names(const std::vector<Input>& inputs) {
  std::set<std::string> once, more;
  for (const Input& input : inputs) {
    std::error_code ignored;
    if (input.program) continue;
    if (!input.shipped && !std::filesystem::is_regular_file(input.path, ignored)) continue;  // what can be read only once
    auto text = read_text(input);
    if (!text) continue;
    Sources sources;
    const auto tree = litmus::parse(sources, sources.add(input.name, std::move(*text)));
    if (!tree) continue;
    const std::string name = tree->name == "--" ? std::filesystem::path(input.name).stem().string() : tree->name;  // as read::lower does
    if (!once.insert(name).second) more.insert(name);
  }
  return more;
}

Result<program::Test> read_litmus(Sources& sources, const Input& input, std::uint32_t& file, Diagnostics* warnings) {
  auto text = read_text(input);
  if (!text) return fail(text.error());
  file = sources.add(input.name, std::move(*text));
  return read::read_test(sources, file, warnings);
}

// The property of the user's takes the place of the program's own.
Result<program::Test> read_program(const Options& options, Sources& sources, const Input& input, std::uint32_t& file) {
  read::bytecode::LowerOptions how;
  how.tearing = options.tearing;
  how.assertions = options.assertions;
  if (options.unroll) how.unroll = *options.unroll;
  const std::uint32_t first = sources.size();
  auto lowered = programs::read(sources, *input.program, how);
  if (!lowered) return fail(lowered.error());
  file = sources.size() > first ? first : sources.add(input.name, "");
  program::Test test = std::move(lowered->test);
  if (!options.property.empty()) {
    auto prop = read::read_prop(sources, sources.add("--property", options.property), test);
    if (!prop) return fail(prop.error());
    program::observe(test, *prop);
    test.clauses = {{program::Clause::Kind::forall, std::move(*prop), {}, options.property}};
  }
  return test;
}

Printed judge_one(const Options& options, const report::Style& style, const Sources& with_models, const std::vector<LoadedModel>& models,
                  bool needs_models, const Input& input, const std::set<std::string>& ambiguous, const notes::Advisor& advisor,
                  const Judge& judge) {
  Printed printed;
  const bool colour = use_colour(options, stderr);
  std::string_view name;
  const auto rejected = [&](const Sources& sources, const Diagnostics& diagnostics) {
    printed.err += to_text(sources, diagnostics, colour);
    printed.out += record(options, {input.name, name, "", sources, diagnostics});
    printed.exit = Exit::input;
    return printed;
  };
  Sources sources = with_models;
  Diagnostics warnings;
  std::uint32_t file = 0;
  auto test = input.program ? read_program(options, sources, input, file) : read_litmus(sources, input, file, &warnings);
  if (!options.quiet) printed.err += to_text(sources, warnings, colour);
  if (!test) return rejected(sources, test.error());
  name = test->name;
  if (options.unroll) test->program.unroll = *options.unroll;
  std::vector<LoadedModel> own;  // the default for tests that are not in Java
  if (needs_models && options.models.empty() && test->program.arch != program::Arch::java) {
    auto loaded = load_models(sources, options, test->program.arch);
    if (!loaded) return rejected(sources, loaded.error());
    own = std::move(*loaded);
  }
  const std::vector<LoadedModel>& asked = own.empty() ? models : own;
  if (options.models.empty() && needs_models)
    if (const Diagnostics unknown = unknown_names(asked, options); !unknown.empty()) return rejected(sources, unknown);
  const std::string dialect(problem::architecture(test->program.arch));
  if (input.gathered && compiles(options) && test->program.arch != program::Arch::java) {
    printed.skipped.push_back({"", dialect, "only Java tests are compiled", ""});
    return printed;
  }
  std::vector<LoadedModel> used;
  for (const LoadedModel& model : asked) {
    const Diagnostics problems = model.incompatibilities(test->program, options.variants);
    if (problems.empty())
      used.push_back(model);
    else if (input.gathered)
      printed.skipped.push_back({model.name(), dialect, why_not(model, *test, problems), to_text(sources, problems, colour)});
    else {
      printed.once += to_text(sources, problems, colour) + fmt::format("thinair: {}: not judged under {}\n", input.name, model.name());
      printed.out += record(options, {input.name, name, model.name(), sources, problems});
    }
  }
  if (!printed.once.empty()) {
    printed.exit = Exit::input;
    return printed;
  }
  if (needs_models && used.size() < (options.command == Command::compare ? 2 : 1)) return printed;
  judge(Job{options,
            style,
            sources,
            file,
            *test,
            used,
            advisor,
            {input.name, ambiguous.contains(test->name)},
            input.gathered,
            input.program.has_value()},
        printed);
  return printed;
}

// Tests of folders that were left out, counted by model and reason.
class Skips {
 public:
  void add(const std::vector<Skip>& skips) {
    for (const Skip& skip : skips) {
      Of& of = by_model_[skip.model][skip.why];
      if (of.by_dialect.empty()) of.told = skip.told;
      ++of.by_dialect[skip.dialect];
    }
  }

  // What to say at the end. A model that could judge none of the tests is wrong, or was asked the wrong thing.
  std::string told(std::size_t tests, bool quiet, Exit& exit) const {
    std::string out;
    for (const auto& [model, reasons] : by_model_) {
      std::size_t skipped = 0;
      for (const auto& [why, of] : reasons) skipped += of.count();
      const bool all = skipped == tests;
      if (all) exit = worst(exit, Exit::input);
      for (const auto& [why, of] : reasons) {
        if (all) out += of.told;
        if (quiet && !all) continue;
        std::vector<std::string> counts;
        for (const auto& [dialect, count] : of.by_dialect) counts.push_back(fmt::format("{} {}", count, dialect));
        out += fmt::format("thinair: {} of {} test{} skipped{}: {} ({})\n", of.count(), tests, tests == 1 ? "" : "s",
                           model.empty() ? "" : fmt::format(" under {}", model), why, fmt::join(counts, ", "));
      }
    }
    return out;
  }

 private:
  struct Of {
    std::map<std::string, std::size_t> by_dialect;
    std::string told;  // about the first
    std::size_t count() const {
      std::size_t out = 0;
      for (const auto& [dialect, n] : by_dialect) out += n;
      return out;
    }
  };
  std::map<std::string, std::map<std::string, Of>> by_model_;
};

}  // namespace

problem::ConfiguredModel configured(const Options& options, const LoadedModel& model) {
  return {model, {.identity = options.identity, .variants = options.variants, .without = options.skipped, .verify = options.verify}};
}

Budget budget(const Options& options) { return {options.timeout, options.memory, options.steps, stop_flag()}; }

Parallel parallel(const Options& options) { return {.threads = options.jobs, .window = 0, .stop = stop_flag()}; }

Result<problem::Problem> Job::problem(const LoadedModel& model) const { return configured(options, model).problem(test); }

std::vector<notes::Note> Job::notes(const LoadedModel& model) const { return advisor.notes(sources, test, configured(options, model)); }

verdict::Tally herd_tally(const program::Test& test, answer::Answer& answer) {
  const program::Clause* clause = report::herd::log_clause(test);
  return verdict::tally(test, answer, clause ? clause->prop : program::Prop{});
}

void Job::reject(const Sources& where, const Diagnostics& diagnostics, Printed& printed, std::string_view model) const {
  printed.err += to_text(where, diagnostics, use_colour(options, stderr));
  printed.out += record(options, {origin.file, test.name, model, where, diagnostics});
  printed.exit = worst(printed.exit, Exit::input);
}

void Job::reject_source(const Sources& where, const Diagnostics& diagnostics, Printed& printed) const {
  if (!gathered || diagnostics.front().code != "compile-unsupported") return reject(where, diagnostics, printed);
  const std::string dialect(problem::architecture(test.program.arch));
  printed.skipped.push_back({"", dialect, diagnostics.front().message, to_text(where, diagnostics, use_colour(options, stderr))});
}

namespace {

Exit run_tests(const Options& options, const Sources& sources, const std::vector<LoadedModel>& models, bool needs_models,
               const Judge& judge, const Summary& summary) {
  const report::Style style{.colour = use_colour(options, stdout), .times = options.times, .stats = options.stats};
  const programs::Selection selection{options.class_path, options.threads, options.class_name};
  const bool takes_programs = options.command != Command::compile && options.command != Command::conform;
  const Inputs inputs =
      options.texts ? expand(options.arguments, *options.texts) : expand(options.arguments, takes_programs ? &selection : nullptr);
  Exit exit = Exit::as_expected;
  if (!inputs.problems.empty()) {
    std::fputs(to_text(sources, inputs.problems, use_colour(options, stderr)).c_str(), stderr);
    std::fputs(record(options, {"", "", "", sources, inputs.problems}).c_str(), stdout);
    exit = Exit::input;
  }
  const notes::Advisor advisor;
  const bool several = inputs.tests.size() > 1 && options.format == Format::text;
  const auto ambiguous = several && needs_models ? ambiguous_names(inputs.tests) : std::set<std::string>();
  const Progress progress(inputs.tests.size(), options.quiet);
  const auto job = [&](std::size_t i) {
    try {
      return judge_one(options, style, sources, models, needs_models, inputs.tests[i], ambiguous, advisor, judge);
    } catch (const std::bad_alloc&) {
      // A limit like any other, only that the machine set it.
      Printed printed;
      printed.err = fmt::format("thinair: {}: unknown: out of memory\n", inputs.tests[i].name);
      printed.exit = Exit::unknown;
      return printed;
    }
  };
  std::set<std::string> told;
  Skips skips;
  Totals totals;
  const auto done = [&](std::size_t i, Printed printed) {
    progress.clear();
    std::fputs(printed.out.c_str(), stdout);
    std::fflush(stdout);
    std::fputs(printed.err.c_str(), stderr);
    if (!printed.once.empty() && told.insert(printed.once).second) std::fputs(printed.once.c_str(), stderr);
    skips.add(printed.skipped);
    if (i + 1 < inputs.tests.size()) progress.show(i + 1, inputs.tests[i + 1].name);
    exit = worst(exit, printed.exit);
    ++totals.tests;
    if (printed.exit == Exit::input) ++totals.rejected;
    if (!printed.skipped.empty()) ++totals.skipped;
    totals.counts.add(printed.counts);
  };
  run_in_order(inputs.tests.size(), parallel(options), job, done);
  std::fputs(skips.told(totals.tests, options.quiet, exit).c_str(), stderr);
  if (several && summary && !options.quiet) std::fputs((summary(options, totals) + "\n").c_str(), stdout);
  return exit;
}

}  // namespace

Exit judge_tests(const Options& options, const Judge& judge, const Summary& summary) {
  return judge_tests(options, first_sources(options), judge, summary);
}

Exit judge_tests(const Options& options, Sources sources, const Judge& judge, const Summary& summary) {
  const auto models = load_models(sources, options);
  if (!models) return reject(options, sources, models.error());
  if (!options.models.empty())
    if (const Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return reject(options, sources, unknown);
  return run_tests(options, sources, *models, true, judge, summary);
}

Exit read_tests(const Options& options, const Sources& sources, const Judge& judge) {
  return run_tests(options, sources, {}, false, judge, nullptr);
}

}  // namespace thinair::cli
