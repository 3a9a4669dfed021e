// What a step means on one path of each thread: values, and normal forms of sequences.
#include <algorithm>

#include "engine/machine/explorer.hpp"
#include "support/check.hpp"

namespace thinair::machine {

bool Explorer::read(EventId reader, EventId write, Configuration& c, const op::Step& step) {
  if (x_.guide && x_.guide->reads_from[reader] != write) return false;
  const auto value = evaluate(written_[write], c);
  if (!value && machine_.threads != op::Threads::speculative) {
    problem(step.where, "op-value", "this read takes a value before it is known", "let it wait until the write is done");
    return false;
  }
  if (!recorded_.has(reader)) return true;
  if (!value) {
    if (is_made_of(write, reader, c)) {
      problem(step.where, "op-value", "this read takes a value that is made of what it reads", "let it wait until the write is done");
      return false;
    }
    c.owed[reader] = write;
    return true;
  }
  return learn(reader, *value, c);
}

// What a write writes is made of this read, or of reads that took such values.
bool Explorer::is_made_of(EventId write, EventId read, const Configuration& c) const {
  return std::ranges::any_of(pool_.variables(structure_.events[write].written), [&](value::VarId var) {
    const EventId part = event_of(var);
    return part == read || (c.owed[part] != kNone && is_made_of(c.owed[part], read, c));
  });
}

// A read has a value now, and so have those that waited for what is made of it. False: the paths of the structure are others, or the
// goal is out of reach.
bool Explorer::learn(EventId reader, program::Value value, Configuration& c) {
  c.read[reader] = value;
  for (const value::TermId constraint : constraints_of_[reader])
    if (const auto holds = evaluate(constraint, c); holds && *holds == 0) return false;
  for (const candidates::Part& part : wants_of_[reader])
    if (candidates::truth(*part.prop, [&](const program::Observable& o) -> std::optional<program::Value> {
          if (o.is_location) return std::nullopt;
          return evaluate(registers_[o.index], c);
        }) == !part.wanted)
      return false;
  if (machine_.threads != op::Threads::speculative) return true;
  c.owed[reader] = kNone;
  for (EventId e = structure_.init_count; e < structure_.size(); ++e)
    if (c.owed[e] != kNone)
      if (const auto known = evaluate(written_[c.owed[e]], c); known && !learn(e, *known, c)) return false;
  return true;
}

bool Explorer::finish(EventId event, Configuration& c, const op::Step& step) {
  const events::Event& e = structure_.events[event];
  if (e.writes() && !evaluate(written_[event], c)) {
    if (machine_.threads == op::Threads::speculative) return false;  // until it is
    problem(step.where, "op-value", "this rule writes a value before it is known", "let it wait for 'data'");
    return false;
  }
  c.done.add(event);
  reached_.add(event);
  return true;
}

// Of all sequences with the same order of related entries the one that is smallest in the order of letters: again and again the
// smallest entry that no related one stands before.
void Explorer::normalise(std::uint32_t variable, Sequence& sequence) {
  const Relation& related = here_.value(machine_.variables[variable].modulo).relation;
  const auto linked = [&](EventId a, EventId b) { return related.has(a, b) || related.has(b, a); };
  for (std::size_t at = 0; at < sequence.size(); ++at) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < sequence.size(); ++i) {
      if (sequence[i] >= sequence[best]) continue;
      bool free = true;
      for (std::size_t k = at; k < i && free; ++k) free = !linked(sequence[k], sequence[i]);
      if (free) best = i;
    }
    std::rotate(sequence.begin() + static_cast<std::ptrdiff_t>(at), sequence.begin() + static_cast<std::ptrdiff_t>(best),
                sequence.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

}  // namespace thinair::machine
