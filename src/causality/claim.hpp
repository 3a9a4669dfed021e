// A justification as the second opinion takes it (plain/justification.hpp).
#pragma once

#include "causality/solve.hpp"
#include "plain/justification.hpp"

namespace thinair::causality {

// Holds the executions that the justification uses, and no others.
plain::Claim claim(const Proof& proof);

}  // namespace thinair::causality
