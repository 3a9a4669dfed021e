// Every final state of a test under a model, by enumeration: every path, every reads-from, every choice of final writes,
// every value where values flow in a cycle, every element of every `with`.
//
//   takes   a test, a model, and limits
//   gives   the set of states that some accepted candidate ends in: what engine/axiomatic/ must find too
//   does not prune, and shares no code with engine/axiomatic/ and engine/bounds/
#pragma once

#include <set>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::reference {

struct State {
  std::vector<program::Value> values;  // parallel to Test::shown
  std::vector<std::uint32_t> threw;    // threads that ended with an exception, ascending
  std::vector<std::uint32_t> blocked;  // threads that never go on, ascending
  auto operator<=>(const State&) const = default;
};

struct OutcomeOptions {
  std::vector<std::string> variants;
  std::vector<std::string> skipped;
  // What a read takes, in turn, where values flow in a cycle.
  std::vector<program::Value> domain = {-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8};
};

struct Outcomes {
  std::set<State> states;
  std::set<std::string> flags, undefined;
  bool value_cycle = false;  // some candidate's values flow in a cycle: values outside of the domain were not tried
  bool loops_on = false;     // some path was cut at the bound on loops, and left out
  bool complete = true;      // false: the budget ended the enumeration
  std::uint64_t candidates = 0;
};

Result<Outcomes> outcomes(const program::Test& test, const cat::Model& model, const OutcomeOptions& options, Budget& budget);

}  // namespace thinair::reference
