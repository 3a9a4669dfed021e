// Depth-first choice of reads-from on one event structure under one network: the generator of candidates that exploring, refuting and
// justifying share.
//
//   takes   a structure, a network, which writes each read may see, and two callbacks
//   gives   every reads-from relation that neither values nor the axioms exclude, one at a time
//   does not decide orders: Completer and engine/justified/ do, each in its way
//
// At each step the read with the fewest candidates left is decided; values flow forward, the network propagates, and a
// contradiction in either cuts the branch. Once every axiom holds however the rest is decided, only values are followed.
//
// Where one choice is enough and many reads are open, all of them are guessed together now and then, as they would read in one interleaving
// of the threads; if that is right, it saves a propagation for each read. One choice is also enough of the reads that nobody looks at, once
// the others are decided.
#pragma once

#include <functional>
#include <optional>

#include "engine/bounds/propagate.hpp"
#include "engine/candidates/flow.hpp"
#include "support/budget.hpp"

namespace thinair::candidates {

// How many nodes a search may have before another way is tried.
class Patience {
 public:
  explicit Patience(std::uint64_t nodes) : left_(nodes) {}
  // One node more. False: that is enough.
  bool spend() { return left_ != 0 && --left_ != 0; }
  bool lost() const { return left_ == 0; }

 private:
  std::uint64_t left_;
};

class ReadsFrom {
 public:
  // `propagator` is of the same network, if there is one already; whoever shares it may ask it while a search of another is under way.
  ReadsFrom(value::TermPool& pool, const Structure& structure, const bounds::Network& network,
            std::shared_ptr<bounds::Propagator> propagator = nullptr);

  // What may make a search shorter; none of it changes what there is to find.
  struct Hints {
    const bounds::State* start = nullptr;  // before any decision, in place of the propagator's initial one
    bool one_is_enough = false;            // the caller ends the search at the first choice that it likes: a likely one is tried first
    Patience* patience = nullptr;          // ends the search, as `visit` does
    const relation::EventSet* matter = nullptr;  // reads that decide what the caller cuts by: these first (null: all alike)
  };

  // `cut` is asked at every step, with the bounds so far: true abandons the branch. `visit` gets each complete choice: true ends the
  // search. Returns whether the search was ended so. `allowed` (null: all) says which writes each read may see.
  using Cut = std::function<bool(const bounds::State&)>;
  using Visit = std::function<bool(const bounds::State&)>;
  bool run(const relation::Relation* allowed, Budget& budget, const Cut& cut, const Visit& visit, const Hints& hints);
  bool run(const relation::Relation* allowed, Budget& budget, const Cut& cut, const Visit& visit) {
    return run(allowed, budget, cut, visit, Hints{});
  }

  // Where every search begins: without writes that `allowed` or a path's constraints exclude. None: there is nothing to search.
  std::optional<bounds::State> root(const relation::Relation* allowed, Budget& budget, const bounds::State* start);

  const Flow& flow() const { return flow_; }
  Flow& flow() { return flow_; }
  bounds::Propagator& propagator() { return propagator_; }
  const std::shared_ptr<bounds::Propagator>& shared_propagator() const { return shared_; }
  const std::vector<EventId>& reads() const { return reads_; }
  const relation::Relation& every_candidate() const { return every_candidate_; }
  bool many() const { return reads_.size() >= kMany; }  // enough for guesses to pay
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::size_t kMany = 16;
  bool decide(bool free);
  bool decide(EventId read, EventId write, bool free);
  bool guess(bool free);
  bool each_write(EventId read, bool free);
  std::vector<std::uint32_t> interleaving() const;
  void count_candidates();
  bool may_see(EventId write, EventId read) const;

  const Structure& structure_;
  const bounds::Network& net_;
  std::shared_ptr<bounds::Propagator> shared_;
  bounds::Propagator& propagator_;
  Flow flow_;
  std::vector<EventId> reads_;
  const relation::Relation every_candidate_;
  std::vector<EventId> writes_;
  relation::Relation candidates_;  // of this run; looked at where the network does not mention rf
  bounds::Path* path_ = nullptr;   // of this run
  Hints hints_;
  bool rest_ = false;                  // those that matter are decided
  std::vector<std::uint32_t> counts_;  // scratch: candidates of each read
  Budget* budget_ = nullptr;
  const Cut* cut_ = nullptr;
  const Visit* visit_ = nullptr;
  std::uint64_t nodes_ = 0;
};

}  // namespace thinair::candidates
