// Whether a set of events can have anything in it, as far as kinds of events tell: nothing is both a read and a fence.
//
//   takes   a machine with its names resolved, and a node that is a set
//   gives   false if no event of any program is in it. True says nothing: conditions, relations and states are not looked into
#pragma once

#include "language/op/machine.hpp"

namespace thinair::op {

bool may_have_events(const Machine& machine, NodeId set);

}  // namespace thinair::op
