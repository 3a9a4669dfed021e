#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <map>
#include <new>

#include "ask/jcstress/class_check.hpp"
#include "ask/programs/programs.hpp"
#include "cli/commands.hpp"
#include "cli/jcstress.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "cli/terminal.hpp"
#include "show/report/jcstress.hpp"
#include "show/report/json.hpp"

namespace thinair::cli {
namespace {

Diagnostic no_tests(const std::string& argument) {
  Diagnostic d;
  d.code = "jcstress-no-tests";
  d.has_position = false;
  d.message = fmt::format("'{}' has no jcstress test", argument);
  d.hint = "a test is a class with @JCStressTest; 'thinair check' judges programs with a main method";
  return d;
}

// The pattern of --name: * any characters, ? one.
bool name_fits(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') return name_fits(pattern.substr(1), text) || (!text.empty() && name_fits(pattern, text.substr(1)));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) && name_fits(pattern.substr(1), text.substr(1));
}

bool wanted(const Options& options, const std::string& name) {
  if (options.names.empty()) return true;
  for (const std::string& pattern : options.names)
    if (name_fits(pattern, name) || name_fits(pattern, name.substr(name.find_last_of('.') + 1))) return true;
  return false;
}

struct Graded {
  std::size_t tests = 0, agree = 0, forbidden = 0, not_judged = 0;
};

struct Answered {
  Printed printed;
  std::map<std::string, Graded> counts;  // by package
};

// One test under all models.
Answered judge_class(const Options& options, const report::Style& style, const std::vector<LoadedModel>& models,
                     const notes::Advisor& advisor, const Sources& with_models, const std::shared_ptr<const programs::ClassPath>& classes,
                     const std::string& class_name, const std::string& file) {
  Answered out;
  read::bytecode::World world = programs::world_of(classes);
  const auto test = jcstress::class_test(world, class_name);
  const std::string package = test->name.substr(0, std::min(test->name.find_last_of('.'), test->name.size()));
  Sources sources = with_models;
  const bool colour = use_colour(options, stderr);
  const auto not_judged = [&](const Diagnostics& why, std::string_view model) {
    out.printed.err += to_text(sources, why, colour);
    if (options.format == Format::json) out.printed.out += report::json::rejected({file, test->name, model, sources, why});
    out.printed.exit = worst(out.printed.exit, Exit::unknown);
  };
  read::bytecode::LowerOptions how;
  how.tearing = options.tearing;
  how.assertions = options.assertions;
  if (options.unroll) how.unroll = *options.unroll;
  if (!test->problem.empty()) {
    Diagnostic d;
    d.code = "jcstress-test";
    d.has_position = false;
    d.message = fmt::format("{} is no test that can be judged: {}", test->name, test->problem);
    not_judged({d}, "");
    ++out.counts[package].tests;
    ++out.counts[package].not_judged;
    return out;
  }
  const auto lowered = programs::read(sources, world, {classes, test->entry}, how);
  for (const LoadedModel& model : models) {
    Graded& counts = out.counts[package];
    ++counts.tests;
    if (!lowered) {
      ++counts.not_judged;
      if (&model == &models.front()) not_judged(lowered.error(), "");
      continue;
    }
    auto problem = configured(options, model).problem(lowered->test);
    Budget limited = budget(options);
    auto checked = problem ? jcstress::check_class_test(*test, *lowered, *problem, limited) : tl::unexpected(problem.error());
    if (!checked) {
      ++counts.not_judged;
      not_judged(checked.error(), model.name());
      continue;
    }
    // An arbiter comes after the actors: a model that does not know join cannot say what it sees.
    for (const notes::Note& note : advisor.notes(sources, lowered->test, configured(options, model)))
      if (note.unknown == "join" || note.text.find("does not know join") != std::string::npos) {
        checked->complete = false;
        checked->limit = {Incomplete::unsupported, note.text};
        checked->possible.clear();
        checked->impossible.clear();
      }
    if (checked->forbidden() > 0) {
      ++counts.forbidden;
      out.printed.exit = worst(out.printed.exit, Exit::not_as_expected);
    } else if (!checked->complete) {
      ++counts.not_judged;
      out.printed.exit = worst(out.printed.exit, Exit::unknown);
    } else {
      ++counts.agree;
    }
    if (options.quiet && checked->complete && checked->forbidden() == 0) continue;
    const report::ClassGradings gradings{*test, *checked, model.name(), file};
    out.printed.out +=
        options.format == Format::json ? report::json::class_gradings(gradings) : report::text::class_gradings(gradings, style);
  }
  return out;
}

}  // namespace

Exit jcstress_check_command(const Options& options) {
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
  Exit exit = Exit::as_expected;
  struct Tested {
    std::shared_ptr<const programs::ClassPath> classes;
    std::string class_name, file;
  };
  std::vector<Tested> jobs;
  for (const std::string& argument : options.arguments) {
    auto opened = programs::open(argument, options.class_path);
    if (!opened) {
      tell(options, sources, opened.error());
      exit = worst(exit, Exit::input);
      continue;
    }
    read::bytecode::World world = programs::world_of(opened->classes);
    bool any = false;
    for (const std::string& name : opened->named)
      if (const auto test = jcstress::class_test(world, name)) {
        any = true;
        if (wanted(options, test->name)) jobs.push_back({opened->classes, name, argument});
      }
    for (const auto& [name, why] : world.broken()) {
      Diagnostic d;
      d.code = "bytecode-malformed";
      d.has_position = false;
      d.message = fmt::format("'{}': the class file of {} is broken: {}", argument, read::bytecode::java_name(name), why);
      tell(options, sources, {d});
      exit = worst(exit, Exit::input);
    }
    if (!any) {
      tell(options, sources, {no_tests(argument)});
      exit = worst(exit, Exit::input);
    }
  }
  const notes::Advisor advisor;
  const Progress progress(jobs.size(), options.quiet);
  std::map<std::string, Graded> counts;
  run_in_order(
      jobs.size(), parallel(options),
      [&](std::size_t i) {
        try {
          return judge_class(options, style, *models, advisor, sources, jobs[i].classes, jobs[i].class_name, jobs[i].file);
        } catch (const std::bad_alloc&) {  // a limit like any other, only that the machine set it
          Answered out;
          const std::string name = read::bytecode::java_name(jobs[i].class_name);
          out.counts[name.substr(0, std::min(name.find_last_of('.'), name.size()))] = {
              .tests = 1, .agree = 0, .forbidden = 0, .not_judged = 1};
          out.printed.err = fmt::format("thinair: {}: unknown: out of memory\n", name);
          out.printed.exit = Exit::unknown;
          return out;
        }
      },
      [&](std::size_t i, Answered answered) {
        progress.clear();
        std::fputs(answered.printed.out.c_str(), stdout);
        std::fflush(stdout);
        std::fputs(answered.printed.err.c_str(), stderr);
        exit = worst(exit, answered.printed.exit);
        for (const auto& [package, of] : answered.counts) {
          Graded& sum = counts[package];
          sum.tests += of.tests;
          sum.agree += of.agree;
          sum.forbidden += of.forbidden;
          sum.not_judged += of.not_judged;
        }
        if (i + 1 < jobs.size()) progress.show(i + 1, jobs[i + 1].class_name);
      });
  if (options.format == Format::text && jobs.size() > 1)
    for (const auto& [package, of] : counts)
      std::fputs(fmt::format("{}: {} judged, {} as graded, {} where a forbidden result is possible, {} not judged\n", package,
                             of.tests - of.not_judged, of.agree, of.forbidden, of.not_judged)
                     .c_str(),
                 stdout);
  return exit;
}

}  // namespace thinair::cli
