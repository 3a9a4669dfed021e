#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "show/report/herd.hpp"
#include "show/report/json.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {
namespace {

std::string print(const report::Outcomes& outcomes, const Job& job) {
  switch (job.options.format) {
    case Format::text: return report::text::outcomes(outcomes, job.style);
    case Format::json: return report::json::outcomes(outcomes, job.style);
    case Format::herd: return report::herd::outcomes(outcomes, job.style);
    case Format::csv:
    case Format::markdown: break;  // suite's alone
  }
  return "";
}

}  // namespace

Exit outcomes_command(const Options& options) {
  const auto judge = [](const Job& job, Printed& printed) {
    for (const LoadedModel& model : job.models) {
      const Stopwatch watch;
      Budget budget = job.budget();
      auto problem = job.problem(model);
      auto answer = problem ? problem->outcomes(budget) : fail(std::move(problem.error()));
      if (!answer) {
        job.reject(answer.error(), printed, model.name());
        continue;
      }
      report::Outcomes outcomes{
          .test = job.test, .model = model.name(), .answer = *answer, .seconds = watch.seconds(), .origin = job.origin};
      if (job.options.format != Format::herd) outcomes.notes = job.notes(model);
      if (job.options.format == Format::herd) outcomes.tally = herd_tally(job.test, *answer);
      printed.out += print(outcomes, job);
      printed.counts.add("states", answer->outcomes.size());
      if (!answer->complete) printed.counts.add("unknown");
      if (answer->complete) continue;
      printed.exit = worst(printed.exit, Exit::unknown);
      if (job.options.format == Format::herd)  // the text and JSON forms say so themselves
        printed.err += fmt::format("thinair: {} under {}: unknown: {}\n", job.test.name, model.name(), answer->limit.text);
    }
  };
  return judge_tests(options, judge, list_counts({{"states", "states"}, {"unknown", "unknown"}}));
}

}  // namespace thinair::cli
