// Every final state of a test under a model with a set of writes (`plain reads see writes from`), from its definition as written.
//
//   takes   a test, a .mem model with a set of writes, and limits
//   gives   the set of states: what engine/justified/write_sets must find too
//   does not share code with it
//
// Executions are enumerated as in causality.hpp, those of the starting model and those of the single-execution model. The set of writes
// starts with those of the former; then, round after round, every execution of the latter whose plain reads all see writes of the set, or
// what is visible to them, adds its own, until nothing is added. Where values flow in a cycle, reads take the values that can be in memory,
// and those of the set.
#pragma once

#include "engine/reference/causality.hpp"

namespace thinair::reference {

Result<Outcomes> written_outcomes(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget);

}  // namespace thinair::reference
