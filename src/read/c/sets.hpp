// The event sets that C11's memory orders give to models, by herd's names.
//
// Orders are exact, not cumulative: a seq_cst read is in SC and not in ACQ. A is every atomic access; NA is whatever is not, and so has the
// initial writes and, as in herd, the fences too. R, W, M, F and RMW follow from the kind of event. Mutexes are not read, so their sets are
// empty.
#pragma once

#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::read::c {
using namespace program;  // what is read becomes a program

inline constexpr SetMask kAtomic = 1U << 0;     // A
inline constexpr SetMask kNonAtomic = 1U << 1;  // NA
inline constexpr SetMask kRelaxed = 1U << 2;    // RLX
inline constexpr SetMask kConsume = 1U << 3;    // CON
inline constexpr SetMask kAcquire = 1U << 4;    // ACQ
inline constexpr SetMask kRelease = 1U << 5;    // REL
inline constexpr SetMask kBoth = 1U << 6;       // ACQ_REL
inline constexpr SetMask kSeqCst = 1U << 7;     // SC

// In the order of the bits above. SPIN is empty: models that are for Java too may speak of it.
inline std::vector<std::string> set_names() {
  return {"A", "NA", "RLX", "CON", "ACQ", "REL", "ACQ_REL", "SC", "LK", "LKR", "LKW", "LS", "LF", "UL", "RL", "RU", "SPIN"};
}

}  // namespace thinair::read::c
