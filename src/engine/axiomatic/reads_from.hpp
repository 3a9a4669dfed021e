// Depth-first choice of reads-from on one event structure under one network.
//
//   takes   a structure, a network, and two callbacks
//   gives   every reads-from relation that neither values nor the axioms exclude, one at a time
//   does not decide orders: Completer and engine/justified/ do, each in its way
//
// At each step the read with the fewest candidates left is decided; values flow forward, the network propagates, and a
// contradiction in either cuts the branch. Once every axiom holds however the rest is decided, only values are followed.
#pragma once

#include <functional>

#include "engine/bounds/propagate.hpp"
#include "engine/axiomatic/flow.hpp"
#include "support/budget.hpp"

namespace thinair::axiomatic {

class ReadsFrom {
 public:
  ReadsFrom(value::TermPool& pool, const Structure& structure, const bounds::Network& network, Budget& budget);

  void fix(const relation::Relation& rf) { candidates_ = rf; }  // consider only this one

  // `cut` is asked at every step: true abandons the branch. `visit` gets each complete choice: true ends the search.
  // Returns whether the search was ended so.
  bool run(const std::function<bool()>& cut, const std::function<bool(const bounds::State&)>& visit);

  const Flow& flow() const { return flow_; }
  bounds::Propagator& propagator() { return propagator_; }
  const std::vector<EventId>& reads() const { return reads_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  bool decide(const bounds::State& state, bool free);

  const Structure& structure_;
  const bounds::Network& net_;
  Budget& budget_;
  bounds::Propagator propagator_;
  Flow flow_;
  std::vector<EventId> reads_;
  relation::Relation candidates_;  // used where the network does not mention rf
  std::function<bool()> cut_;
  std::function<bool(const bounds::State&)> visit_;
  std::uint64_t nodes_ = 0;
};

}  // namespace thinair::axiomatic
