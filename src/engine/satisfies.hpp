// Does an outcome's state satisfy a proposition? Where it has open values, the solver is asked.
#pragma once

#include "answer/answer.hpp"

namespace thinair::engine {

// Adds terms to the answer's pool when it has to ask.
answer::Truth satisfies(const program::Test& test, answer::Answer& answer, const answer::Outcome& outcome, const program::Prop& prop);

// For an outcome that satisfies the proposition with some of its open values only: gives it such values, in the state as examples and in
// the witness instead of the symbols. Changes nothing if the solver finds none.
void settle(const program::Test& test, answer::Answer& answer, answer::Outcome& outcome, const program::Prop& prop);

}  // namespace thinair::engine
