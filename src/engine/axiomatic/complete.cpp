#include "engine/axiomatic/complete.hpp"

#include <algorithm>

namespace thinair::axiomatic {

using bounds::Network;
using bounds::NodeId;
using relation::EventSet;
using relation::Relation;

// Sorts each class by a rank taken from one interleaving that respects program order, reads-from and everything the orders
// already contain. Where these contradict each other, as orders of single threads may, each order has an interleaving of its own:
// with program order and reads-from, with program order, or with nothing but its own pairs.
Completer::Guess Completer::guess(const bounds::State& state) const {
  const std::size_t n = structure_.size();
  Relation program_order = structure_.po;
  for (std::size_t init = 0; init < structure_.init_count; ++init)
    for (std::size_t e = structure_.init_count; e < n; ++e) program_order.add(init, e);
  Relation reads = program_order;
  if (net_.rf != Network::kNone) reads |= propagator_.lower(state, net_.rf);
  Relation all = reads;
  std::vector<Relation> lower;
  for (const bounds::Order& order : net_.orders) {
    lower.push_back(propagator_.lower(state, order.node));
    all |= lower.back();
  }
  std::vector<std::size_t> rank(n);
  const auto rank_by = [&](const Relation& known) {
    if (!known.acyclic()) return false;
    const auto interleaving = relation::linear_extension(EventSet::full(n), known);
    for (std::size_t i = 0; i < interleaving.size(); ++i) rank[interleaving[i]] = i;
    return true;
  };
  const bool consistent = rank_by(all);
  Guess out;
  for (std::size_t o = 0; o < net_.orders.size(); ++o) {
    Relation chosen(n);
    const bool ranked = consistent || rank_by(reads | lower[o]) || rank_by(program_order | lower[o]);
    for (const EventSet& on : net_.orders[o].classes) {
      std::vector<std::uint32_t> sequence;
      if (ranked) {
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

std::optional<Completer::Completion> Completer::complete(const bounds::State& state) {
  Guess first;
  if (auto found = guessed(state, first)) return found;
  bounds::Path path(propagator_, state);
  return branch(path, first);
}

std::optional<Completer::Completion> Completer::guessed(const bounds::State& state, Guess& candidate) {
  ++nodes;
  if (budget_.exhausted() || (patience && !patience->spend())) return std::nullopt;
  candidate = guess(state);
  if (propagator_.entailed(state) || holds(state, candidate)) return Completion{candidate.orders, candidate.final_writes};
  return std::nullopt;
}

std::optional<Completer::Decision> Completer::decision(const bounds::State& state, const Guess& candidate) const {
  // Final writes first: they are few, and decide the ends of coherence orders.
  if (net_.fw != Network::kNone && propagator_.is_live(state, net_.fw))
    for (const EventSet& group : net_.fw_groups) {
      const EventSet open = (group & propagator_.upper_set(state, net_.fw)) - propagator_.lower_set(state, net_.fw);
      if (!open.empty()) return Decision{net_.fw, 0, open.elements().back()};
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
          if (!propagator_.lower_has(state, order.node, a, b) && propagator_.upper_has(state, order.node, a, b))
            return Decision{order.node, a, b};
        }
    }
  return std::nullopt;
}

std::optional<Completer::Completion> Completer::branch(bounds::Path& path, const Guess& candidate) {
  if (budget_.limit().reached() || (patience && patience->lost())) return std::nullopt;
  const auto next = decision(path.state(), candidate);
  if (!next) return std::nullopt;  // everything is decided, and some axiom fails
  if (auto found = after(path, [&](bounds::State& s) { propagator_.require(s, next->node, next->row, next->column); })) return found;
  return after(path, [&](bounds::State& s) { propagator_.exclude(s, next->node, next->row, next->column); });
}

std::optional<Completer::Decision> Completer::open_decision(const bounds::State& state) {
  Guess candidate;
  if (guessed(state, candidate) || budget_.limit().reached()) return std::nullopt;
  return decision(state, candidate);
}

}  // namespace thinair::axiomatic
