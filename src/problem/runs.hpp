// Are the executions of a model the runs of a machine? A machine and its axiomatic twin can have the same states and still differ in how
// they come to them; this compares what happens on the way.
//
//   takes   a test under a machine, and under a model that judges single executions
//   gives   executions of the model that the machine has no run for (guided exploration: each read takes the write that it reads from
//   there),
//           and states whose trace, as an execution, the model does not allow
//
// An execution is a path for each thread, reads-from, and final writes where both sides say what these are. The orders that the model
// chooses do not tell executions apart, nor does the order of a machine's steps.
#pragma once

#include "problem/problem.hpp"

namespace thinair::problem {

struct Runs {
  std::uint64_t executions = 0;              // of the model
  std::vector<events::Execution> no_run;     // of the model, and the machine has no run for them
  std::vector<answer::State> no_execution;   // whose trace is no execution of the model
  std::shared_ptr<events::Unfolding> terms;  // of no_run
  Limit limit;                               // if one was reached, more may differ

  bool equal() const { return no_run.empty() && no_execution.empty(); }
};

// Whether the two can be compared like this at all.
bool has_runs(const Problem& machine, const Problem& model);

// `states` is the machine's answer to the question for all states.
Result<Runs> runs(Problem& machine, Problem& model, const answer::Answer& states, Budget& budget);

}  // namespace thinair::problem
