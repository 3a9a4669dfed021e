// Every final state that some candidate of one event structure has under one network.
//
//   takes   a structure, a network, and a store of the states found so far
//   gives   new states, each with a witness
#pragma once

#include "engine/axiomatic/complete.hpp"
#include "engine/axiomatic/engine.hpp"
#include "engine/candidates/open_values.hpp"
#include "engine/candidates/reads_from.hpp"
#include "engine/engine.hpp"

namespace thinair::axiomatic {

using answer::Outcome;
using answer::State;
using candidates::EventId;
using candidates::Flow;
using candidates::Structure;
using candidates::Valuation;
using program::Value;
using value::TermId;
using value::VarId;

using States = answer::Outcomes;

struct Exploration {
  const program::Test* test = nullptr;
  const engine::Question* question = nullptr;
  std::shared_ptr<events::Unfolding> unfolding;
  std::shared_ptr<const Structure> structure;
  Budget* budget = nullptr;
  candidates::OpenValues* open_values = nullptr;
  answer::Statistics* statistics = nullptr;
  States* states = nullptr;
  const relation::Relation* fixed_rf = nullptr;   // only this reads-from relation
  const relation::EventSet* fixed_fw = nullptr;   // only these final writes
  bool any_state = false;                         // only whether some candidate passes (flags): stop at the first, whatever its state
  const EachExecution* each_execution = nullptr;  // gets every candidate that passes, not only one for each state
};

class Explorer {
 public:
  Explorer(const Exploration& exploration, const bounds::Network& network);

  // True: what was asked for is found, the search can end (first_only, any_state).
  bool run();

 private:
  bool case_by_case(const bounds::State* start);
  bool learn(const bounds::State* start);
  bool leaf(const bounds::State& state);
  bool final_writes(const bounds::State& state, const Valuation& valuation, std::size_t at);
  bool record(const bounds::State& state, const Valuation& valuation);
  State state_of(const Valuation& valuation, std::vector<TermId>& terms) const;
  std::optional<bool> goal_so_far() const;
  bool known_state() const;
  void how_threads_end(State& state) const;
  relation::EventSet reads_that_matter() const;

  const Exploration& x_;
  const program::Test& test_;
  const engine::Question& question_;
  const Structure& structure_;
  const bounds::Network& net_;
  Budget& budget_;
  value::TermPool& pool_;
  candidates::ReadsFrom reads_from_;
  bounds::Propagator& propagator_;
  const Flow& flow_;
  Completer completer_;
  std::vector<program::Observable> observed_;
  std::vector<EventId> observed_final_;  // by LocId: the chosen final write of an observed location
  std::vector<std::pair<program::LocId, std::vector<EventId>>> shown_locations_;
  relation::Relation may_see_;  // writes and reads, as far as the goal alone tells
  relation::EventSet may_be_final_;
  candidates::Patience patience_;
  bool found_ = false;
  bool registers_tell_ = false;  // a state is the values of registers alone
};

}  // namespace thinair::axiomatic
