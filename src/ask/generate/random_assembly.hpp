// Random litmus tests of processors, as text: so the front end is exercised as well.
//
//   takes   a machine, a seed and knobs; the same ones give the same text
//   gives   two or three threads that access x and y by the machine's loads, stores, atomics and fences, with dependencies from what was
//           read to what follows; one instruction per row, which shrink can drop one by one; registers are shown, and locations if asked
//           for
#pragma once

#include <cstdint>
#include <string>

namespace thinair::generate {

enum class Machine : std::uint8_t { x86, aarch64, riscv, ppc };

struct AssemblyKnobs {
  unsigned min_threads = 2, max_threads = 2;
  unsigned max_pieces = 3;  // per thread: an access with what makes it depend, a read-modify-write, a fence or a branch
  bool show_locations = false;
};

std::string random_assembly(Machine machine, std::uint64_t seed, const AssemblyKnobs& knobs = {});

}  // namespace thinair::generate
