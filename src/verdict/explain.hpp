// Why a state is possible, or why it is not.
//
//   takes   a question whose goal is the state asked about
//   gives   an outcome with its witness (and justification); or which checks of the model already exclude it, or how far the
//           best justification gets and which rules stop each way on
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "verdict/verdict.hpp"

namespace thinair::verdict {

struct Explanation {
  Verdict verdict = Verdict::unknown;
  std::string reason;     // which limit, if unknown
  search::Answer answer;  // if allowed: one outcome
  bool for_some_values = false;

  // If forbidden.
  enum class Why {
    values,      // no choice of reads-from gives these values
    checks,      // `checks` of the single-execution model exclude it, and no smaller set of them does if `all_needed`
    thin_air,    // consistent executions have these values only out of thin air: no justified write writes them
    unjustified  // consistent executions exist, none is justified
  } why = Why::values;
  std::vector<std::string> checks;
  bool all_needed = true;        // false: a limit was reached before it was known
  causality::Obstacle obstacle;  // unjustified
};

Result<Explanation> explain(model::Question question, Budget& budget);

// A check that has no name gets its own text as one, so that it can be named and left out like the others.
cat::Model with_named_checks(cat::Model model);

// Names of the checks in a single-execution model, in order, each once.
std::vector<std::string> check_names(const cat::Model& model);

}  // namespace thinair::verdict
