#include "engine/justified/final_states.hpp"

#include <algorithm>

#include "engine/bounds/build.hpp"

namespace thinair::justified {

using answer::State;

Value value_of(const program::Test& test, const Candidate& c, const std::vector<EventId>& final_write, const program::Observable& o) {
  if (!o.is_location) return c.registers[o.index];
  return final_write[o.index] == kNoEvent ? test.program.locations[o.index].initial : c.written[final_write[o.index]];
}

namespace {

State state_of(const program::Test& test, const Candidate& c, const std::vector<EventId>& final_write) {
  State out;
  for (const program::Observable& o : test.shown) out.values.emplace_back(value_of(test, c, final_write, o));
  for (std::uint32_t t = 0; t < c.structure->threw.size(); ++t) {
    if (c.structure->threw[t]) out.threw.push_back(t);
    if (c.structure->blocked[t]) out.blocked.push_back(t);
  }
  return out;
}

}  // namespace

void final_states(const program::Test& test, const Candidate& c,
                  const std::function<void(const State&, const std::vector<EventId>&)>& use) {
  const std::vector<program::Observable> observables = observed(test);
  std::vector<EventId> final_write = c.final_write;
  std::vector<std::pair<program::LocId, std::vector<EventId>>> open;
  for (const EventSet& group : bounds::final_write_groups(*c.structure)) {
    const auto writes = group.elements();
    const program::LocId location = c.structure->events[writes.front()].location;
    const bool shown = std::ranges::find(observables, program::Observable{true, location}) != observables.end();
    if (final_write[location] != kNoEvent) continue;
    final_write[location] = writes.back();
    if (shown) open.emplace_back(location, writes);
  }
  const std::function<void(std::size_t)> choose = [&](std::size_t at) {
    if (at < open.size()) {
      for (const EventId w : open[at].second) {
        final_write[open[at].first] = w;
        choose(at + 1);
      }
      return;
    }
    use(state_of(test, c, final_write), final_write);
  };
  choose(0);
}

events::Execution witness_of(const Candidate& c, const std::vector<EventId>& final_write, value::TermPool& pool) {
  events::Execution w;
  w.structure = c.structure;
  w.reads_from = c.reads_from;
  for (EventId& from : w.reads_from)
    if (from == kNoEvent) from = 0;
  w.final_write = final_write;
  for (EventId& e : w.final_write)
    if (e == kNoEvent) e = 0;
  for (const Value value : c.read) w.read_values.push_back(pool.constant(value));
  for (const answer::PartialOrder& order : c.orders) {
    const auto sequence = relation::linear_extension(order.scope, order.forced);
    Relation total(c.size());
    for (std::size_t i = 0; i < sequence.size(); ++i)
      for (std::size_t j = i + 1; j < sequence.size(); ++j)
        if (order.pairs.has(sequence[i], sequence[j])) total.add(sequence[i], sequence[j]);
    w.orders.emplace_back(order.name, std::move(total));
  }
  return w;
}

}  // namespace thinair::justified
