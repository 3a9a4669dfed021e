// Values that can be in memory when none comes out of thin air.
//
//   takes   the paths of all threads
//   gives   every value that some location can come to hold
//   does not share code with engine/justified/value_domain
//
// In the beginning a location holds its initial value. In each round every path of every thread is run on its own, its reads returning
// anything that their locations can hold so far in every combination; what it writes can be held from then on. A value that is not out of
// thin air comes about by a chain of writes, each of which needed only those before it, so as many rounds as there are writes find it;
// that also ends the iteration where arithmetic (x = x + 1) would go on for ever.
#pragma once

#include <set>

#include "events/structure.hpp"

namespace thinair::reference {

// Some are missing if a limit is reached. A step is a combination of values of reads.
std::set<program::Value> possible_values(const program::Program& program, const events::Unfolding& unfolding, Budget& budget);

}  // namespace thinair::reference
