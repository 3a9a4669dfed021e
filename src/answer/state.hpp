// A final state of a test: what its registers and locations hold at the end.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "program/program.hpp"

namespace thinair::answer {

using program::Value;

// A value the model leaves open. Equal symbols mean equal values. `where` constrains it; empty: any value at all. `example`: what it is
// in a state that was asked for, if not every value will do there.
struct Open {
  std::string symbol;
  std::string where;
  std::optional<Value> example = std::nullopt;
  auto operator<=>(const Open&) const = default;
};
using Datum = std::variant<Value, Open>;

struct State {
  std::vector<Datum> values;                // parallel to Test::shown
  std::vector<std::uint32_t> threw;         // threads that ended with an exception, ascending
  std::vector<std::uint32_t> blocked = {};  // threads that never go on, ascending
  auto operator<=>(const State&) const = default;
};

}  // namespace thinair::answer
