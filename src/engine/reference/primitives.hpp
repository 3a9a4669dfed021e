// What the names mean that a model need not define: sets and relations of one execution, and the primitive functions.
//
//   takes   a primitive's id, or the name of a set that the test's dialect has; the execution as far as it is chosen
//   gives   its value; none for a primitive that thinair refuses
//   does not share code with engine/bounds/: both are written from the table in language/cat/primitives
#pragma once

#include <optional>
#include <string>

#include "engine/reference/operators.hpp"
#include "events/structure.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::reference {

// Everything but rf and FW, which are choices of the candidate.
std::optional<Value> base_value(cat::PrimitiveId id, const events::Structure& structure);

// V, ACQ, MFENCE, ..: none if the program's dialect has no such set.
std::optional<Value> dialect_set(const std::string& name, const program::Program& program, const events::Structure& structure);

Attempt<Value> apply_primitive(cat::PrimitiveId function, const Value& argument, const events::Structure& structure);

}  // namespace thinair::reference
