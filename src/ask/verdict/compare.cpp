#include "ask/verdict/compare.hpp"

#include <algorithm>
#include <map>

#include "engine/satisfies.hpp"

namespace thinair::verdict {
namespace {

using answer::Datum;
using answer::Open;
using answer::State;
using answer::Truth;
using program::Operand;
using program::Prop;

bool is_concrete(const State& state) {
  return std::ranges::all_of(state.values, [](const Datum& d) { return std::holds_alternative<answer::Value>(d); });
}

std::vector<State> missing(const program::Test& test, const answer::Answer& from, answer::Answer& in) {
  std::vector<State> states;
  for (std::size_t i = 0; i < from.outcomes.size(); ++i)
    if (State state = from.outcomes.state(i); !has(test, in, state)) states.push_back(std::move(state));
  return states;
}

}  // namespace

Prop equals(const program::Test& test, const State& state) {
  Prop all;
  all.kind = Prop::Kind::and_;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    Prop atom;
    atom.kind = Prop::Kind::atom;
    atom.lhs.observable = test.shown[i];
    atom.rhs = Operand{.is_constant = true, .value = std::get<answer::Value>(state.values[i]), .observable = {}};
    all.kids.push_back(std::move(atom));
  }
  if (all.kids.empty()) all.kind = Prop::Kind::true_;
  return all;
}

// A concrete state is asked of the engine, which knows the constraints on open values; an open one is matched by shape.
bool has(const program::Test& test, answer::Answer& answer, const State& state) {
  if (answer.outcomes.contains(state)) return true;
  for (std::size_t i = 0; i < answer.outcomes.size(); ++i) {
    if (!answer.outcomes.is_open(i)) continue;
    const answer::Outcome outcome = answer.outcomes[i];
    if (outcome.state.threw != state.threw || outcome.state.blocked != state.blocked) continue;
    if (covers(outcome.state, state)) return true;
    if (is_concrete(state) && engine::satisfies(test, answer, outcome, equals(test, state)) != Truth::no) return true;
  }
  return false;
}

bool covers(const State& general, const State& special) {
  if (general.threw != special.threw || general.blocked != special.blocked || general.values.size() != special.values.size()) return false;
  std::map<std::string, Datum> stands_for;
  for (std::size_t i = 0; i < general.values.size(); ++i) {
    const Datum& value = special.values[i];
    const Open* open = std::get_if<Open>(&general.values[i]);
    if (!open || !open->where.empty()) {
      if (general.values[i] != value) return false;
      if (!open) continue;
    }
    if (stands_for.try_emplace(open->symbol, value).first->second != value) return false;
  }
  return true;
}

Difference compare(const program::Test& test, answer::Answer& first, answer::Answer& second) {
  Difference difference;
  difference.only_first = missing(test, first, second);
  difference.only_second = missing(test, second, first);
  difference.complete = first.complete && second.complete;
  return difference;
}

}  // namespace thinair::verdict
