// Bounds on every node of a network, and their propagation.
//
//   takes   a Network, and decisions ("this pair is in the order", "this read takes its value from that write")
//   gives   lower and upper bounds for every node: what must be in it and what may; or a conflict
//   does not guess: engine/axiomatic/ does
//
// Each operator narrows both ways. Upwards: what must (may) be in the operands decides what must (may) be in the result.
// Downwards: what must not be in the result must not be in an operand that would put it there. All of it works on whole
// bit rows. A state in which every unknown is decided has equal bounds everywhere, so propagation then decides every axiom.
//
// An axiom that holds however the rest is decided is dropped; nodes that only dropped axioms look at are no longer touched.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/bounds/network.hpp"

namespace thinair::bounds {

using relation::Word;

// Everything that changes during search; a copy is a save point.
struct State {
  std::vector<Word> bounds;            // lower then upper bound of every node that is not constant
  std::vector<std::uint8_t> upward;    // per node: which bounds must be recomputed from the operands (kLower | kUpper)
  std::vector<std::uint8_t> downward;  // per node: operands must be narrowed again
  std::vector<std::uint8_t> axiom_dirty;
  std::vector<std::uint8_t> axiom_active;
  std::vector<std::uint8_t> live;  // per node: some active axiom depends on it
  bool pending = true;             // something above is set
  bool contradiction = false;      // a decision went against a bound
};

class Propagator {
 public:
  explicit Propagator(const Network& network);
  ~Propagator();
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  // Bounds before any decision.
  State initial() const;

  // Decisions. They take effect with the next propagate().
  void require(State& state, NodeId node, std::size_t a, std::size_t b) const;
  void exclude(State& state, NodeId node, std::size_t a, std::size_t b) const;
  void require(State& state, NodeId node, std::size_t event) const;
  void exclude(State& state, NodeId node, std::size_t event) const;

  // Narrows to the fixed point. False: no way of deciding the rest satisfies the axioms, or the network's budget is exhausted.
  bool propagate(State& state);

  // Every axiom holds however the open unknowns are decided, and every order has its final base.
  bool entailed(const State& state) const;

  bool lower_has(const State& state, NodeId node, std::size_t a, std::size_t b) const;
  bool upper_has(const State& state, NodeId node, std::size_t a, std::size_t b) const;
  bool decided(const State& state, NodeId node) const;
  bool is_live(const State& state, NodeId node) const { return state.live[node] != 0; }
  Relation lower(const State& state, NodeId node) const;
  Relation upper(const State& state, NodeId node) const;
  EventSet lower_set(const State& state, NodeId node) const;
  EventSet upper_set(const State& state, NodeId node) const;

  std::uint64_t passes() const;

 private:
  struct Implementation;
  void narrow_bit(State& state, NodeId node, std::size_t row, std::size_t column, bool in) const;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace thinair::bounds
