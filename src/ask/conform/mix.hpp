// Two compilers in one JVM: every way to compile each access by one of several schemes.
//
//   takes   a Java test and schemes for one processor
//   gives   the combinations, without those that compile to the same code as an earlier one
//
// Accesses, not threads: a thread that runs code of one compiler calls code of the other.
#pragma once

#include <vector>

#include "ask/compile/compile.hpp"

namespace thinair::conform {

// Each is named by the schemes of the accesses on which schemes differ: "a" if it is one scheme, else by thread, "a, b | a".
Result<std::vector<compile::Compilers>> mixtures(const program::Test& source, const std::vector<compile::Scheme>& schemes,
                                                 compile::Reader reader);

}  // namespace thinair::conform
