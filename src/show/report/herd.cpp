#include "show/report/herd.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::report::herd {
namespace {

using answer::Open;
using program::Clause;

bool is_herds_own(const Clause& clause) { return clause.kind != Clause::Kind::required && clause.kind != Clause::Kind::forbidden; }

// required P and forbidden P in herd's words.
Clause::Kind herd_kind(Clause::Kind kind) {
  if (kind == Clause::Kind::required) return Clause::Kind::exists;
  if (kind == Clause::Kind::forbidden) return Clause::Kind::not_exists;
  return kind;
}

std::string_view title(Clause::Kind kind) {
  switch (kind) {
    case Clause::Kind::not_exists: return "Forbidden";
    case Clause::Kind::forall: return "Required";
    default: return "Allowed";
  }
}

bool validated(Clause::Kind kind, const verdict::Tally& tally) {
  switch (kind) {
    case Clause::Kind::not_exists: return tally.positive == 0;
    case Clause::Kind::forall: return tally.negative == 0;
    default: return tally.positive > 0;
  }
}

// herd writes an unresolved value as S and a number; our symbols are v and a number.
std::string datum_text(const program::Program& program, program::Type type, const answer::Datum& datum) {
  const Open* open = std::get_if<Open>(&datum);
  if (!open && type == program::Type::address) return program::to_text(program, type, std::get<answer::Value>(datum));
  if (!open) return fmt::format("{}", std::get<answer::Value>(datum));
  std::string symbol = open->symbol;
  if (symbol.starts_with('v')) symbol[0] = 'S';
  return symbol;
}

std::string state_line(const program::Test& test, const answer::State& state) {
  std::string out;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const std::string name = program::to_text(test.program, test.shown[i]);
    const bool location = test.shown[i].is_location;
    out += fmt::format("{}{}{}{}={};", i == 0 ? "" : " ", location ? "[" : "", name, location ? "]" : "",
                       datum_text(test.program, program::type_of(test.program, test.shown[i]), state.values[i]));
  }
  return out;
}

}  // namespace

const Clause* log_clause(const program::Test& test) {
  const auto own = std::ranges::find_if(test.clauses, is_herds_own);
  if (own != test.clauses.end()) return &*own;
  return test.clauses.empty() ? nullptr : &test.clauses.front();
}

std::string outcomes(const Outcomes& o, const Style& style) {
  static const Clause kNothing{.kind = Clause::Kind::forall, .prop = {}, .where = {}, .text = "(true)"};
  const Clause* chosen = log_clause(o.test);
  const Clause& clause = chosen ? *chosen : kNothing;
  const Clause::Kind kind = herd_kind(clause.kind);

  std::string out = fmt::format("Test {} {}\nStates {}\n", o.test.name, title(kind), o.answer.outcomes.size());
  for (std::size_t i = 0; i < o.answer.outcomes.size(); ++i) out += state_line(o.test, o.answer.outcomes.state(i)) + "\n";
  const verdict::Tally& tally = o.tally;
  if (o.answer.complete)
    out += fmt::format("{}\nWitnesses\nPositive: {} Negative: {}\n", validated(kind, tally) ? "Ok" : "No", tally.positive, tally.negative);
  for (const std::string& flag : o.answer.flags) out += "Flag " + flag + "\n";
  out += fmt::format("Condition {} {}\n", keyword(kind), clause.text);
  if (o.answer.complete) {
    const std::string_view often = tally.positive == 0 ? "Never" : tally.negative == 0 ? "Always" : "Sometimes";
    out += fmt::format("Observation {} {} {} {}\n", o.test.name, often, tally.positive, tally.negative);
  }
  if (style.times) out += fmt::format("Time {} {:.2f}\n", o.test.name, o.seconds);
  return out + "\n";
}

}  // namespace thinair::report::herd
