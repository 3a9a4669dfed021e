// How a multi-execution model justifies an execution: a sequence of stages, each an execution of its own, that commit the target's
// events step by step.
//
// An order that the single-execution model chooses (so) is given by the part that is forced: any total order that extends it
// gives the same happens-before and satisfies the model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "events/structure.hpp"

namespace thinair::answer {

using events::EventId;

inline constexpr EventId kNoEvent = UINT32_MAX;

// A total order of which only a part is given.
struct PartialOrder {
  std::string name;           // as `with` binds it
  relation::Relation forced;  // transitive
  relation::EventSet scope;   // the events that it orders,
  relation::Relation pairs;   // and the pairs that it orders one way or the other
};

// An execution with concrete values.
struct ConcreteExecution {
  std::shared_ptr<const events::Structure> structure;
  std::vector<EventId> reads_from;      // by event; kNoEvent for those that do not read
  std::vector<EventId> final_write;     // by LocId; kNoEvent where the single-execution model does not care
  std::vector<program::Value> read;     // by event; meaningful for reading events
  std::vector<program::Value> written;  // by event; meaningful for writing events
  std::vector<PartialOrder> orders;     // as the single-execution model asks for them

  std::size_t size() const { return structure->size(); }
};

struct Stage {
  std::size_t execution = 0;      // index into Justification::executions
  std::vector<EventId> matching;  // by event of the stage: the target's event it is, or kNoEvent
  relation::EventSet committed;   // over the target's events; with those of the stages before
};

struct Justification {
  std::vector<ConcreteExecution> executions;  // those that the stages use, and the target
  std::size_t target = 0;
  std::vector<Stage> stages;  // if complete, the last is the target with all of its events

  const ConcreteExecution& target_execution() const { return executions[target]; }
};

}  // namespace thinair::answer
