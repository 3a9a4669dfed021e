#include "engine/axiomatic/symmetry.hpp"

#include <algorithm>
#include <map>

#include "engine/candidates/condition.hpp"
#include "events/variable.hpp"

namespace thinair::axiomatic {
namespace {

using bounds::Network;
using bounds::NodeId;
using events::EventId;
using relation::EventSet;
using relation::Relation;

// The events of two threads, swapped.
class Swap {
 public:
  Swap(value::TermPool& pool, const events::Structure& structure, const candidates::Flow& flow, const std::vector<EventId>& a,
       const std::vector<EventId>& b)
      : pool_(pool), structure_(structure), flow_(flow), to_(structure.size()) {
    for (EventId e = 0; e < structure.size(); ++e) to_[e] = e;
    for (std::size_t i = 0; i < a.size(); ++i) {
      to_[a[i]] = b[i];
      to_[b[i]] = a[i];
    }
  }

  bool keeps(const EventSet& set) const {
    return std::ranges::all_of(set.elements(), [&](EventId e) { return set.has(to_[e]); });
  }
  bool keeps(const Relation& relation) const {
    return std::ranges::all_of(relation.pairs(), [&](const auto& pair) { return relation.has(to_[pair.first], to_[pair.second]); });
  }
  value::TermId image(value::TermId term) const {
    return pool_.substitute(
        term, [&](value::VarId var) { return std::optional(pool_.variable(structure_.events[to_[flow_.event_of(var)]].variable)); });
  }
  bool keeps_events() const {
    for (EventId e = 0; e < structure_.size(); ++e) {
      const events::Event &x = structure_.events[e], &y = structure_.events[to_[e]];
      if (x.kind != y.kind || x.location != y.location || x.object != y.object || x.sets != y.sets) return false;
      if (x.writes() && image(x.written) != y.written) return false;
    }
    std::vector<value::TermId> before = structure_.constraints, after;
    for (const value::TermId constraint : before) after.push_back(image(constraint));
    std::ranges::sort(before);
    std::ranges::sort(after);
    return before == after;
  }
  bool keeps_network(const bounds::Propagator& propagator, const bounds::State& state) const {
    const Network& net = propagator.network();
    for (NodeId id = 0; id < net.nodes().size(); ++id) {
      const bounds::Node& node = net[id];
      if (node.kind == bounds::Kind::constant && !(node.is_set ? keeps(net.set(id)) : keeps(net.relation(id)))) return false;
      if (node.kind != bounds::Kind::unknown) continue;
      if (node.is_set ? !keeps(propagator.lower_set(state, id)) || !keeps(propagator.upper_set(state, id))
                      : !keeps(propagator.lower(state, id)) || !keeps(propagator.upper(state, id)))
        return false;
    }
    return keeps(net.reading) && std::ranges::all_of(net.orders, [&](const bounds::Order& o) { return keeps(o.scope) && keeps(o.on); }) &&
           std::ranges::all_of(net.fw_groups, [&](const EventSet& group) { return keeps(group); });
  }

 private:
  value::TermPool& pool_;
  const events::Structure& structure_;
  const candidates::Flow& flow_;
  std::vector<EventId> to_;
};

}  // namespace

std::vector<Precedence> break_symmetry(value::TermPool& pool, const events::Structure& structure, const candidates::Flow& flow,
                                       const bounds::Propagator& propagator, const bounds::State& start,
                                       const std::vector<const program::Prop*>& wanted) {
  std::map<std::uint32_t, std::vector<EventId>> threads;
  for (EventId e = structure.init_count; e < structure.size(); ++e) threads[structure.events[e].thread].push_back(e);
  for (const program::Prop* prop : wanted)
    for (const program::Observable& o : candidates::observables(*prop))
      if (!o.is_location)
        for (const value::VarId var : pool.variables(structure.registers[o.index])) threads.erase(events::thread_of(var));
  std::vector<Precedence> out;
  const Network& net = propagator.network();
  while (threads.size() > 1) {
    const std::vector<EventId> first = threads.begin()->second;
    std::vector<std::vector<EventId>> alike{first};
    threads.erase(threads.begin());
    for (auto other = threads.begin(); other != threads.end();) {
      const bool same = other->second.size() == first.size() && [&] {
        const Swap swap(pool, structure, flow, first, other->second);
        return swap.keeps_events() && swap.keeps_network(propagator, start);
      }();
      if (same) alike.push_back(other->second);
      other = same ? threads.erase(other) : std::next(other);
    }
    if (alike.size() == 1) continue;
    const auto ordered = [&](const bounds::Order& order, std::size_t i) {
      return std::ranges::all_of(alike, [&](const auto& events) { return events == first || order.scope.has(first[i], events[i]); });
    };
    bool done = false;
    for (const bounds::Order& order : net.orders)
      for (std::size_t i = 0; i < first.size() && !done; ++i) {
        if (!propagator.is_live(start, order.node) || !ordered(order, i)) continue;
        for (std::size_t k = 0; k + 1 < alike.size(); ++k) out.push_back({order.node, alike[k][i], alike[k + 1][i]});
        done = true;
      }
  }
  return out;
}

}  // namespace thinair::axiomatic
