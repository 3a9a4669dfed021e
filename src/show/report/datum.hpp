// One value of a state, as people read it.
#pragma once

#include <string>

#include "answer/state.hpp"

namespace thinair::report::text {

// "any v1" for a value that is open itself, "v1 | 1" for one that follows from open ones; the example where there is one.
std::string datum_text(const answer::Datum& datum);

}  // namespace thinair::report::text
