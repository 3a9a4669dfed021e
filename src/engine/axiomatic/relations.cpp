#include "engine/axiomatic/relations.hpp"

#include <algorithm>

#include "engine/bounds/propagate.hpp"

namespace thinair::axiomatic {

using answer::NamedRelation;
using answer::Relations;
using bounds::Network;
using bounds::NodeId;
using events::EventId;
using relation::Relation;

void DecidedExecution::order(const std::string& name, EventId first, EventId second) {
  auto at = std::ranges::find(orders, name, &std::pair<std::string, Relation>::first);
  if (at == orders.end()) at = orders.insert(orders.end(), {name, Relation(structure->size())});
  at->second.add(first, second);
}

DecidedExecution decided(const events::Execution& x) { return {x.structure.get(), x.reads_from, x.final_write, x.orders}; }

DecidedExecution decided(const answer::ConcreteExecution& x) {
  DecidedExecution out{x.structure.get(), x.reads_from, {}, {}};
  for (const answer::PartialOrder& order : x.orders) out.orders.emplace_back(order.name, order.forced);
  return out;
}

Relations relations(const bounds::PlannedModel& model, const DecidedExecution& x, const std::string& also) {
  const events::Structure& s = *x.structure;
  Relation rf(s.size());
  for (EventId r = 0; r < s.size(); ++r)
    if (s.events[r].reads() && x.reads_from[r] < s.size()) rf.add(x.reads_from[r], r);
  Relations out{{"po", s.po}, {"rf", rf}};
  Budget budget;
  bounds::BuildOptions options;
  options.labels = true;
  const auto add = [&](const std::string& name, const Relation& relation) {
    if (std::ranges::find(out, name, &NamedRelation::first) == out.end()) out.emplace_back(name, relation);
  };
  const auto built = bounds::build(model, s, options, budget, [&](Network& net) {
    net.axioms.clear();
    net.exports.clear();
    for (NodeId id = 0; id < net.nodes().size(); ++id) net.exports.push_back(id);
    bounds::Propagator propagator(net);
    bounds::State state = propagator.initial();
    if (net.rf != Network::kNone)
      for (const auto& [w, r] : rf.pairs()) propagator.require(state, net.rf, w, r);
    if (net.fw != Network::kNone)
      for (const auto& group : net.fw_groups) {
        const auto location = s.events[group.elements().front()].location;
        if (location < x.final_write.size() && group.has(x.final_write[location]))
          propagator.require(state, net.fw, x.final_write[location]);
      }
    for (const bounds::Order& order : net.orders)
      for (const auto& [name, pairs] : x.orders)
        if (name == order.name)
          for (const auto& [a, b] : pairs.pairs()) propagator.require(state, order.node, a, b);
    if (!propagator.propagate(state)) return true;  // not the values that the execution chose
    const auto value = [&](NodeId id) { return net.is_constant(id) ? net.relation(id) : propagator.lower(state, id); };
    for (const auto& [name, node] : net.shown)
      if (!net[node].is_set) add(name, value(node));
    for (const auto& [name, node] : net.labels)
      if (name == also && !net[node].is_set) add(name, value(node));
    if (net.shown.empty())
      for (const auto& [name, node] : net.labels) {
        const bool chosen = std::ranges::any_of(net.orders, [&](const bounds::Order& o) { return o.node == node; });
        if (!net[node].is_set && (chosen || name == "co" || name == "fr")) add(name, value(node));
      }
    return false;
  });
  (void)built;  // a model that cannot be built on this execution shows nothing of its own
  return out;
}

}  // namespace thinair::axiomatic
