// Whether what a machine does depends only on events that it remembers or whose turn it is.
//
//   takes   a machine, and which of its rules may apply
//   gives   true only if no expression of these rules looks at events that are over and forgotten, or still to come
//
// An event structure has all events of a run. A program that loops has no such thing; WholeProgram has, at each moment, the events that the
// state mentions and those whose turn it is. A set like `sb[t] & V`, or `loc[i]` where it meets a set that the machine keeps, means the
// same on both: it is bounded by what is kept, and whether an event is in it follows from the event alone. `finished`, `po`, `range(r)` do
// not, and neither does an emptiness test of a set that nothing bounds. What is not plainly of the good form counts as bad.
#pragma once

#include <vector>

#include "language/op/machine.hpp"

namespace thinair::machine {

bool is_pointwise(const op::Machine& machine, const std::vector<std::size_t>& rules);

}  // namespace thinair::machine
