// A value is open if it comes round in a circle: a read sees a write of a value that depends on what the read itself gives, and no
// arithmetic on the way settles it. (Where arithmetic does, the outcome's state has no open value.)
#include "show/page/open_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace thinair::report {
namespace {

using events::EventId;
using program::Observable;
using program::Prop;
using program::Value;
using value::TermPool;
using value::VarId;

// The equations that a conjunction consists of; others of its members say nothing that could be shown.
void equations(const Prop& prop, std::map<Observable, Value>& out) {
  if (prop.kind == Prop::Kind::and_)
    for (const Prop& kid : prop.kids) equations(kid, out);
  if (prop.kind != Prop::Kind::atom || prop.relop != program::Relop::eq || prop.lhs.is_constant == prop.rhs.is_constant) return;
  const auto& [constant, other] = prop.lhs.is_constant ? std::pair(prop.lhs, prop.rhs) : std::pair(prop.rhs, prop.lhs);
  out.emplace(other.observable, constant.value);
}

// What the clause that was asked for says about variables of the outcome.
std::map<VarId, Value> asked_values(const Explained& e, const TermPool& pool, const answer::Outcome& outcome) {
  std::map<VarId, Value> out;
  const auto clause = std::ranges::find_if(
      e.test.clauses, [&](const program::Clause& c) { return c.kind != program::Clause::Kind::forall && c.text == e.asked; });
  if (clause == e.test.clauses.end()) return out;
  std::map<Observable, Value> wanted;
  equations(clause->prop, wanted);
  const auto observables = program::observed(e.test);
  for (std::size_t i = 0; i < observables.size() && i < outcome.terms.size(); ++i) {
    const auto at = wanted.find(observables[i]);
    const value::Term& term = pool[outcome.terms[i]];
    if (at != wanted.end() && term.op == program::Op::reg) out.emplace(term.index, at->second);
  }
  return out;
}

// By variable: whether its read depends on itself, or on one that does.
std::map<VarId, bool> open_reads(const TermPool& pool, const events::Execution& x) {
  const events::Structure& s = *x.structure;
  relation::Relation needs(s.size());  // a read, and those that its value is computed of
  std::map<VarId, EventId> reads;
  for (EventId r = 0; r < s.size(); ++r)
    if (s.events[r].reads()) reads.emplace(s.events[r].variable, r);
  for (const auto& [var, r] : reads)
    if (x.reads_from[r] < s.size())
      for (const VarId other : pool.variables(s.events[x.reads_from[r]].written)) needs.add(r, reads.at(other));
  const relation::Relation all = needs.transitive_closure();
  std::map<VarId, bool> out;
  for (const auto& [var, r] : reads)
    out[var] = std::ranges::any_of(
        reads, [&](const auto& other) { return all.has(other.second, other.second) && (other.second == r || all.has(r, other.second)); });
  return out;
}

}  // namespace

void fill_open(const Explained& e, const answer::Answer& answer, const answer::Outcome& outcome, DrawnExecution& drawn) {
  if (std::ranges::none_of(outcome.state.values, [](const answer::Datum& d) { return std::holds_alternative<answer::Open>(d); })) return;
  TermPool& pool = answer.unfolding->pool;
  const events::Execution& x = outcome.witness;
  const auto values = asked_values(e, pool, outcome);
  const auto open = open_reads(pool, x);
  std::map<VarId, value::TermId> reads;
  for (const DrawnEvent& event : drawn.events)
    if (x.structure->events[event.id].reads()) reads[x.structure->events[event.id].variable] = x.read_values[event.id];
  const auto value_of = [&](VarId var) {
    const auto at = values.find(var);
    return at == values.end() ? std::optional<Value>() : std::optional(at->second);
  };
  const auto show = [&](value::TermId term, std::string& text) {
    if (const auto value = pool.evaluate(term, value_of)) text = fmt::format("{} (any)", *value);
  };
  for (DrawnEvent& d : drawn.events) {
    const events::Event& event = x.structure->events[d.id];
    if (event.reads() && open.at(event.variable)) show(x.read_values[d.id], d.read);
    if (event.writes() && std::ranges::any_of(pool.variables(event.written), [&](VarId var) { return open.at(var); }))
      show(pool.substitute(event.written, [&](VarId var) { return std::optional(reads.at(var)); }), d.written);
  }
}

}  // namespace thinair::report
