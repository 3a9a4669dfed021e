// What the primitive names of .cat mean on one event structure.
//
//   gives   every set and relation that the structure alone determines, by id (language/cat/primitives has the table)
//   does not give rf, FW and orders: those are unknowns
#pragma once

#include <vector>

#include "engine/bounds/network.hpp"
#include "events/structure.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::bounds {

EventSet primitive_set(cat::PrimitiveId id, const events::Structure& structure);
Relation primitive_relation(cat::PrimitiveId id, const events::Structure& structure);

// An event set of the test's dialect (V, ACQ, ...): bit of Program::set_names.
EventSet dialect_set(const events::Structure& structure, std::uint32_t bit);

// The set, cut into one class per location.
std::vector<EventSet> classes_by_location(const events::Structure& structure, const EventSet& set);

// Writes that a read may take its value from: those to its location but itself. Final writes: one group per location,
// the initial write only where there is no other.
Relation rf_candidates(const events::Structure& structure);
std::vector<EventSet> final_write_groups(const events::Structure& structure);

}  // namespace thinair::bounds
