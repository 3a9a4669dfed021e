#include <algorithm>

#include "ask/verdict/check.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "show/report/herd.hpp"
#include "show/report/json.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {
namespace {

using verdict::Standing;

Exit exit_of(Standing standing) {
  switch (standing) {
    case Standing::met: return Exit::as_expected;
    case Standing::not_met: return Exit::not_as_expected;
    case Standing::undecided: return Exit::unknown;
  }
  return Exit::unknown;
}

// herd's log shows all states, which judging clauses one by one does not give.
Result<std::string> herd_log(const Job& job, problem::Problem& problem, const Stopwatch& watch) {
  Budget budget = job.budget();
  auto answer = problem.outcomes(budget);
  if (!answer) return fail(std::move(answer.error()));
  return report::herd::outcomes({job.test, problem.model().name(), *answer, watch.seconds(), herd_tally(job.test, *answer)}, job.style);
}

// Only clauses that say what must come out can be met or not.
std::string counted_as(const program::Test& test, Standing standing) {
  const auto asks = [](const program::Clause& clause) { return clause.kind == program::Clause::Kind::exists; };
  if (standing == Standing::undecided) return "unknown";
  if (std::ranges::all_of(test.clauses, asks)) return "no expectation";
  return standing == Standing::met ? "met" : "not met";
}

void check_under(const Job& job, const LoadedModel& model, Printed& printed) {
  const Stopwatch watch;
  Budget budget = job.budget();
  const auto rejected = [&](const Diagnostics& diagnostics) { job.reject(diagnostics, printed, model.name()); };
  auto problem = job.problem(model);
  if (!problem) return rejected(problem.error());
  const auto checked = verdict::check(*problem, budget);
  if (!checked) return rejected(checked.error());
  const Standing standing = verdict::worst(checked->judgements);
  printed.exit = worst(printed.exit, exit_of(standing));
  printed.counts.add(counted_as(job.test, standing));
  if (job.options.quiet && standing == Standing::met) return;

  const report::Check result{job.test, model.name(), *checked, watch.seconds(), job.notes(model), job.origin};
  if (job.options.format == Format::text) printed.out += report::text::check(result, job.style);
  if (job.options.format == Format::json) printed.out += report::json::check(result, job.style);
  if (job.options.format == Format::herd) {
    const auto log = herd_log(job, *problem, watch);
    if (!log) return rejected(log.error());
    printed.out += *log;
  }
}

}  // namespace

Exit check_command(const Options& options) {
  const Summary summary =
      list_counts({{"met", "as asked"}, {"not met", "not"}, {"unknown", "unknown"}, {"no expectation", "without an expectation"}});
  return judge_tests(
      options,
      [](const Job& job, Printed& printed) {
        for (const LoadedModel& model : job.models) check_under(job, model, printed);
      },
      summary);
}

}  // namespace thinair::cli
