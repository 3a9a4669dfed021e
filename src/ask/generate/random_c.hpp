// Random C litmus tests, as text: so the front end is exercised as well.
//
//   takes   a seed and knobs; the same ones give the same text
//   gives   a test with one statement per line, which shrink can drop one by one; registers are shown, and locations if asked for
#pragma once

#include <cstdint>
#include <string>

namespace thinair::generate {

struct CKnobs {
  unsigned min_threads = 2, max_threads = 2;
  unsigned max_accesses = 3;  // per thread
  bool plain = true;          // non-atomic accesses, and so data races
  bool show_locations = false;
};

std::string random_c(std::uint64_t seed, const CKnobs& knobs = {});

}  // namespace thinair::generate
