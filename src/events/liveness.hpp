// Which registers matter from a place in a thread's code on.
//
//   takes   a thread
//   gives   for every label, the registers whose value there is used by some instruction, or shown at the end, before it is overwritten
//
// A turn of a loop that leaves all of these as they were, and did nothing but read, might as well not have happened.
#pragma once

#include <vector>

#include "program/program.hpp"

namespace thinair::events {

// By Label, code.size() included; by RegId.
std::vector<std::vector<bool>> live_registers(const program::Program& program, std::uint32_t thread);

}  // namespace thinair::events
