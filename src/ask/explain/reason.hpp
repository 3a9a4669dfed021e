// The smallest reason why an outcome is forbidden: rules of the model and facts of the test, each of them needed.
//
//   takes   a question whose goal is forbidden
//   gives   rules (checks of the .cat model, conditions of the .mem model) that exclude the goal, and each of which is needed: without
//           it the test as it stands has the goal; and facts (ask/explain/facts) that are enough for these rules to exclude it, each
//           needed in the same way when the other facts are all there is
//   does not say how they exclude it: engine/axiomatic/refute does, for models of one execution
//
// Found by leaving out: rules first, in halves, then facts, kind by kind; what stays out is what the goal is forbidden without. Each
// step solves the relaxed problem with the engine that judges tests. A step that ends at a limit leaves its member in, and the
// reason is then not known to be minimal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/model.hpp"
#include "ask/explain/facts.hpp"

namespace thinair::verdict {

struct Rule {
  std::string name;  // of a check without name: its text; "with x": that the order x extends what the model says it extends
  Span where;
  bool operator==(const Rule&) const = default;
};

struct Reason {
  std::vector<Rule> rules;
  std::vector<Fact> facts;
  bool minimal = true;     // false: a limit was reached before it was known whether fewer would do
  std::size_t solved = 0;  // relaxed problems that were solved to find it
};

// Everything that could be a member; facts as they are in the test. `of_single`: only the single-execution model is asked.
Reason everything(const model::Question& question, bool of_single, Budget& budget);

Reason find_reason(const model::Question& question, bool of_single, Budget& budget);

// Is the goal possible when only these rules and facts are kept? None after a limit, or where the relaxed model has no meaning.
std::optional<bool> possible_with(const model::Question& question, bool of_single, const Reason& kept, Budget& budget);

// Every rule of a model, for who wants to see them all: checks, orders that it chooses, conditions.
std::vector<Rule> rules_of(const model::Model& model);

// A check that has no name gets its own text as one, so that it can be named and left out like the others.
cat::Model with_named_checks(cat::Model model);

// The model with the orders of these rules ("with x") chosen freely among all total orders.
cat::Model with_free_orders(cat::Model model, const std::vector<std::string>& dropped);

// Names of the checks in a single-execution model, in order, each once.
std::vector<std::string> check_names(const cat::Model& model);

}  // namespace thinair::verdict
