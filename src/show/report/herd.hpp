// Results in the log format of herd, so that scripts written for its logs keep working.
//
//   takes   all states of a test (a complete answer, or what was found before a limit)
//   gives   Test / States / the states / Ok or No / Witnesses / Flag / Condition / Observation / Time, and an empty line
//   does not count executions: Positive and Negative count states, since the engine finds one witness per state
//
// A log has one condition per test: the first exists, ~exists or forall, else the first required (as exists) or forbidden (as
// ~exists); without any, `forall (true)`. After a limit there is no Ok/No, Witnesses or Observation line, as nothing was decided.
#pragma once

#include <string>

#include "show/report/report.hpp"

namespace thinair::report::herd {

std::string outcomes(const Outcomes& outcomes, const Style& style);

// The clause that a log shows; none if the test has no clause.
const program::Clause* log_clause(const program::Test& test);

}  // namespace thinair::report::herd
