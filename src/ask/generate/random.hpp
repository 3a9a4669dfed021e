// Random Java litmus tests, as text: so the front end is exercised as well.
//
//   takes   a seed and knobs; the same seed and knobs give the same text
//   gives   a test with one statement per line, which shrink can drop one by one; registers are shown, and so are the
//           locations if asked for
#pragma once

#include <cstdint>
#include <string>

namespace thinair::generate {

struct Knobs {
  unsigned min_threads = 2, max_threads = 3;
  unsigned min_accesses = 1, max_accesses = 4;  // per thread
  unsigned max_locations = 3;
  bool modes = true;  // opaque, acquire, release, volatile; else plain accesses only
  bool fences = true;
  bool updates = true;  // get-and-update and compare-and-set forms
  bool branches = true;
  bool data = true;       // stored values may depend on registers; then values can flow in a cycle
  bool operators = true;  // the whole zoo of int operators; else + and ^
  bool division = false;  // by registers: threads may end with an exception
  bool show_locations = false;
};

std::string random_test(std::uint64_t seed, const Knobs& knobs = {});

// All tests of two threads with one or two accesses each over x and y, every mode, getAndAdd and every fence.
struct SmallWorld {
  static std::uint64_t size();
  static std::string test(std::uint64_t index);  // index < size()
};

}  // namespace thinair::generate
