#include "show/page/open_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::report {
namespace {

using program::Observable;
using program::Prop;
using program::Value;

// The equations that a conjunction consists of; others of its members say nothing that could be shown.
void equations(const Prop& prop, std::map<Observable, Value>& out) {
  if (prop.kind == Prop::Kind::and_)
    for (const Prop& kid : prop.kids) equations(kid, out);
  if (prop.kind != Prop::Kind::atom || prop.relop != program::Relop::eq || prop.lhs.is_constant == prop.rhs.is_constant) return;
  const auto& [constant, other] = prop.lhs.is_constant ? std::pair(prop.lhs, prop.rhs) : std::pair(prop.rhs, prop.lhs);
  out.emplace(other.observable, constant.value);
}

const Prop* asked_prop(const Explained& e) {
  if (e.prop) return e.prop;
  const auto at = std::ranges::find_if(
      e.test.clauses, [&](const program::Clause& c) { return c.kind != program::Clause::Kind::forall && c.text == e.asked; });
  return at == e.test.clauses.end() ? nullptr : &at->prop;
}

}  // namespace

std::map<value::VarId, Value> asked_values(const Explained& e, const answer::Answer& answer, const answer::Outcome& outcome) {
  std::map<value::VarId, Value> out;
  const Prop* prop = asked_prop(e);
  if (!prop || outcome.terms.empty()) return out;
  std::map<Observable, Value> wanted;
  equations(*prop, wanted);
  const auto observables = program::observed(e.test);
  const value::TermPool& pool = answer.unfolding->pool;
  for (std::size_t i = 0; i < observables.size() && i < outcome.terms.size(); ++i) {
    const auto at = wanted.find(observables[i]);
    const value::Term& term = pool[outcome.terms[i]];
    if (at != wanted.end() && term.op == program::Op::reg) out.emplace(term.index, at->second);
  }
  return out;
}

void fill_open(DrawnExecution& drawn, const answer::Answer& answer, const answer::Outcome& outcome,
               const std::map<value::VarId, Value>& values) {
  if (values.empty()) return;
  value::TermPool& pool = answer.unfolding->pool;
  const events::Execution& x = outcome.witness;
  const auto value_of = [&](value::VarId var) {
    const auto at = values.find(var);
    return at == values.end() ? std::optional<Value>() : std::optional(at->second);
  };
  // A constant stays as it is.
  const auto text = [&](value::TermId term, std::string& shown) {
    if (pool.variables(term).empty()) return;
    if (const auto value = pool.evaluate(term, value_of)) shown = fmt::format("{} (any)", *value);
  };
  std::map<value::VarId, value::TermId> reads;
  for (const DrawnEvent& e : drawn.events)
    if (x.structure->events[e.id].reads()) reads[x.structure->events[e.id].variable] = x.read_values[e.id];
  for (DrawnEvent& e : drawn.events) {
    const events::Event& event = x.structure->events[e.id];
    if (event.reads()) text(x.read_values[e.id], e.read);
    if (event.writes()) text(pool.substitute(event.written, [&](value::VarId var) { return std::optional(reads.at(var)); }), e.written);
  }
}

}  // namespace thinair::report
