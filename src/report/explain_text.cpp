#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/execution.hpp"
#include "report/explain.hpp"
#include "report/text.hpp"

namespace thinair::report::text {
namespace {

using verdict::Explanation;
using verdict::Verdict;

std::vector<Mark> marks_of(const causality::Stage& stage, const relation::EventSet& before) {
  std::vector<Mark> marks;
  for (const causality::EventId t : stage.matching) {
    const bool committed = t != causality::kNoEvent && stage.committed.has(t);
    marks.push_back(!committed ? Mark::none : before.has(t) ? Mark::earlier : Mark::now);
  }
  return marks;
}

// Stages that use one execution and commit one event after the other are drawn once.
void append_stages(std::string& out, const program::Test& test, const std::vector<causality::Candidate>& candidates,
                   const std::vector<causality::Stage>& stages, std::size_t target) {
  const causality::Candidate& t = candidates[target];
  relation::EventSet before(t.size());
  for (causality::EventId e = 0; e < t.structure->init_count; ++e) before.add(e);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const causality::Stage& stage = stages[i];
    const bool last = stage.candidate == target && stage.committed.count() == t.size();
    out += fmt::format("  stage {}{}\n", i + 1, last ? ", the execution itself" : "");
    out += columns(draw(test, candidates[stage.candidate]), marks_of(stage, before), test.program.threads.size(), "    ");
    before = stage.committed;
  }
}

void append_allowed(std::string& out, const Explained& e) {
  const search::Outcome& outcome = e.explanation.answer.outcomes.front();
  out += fmt::format("allowed{}: {}\n", e.explanation.for_some_values ? " for some values" : "", state_line(e.test, outcome.state));
  if (outcome.proof) {
    const causality::Justification& j = outcome.proof->justification;
    out +=
        fmt::format("  Justified in {} stage{}; + is committed in this stage, * before it. Initial writes are committed from the start.\n",
                    j.stages.size(), j.stages.size() == 1 ? "" : "s");
    append_stages(out, e.test, *outcome.proof->candidates, j.stages, j.target);
    return;
  }
  const DrawnExecution drawn = draw(e.test, e.explanation.answer, outcome);
  out += "  An execution that shows it:\n";
  out += columns(drawn, {}, e.test.program.threads.size(), "    ");
  for (const auto& [name, sequence] : drawn.orders) {
    std::string line;
    for (const events::EventId id : sequence) {
      const DrawnEvent& event = drawn.events[id];
      line += fmt::format("{}{}{}", line.empty() ? "" : " < ", event.thread == events::kInitThread ? "" : fmt::format("{}:", event.thread),
                          event.label);
    }
    if (!line.empty()) out += fmt::format("    {}: {}\n", name, line);
  }
}

void append_forbidden(std::string& out, const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.why) {
    case Explanation::Why::values: out += "forbidden: no choice of the writes that reads see gives these values\n"; return;
    case Explanation::Why::checks:
      out += fmt::format("forbidden: no execution is consistent with {}\n", e.model.single().name);
      if (!x.all_needed)
        out += fmt::format("  These checks exclude it together; a limit was reached before it was known whether fewer do: {}\n",
                           fmt::join(x.checks, ", "));
      else if (x.checks.size() == 1)
        out += fmt::format("  Its check '{}' alone excludes it.\n", x.checks.front());
      else
        out += fmt::format("  These checks exclude it together; without any one of them it would be possible: {}\n",
                           fmt::join(x.checks, ", "));
      return;
    case Explanation::Why::thin_air:
      out += fmt::format(
          "forbidden: the values would come out of thin air\n  {} alone has executions with these values, but only such that each value is "
          "there because it is read and read because it is there; no write can be the first to write it.\n",
          e.model.single().name);
      return;
    case Explanation::Why::unjustified: break;
  }
  out +=
      fmt::format("forbidden: executions with these values are consistent with {}, but none of them is justified\n", e.model.single().name);
  const auto& candidates = *x.obstacle.candidates;
  const causality::Candidate& target = candidates[x.obstacle.target];
  std::vector<Mark> marks;
  for (causality::EventId t = 0; t < target.size(); ++t) marks.push_back(x.obstacle.committed.has(t) ? Mark::earlier : Mark::none);
  out += "  The one whose justification gets farthest; * can be committed, the rest cannot:\n";
  out += columns(draw(e.test, target), marks, e.test.program.threads.size(), "    ");
  if (!x.obstacle.stages.empty())
    out += fmt::format("  That far it takes {} stage{}.\n", x.obstacle.stages.size(), x.obstacle.stages.size() == 1 ? "" : "s");
  out += "  From there every way on is refused by:\n";
  for (const auto& [rule, count] : x.obstacle.stopped_by) out += fmt::format("    {} ({} time{})\n", rule, count, count == 1 ? "" : "s");
}

}  // namespace

std::string explain(const Explained& e, const Style&) {
  std::string out = fmt::format("{} under {}: {}\n  is ", e.test.name, e.model.name, e.asked);
  switch (e.explanation.verdict) {
    case Verdict::allowed: append_allowed(out, e); break;
    case Verdict::forbidden: append_forbidden(out, e); break;
    case Verdict::unknown: out += "unknown: " + e.explanation.reason + "\n"; break;
  }
  return out;
}

}  // namespace thinair::report::text
