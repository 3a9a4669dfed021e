// The event sets that Java's access modes and fences give to models, by their .cat names.
//
// Modes are exact, not cumulative: a volatile read is in V and not in ACQ (models say `ACQ | V` when they mean both).
// V, ACQ, REL, RA and O are herd's; the five fence sets are thinair's and tell loadLoadFence from acquireFence and
// storeStoreFence from releaseFence, which herd's sets do not. R, W, M, F and RMW follow from the kind of event.
#pragma once

#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::read::java {
using namespace program;  // what is read becomes a program

inline constexpr SetMask kVolatile = 1U << 0;        // V
inline constexpr SetMask kAcquireOnly = 1U << 1;     // ACQ
inline constexpr SetMask kReleaseOnly = 1U << 2;     // REL
inline constexpr SetMask kAcquireRelease = 1U << 3;  // RA: in ACQ or in REL
inline constexpr SetMask kOpaque = 1U << 4;          // O
inline constexpr SetMask kFullFence = 1U << 5;       // FULL
inline constexpr SetMask kLoadLoad = 1U << 6;        // LL
inline constexpr SetMask kStoreStore = 1U << 7;      // SS
inline constexpr SetMask kAcquireFence = 1U << 8;    // ACQF
inline constexpr SetMask kReleaseFence = 1U << 9;    // RELF
inline constexpr SetMask kFinal = 1U << 10;          // FINAL: accesses to final fields
inline constexpr SetMask kSpinning = 1U << 11;       // SPIN: reads and locks of a loop that goes round forever; events/unfold adds it

// What an access of each mode is in.
inline constexpr SetMask kPlain = 0;
inline constexpr SetMask kAcquire = kAcquireOnly | kAcquireRelease;
inline constexpr SetMask kRelease = kReleaseOnly | kAcquireRelease;

// In the order of the bits above.
inline std::vector<std::string> set_names() { return {"V", "ACQ", "REL", "RA", "O", "FULL", "LL", "SS", "ACQF", "RELF", "FINAL", "SPIN"}; }

}  // namespace thinair::read::java
