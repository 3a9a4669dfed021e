// Every final state of a test under a multi-execution model, by enumeration and from the rules as written.
//
//   takes   a test, a .mem model, and limits
//   gives   the set of states of its justified executions: what engine/justified/ must find too
//   does not prune, index or recognise rules, and shares no code with engine/justified/
//
// Worlds are all executions with all total orders that the single-execution model accepts. A target is justified if its
// last stage can be reached: (T, all events) after some position. Positions (what is committed, what must be kept) are
// reached from the initial writes by committing any set of further events, with any world as the stage and any matching.
#pragma once

#include "language/mem/ast.hpp"
#include "engine/reference/outcomes.hpp"

namespace thinair::reference {

struct CausalityOptions {
  std::optional<mem::Identity> identity;  // instead of the model's own
  std::vector<std::string> variants;
  std::vector<std::string> skipped;                          // checks of the single-execution model and conditions of this one to leave out
  std::vector<program::Value> domain = {-1, 0, 1, 2, 3, 4};  // what a read takes, in turn, where values flow in a cycle
};

Result<Outcomes> outcomes(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget);

}  // namespace thinair::reference
