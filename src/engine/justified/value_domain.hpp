// Values that a location can come to hold when values do not come out of thin air.
//
// Start from the initial values; a write may write whatever its expression gives for values that its reads may return. Every
// justified value arises so within as many rounds as the program has writes (each round uses at least one write that the
// rounds before did not), which bounds the iteration also where arithmetic would go on for ever.
#pragma once

#include <set>
#include <vector>

#include "events/structure.hpp"

namespace thinair::justified {

using ValueDomain = std::vector<std::set<program::Value>>;  // by LocId

// `also`: values that every location starts with besides its initial one.
ValueDomain value_domain(const program::Program& program, const events::Unfolding& unfolding, const std::vector<program::Value>& also,
                         Budget& budget);

}  // namespace thinair::justified
