// Which steps concern nobody but their thread, so that they can be taken first and alone.
//
//   takes   a machine whose threads run in order, and an event structure
//   gives   the events whose step commutes with all that can happen before it (a persistent set of one step, after Godefroid): a
//           search that takes such a step first, and nothing else, comes to the same ends, and in as many steps
//
// Such an event is done by rules that push it on a queue of its own thread, or only say that it is done, and that wait, if at all, for
// something that stays true once it is. Everybody else only takes entries away from such queues, from the front or wherever they stand,
// and looks at nothing that a new entry at the end would change. What is not plainly of this form counts as not local.
#pragma once

#include "engine/machine/evaluator.hpp"

namespace thinair::machine {

class LocalSteps {
 public:
  LocalSteps(const op::Machine& machine, const Structure& structure, Evaluator& evaluator);

  const EventSet& events() const { return events_; }

 private:
  // What a rule of one binding takes its event from is among the events whose turn it is.
  bool acts_in_turn(const op::Rule& rule) const;
  bool is_local(const op::Rule& rule) const;
  bool is_queue(std::uint32_t variable) const;
  // Other threads' rules see no difference when something is pushed on a queue, or done.
  bool undisturbed(const op::Rule& rule) const;

  bool own_thread(op::NodeId key, std::uint32_t slot) const;
  bool mentions_state(op::NodeId node) const;
  bool holds_on(const op::Test& test, std::uint32_t slot) const;
  bool shrinks(op::NodeId node, std::uint32_t slot, bool positive) const;
  bool front(op::NodeId node) const;

  const op::Machine& machine_;
  EventSet events_;
  std::vector<bool> queue_;
};

}  // namespace thinair::machine
