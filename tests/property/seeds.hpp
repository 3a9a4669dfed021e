// How many random programs a test takes. THINAIR_CAMPAIGN=N takes N times as many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace thinair::tests {

inline std::uint64_t seeds(std::uint64_t usual) {
  const char* times = std::getenv("THINAIR_CAMPAIGN");
  return usual * std::max(1UL, times ? std::strtoul(times, nullptr, 10) : 1);
}

}  // namespace thinair::tests
