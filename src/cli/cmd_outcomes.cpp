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
  return judge_tests(options, [](const Job& job, Printed& printed) {
    for (const LoadedModel& model : job.models) {
      const Stopwatch watch;
      Budget budget = job.budget();
      auto answer = model::solve(job.question(model), budget);
      if (!answer) {
        printed.err += job.describe(answer.error());
        printed.exit = worst(printed.exit, Exit::input);
        continue;
      }
      printed.out += print({job.test, model.name, *answer, watch.seconds()}, job);
      if (answer->complete) continue;
      printed.exit = worst(printed.exit, Exit::unknown);
      if (job.options.format == Format::herd)  // the text and JSON forms say so themselves
        printed.err += fmt::format("thinair: {} under {}: unknown: {}\n", job.test.name, model.name, answer->reason);
    }
  });
}

}  // namespace thinair::cli
