// What is thrown when thinair itself is at fault; thinair.hpp says more.
#pragma once

#include <stdexcept>

namespace thinair {

// Something that thinair takes for granted does not hold: please report it, with the input that led there. No answer of the same Problem
// should be relied on afterwards; everything else stays as it was.
class Fault : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace thinair
