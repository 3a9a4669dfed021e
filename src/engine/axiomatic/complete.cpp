#include "engine/axiomatic/complete.hpp"

#include <algorithm>

namespace thinair::axiomatic {

using bounds::Network;
using bounds::NodeId;
using relation::EventSet;
using relation::Relation;

// Sorts each class by a rank taken from one interleaving that respects program order, reads-from and everything the orders
// already contain; where these contradict each other, from the order's own pairs alone.
Completer::Guess Completer::guess(const bounds::State& state) const {
  const std::size_t n = structure_.size();
  Relation known = structure_.po;
  if (net_.rf != Network::kNone) known |= propagator_.lower(state, net_.rf);
  for (std::size_t init = 0; init < structure_.init_count; ++init)
    for (std::size_t e = structure_.init_count; e < n; ++e) known.add(init, e);
  std::vector<Relation> lower;
  for (const bounds::Order& order : net_.orders) {
    lower.push_back(propagator_.lower(state, order.node));
    known |= lower.back();
  }
  std::vector<std::size_t> rank(n);
  const bool consistent = known.acyclic();
  if (consistent) {
    const auto interleaving = relation::linear_extension(EventSet::full(n), known);
    for (std::size_t i = 0; i < interleaving.size(); ++i) rank[interleaving[i]] = i;
  }
  Guess out;
  for (std::size_t o = 0; o < net_.orders.size(); ++o) {
    Relation chosen(n);
    for (const EventSet& on : net_.orders[o].classes) {
      std::vector<std::uint32_t> sequence;
      if (consistent) {
        sequence = on.elements();
        std::ranges::sort(sequence, {}, [&](std::uint32_t e) { return rank[e]; });
      } else {
        sequence = relation::linear_extension(on, lower[o]);
      }
      for (std::size_t i = 0; i < sequence.size(); ++i)
        for (std::size_t j = i + 1; j < sequence.size(); ++j) chosen.add(sequence[i], sequence[j]);
      out.sequences.push_back(std::move(sequence));
    }
    out.orders.push_back(std::move(chosen));
  }
  out.final_writes = EventSet(n);
  if (net_.fw != Network::kNone) {
    const EventSet candidates = propagator_.upper_set(state, net_.fw);
    for (const EventSet& group : net_.fw_groups) {
      const auto writes = (group & candidates).elements();
      if (writes.empty()) continue;
      const auto last = consistent ? std::ranges::max_element(writes, {}, [&](std::uint32_t e) { return rank[e]; }) : writes.end() - 1;
      out.final_writes.add(*last);
    }
  }
  return out;
}

bool Completer::holds(const bounds::State& state, const Guess& guess) {
  bounds::State s = state;
  for (std::size_t o = 0; o < net_.orders.size(); ++o) {
    const NodeId node = net_.orders[o].node;
    const Relation open = propagator_.upper(s, node) - propagator_.lower(s, node);
    for (const auto& [a, b] : open.pairs())
      if (guess.orders[o].has(a, b))
        propagator_.require(s, node, a, b);
      else
        propagator_.exclude(s, node, a, b);
  }
  if (net_.fw != Network::kNone)
    for (const std::uint32_t e : guess.final_writes.elements()) propagator_.require(s, net_.fw, e);
  return propagator_.propagate(s) && propagator_.entailed(s);
}

std::optional<Completer::Completion> Completer::complete(bounds::State state) {
  ++nodes;
  if (budget_.exhausted() || !propagator_.propagate(state)) return std::nullopt;
  const Guess candidate = guess(state);
  if (propagator_.entailed(state) || holds(state, candidate)) return Completion{candidate.orders, candidate.final_writes};

  // Final writes first: they are few, and decide the ends of coherence orders.
  if (net_.fw != Network::kNone && propagator_.is_live(state, net_.fw))
    for (const EventSet& group : net_.fw_groups) {
      const EventSet open = (group & propagator_.upper_set(state, net_.fw)) - propagator_.lower_set(state, net_.fw);
      if (open.empty()) continue;
      const std::uint32_t write = open.elements().back();
      bounds::State taken = state;
      propagator_.require(taken, net_.fw, write);
      if (auto found = complete(std::move(taken))) return found;
      propagator_.exclude(state, net_.fw, write);
      return complete(std::move(state));
    }

  // An open pair of an order that an axiom still depends on, near in the guess: the guessed way round first.
  std::size_t at = 0;
  for (const bounds::Order& order : net_.orders)
    for (std::size_t c = 0; c < order.classes.size(); ++c) {
      const auto& sequence = candidate.sequences[at++];
      if (!propagator_.is_live(state, order.node)) continue;
      for (std::size_t distance = 1; distance < sequence.size(); ++distance)
        for (std::size_t i = 0; i + distance < sequence.size(); ++i) {
          const std::uint32_t a = sequence[i], b = sequence[i + distance];
          if (propagator_.lower_has(state, order.node, a, b) || !propagator_.upper_has(state, order.node, a, b)) continue;
          bounds::State taken = state;
          propagator_.require(taken, order.node, a, b);
          if (auto found = complete(std::move(taken))) return found;
          propagator_.exclude(state, order.node, a, b);
          return complete(std::move(state));
        }
    }
  return std::nullopt;  // everything is decided, and some axiom fails
}

}  // namespace thinair::axiomatic
