// Which events a rule can do at all, as far as the machine's text tells: an upper bound, whatever the state is.
#pragma once

#include "engine/machine/evaluator.hpp"

namespace thinair::machine {

class Coverage {
 public:
  Coverage(const op::Machine& machine, const Structure& structure, Evaluator& evaluator)
      : machine_(machine), structure_(structure), evaluator_(evaluator) {}

  // Events that the rule may say are done.
  EventSet done_by(const op::Rule& rule);
  // False: one of its names has nothing to stand for, ever. A test without monitors has no use for a rule about locks.
  bool may_apply(const op::Rule& rule);

 private:
  EventSet upper(op::NodeId set);
  EventSet upper_range(op::NodeId relation);
  void add(const std::vector<op::Step>& steps, const op::Rule& rule, EventSet& out);

  const op::Machine& machine_;
  const Structure& structure_;
  Evaluator& evaluator_;
};

}  // namespace thinair::machine
