#include <list>

#include "ask/races/finder.hpp"
#include "ask/verdict/check.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "show/report/races.hpp"

namespace thinair::cli {
namespace {

// With models: races that change no verdict are no failure.
Exit exit_of(const races::Races& races, const std::vector<report::Benign>& benign) {
  if (races.found.empty()) return races.complete ? Exit::as_expected : Exit::unknown;
  Exit out = benign.empty() ? Exit::not_as_expected : Exit::as_expected;
  for (const report::Benign& one : benign) switch (verdict::worst(one.checked.judgements)) {
      case verdict::Standing::met: break;
      case verdict::Standing::not_met: out = worst(out, Exit::not_as_expected); break;
      case verdict::Standing::undecided: out = worst(out, Exit::unknown); break;
    }
  return out;
}

void races_of(const races::Finder& finder, const Job& job, Printed& printed) {
  if (const Diagnostics problems = finder.incompatibilities(job.test); !problems.empty()) {
    if (!job.gathered) return job.reject(problems, printed);
    printed.skipped.push_back({"", std::string(problem::architecture(job.test.program.arch)), "races are asked of Java tests", ""});
    return;
  }
  const Stopwatch watch;
  Budget budget = job.budget();
  auto found = finder.all(job.test, budget, job.options.verify);
  if (!found) return job.reject(found.error(), printed);
  std::list<verdict::Checked> checked;
  std::vector<report::Benign> benign;
  if (!job.options.models.empty() && !found->found.empty())
    for (const LoadedModel& model : job.models) {
      Budget part = job.budget();
      auto problem = job.problem(model);
      auto one = problem ? verdict::check(*problem, part) : fail(std::move(problem.error()));
      if (!one) return job.reject(one.error(), printed, model.name());
      benign.push_back({model.name(), checked.emplace_back(std::move(*one))});
    }
  const Exit exit = exit_of(*found, benign);
  printed.exit = worst(printed.exit, exit);
  printed.counts.add(!found->found.empty() ? "racy" : found->complete ? "race-free" : "unknown");
  if (job.options.quiet && exit == Exit::as_expected) return;
  const report::RacesFound result{job.test, *found, job.sources, watch.seconds(), std::move(benign), job.origin};
  printed.out += job.options.format == Format::json ? report::json::races(result) : report::text::races(result, job.style);
}

}  // namespace

Exit races_command(const Options& options) {
  const races::Finder finder = races::Finder::make();
  const auto judge = [&](const Job& job, Printed& printed) { races_of(finder, job, printed); };
  return judge_tests(options, judge, list_counts({{"race-free", "race-free"}, {"racy", "with races"}, {"unknown", "unknown"}}));
}

}  // namespace thinair::cli
