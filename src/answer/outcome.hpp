// One final state and what shows that it is possible.
#pragma once

#include <memory>
#include <vector>

#include "answer/justification.hpp"
#include "answer/state.hpp"
#include "events/execution.hpp"

namespace thinair::answer {

// An execution is what shows it; under a multi-execution model also a justification. (A model that is a machine will have a trace here.)
struct Outcome {
  State state;
  events::Execution witness;
  std::shared_ptr<const Justification> justification;
  // For open states: terms of the observed values and what constrains them, so that conditions can be asked of them.
  std::vector<value::TermId> terms;  // parallel to observed(test)
  std::vector<value::TermId> constraints;
};

}  // namespace thinair::answer
