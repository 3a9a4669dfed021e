// What can be taken away from a program, one thing at a time.
//
//   takes   a program of a space
//   gives   the programs that are left; those may be outside the space (its sizes, its rules)
//   does not judge them
//
// A program that is found, while none of these is, is minimal in the sense of Lustig et al. (ASPLOS 2017): nothing of it can go.
#pragma once

#include <vector>

#include "space/program.hpp"
#include "space/space.hpp"

namespace thinair::space {

// Without one access, dependency, fence or synchronized block, or with one mode (of an access, or of a location where modes are by
// location) in the next weaker mode that the space has. Threads of the context stay as they are.
std::vector<Program> reductions(const Program& program, const Space& space);

}  // namespace thinair::space
