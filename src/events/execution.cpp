#include "events/execution.hpp"

namespace thinair::events {

Relation Execution::rf() const {
  Relation r(structure->size());
  for (std::size_t e = 0; e < structure->size(); ++e)
    if (structure->events[e].reads()) r.add(reads_from[e], e);
  return r;
}

EventSet Execution::fw() const {
  EventSet set(structure->size());
  for (std::size_t e = 0; e < structure->size(); ++e) {
    const Event& event = structure->events[e];
    if (event.writes() && final_write[event.location] == e) set.add(e);
  }
  return set;
}

}  // namespace thinair::events
