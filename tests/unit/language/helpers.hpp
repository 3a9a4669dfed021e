// What tests of models share.
#pragma once

#include <string>
#include <vector>

namespace thinair::tests {

// Annotations of Java's accesses and fences, as a program brings them.
inline const std::vector<std::string> kJava{"V", "ACQ", "REL", "RA", "O", "FULL", "LL", "SS", "ACQF", "RELF", "FINAL", "SPIN"};

}  // namespace thinair::tests
