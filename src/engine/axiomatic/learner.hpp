// Searches one event structure for an execution that answers a question, learning from every conflict.
//
//   takes   where the plain search began, once that has lost patience
//   gives   whether there is an execution that the caller accepts
//   does not list states: the plain search does (engine/axiomatic/explore)
#pragma once

#include <functional>
#include <vector>

#include "engine/axiomatic/complete.hpp"
#include "engine/axiomatic/grounded.hpp"
#include "engine/bounds/learning.hpp"
#include "engine/candidates/reads_from.hpp"
#include "program/condition.hpp"

namespace thinair::axiomatic {

class Learner {
 public:
  struct Task {
    const program::Test* test = nullptr;
    const events::Structure* structure = nullptr;
    const bounds::Network* network = nullptr;
    candidates::ReadsFrom* reads_from = nullptr;
    Completer* completer = nullptr;
    Budget* budget = nullptr;
    Grounded* grounded = nullptr;
    const relation::EventSet* matter = nullptr;                                         // reads that decide what is wanted
    std::vector<const program::Prop*> wanted;                                           // what must hold at the end
    std::vector<std::pair<program::LocId, std::vector<events::EventId>>> final_writes;  // of locations that these look at, and candidates
    std::function<bool(const bounds::State&)> accept;                                   // a complete choice: true ends the search
  };
  Learner(const Task& task, bounds::State start);

  // True: one was accepted, or a limit is reached.
  bool run();
  std::uint64_t nodes() const { return nodes_; }

 private:
  using EventId = events::EventId;
  using Literal = bounds::Literal;
  bool follow();
  bool settled();
  bool back(bool more);
  std::optional<Literal> next_read() const;
  std::optional<Literal> next_order();
  std::optional<program::Value> value_of(const program::Observable& o) const;
  void cone(const program::Observable& o, std::vector<Literal>& to) const;
  void cone(value::TermId term, std::vector<Literal>& to) const;
  void why(const program::Prop& prop, bool is, std::vector<Literal>& to) const;
  std::optional<EventId> final_write(program::LocId location) const;

  const Task& task_;
  const events::Structure& structure_;
  const bounds::Network& net_;
  candidates::Flow& flow_;
  bounds::Propagator& propagator_;
  bounds::Learning learning_;
  std::vector<std::size_t> marks_;  // of the flow, by level
  std::vector<Literal> together_;   // scratch: what cannot hold together
  std::uint64_t nodes_ = 0;
};

}  // namespace thinair::axiomatic
