// One final state and what shows that it is possible.
#pragma once

#include <memory>
#include <vector>

#include "answer/justification.hpp"
#include "answer/state.hpp"
#include "answer/trace.hpp"
#include "events/execution.hpp"

namespace thinair::answer {

// An execution is what shows it; under a multi-execution model also a justification, under a machine the steps that lead to it.
struct Outcome {
  State state;
  events::Execution witness;
  std::shared_ptr<const Justification> justification;
  std::shared_ptr<const Trace> trace;
  // For open states: terms of the observed values and what constrains them, so that conditions can be asked of them.
  std::vector<value::TermId> terms;  // parallel to observed(test)
  std::vector<value::TermId> constraints;
};

}  // namespace thinair::answer
