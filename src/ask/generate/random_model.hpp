// Random .cat models, as text: well-kinded relational formulas that nobody wrote with an engine in mind.
//
//   takes   a seed and knobs; the same seed and knobs give the same text
//   gives   a model with one statement per line that needs nothing but the primitives
#pragma once

#include <cstdint>
#include <string>

namespace thinair::generate {

struct ModelKnobs {
  unsigned depth = 3;  // of expressions
  unsigned max_definitions = 4;
  unsigned max_checks = 3;
  bool orders = true;  // `with .. from`
  bool recursion = true;
  bool functions = true;
  bool flags = false;
  bool final_writes = true;  // FW
  bool processors = false;   // names of processors' tests instead of Java's: exclusives, atomics, registers, branches
};

std::string random_model(std::uint64_t seed, const ModelKnobs& knobs = {});

}  // namespace thinair::generate
