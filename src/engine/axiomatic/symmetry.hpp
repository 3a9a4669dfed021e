// Threads that can change places.
//
//   takes   a structure, its network, the state in which a search begins, and what must hold at the end
//   gives   pairs of an order that may be required in addition, without losing whether there is an execution
//
// Two threads can change places if nothing tells them apart: swapping their events maps every constant of the network, every bound of an
// unknown, every written value and every constraint onto itself, and what must hold at the end does not look at their registers. Then each
// execution is one of several that differ only in which thread is which. Of these, one has the n-th events of such threads in the order of
// the threads' numbers, in any total order that the model chooses; so this may be required. k threads have k! ways to be arranged, and one
// is left.
#pragma once

#include <utility>
#include <vector>

#include "engine/bounds/propagate.hpp"
#include "engine/candidates/flow.hpp"
#include "program/condition.hpp"

namespace thinair::axiomatic {

struct Precedence {
  bounds::NodeId order;
  events::EventId before, after;
};

std::vector<Precedence> break_symmetry(value::TermPool& pool, const events::Structure& structure, const candidates::Flow& flow,
                                       const bounds::Propagator& propagator, const bounds::State& start,
                                       const std::vector<const program::Prop*>& wanted);

}  // namespace thinair::axiomatic
