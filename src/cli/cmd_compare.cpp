#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ask/verdict/compare.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "show/report/json.hpp"
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

// Every pair of models, in the order in which they were given.
void compare_pairs(const Job& job, std::vector<answer::Answer>& answers, Printed& printed) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t j = i + 1; j < answers.size(); ++j) {
      const verdict::Difference difference = verdict::compare(job.test, answers[i], answers[j]);
      printed.counts.add(pair_name(i, j) + (!difference.equal() ? " differ" : difference.complete ? " agree" : " unknown"));
      if (!difference.complete) printed.exit = worst(printed.exit, Exit::unknown);
      if (!difference.equal() && job.options.expect_equal) printed.exit = worst(printed.exit, Exit::not_as_expected);
      if (job.options.quiet && difference.equal() && difference.complete) continue;
      report::Comparison comparison{job.test, job.models[i].name(), job.models[j].name(), difference, job.notes(job.models[i]), job.origin};
      std::ranges::move(job.notes(job.models[j]), std::back_inserter(comparison.notes));
      for (const std::size_t one : {i, j})
        if (!answers[one].undefined.empty()) comparison.undefined[job.models[one].name()] = answers[one].undefined;
      printed.out += job.options.format == Format::json ? report::json::compare(comparison) : report::text::compare(comparison, job.style);
    }
  }
}

}  // namespace

Exit compare_command(const Options& options) {
  const auto judge = [](const Job& job, Printed& printed) {
    std::vector<answer::Answer> answers;
    for (const LoadedModel& model : job.models) {
      Budget budget = job.budget();
      auto problem = job.problem(model);
      auto answer = problem ? problem->outcomes(budget) : fail(std::move(problem.error()));
      if (!answer) {
        job.reject(answer.error(), printed, model.name());
        return;
      }
      answers.push_back(std::move(*answer));
    }
    compare_pairs(job, answers, printed);
  };
  return judge_tests(options, judge, difference_counts);
}

}  // namespace thinair::cli
