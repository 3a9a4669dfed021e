// The name of a program as diy names litmus tests: SB, MP+popr+poap, SB+rfipv-povv+povv.
//
//   takes   a program
//   gives   the family of the cycle that the ends of its threads make, and how each thread gets from its first access to its last
//   does not look at states or models
//
// A thread of two and more accesses has an edge for each step: po (another location), rfi, fri, coi, posRR (the same location, by what is
// read and written), data and ctrl (the access depends on the one before it), and a fence. Where a mode is not plain, the modes of
// both ends follow in one letter each, as in program.hpp. A family whose threads are all po has its name alone; one suffix with an s is
// that of every thread.
#pragma once

#include <string>

#include "space/program.hpp"

namespace thinair::space {

std::string name_of(const Program& program);  // "" if it has none

}  // namespace thinair::space
