// Is a model monotone: do accesses in stronger modes allow no more? Answered from the text of the model, for all programs at once.
//
//   takes   a plan, and what it means that a mode is stronger: event sets that an access is in before and after
//   gives   true if a proof was found; false means nothing
//   does not look at programs
//
// Take an execution that the model allows, and make accesses weaker. Events, reads-from and final writes stay; only the sets of the
// dialect change. The proof shows that the same execution is still allowed. Every set and relation of the plan gets a sign: it is the same,
// it only loses members (up: it goes the way of the strength), it only gains some (down), or nothing is known. A check that something is
// empty, irreflexive or acyclic survives if that only loses members. An order that extends a relation that only loses members, on a
// set that only loses members, can be taken from the stronger execution and cut down to the smaller set: so it only loses members, too.
// That an order extends its relation also through events outside the set does no harm, as those ways only get fewer.
//
// Sets that are made of modes alone are not judged by signs, but by their members: O | RA | V is "opaque or stronger", and goes up, though
// O by itself does not (an access that becomes volatile leaves it).
#pragma once

#include <functional>
#include <span>

#include "engine/bounds/build.hpp"

namespace thinair::bounds {

// The sets of an access, and its sets in a stronger mode.
struct Strengthening {
  program::SetMask weaker, stronger;
};

// `absent` says which primitives have no members in the programs in question (locks, say, where nobody locks).
bool monotone(const PlannedModel& model, std::span<const Strengthening> steps, const std::function<bool(cat::PrimitiveId)>& absent);

}  // namespace thinair::bounds
