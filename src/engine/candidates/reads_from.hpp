// Depth-first choice of reads-from on one event structure under one network: the generator of candidates that exploring, refuting and
// justifying share.
//
//   takes   a structure, a network, which writes each read may see, and two callbacks
//   gives   every reads-from relation that neither values nor the axioms exclude, one at a time
//   does not decide orders: Completer and engine/justified/ do, each in its way
//
// At each step the read with the fewest candidates left is decided; values flow forward, the network propagates, and a
// contradiction in either cuts the branch. Once every axiom holds however the rest is decided, only values are followed.
#pragma once

#include <functional>

#include "engine/bounds/propagate.hpp"
#include "engine/candidates/flow.hpp"
#include "support/budget.hpp"

namespace thinair::candidates {

class ReadsFrom {
 public:
  // `propagator` is of the same network, if there is one already; whoever shares it may ask it while a search of another is under way.
  ReadsFrom(value::TermPool& pool, const Structure& structure, const bounds::Network& network,
            std::shared_ptr<bounds::Propagator> propagator = nullptr);

  // `cut` is asked at every step, with the bounds so far: true abandons the branch. `visit` gets each complete choice: true ends the
  // search. Returns whether the search was ended so. `allowed` (null: all) says which writes each read may see.
  // `start` (null: the propagator's initial one) is a state before any decision that was propagated already.
  using Cut = std::function<bool(const bounds::State&)>;
  using Visit = std::function<bool(const bounds::State&)>;
  bool run(const relation::Relation* allowed, Budget& budget, const Cut& cut, const Visit& visit, const bounds::State* start = nullptr);

  const Flow& flow() const { return flow_; }
  bounds::Propagator& propagator() { return propagator_; }
  const std::shared_ptr<bounds::Propagator>& shared_propagator() const { return shared_; }
  const std::vector<EventId>& reads() const { return reads_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  bool decide(const bounds::State& state, bool free);

  const Structure& structure_;
  const bounds::Network& net_;
  std::shared_ptr<bounds::Propagator> shared_;
  bounds::Propagator& propagator_;
  Flow flow_;
  std::vector<EventId> reads_;
  const relation::Relation every_candidate_;
  relation::Relation candidates_;  // of this run; looked at where the network does not mention rf
  Budget* budget_ = nullptr;
  const Cut* cut_ = nullptr;
  const Visit* visit_ = nullptr;
  std::uint64_t nodes_ = 0;
};

}  // namespace thinair::candidates
