// From a .cat model and an event structure to networks.
//
//   takes   a resolved model, the structure it is to judge, and what is already decided about rf and FW
//   gives   one network per choice of every `with x from S` whose S is a list of values; orders stay unknowns of the network
//   does not search
//
// The model is run as a program whose sets and relations are nodes. A step that must look inside a value (match on a relation,
// `if r subset s`) works when the value is constant; otherwise build says what must be decided first (Need), and the caller
// comes back with rf fixed, or asks for orders to be listed one by one. That is how a model that a herd user brings runs
// unchanged even where it cannot run fast.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"
#include "events/structure.hpp"
#include "engine/bounds/network.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::bounds {

struct BuildOptions {
  const std::vector<std::string>* variants = nullptr;
  const std::vector<std::string>* skipped = nullptr;  // names of checks
  std::optional<Relation> rf;                         // decided: a constant instead of an unknown
  std::optional<EventSet> fw;
  const std::vector<std::string>* exports = nullptr;  // names whose final meaning the caller wants to see (Network::exports)
  bool label = false;                                 // also say what the model's own names mean (Network::labels), for explanations
  bool list_orders = false;                           // `with` enumerates linearisations instead of making an unknown
};

enum class Need { nothing, reads, orders };  // what must be decided before the model can be built

// Calls `use` for every network; stops when it returns false.
Result<Need> build(const program::Program& program, const events::Structure& structure, const cat::Model& model,
                   const BuildOptions& options, Budget& budget, const std::function<bool(Network&)>& use);

// Writes that a read may take its value from: those to its location but itself. Final writes: one group per location,
// the initial write only where there is no other.
Relation rf_candidates(const events::Structure& structure);
std::vector<EventSet> final_write_groups(const events::Structure& structure);

}  // namespace thinair::bounds
