// A seeded generator of pseudo-random numbers that is the same on every machine (splitmix64; the distributions of the
// standard library are not).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thinair::generate {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // 0 <= result < bound; bound > 0. The bias is below 2^-32 for the small bounds used here.
  unsigned below(unsigned bound) { return static_cast<unsigned>(next() % bound); }
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class T>
  const T& pick(const std::vector<T>& options) {
    return options[below(static_cast<unsigned>(options.size()))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace thinair::generate
