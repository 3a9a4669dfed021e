// What the two forms of a conformance report share.
#pragma once

#include "ask/conform/conform.hpp"

namespace thinair::report {

// An outcome of the compiled test as an explanation that it is possible: printers of explanations then draw it.
answer::Explanation witness_of(const conform::Conformance& result, std::size_t outcome);

}  // namespace thinair::report
