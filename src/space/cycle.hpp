// Critical cycles (Shasha and Snir, TOPLAS 1988): what an execution must have that no interleaving has.
//
//   takes   a program
//   gives   whether the ends of its threads make one critical cycle
//   does not look at modes or dependencies
//
// A thread of two and more accesses leads from its first access to its last, at another location. At each location, one such thread
// arrives, by its last access, and one leaves, by its first; between the two may be a write that is a thread of its own, if what leaves is
// a read of it. Something at each location is a write, or nothing would order the two. What a thread does between its ends is free: a cycle
// may need it (SB+rfi), and what does not need it has a smaller program.
//
// All programs of four threads are too many to search; those that are cycles are few.
#pragma once

#include <cstddef>

#include "space/program.hpp"

namespace thinair::space {

bool is_cycle(const Program& program);

// Could the program be one, when only its first threads are there yet?
bool may_become_cycle(const Program& program, std::size_t threads);

}  // namespace thinair::space
