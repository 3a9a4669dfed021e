// What an engine answers: final states, each with a witness, and whether these are all.
//
//   gives   data alone: any engine fills it, any printer reads it
//   does not include an engine, nor does it know which one answered
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/justification.hpp"
#include "answer/state.hpp"
#include "answer/trace.hpp"
#include "events/execution.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"

namespace thinair::answer {

// One final state and what shows that it is possible: an execution; under a multi-execution model also its justification, under a machine
// the steps that lead to it.
struct Outcome {
  State state;
  events::Execution witness;
  std::shared_ptr<const Justification> justification;
  std::shared_ptr<const Trace> trace;
  // For open states: terms of the observed values and what constrains them, so that conditions can be asked of them.
  std::vector<value::TermId> terms;  // parallel to observed(test)
  std::vector<value::TermId> constraints;
};

struct Statistics {
  std::uint64_t structures = 0;    // path combinations looked at
  std::uint64_t nodes = 0;         // search nodes
  std::uint64_t propagations = 0;  // passes over a constraint network
  std::uint64_t solver_calls = 0;  // questions to the SMT solver

  Statistics& operator+=(const Statistics& more) {
    structures += more.structures;
    nodes += more.nodes;
    propagations += more.propagations;
    solver_calls += more.solver_calls;
    return *this;
  }
};

struct Answer {
  std::vector<Outcome> outcomes;   // sorted by state
  std::vector<std::string> flags;  // raised by `flag` checks in some allowed execution, sorted
  bool complete = true;
  Limit limit;  // if not complete: which one
  Statistics statistics;
  std::shared_ptr<events::Unfolding> unfolding;  // owns the terms of the outcomes
};

enum class Truth { no, yes, open };  // open: for some values of the open symbols yes, for others no

}  // namespace thinair::answer
