// How the checks of a single-execution model reject every candidate for an outcome.
//
//   takes   a goal that is forbidden, and the rules that are not needed to exclude it
//   gives   for each candidate (a choice of paths, of reads-from, of observed final writes that gives the goal's values) the check that
//           rejects it and the cycle that the check finds, as edges with the names that the model has for them
//   does not minimise: engine/minimiser does
//
// Where a model chooses an order, all choices are covered by cases: either an open pair is ordered one way and some check finds a
// cycle, or the other way and some check does. Cycles are read off lower bounds (engine/bounds/propagate), so each holds in every order
// that the case leaves open.
#pragma once

#include "answer/explanation.hpp"
#include "engine/bounds/build.hpp"
#include "engine/candidates/structures.hpp"

namespace thinair::axiomatic {

answer::Refutation refute(const program::Test& test, const bounds::PlannedModel& model, const program::Prop& goal,
                          const language::RuleSet& without, candidates::Structures& structures, Budget& budget);

}  // namespace thinair::axiomatic
