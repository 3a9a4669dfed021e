#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/verdict/check.hpp"
#include "ask/verdict/waiting.hpp"
#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "cli/signals.hpp"
#include "show/report/herd.hpp"
#include "show/report/json.hpp"
#include "show/report/sentences.hpp"
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

// A program of which the property holds may still hang: it waits for a flag that it never sees, or in a deadlock. This is told if it is
// found within so many steps; it changes no verdict.
void add_waits(const Job& job, const LoadedModel& model, std::vector<notes::Note>& notes) {
  constexpr std::uint64_t kMostSteps = 10'000'000;
  const program::Test asked = verdict::asking_for_waits(job.test);
  auto problem = configured(job.options, model).problem(asked);
  if (!problem) return;
  Budget budget(job.options.timeout, job.options.memory, std::min(kMostSteps, job.options.steps.value_or(kMostSteps)), stop_flag());
  answer::Statistics unused;
  const auto judgement = verdict::judge(*problem, asked.clauses[0], budget, unused);
  if (!judgement || !judgement->shown_by || judgement->shown_by->blocked.empty()) return;
  const std::vector<std::uint32_t>& threads = judgement->shown_by->blocked;
  const std::string who = threads.size() == 1 ? fmt::format("thread {}", threads[0]) : fmt::format("threads {}", fmt::join(threads, ", "));
  notes.push_back({fmt::format("{} may wait forever; explain --outcome {}:blocked shows how", who, threads.back()), "", {}, ""});
}

// Where the exceptions of a state are thrown.
void add_places(const Job& job, const verdict::Judgement& judgement, std::vector<notes::Note>& notes) {
  if (!judgement.shown_by) return;
  for (std::size_t i = 0; i < job.test.shown.size() && i < judgement.shown_by->values.size(); ++i) {
    const program::Observable& shown = job.test.shown[i];
    const auto* value = std::get_if<program::Value>(&judgement.shown_by->values[i]);
    if (shown.is_location || !value || *value == 0) continue;
    const program::Register& reg = job.test.program.registers[shown.index];
    if (reg.tells != program::Register::Tells::threw) continue;
    std::set<std::string> places;
    for (const program::Instr& instr : job.test.program.threads[reg.thread].code)
      if (const auto* thrown = std::get_if<program::Throw>(&instr.op); thrown && thrown->what == reg.exception)
        if (const std::string at = report::place(job.sources, instr.where); !at.empty()) places.insert(at);
    if (places.empty() || places.size() > 3) continue;
    notes.push_back({fmt::format("thread {} throws {} at {}", reg.thread, reg.exception, fmt::join(places, " or ")), "", {}, ""});
  }
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

  std::vector<notes::Note> notes = job.notes(model);
  if (job.program && job.options.property.empty() && standing == Standing::met) add_waits(job, model, notes);
  if (job.program && standing == Standing::not_met) add_places(job, checked->judgements[0], notes);
  const report::Check result{job.test, model.name(), *checked, watch.seconds(), std::move(notes), job.origin};
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
