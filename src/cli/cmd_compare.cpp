#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ask/verdict/compare.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "problem/runs.hpp"
#include "show/report/json.hpp"
#include "show/report/runs.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {
namespace {

std::string pair_name(std::size_t i, std::size_t j) { return fmt::format("{} {}", i, j); }

// "sc and jls-hb differ on 3 of 40 tests", a line for each pair.
std::string difference_counts(const Options& options, const Totals& totals) {
  std::string out;
  for (std::size_t i = 0; i < options.models.size(); ++i)
    for (std::size_t j = i + 1; j < options.models.size(); ++j) {
      const std::string pair = pair_name(i, j);
      out += fmt::format("{}{} and {} differ on {} of {} tests", out.empty() ? "" : "\n", options.models[i], options.models[j],
                         totals.counts.of(pair + " differ"), totals.tests - totals.rejected);
      if (const std::size_t unknown = totals.counts.of(pair + " unknown"); unknown > 0) out += fmt::format(", {} unknown", unknown);
      if (totals.rejected > 0) out += fmt::format(", {} rejected", totals.rejected);
    }
  return out;
}

// What each read reads from, and what locations hold at the end.
std::string told(const program::Test& test, const events::Execution& execution, const std::vector<events::LocId>& accessed) {
  const events::Structure& s = *execution.structure;
  const auto name = [&](events::EventId e) {
    const std::string label = events::label(test.program, s.events[e]);
    return s.events[e].is_init() ? fmt::format("initial {}", label) : fmt::format("{}:{}", s.events[e].thread, label);
  };
  std::string out;
  for (events::EventId e = 0; e < s.size(); ++e)
    if (s.events[e].reads()) out += fmt::format("{} reads {}; ", name(e), name(execution.reads_from[e]));
  for (const events::LocId location : accessed)
    out += fmt::format("{} ends with {}; ", test.program.locations[location].name, name(execution.final_write[location]));
  return out.empty() ? out : out.substr(0, out.size() - 1);
}

// With --check, of a machine and a model that judges executions: are the executions of the one the runs of the other?
std::optional<report::Runs> compare_runs(const Job& job, std::vector<problem::Problem>& problems,
                                         const std::vector<answer::Answer>& answers, std::size_t i, std::size_t j, Printed& printed) {
  if (!job.options.verify) return std::nullopt;
  if (!problem::has_runs(problems[i], problems[j])) std::swap(i, j);
  if (!problem::has_runs(problems[i], problems[j]) || !answers[i].complete) return std::nullopt;
  Budget budget = job.budget();
  auto runs = problem::runs(problems[i], problems[j], answers[i], budget);
  if (!runs) {
    job.reject(runs.error(), printed, job.models[i].name());
    return std::nullopt;
  }
  report::Runs out{job.test, job.models[i].name(), job.models[j].name(), runs->executions, {}, runs->no_execution, runs->limit, job.origin};
  for (const events::Execution& execution : runs->no_run) out.no_run.push_back(told(job.test, execution, runs->terms->accessed));
  if (out.limit.reached()) printed.exit = worst(printed.exit, Exit::unknown);
  if (!runs->equal() && job.options.expect_equal) printed.exit = worst(printed.exit, Exit::not_as_expected);
  return out;
}

// Every pair of models, in the order in which they were given.
void compare_pairs(const Job& job, std::vector<problem::Problem>& problems, std::vector<answer::Answer>& answers, Printed& printed) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t j = i + 1; j < answers.size(); ++j) {
      const verdict::Difference difference = verdict::compare(job.test, answers[i], answers[j]);
      printed.counts.add(pair_name(i, j) + (!difference.equal() ? " differ" : difference.complete ? " agree" : " unknown"));
      if (!difference.complete) printed.exit = worst(printed.exit, Exit::unknown);
      if (!difference.equal() && job.options.expect_equal) printed.exit = worst(printed.exit, Exit::not_as_expected);
      auto runs = compare_runs(job, problems, answers, i, j, printed);
      const bool same_runs = !runs || (runs->equal() && !runs->limit.reached());
      if (job.options.quiet && difference.equal() && difference.complete && same_runs) continue;
      report::Comparison comparison{job.test, job.models[i].name(), job.models[j].name(), difference, job.notes(job.models[i]), job.origin};
      std::ranges::move(job.notes(job.models[j]), std::back_inserter(comparison.notes));
      for (const std::size_t one : {i, j})
        if (!answers[one].undefined.empty()) comparison.undefined[job.models[one].name()] = answers[one].undefined;
      printed.out += job.options.format == Format::json ? report::json::compare(comparison) : report::text::compare(comparison, job.style);
      if (runs) printed.out += job.options.format == Format::json ? report::json::runs(*runs) : report::text::runs(*runs, job.style);
    }
  }
}

}  // namespace

Exit compare_command(const Options& options) {
  const auto judge = [](const Job& job, Printed& printed) {
    std::vector<problem::Problem> problems;
    std::vector<answer::Answer> answers;
    for (const LoadedModel& model : job.models) {
      Budget budget = job.budget();
      auto problem = job.problem(model);
      auto answer = problem ? problem->outcomes(budget) : fail(std::move(problem.error()));
      if (!answer) {
        job.reject(answer.error(), printed, model.name());
        return;
      }
      problems.push_back(std::move(*problem));
      answers.push_back(std::move(*answer));
    }
    compare_pairs(job, problems, answers, printed);
  };
  return judge_tests(options, judge, difference_counts);
}

}  // namespace thinair::cli
