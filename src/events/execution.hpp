// One complete candidate: a structure with reads-from, final writes, values, and the orders a model asked for.
// It is what a witness is made of, and what engine/reference/ checks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "events/structure.hpp"

namespace thinair::events {

struct Execution {
  std::shared_ptr<const Structure> structure;  // shared by all executions of one choice of paths
  std::vector<EventId> reads_from;             // by event; meaningful for reading events
  std::vector<EventId> final_write;            // by LocId; only of accessed locations
  // The value read by each reading event; for values that are left open, a term over the open variables.
  std::vector<TermId> read_values;  // by event
  // Choices made by `with x from ...`, in the order the model makes them: name and relation chosen.
  std::vector<std::pair<std::string, Relation>> orders;

  Relation rf() const;
  EventSet fw() const;
};

}  // namespace thinair::events
