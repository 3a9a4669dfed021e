// A final state of a test: what its registers and locations hold at the end.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "program/program.hpp"

namespace thinair::answer {

using program::Value;

// A value the model leaves open. Equal symbols mean equal values. `where` constrains it; empty: any value at all.
struct Open {
  std::string symbol;
  std::string where;
  auto operator<=>(const Open&) const = default;
};
using Datum = std::variant<Value, Open>;

struct State {
  std::vector<Datum> values;           // parallel to Test::shown
  std::vector<std::uint32_t> threw;    // threads that ended with an exception, ascending
  std::vector<std::uint32_t> blocked;  // threads that never go on, ascending
  auto operator<=>(const State&) const = default;
};

}  // namespace thinair::answer
