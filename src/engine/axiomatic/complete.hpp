// Finds orders (and final writes that nobody looks at) that satisfy a network whose reads-from is decided.
//
//   takes   a propagator and a state
//   gives   a state in which every unknown is decided and every axiom holds; or that there is none
//
// Total orders are searched, not enumerated: propagation forces what the axioms force; then one completion is tried, sorted
// like an interleaving of the threads; only if that fails is an open pair branched on, one way and then the other.
#pragma once

#include <optional>

#include "engine/bounds/propagate.hpp"
#include "engine/candidates/reads_from.hpp"
#include "events/structure.hpp"
#include "support/budget.hpp"

namespace thinair::axiomatic {

class Completer {
 public:
  Completer(const bounds::Network& network, bounds::Propagator& propagator, const events::Structure& structure, Budget& budget)
      : net_(network), propagator_(propagator), structure_(structure), budget_(budget) {}

  // The orders of a witness, in the order of Network::orders, and its final writes.
  struct Completion {
    std::vector<relation::Relation> orders;
    relation::EventSet final_writes;
  };

  // `state` was propagated.
  std::optional<Completion> complete(const bounds::State& state);

  // What to decide next in a propagated state, so that it is in the node: a final write, or a pair of an order that an axiom still depends
  // on. None: some guess is a completion.
  struct Decision {
    bounds::NodeId node;
    std::size_t row, column;
  };
  std::optional<Decision> open_decision(const bounds::State& state);

  std::uint64_t nodes = 0;
  candidates::Patience* patience = nullptr;

 private:
  struct Guess {
    std::vector<std::vector<std::uint32_t>> sequences;  // per order and class, flattened: events in guessed order
    std::vector<relation::Relation> orders;
    relation::EventSet final_writes;
  };
  Guess guess(const bounds::State& state) const;
  bool holds(const bounds::State& state, const Guess& guess);
  // What the guess gives, if it is right.
  std::optional<Completion> guessed(const bounds::State& state, Guess& guess);
  std::optional<Completion> branch(bounds::Path& path, const Guess& guess);
  std::optional<Decision> decision(const bounds::State& state, const Guess& guess) const;
  template <class Decide>
  std::optional<Completion> after(bounds::Path& path, Decide&& decide) {
    if (!path.enter(decide)) return std::nullopt;
    Guess next;
    auto found = guessed(path.state(), next);
    if (!found) found = branch(path, next);
    path.leave();
    return found;
  }

  const bounds::Network& net_;
  bounds::Propagator& propagator_;
  const events::Structure& structure_;
  Budget& budget_;
};

}  // namespace thinair::axiomatic
