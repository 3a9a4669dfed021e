// Does an execution that the engine presents really show what it claims?
//
//   takes   the test, its unfolding, the model, and the execution with the orders chosen for its `with` statements
//   gives   a verdict and, if the witness fails, which requirement and why
//   does not search: everything is given, and is checked as written
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "events/execution.hpp"
#include "language/cat/ast.hpp"
#include "program/condition.hpp"
#include "support/diagnostic.hpp"

namespace thinair::reference {

struct WitnessOptions {
  std::vector<std::string> variants;
  std::vector<std::string> skipped;
  // Values tried for what the witness leaves open, besides the constants of the program and their neighbours.
  std::vector<program::Value> domain = {-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8};
};

struct Verdict {
  enum class Kind {
    confirmed,
    refuted,
    unconfirmed,  // values are left open and none of those tried fits: nothing is known
  } kind = Kind::confirmed;
  std::string check;  // refuted: name of the check, or "structure", "reads-from", "values", "final writes", "with NAME"
  std::string why;    // a sentence
};

inline Verdict refuted(std::string check, std::string why) { return {Verdict::Kind::refuted, std::move(check), std::move(why)}; }

// Fails (with Diagnostics) only when the model cannot be evaluated.
Result<Verdict> check_witness(const program::Test& test, const events::Unfolding& unfolding, const cat::Model& model,
                              const events::Execution& execution, const WitnessOptions& options = {});

}  // namespace thinair::reference
