// From the text of a .cat model to networks.
//
//   takes   a resolved model and the dialect of the tests; then, for each structure, what is already decided about it
//   gives   one network per choice of every `with x from S` whose S is a list of values; orders stay unknowns of the network
//   does not search
//
// The model is run as a program whose sets and relations are nodes: once, without a structure, which gives a Plan. A step that must
// look inside a value (match on a relation, `if r subset s`) has no plan; such a model is run again on each structure. There the
// step works when the value is constant; otherwise build says what must be decided first (Need), and the caller comes back with
// rf fixed, or asks for orders to be listed one by one. That is how a model that a herd user brings runs unchanged even
// where it cannot run fast.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/bounds/instance.hpp"
#include "engine/bounds/primitives.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::bounds {

// A model made ready for the tests of one dialect.
struct PlannedModel {
  const cat::Model* model = nullptr;  // outlives this
  std::vector<std::string> dialect;   // Program::set_names
  std::vector<std::string> variants;  // herd's -variant
  std::vector<std::string> exports;   // names whose meaning the caller wants to see (Network::exports)
  Plan plan;
  bool looks_inside = false;  // there is no plan: the text is run for each structure
  bool processors = false;    // the tests are of processors: instructions can be taken apart (cat::Primitive::registers)
};

Result<PlannedModel> plan(const cat::Model& model, std::vector<std::string> dialect, std::vector<std::string> variants,
                          std::vector<std::string> exports = {}, bool processors = false);
// The same model, with what its own names mean (BuildOptions::labels).
PlannedModel with_labels(const PlannedModel& model);

// The event sets of the dialect that a check, an order or an exported name depends on.
program::SetMask looks_at(const PlannedModel& model);

struct BuildOptions {
  Decided decided;
  language::RuleSet without;  // rules to leave out
  bool labels = false;        // also say what the model's own names mean (Network::labels), for explanations; of a model with_labels
  bool exports = false;       // keep what the exported names mean up to date (Network::exports)
  bool list_orders = false;   // `with` enumerates linearisations instead of making an unknown
};

// Calls `use` for every network; stops when it returns false.
Result<Need> build(const PlannedModel& model, const events::Structure& structure, const BuildOptions& options, Budget& budget,
                   const std::function<bool(Network&)>& use);

}  // namespace thinair::bounds
