// Values that a model leaves open, as the question has them.
//
//   takes   what was asked, and an execution that answers it for some values
//   gives   the text of an event: "R x=42 (any)" where 42 was asked for and any value would do as well
#pragma once

#include <map>

#include "answer/answer.hpp"
#include "show/report/execution.hpp"
#include "show/report/explain.hpp"

namespace thinair::report {

// What the question says about variables that the outcome leaves open. Empty if it has none, or none that is asked for.
std::map<value::VarId, program::Value> asked_values(const Explained& explained, const answer::Answer& answer,
                                                    const answer::Outcome& outcome);

// Puts these values into the events of the outcome.
void fill_open(DrawnExecution& drawn, const answer::Answer& answer, const answer::Outcome& outcome,
               const std::map<value::VarId, program::Value>& values);

}  // namespace thinair::report
