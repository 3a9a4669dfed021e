// What the relations that a model wants to be shown are on one execution.
//
//   takes   an execution: reads-from, final writes, and orders as far as they are decided
//   gives   po, rf, and what `show` names (co and fr, and chosen orders, if it names nothing), by name
//   does not ask whether the model allows the execution
#pragma once

#include <string>
#include <vector>

#include "answer/explanation.hpp"
#include "engine/bounds/build.hpp"

namespace thinair::axiomatic {

struct DecidedExecution {
  const events::Structure* structure = nullptr;
  std::vector<events::EventId> reads_from;
  std::vector<events::EventId> final_write;  // may be empty
  std::vector<std::pair<std::string, relation::Relation>> orders;

  void order(const std::string& name, events::EventId first, events::EventId second);
};
DecidedExecution decided(const events::Execution& execution);
DecidedExecution decided(const answer::ConcreteExecution& execution);

// `also`: a name of the model that is wanted too.
answer::Relations relations(const bounds::PlannedModel& model, const DecidedExecution& execution, const std::string& also = {});

}  // namespace thinair::axiomatic
