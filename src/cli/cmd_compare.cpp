#include <algorithm>
#include <iterator>

#include "ask/verdict/compare.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "show/report/json.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {
namespace {

// Every pair of models, in the order in which they were given.
void compare_pairs(const Job& job, std::vector<answer::Answer>& answers, Printed& printed) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t j = i + 1; j < answers.size(); ++j) {
      const verdict::Difference difference = verdict::compare(job.test, answers[i], answers[j]);
      if (!difference.complete) printed.exit = worst(printed.exit, Exit::unknown);
      if (!difference.equal() && job.options.expect_equal) printed.exit = worst(printed.exit, Exit::not_as_expected);
      if (job.options.quiet && difference.equal() && difference.complete) continue;
      report::Comparison comparison{job.test, job.models[i].name(), job.models[j].name(), difference, job.notes(job.models[i])};
      std::ranges::move(job.notes(job.models[j]), std::back_inserter(comparison.notes));
      printed.out += job.options.format == Format::json ? report::json::compare(comparison) : report::text::compare(comparison, job.style);
    }
  }
}

}  // namespace

Exit compare_command(const Options& options) {
  return judge_tests(options, [](const Job& job, Printed& printed) {
    std::vector<answer::Answer> answers;
    for (const LoadedModel& model : job.models) {
      Budget budget = job.budget();
      auto problem = job.problem(model);
      auto answer = problem ? problem->outcomes(budget) : fail(std::move(problem.error()));
      if (!answer) {
        printed.err += job.describe(answer.error());
        printed.exit = worst(printed.exit, Exit::input);
        return;
      }
      answers.push_back(std::move(*answer));
    }
    compare_pairs(job, answers, printed);
  });
}

}  // namespace thinair::cli
