#include <algorithm>

#include "engine/candidates/condition.hpp"
#include "engine/machine/explorer.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using answer::Trace;
using op::kNoNode;

bool Explorer::is_final(const Configuration& c) {
  if (c.done.count() != structure_.size()) return false;
  return std::ranges::all_of(machine_.finals, [&](const op::Test& test) { return here_.holds(test); });
}

std::optional<program::Value> Explorer::final_value(program::LocId location, EventId& write) {
  if (machine_.memory == kNoNode) return std::nullopt;
  here_.bound()[machine_.memory_slot] = location;
  write = here_.value(machine_.memory).id;
  if (write != kNone) return evaluate(written_[write], from_);
  write = 0;  // nobody accesses it
  return test_.program.locations[location].initial;
}

bool Explorer::record(std::uint32_t index, const Configuration& c) {
  if (structure_.bound_reached) {
    findings_.loops_on = true;
    return false;
  }
  answer::Outcome outcome;
  outcome.witness.structure = x_.structure;
  outcome.witness.final_write.assign(test_.program.locations.size(), 0);
  if (machine_.memory != kNoNode)
    for (program::LocId location = 0; location < test_.program.locations.size(); ++location)
      final_value(location, outcome.witness.final_write[location]);
  if (x_.guide && x_.ends && machine_.memory != kNoNode)
    for (const program::LocId location : x_.unfolding->accessed)
      if (outcome.witness.final_write[location] != x_.guide->final_write[location]) return false;
  std::vector<std::optional<program::Value>> values;
  const auto value_of = [&](const program::Observable& o) -> std::optional<program::Value> {
    if (!o.is_location) return evaluate(registers_[o.index], c);
    return final_value(o.index, outcome.witness.final_write[o.index]);
  };
  if (x_.question->goal && candidates::truth(*x_.question->goal, value_of) == false) return false;
  if (test_.filter && candidates::truth(*test_.filter, value_of) == false) return false;
  for (const program::Observable& o : observed_) {
    auto value = value_of(o);
    // What a narrow question does not look at was not kept while the machine ran; it is read off the trace below.
    values.push_back(value);
  }
  outcome.trace = std::make_shared<const Trace>(trace(index, outcome.witness));
  const auto known = [&](value::VarId var) { return pool_.as_constant(outcome.witness.read_values[event_of(var)]); };
  for (std::size_t i = 0; i < observed_.size(); ++i) {
    const program::Observable& o = observed_[i];
    if (!values[i] && !o.is_location) values[i] = pool_.evaluate(structure_.registers[o.index], known);
    check(values[i].has_value(), "every value is known when a machine comes to its end");
    if (i < test_.shown.size()) outcome.state.values.emplace_back(*values[i]);
    outcome.terms.push_back(pool_.constant(*values[i]));
  }
  for (std::uint32_t t = 0; t < structure_.threw.size(); ++t)
    if (structure_.threw[t]) outcome.state.threw.push_back(t);
  for (std::uint32_t t = 0; t < structure_.blocked.size(); ++t)
    if (structure_.blocked[t]) outcome.state.blocked.push_back(t);
  findings_.states.try_emplace(outcome.state, std::move(outcome));
  return x_.question->first_only;
}

}  // namespace thinair::machine
