#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <new>
#include <set>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "cli/signals.hpp"
#include "cli/site.hpp"
#include "cli/terminal.hpp"
#include "show/report/suite.hpp"
#include "support/cpu_time.hpp"

namespace thinair::cli {
namespace {

constexpr std::string_view kStopped = "stopped";  // what a Budget calls the end by a signal

using Tables = std::map<std::string, suite::Expectations>;  // by model

Diagnostic complaint(std::string code, std::string message, std::string hint = "") {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.has_position = false;
  return d;
}

// The files of a PATH, or the shipped test of that name in its catalogue.
Result<suite::Files> files_called(const std::string& argument) {
  std::error_code ignored;
  if (std::filesystem::exists(argument, ignored)) return suite::files_of(argument);
  const auto tests = suite::shipped_tests_called(argument);
  if (tests.size() > 1) return fail(ambiguous_test(argument, tests));
  if (tests.empty()) {
    auto files = suite::files_of(argument);
    if (!files) files.error().front().hint = hint_for_missing_test(argument);
    return files;
  }
  suite::Files out = suite::shipped_files();
  out.chosen = {fmt::format("{}.litmus", tests[0].id)};
  return out;
}

// The files of every PATH, each once; of the shipped catalogue if there is none.
Result<suite::Files> gather(const Options& options) {
  suite::Files out;
  if (options.arguments.empty()) out = suite::shipped_files();
  Diagnostics problems;
  std::set<std::string> seen;
  for (const std::string& argument : options.arguments) {
    auto files = files_called(argument);
    if (!files) {
      std::ranges::move(files.error(), std::back_inserter(problems));
      continue;
    }
    for (suite::File& file : files->all)
      if (seen.insert(file.name).second) out.all.push_back(std::move(file));
    std::ranges::move(files->chosen, std::back_inserter(out.chosen));
  }
  if (!options.expected.empty()) {
    std::erase_if(out.all, [](const suite::File& file) { return file.path.starts_with(suite::kTables); });
    auto tables = suite::tables_of(options.expected);
    if (tables)
      std::ranges::move(*tables, std::back_inserter(out.all));
    else
      std::ranges::move(tables.error(), std::back_inserter(problems));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return out;
}

Result<Tables> read_tables(Sources& sources, const suite::Files& files, const suite::Catalogue& catalogue) {
  Tables out;
  Diagnostics problems;
  for (const suite::File& file : files.all) {
    if (!file.path.starts_with(suite::kTables) || !file.path.ends_with(".csv")) continue;
    const std::string model = file.path.substr(suite::kTables.size(), file.path.size() - suite::kTables.size() - 4);
    auto table = suite::read_expectations(sources, sources.add(file.name, file.text), catalogue);
    if (!table)
      std::ranges::move(table.error(), std::back_inserter(problems));
    else if (!out.emplace(model, std::move(*table)).second)
      problems.push_back(
          complaint("suite-duplicate", fmt::format("two catalogues have a table for '{}'", model), "give one of them at a time"));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return out;
}

Result<std::vector<suite::PublishedTime>> read_published(Sources& sources, const suite::Files& files, const suite::Catalogue& catalogue) {
  std::vector<suite::PublishedTime> out;
  for (const suite::File& file : files.all) {
    if (file.path != suite::kTimes) continue;
    auto times = suite::read_times(sources, sources.add(file.name, file.text), catalogue);
    if (!times) return times;
    std::ranges::move(*times, std::back_inserter(out));
  }
  return out;
}

// What is wrong with --family and --name: something that no test of the catalogue has.
std::string wrong_choice(const Options& options, const suite::Catalogue& catalogue) {
  std::vector<std::string> families, names;
  for (const suite::Entry& entry : catalogue.tests) {
    if (std::ranges::find(families, entry.family) == families.end()) families.push_back(entry.family);
    names.push_back(entry.name);
    names.push_back(entry.id);
  }
  const auto suggestion = [](const std::string& near) { return near.empty() ? "" : fmt::format("; did you mean '{}'?", near); };
  for (const std::string& family : options.families)
    if (std::ranges::find(families, family) == families.end())
      return fmt::format("no family '{}'; there are {}{}", family, fmt::join(families, ", "), suggestion(nearest(family, families)));
  for (const std::string& glob : options.names)
    if (std::ranges::none_of(catalogue.tests, [&](const suite::Entry& entry) { return suite::matches(glob, entry); }))
      return fmt::format("no test of the catalogue is called '{}'{}", glob, suggestion(nearest(glob, names)));
  return "";
}

std::vector<const suite::Entry*> select(const Options& options, const suite::Files& files, const suite::Catalogue& catalogue) {
  const std::set<std::string> chosen(files.chosen.begin(), files.chosen.end());
  std::vector<const suite::Entry*> out;
  for (const suite::Entry& entry : catalogue.tests) {
    const bool family = options.families.empty() || std::ranges::find(options.families, entry.family) != options.families.end();
    const bool name =
        options.names.empty() || std::ranges::any_of(options.names, [&](const std::string& glob) { return suite::matches(glob, entry); });
    if (family && name && chosen.contains(entry.id + ".litmus")) out.push_back(&entry);
  }
  return out;
}

// The models to judge under, and whose expectations each of them is held to.
Result<std::vector<LoadedModel>> choose_models(Sources& sources, Options options, const Tables& tables,
                                               std::vector<suite::ModelName>& names) {
  std::vector<std::string> known;
  for (const auto& [model, table] : tables) known.push_back(model);
  if (!options.judged_as.empty() && !tables.contains(options.judged_as)) {
    const std::string near = nearest(options.judged_as, known);
    return fail(complaint("suite-no-table", fmt::format("the catalogue has no table for '{}'", options.judged_as),
                          near.empty() ? "" : fmt::format("did you mean '{}'?", near)));
  }
  if (options.models.empty())
    std::ranges::copy_if(shipped_names(), std::back_inserter(options.models), [&](const auto& name) { return tables.contains(name); });
  if (options.models.empty())
    return fail(complaint("suite-no-table", "the catalogue has no table for a shipped model", "say what to judge under with --model"));
  auto models = load_models(sources, options);
  if (!models) return models;
  if (Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return fail(std::move(unknown));
  for (const LoadedModel& model : *models)
    names.push_back({model.name(), !options.judged_as.empty() ? options.judged_as : tables.contains(model.name()) ? model.name() : ""});
  return models;
}

// One job per test and model: tests differ in cost far more than they would by test alone.
void judge_all(const Options& options, const Sources& sources, const std::vector<LoadedModel>& models, const Tables& tables,
               suite::Run& run) {
  const std::size_t width = models.size();
  const Progress progress(run.tests.size() * width, options.quiet);
  const notes::Advisor advisor;
  using Timed = std::pair<std::vector<suite::Judged>, double>;
  const auto judge = [&](std::size_t i) {
    const suite::TestResult& result = run.tests[i / width];
    const suite::ModelName& name = run.models[i % width];
    const suite::Expectations* table = name.expected.empty() ? nullptr : &tables.at(name.expected);
    try {
      Budget budget = cli::budget(options);
      return suite::judge(*result.entry, configured(options, models[i % width]), table, budget);
    } catch (const std::bad_alloc&) {  // a limit like any other, only that the machine set it
      return std::vector<suite::Judged>(result.entry->test.clauses.size(), {.status = suite::Status::unknown, .reason = "out of memory"});
    }
  };
  const auto job = [&](std::size_t i) {
    const double start = thread_cpu_seconds();
    auto judged = judge(i);
    return Timed{std::move(judged), thread_cpu_seconds() - start};
  };
  run_in_order(run.tests.size() * width, parallel(options), job, [&](std::size_t i, Timed judged) {
    run.tests[i / width].by_model[i % width] = std::move(judged.first);
    run.tests[i / width].cpu_seconds[i % width] = judged.second;
    if (options.format == Format::json || !options.html.empty())
      run.tests[i / width].notes[i % width] =
          advisor.notes(sources, run.tests[i / width].entry->test, configured(options, models[i % width]));
    progress.show(i + 1, run.tests[i / width].entry->id);
  });
}

// After Ctrl-C: leaves only the tests that were judged to the end under every model. Says how many of how many.
std::string drop_unfinished(suite::Run& run) {
  const auto finished = [](const suite::TestResult& result) {
    for (const auto& judged : result.by_model)
      if (judged.size() != result.entry->test.clauses.size() ||
          std::ranges::any_of(judged, [](const suite::Judged& j) { return j.status == suite::Status::unknown && j.reason == kStopped; }))
        return false;
    return true;
  };
  const std::size_t all = run.tests.size();
  std::erase_if(run.tests, [&](const suite::TestResult& result) { return !finished(result); });
  return fmt::format("thinair: stopped: {} of {} tests were judged\n", run.tests.size(), all);
}

Exit exit_of(const suite::Run& run) {
  suite::Count count;
  for (const suite::Count& of_model : suite::total(suite::tally(run)).by_model) count += of_model;
  if (count[suite::Status::fail] > 0) return Exit::not_as_expected;
  return count[suite::Status::unknown] > 0 ? Exit::unknown : Exit::as_expected;
}

std::string printed(const report::Suite& result, const Options& options, const report::Style& style) {
  switch (options.format) {
    case Format::json: return report::json::suite(result);
    case Format::csv: return report::csv::suite(result);
    case Format::markdown: return report::markdown::suite(result);
    default: return report::text::suite(result, style);
  }
}

}  // namespace

Exit suite_command(const Options& options) {
  const Stopwatch watch;
  const report::Style style{.colour = use_colour(options, stdout), .times = options.times, .stats = false};
  Sources sources;
  const auto rejected = [&](const Diagnostics& diagnostics) {
    std::fputs(to_text(sources, diagnostics, use_colour(options, stderr)).c_str(), stderr);
    return Exit::input;
  };
  const auto files = gather(options);
  if (!files) return rejected(files.error());
  Diagnostics problems;
  const suite::Catalogue catalogue = suite::read_catalogue(sources, files->all, problems);
  if (!problems.empty()) rejected(problems);
  const auto tables = read_tables(sources, *files, catalogue);
  if (!tables) return rejected(tables.error());

  auto published = read_published(sources, *files, catalogue);
  if (!published) return rejected(published.error());
  suite::Run run;
  run.published = std::move(*published);
  if (const std::string wrong = wrong_choice(options, catalogue); !wrong.empty()) {
    std::fputs(printable(fmt::format("thinair: {}\nSee 'thinair help suite'.\n", wrong)).c_str(), stderr);
    return Exit::usage;
  }
  for (const suite::Entry* entry : select(options, *files, catalogue)) run.tests.emplace_back().entry = entry;
  if (run.tests.empty()) return rejected({complaint("suite-no-test", "no test of the catalogue is asked for", "see --name and --family")});
  const auto models = choose_models(sources, options, *tables, run.models);
  if (!models) return rejected(models.error());
  for (suite::TestResult& result : run.tests) {
    result.by_model.resize(models->size());
    result.cpu_seconds.resize(models->size());
    result.notes.resize(models->size());
  }
  if (!options.html.empty())
    if (const auto ready = prepare_site(options.html); !ready) return rejected(ready.error());
  judge_all(options, sources, *models, *tables, run);
  const bool stopped = stop_flag()->load();
  const std::string told = stopped ? drop_unfinished(run) : "";
  if (!options.html.empty() && !stopped)
    if (const auto written = write_site(options, sources, *files, *models, run); !written) return rejected(written.error());

  std::fputs(printed({run, options.details, watch.seconds(), options.times}, options, style).c_str(), stdout);
  std::fflush(stdout);
  std::fputs(told.c_str(), stderr);
  if (!options.html.empty() && !stopped && !options.quiet)
    std::fputs(printable(fmt::format("thinair: open {}/index.html\n", options.html)).c_str(), stderr);
  return problems.empty() ? exit_of(run) : Exit::input;
}

}  // namespace thinair::cli
