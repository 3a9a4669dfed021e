#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "show/report/execution.hpp"
#include "show/report/explain.hpp"
#include "show/report/paint.hpp"
#include "show/report/sentences.hpp"
#include "show/report/stages.hpp"
#include "show/report/text.hpp"
#include "show/report/trace.hpp"

namespace thinair::report::text {
namespace {

using answer::Explanation;
using verdict::Verdict;

constexpr std::size_t kCandidatesTold = 3;  // the others are alike more often than not, and are counted

std::string plural(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

void append_stages(std::string& out, const Explained& e, const answer::Justification& j, const Style& style) {
  const answer::ConcreteExecution& t = j.target_execution();
  relation::EventSet before(t.size());
  for (events::EventId event = 0; event < t.structure->init_count; ++event) before.add(event);
  const auto texts = stage_texts(e.test, j);
  const auto head = [&](std::size_t i) {
    out += fmt::format("  stage {}\n", i + 1);
    for (const std::string& sentence : texts[i].sentences) out += fmt::format("    {}\n", sentence);
  };
  if (!texts.empty()) head(0);
  for (std::size_t i = 0; i < j.stages.size(); ++i) {
    const answer::Stage& stage = j.stages[i];
    head(i + 1);
    out += columns(draw(e.test, j.executions[stage.execution]), marks_of(stage, before), e.test.program.threads.size(), "    ", style);
    before = stage.committed;
  }
}

// Those of locations beside each other, if there is room.
void append_orders(std::string& out, const DrawnExecution& drawn) {
  constexpr std::size_t kWidth = 100;
  std::string line;
  for (const std::string& text : order_texts(drawn)) {
    if (!line.empty() && line.size() + 3 + text.size() > kWidth) out += fmt::format("    {}\n", std::exchange(line, ""));
    line += (line.empty() ? "" : "   ") + text;
  }
  if (!line.empty()) out += fmt::format("    {}\n", line);
}

void append_allowed(std::string& out, const Explained& e, const Style& style) {
  const answer::Outcome& outcome = e.explanation.answer.outcomes.front();
  out += fmt::format("{}: {}\n", paint("allowed", Tint::good, style), state_line(e.test, outcome.state));
  if (outcome.justification) {
    const answer::Justification& j = *outcome.justification;
    out += fmt::format("  Justified in {}; + is committed in this stage, * was committed earlier.\n", plural(j.stages.size() + 1, "stage"));
    append_stages(out, e, j, style);
    return;
  }
  const DrawnExecution drawn = draw(e.test, e.explanation.answer, outcome);
  if (outcome.trace) {
    out += fmt::format("  The machine comes to it in {}:\n", plural(outcome.trace->steps.size(), "step"));
    for (const std::string& line : trace_lines(*outcome.trace, drawn, e.sources)) out += fmt::format("    {}\n", line);
    return;
  }
  out += "  An execution that shows it:\n";
  out += columns(drawn, {}, e.test.program.threads.size(), "    ", style);
  append_orders(out, drawn);
}

// Rules and facts, aligned, each with its place.
void append_reason(std::string& out, const Explained& e, const Style& style) {
  const answer::Reason& reason = e.explanation.reason;
  if (e.sources.size() == 0) {  // facts without their places would say nothing
    std::vector<std::string> names;
    for (const answer::Rule& rule : reason.rules) names.push_back(rule.name);
    if (!names.empty()) out += fmt::format("  Excluded by {}\n", fmt::join(names, ", "));
    return;
  }
  const auto told = sentences(reason, e.sources, e.test.program.arch);
  if (!reason.minimal)
    out += "  Together these exclude it; fewer may do, but finding out took too long (--timeout gives it more time):\n";
  else if (told.size() == 1)
    out += "  This alone excludes it:\n";
  else
    out += "  A minimal reason: these exclude it together, and without any one of them it would be possible.\n";
  std::size_t kinds = 0, places = 0;
  for (const Sentence& s : told) {
    kinds = std::max(kinds, s.kind.size());
    places = std::max(places, s.place.size());
  }
  for (const Sentence& s : told) {
    const std::string_view text = s.text.empty() ? s.subject : s.text;
    out += fmt::format("    {}{}  {}{}  {}\n", paint(s.kind, s.is_rule ? Tint::bad : Tint::accent, style),
                       std::string(kinds - s.kind.size(), ' '), paint(s.place, Tint::dim, style), std::string(places - s.place.size(), ' '),
                       text);
  }
}

void append_case(std::string& out, const DrawnExecution& drawn, const answer::Case& c, const Style& style) {
  std::vector<std::string> assumed;
  for (const answer::Assumed& a : c.assumed) assumed.push_back(assumption(drawn, a));
  out += assumed.empty() ? "    " : fmt::format("    if {}:\n      ", fmt::join(assumed, " and "));
  const std::string check = paint(c.finding.rule, Tint::bad, style);
  const bool order = c.finding.kind == language::Rule::Kind::order;
  if (!c.finding.steps.empty())
    out += fmt::format("{} {} {}\n", check, order ? "allows no order because of" : "finds", chain(drawn, c.finding.steps));
  else if (!c.finding.events.empty()) {
    std::vector<std::string> names;
    for (const events::EventId event : c.finding.events) names.push_back(name(drawn.events[event]));
    out += fmt::format("{} finds {}\n", check, fmt::join(names, ", "));
  } else
    out += fmt::format("{} does not hold\n", check);
}

void append_refutation(std::string& out, const Explained& e, const Style& style) {
  const answer::Refutation& r = e.explanation.refutation;
  if (!r.complete && !r.cut) {
    out += "  The candidates could not all be examined one by one.\n";
    return;
  }
  if (r.count == 0) return;
  if (r.cut)
    out += fmt::format("  There are many candidates with these values. The first {}, rejected by:", plural(r.count, "candidate"));
  else
    out += fmt::format("  {} {} these values; rejected by:", plural(r.count, "candidate"), r.count == 1 ? "has" : "have");
  for (const auto& [check, count] : r.by_rule) out += fmt::format(" {}{}", check, r.count > 1 ? fmt::format(" ({})", count) : "");
  out += "\n";
  for (std::size_t i = 0; i < std::min(r.candidates.size(), kCandidatesTold); ++i) {
    const DrawnExecution drawn = draw(e.test, *e.explanation.unfolding, r.candidates[i].execution);
    if (r.count > 1) out += fmt::format("  candidate {} of {}\n", i + 1, r.count);
    out += columns(drawn, {}, e.test.program.threads.size(), "    ", style);
    for (const answer::Case& c : r.candidates[i].cases) append_case(out, drawn, c, style);
  }
  if (r.cut)
    out += "  The others were not examined one by one; the reason above covers them. --timeout gives it more time.\n";
  else if (r.count > kCandidatesTold)
    out += r.count == kCandidatesTold + 1 ? "  The last one is rejected too.\n"
                                          : fmt::format("  The other {} are rejected too.\n", r.count - kCandidatesTold);
}

void append_circle(std::string& out, const Explained& e, const DrawnExecution& drawn, const events::Structure& structure) {
  const auto told = circle(drawn, structure, e.explanation.circle, e.sources);
  if (told.empty()) return;
  out += "  Each step needs the one before it:\n";
  for (std::size_t i = 0; i < told.size(); ++i) out += fmt::format("    {}{}\n", told[i], i + 1 < told.size() ? ";" : ",");
  out += "  which is where we started.\n";
}

void append_thin_air(std::string& out, const Explained& e, const Style& style) {
  const Explanation& x = e.explanation;
  out += fmt::format("{}: the values would come out of thin air\n", paint("forbidden", Tint::bad, style));
  if (!x.consistent.outcomes.empty()) {
    const answer::Outcome& outcome = x.consistent.outcomes.front();
    const DrawnExecution drawn = draw(e.test, x.consistent, outcome);
    out += fmt::format("  {} alone allows it, by this execution:\n", e.explanation.single_model);
    out += columns(drawn, {}, e.test.program.threads.size(), "    ", style);
    append_circle(out, e, drawn, *outcome.witness.structure);
  }
  if (const auto values = grounded_values(e.test, x); !values.empty())
    out +=
        fmt::format("  Nothing starts the circle: from the initial values the program can only ever write {}.\n", fmt::join(values, "; "));
  out += fmt::format(
      "  {} wants a justification: stages that commit the events one after another. No write of such a value can be committed first.\n",
      e.model);
}

void append_unjustified(std::string& out, const Explained& e, const Style& style) {
  const Explanation& x = e.explanation;
  out += fmt::format("{}: executions with these values are consistent with {}, but none of them is justified\n",
                     paint("forbidden", Tint::bad, style), e.explanation.single_model);
  const answer::ConcreteExecution& target = x.obstacle.attempt.target_execution();
  std::vector<Mark> marks;
  for (events::EventId t = 0; t < target.size(); ++t) marks.push_back(x.obstacle.committed.has(t) ? Mark::earlier : Mark::none);
  out += "  The execution that gets farthest; * can be committed, the rest cannot:\n";
  const DrawnExecution drawn = draw(e.test, target);
  out += columns(drawn, marks, e.test.program.threads.size(), "    ", style);
  append_circle(out, e, drawn, *target.structure);
  if (!x.obstacle.attempt.stages.empty())
    out += fmt::format("  Getting that far takes {}.\n", plural(x.obstacle.attempt.stages.size() + 1, "stage"));
  out += fmt::format("  {}\n", stopped(x.obstacle));
}

void append_unwritten(std::string& out, const Explained& e, const Style& style) {
  const Explanation& x = e.explanation;
  out += fmt::format("{}: in every execution with these values a plain read sees, in a race, a write that is not known to happen\n",
                     paint("forbidden", Tint::bad, style));
  const answer::Outcome& outcome = x.consistent.outcomes.front();
  const DrawnExecution drawn = draw(e.test, x.consistent, outcome);
  out += fmt::format("  {} alone allows it, by this execution:\n", x.single_model);
  out += columns(drawn, {}, e.test.program.threads.size(), "    ", style);
  for (const std::string& sentence : unwritten(drawn, outcome.witness, x.unwritten, e.sources)) out += fmt::format("  {}\n", sentence);
  if (const auto values = grounded_values(e.test, x); !values.empty())
    out += fmt::format("  All that the writes of the set write: {}.\n", fmt::join(values, "; "));
}

void append_forbidden(std::string& out, const Explained& e, const Style& style) {
  const Explanation& x = e.explanation;
  switch (x.why) {
    case Explanation::Why::values:
      out += fmt::format("{}: the reads cannot return these values, whichever writes they see\n", paint("forbidden", Tint::bad, style));
      break;
    case Explanation::Why::checks:
      out += fmt::format("{}: no execution is consistent with {}\n", paint("forbidden", Tint::bad, style), e.explanation.single_model);
      break;
    case Explanation::Why::thin_air: append_thin_air(out, e, style); break;
    case Explanation::Why::unjustified: append_unjustified(out, e, style); break;
    case Explanation::Why::unwritten: append_unwritten(out, e, style); break;
  }
  append_reason(out, e, style);
  if (x.of_single()) append_refutation(out, e, style);
}

}  // namespace

std::string explain(const Explained& e, const Style& style) {
  std::string out = fmt::format("{} under {}: {}\n  is ", paint(title(e.test, e.origin), Tint::bold, style), e.model, e.asked);
  switch (e.explanation.verdict) {
    case Verdict::allowed: append_allowed(out, e, style); break;
    case Verdict::forbidden:
      if (!e.explanation.undefined.empty())
        out += fmt::format("{}: the program has undefined behaviour ({}), and with it every outcome. By the other rules it is ",
                           paint("allowed", Tint::good, style), fmt::join(e.explanation.undefined, ", "));
      append_forbidden(out, e, style);
      break;
    case Verdict::unknown: out += "unknown: " + e.explanation.limit.text + "\n"; break;
  }
  return out + note_lines(e.notes, style);
}

}  // namespace thinair::report::text
