// Values that a model leaves open, in the events of an outcome that was asked for.
//
//   takes   what was asked, and an outcome that has it for some values
//   gives   "R x=42 (any)" where 42 was asked for and other values would do as well
#pragma once

#include "answer/answer.hpp"
#include "show/report/execution.hpp"
#include "show/report/explain.hpp"

namespace thinair::report {

void fill_open(const Explained& explained, const answer::Answer& answer, const answer::Outcome& outcome, DrawnExecution& drawn);

}  // namespace thinair::report
