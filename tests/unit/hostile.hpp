// How much of one thing a hostile input has: megabytes. Sanitizers make a parser some ten times slower.
#pragma once

#include <cstddef>

namespace thinair::tests {

#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t kHostile = 2'000'000;
#else
inline constexpr std::size_t kHostile = 10'000'000;
#endif

}  // namespace thinair::tests
