// Does an outcome's state satisfy a proposition? Where it has open values, the solver is asked.
#pragma once

#include "answer/answer.hpp"

namespace thinair::engine {

// Adds terms to the answer's pool when it has to ask.
answer::Truth satisfies(const program::Test& test, answer::Answer& answer, const answer::Outcome& outcome, const program::Prop& prop);

}  // namespace thinair::engine
