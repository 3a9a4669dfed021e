#include <fmt/format.h>

#include "show/report/conform.hpp"
#include "show/report/conform_parts.hpp"
#include "show/report/paint.hpp"
#include "show/report/text.hpp"

namespace thinair::report {

answer::Explanation witness_of(const conform::Conformance& result, std::size_t outcome) {
  answer::Explanation witness;
  witness.verdict = verdict::Verdict::allowed;
  witness.answer = result.answer;
  witness.answer.outcomes = {result.answer.outcomes[outcome]};
  return witness;
}

namespace text {
namespace {

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += fmt::format("  {}", text.substr(0, end));
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string conform(const Conformed& c, const Style& style) {
  const conform::Conformance& result = c.result;
  std::string out = fmt::format("{}: {} compiled by {} ({}): ", title(c.test, c.origin), c.model, c.scheme, c.target_model);
  const std::string states = fmt::format("{} state{}", result.states, result.states == 1 ? "" : "s");
  switch (result.verdict) {
    case conform::Conformance::Verdict::passes: return out + fmt::format("passes, {}\n", states) + note_lines(c.notes, style);
    case conform::Conformance::Verdict::unknown: return out + fmt::format("unknown: {}\n", result.limit) + note_lines(c.notes, style);
    case conform::Conformance::Verdict::fails: break;
  }
  out += fmt::format("FAILS, {} of {} not allowed by {}\n", result.breaches.size(), states, c.model);
  for (const conform::Breach& breach : result.breaches) out += fmt::format("  {}\n", state_line(c.test, breach.state));
  const conform::Breach& first = result.breaches.front();
  if (first.outcome) {
    const answer::Explanation witness = witness_of(result, *first.outcome);
    const std::string asked = state_line(result.target, result.answer.outcomes[*first.outcome].state);
    out += indented(explain(Explained{result.target, c.target_model, asked, witness, c.sources}, style));
  }
  const std::string asked = state_line(c.test, first.state);
  out += indented(explain(Explained{c.test, c.model, asked, *result.why, c.sources}, style));
  return out + note_lines(c.notes, style);
}

}  // namespace text
}  // namespace thinair::report
