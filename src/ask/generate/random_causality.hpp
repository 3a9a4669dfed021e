// Random Java tests in which reads feed later writes of their thread, as in tests of causality: load buffering with copies,
// constants, arithmetic, branches, and what compilers could make of them.
//
//   takes   a seed and knobs; the same seed and knobs give the same text
//   gives   a test with one statement per line; registers are shown
#pragma once

#include <cstdint>
#include <string>

namespace thinair::generate {

struct CausalityKnobs {
  unsigned max_threads = 2;
  unsigned max_accesses = 3;       // per thread and path
  unsigned volatile_percent = 15;  // of locations, as Java's fields are; with mixed_modes, of accesses
  bool mixed_modes = false;
  unsigned update_percent = 5;          // of statements
  unsigned same_location_percent = 15;  // of writes, to the location that was just read; else to another
  bool show_locations = false;
};

std::string random_causality_test(std::uint64_t seed, const CausalityKnobs& knobs = {});

}  // namespace thinair::generate
