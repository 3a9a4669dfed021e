// One question: which final states does a test have under a single-execution model? One answer: states, each with a witness.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "language/cat/ast.hpp"
#include "events/execution.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::justified {
struct Proof;
}

namespace thinair::axiomatic {

using program::Value;

// A value the model leaves open. Equal symbols mean equal values. `where` constrains it; empty: any value at all.
struct Open {
  std::string symbol;
  std::string where;
  auto operator<=>(const Open&) const = default;
};
using Datum = std::variant<Value, Open>;

struct State {
  std::vector<Datum> values;         // parallel to Test::shown
  std::vector<std::uint32_t> threw;  // threads that ended with an exception, ascending
  auto operator<=>(const State&) const = default;
};

struct Outcome {
  State state;
  events::Execution witness;
  // Under a multi-execution model: how the witness is justified (engine/justified/solve.hpp).
  std::shared_ptr<const justified::Proof> proof;
  // For open states: terms of the shown values and what constrains them, so that conditions can be asked of them.
  std::vector<value::TermId> terms;  // parallel to observed(test)
  std::vector<value::TermId> constraints;
};

struct Statistics {
  std::uint64_t structures = 0;    // path combinations looked at
  std::uint64_t nodes = 0;         // search nodes
  std::uint64_t propagations = 0;  // passes over a constraint network
  std::uint64_t solver_calls = 0;  // questions to the SMT solver
};

struct Question {
  const program::Test* test = nullptr;
  const cat::Model* model = nullptr;
  const program::Prop* goal = nullptr;  // only states that can satisfy it; all if null
  bool first_only = false;              // one outcome is enough
  std::vector<std::string> variants;    // herd's -variant
  std::vector<std::string> skipped;     // names of checks to skip (herd's -skipchecks)
};

struct Answer {
  std::vector<Outcome> outcomes;   // sorted by state
  std::vector<std::string> flags;  // raised by `flag` checks in some allowed execution, sorted
  bool complete = true;
  std::string reason;  // if not complete: which limit
  Statistics statistics;
  std::shared_ptr<events::Unfolding> unfolding;  // owns the terms of the outcomes
};

// Fails (with Diagnostics) only when the model cannot be evaluated on this test.
Result<Answer> solve(const Question& question, Budget& budget);

enum class Truth { no, yes, open };  // open: for some values of the open symbols yes, for others no

// Does the outcome's state satisfy the proposition?
Truth satisfies(const program::Test& test, Answer& answer, const Outcome& outcome, const program::Prop& prop);

}  // namespace thinair::axiomatic
