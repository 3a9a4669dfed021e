// What a test says that an outcome may hinge on, piece by piece; and what leaving some of the pieces out means.
//
//   takes   a test and the proposition asked about
//   gives   facts, each with its instruction and its place in the source; the relaxation that leaving some of them out is
//   does not ask whether a fact matters: minimiser does, by asking the engine
//
// Leaving a fact out means, by kind:
//   order       what stands before an access is no longer before it, nor before what follows it, in program order
//   dependency  the model sees no dependency of the access on earlier reads; values flow all the same
//   mode        the access has the weakest mode (Java: plain)
//   fence       the fence is not there
//   store       the store may also write any value that the proposition mentions, or the location's initial one
//   condition   one of the conjuncts of the proposition is not asked for
#pragma once

#include <vector>

#include "answer/explanation.hpp"
#include "support/budget.hpp"

namespace thinair::engine {

using answer::Fact;

// In the order in which a reason tells them. `across_dependencies`: also program order that values flow along. A justification
// evaluates executions forwards, which needs that order.
std::vector<Fact> facts_of(const program::Test& test, const program::Prop& goal, bool across_dependencies, Budget& budget);

struct Relaxed {
  program::Relaxation facts;
  program::Prop goal;
};
Relaxed relax(const program::Prop& goal, const std::vector<Fact>& dropped);

}  // namespace thinair::engine
