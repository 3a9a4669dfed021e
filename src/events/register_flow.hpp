// Where values come from inside one instruction, on a path that has register events (Reading::registers).
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "events/structure.hpp"

namespace thinair::events {

// Events of the instruction that a value is made of, and those that picked it without being part of it. Ascending indices into the path.
struct Flow {
  std::vector<std::uint32_t> data, control;
};

struct RegisterFlow {
  std::map<RegId, std::uint32_t> written;  // the register write that a later read of the register sees

  // Of the instruction that is being followed:
  std::uint32_t instruction = UINT32_MAX;
  std::map<RegId, Flow> assigned;                         // what it has put into registers so far
  std::map<std::pair<RegId, Port>, std::uint32_t> reads;  // its register reads
  std::map<RegId, std::uint32_t> writes;                  // its register writes
  std::map<program::ExprId, std::uint32_t> picks;         // what decides without a branch, by the condition
};

}  // namespace thinair::events
