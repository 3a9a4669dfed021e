// A justification as the second opinion takes it (engine/reference/justification.hpp).
#pragma once

#include "engine/justified/solve.hpp"
#include "engine/reference/justification.hpp"

namespace thinair::justified {

// Holds the executions that the justification uses, and no others.
reference::Claim claim(const Proof& proof);

}  // namespace thinair::justified
