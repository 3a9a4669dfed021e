// One value of a state, as people read it.
#pragma once

#include <string>

#include "answer/state.hpp"
#include "program/condition.hpp"

namespace thinair::report::text {

// "any v1" for a value that is open itself, "v1 | 1" for one that follows from open ones; the example where there is one.
std::string datum_text(const answer::Datum& datum);
// The same of something that a test shows: of a reference the object's name, or null.
std::string datum_text(const program::Program& program, const program::Observable& of, const answer::Datum& datum);

}  // namespace thinair::report::text
