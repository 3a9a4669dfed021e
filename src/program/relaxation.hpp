// What a question leaves out of a program, to see whether it matters. The program itself stays as it is.
#pragma once

#include <utility>
#include <vector>

#include "program/program.hpp"

namespace thinair::program {

struct Relaxation {
  std::vector<InstrId> unordered;    // program order does not reach from before these accesses to them or beyond
  std::vector<InstrId> independent;  // these accesses depend on no earlier read, as far as a model can see; values flow all the same
  std::vector<InstrId> plain;        // these accesses are in none of the dialect's sets: they have the weakest mode
  std::vector<InstrId> absent;       // these fences are not there
  std::vector<std::pair<InstrId, std::vector<Value>>> open;  // these stores may write any of the values instead of their own

  bool empty() const { return unordered.empty() && independent.empty() && plain.empty() && absent.empty() && open.empty(); }
};

}  // namespace thinair::program
