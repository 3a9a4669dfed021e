// Judges the clauses of a test under a model.
//
//   takes   a question (test, model, variants) and a budget for all clauses together
//   gives   one judgement per clause, in the order of the test
//   does not look for all states: per clause it asks the engine for one state that decides it
#pragma once

#include <vector>

#include "problem/model.hpp"
#include "ask/verdict/verdict.hpp"

namespace thinair::verdict {

struct Checked {
  std::vector<Judgement> judgements;  // parallel to Test::clauses
  axiomatic::Statistics statistics;      // summed over the clauses
};

// `question.goal` and `question.first_only` are set here.
Result<Checked> check(model::Question question, Budget& budget);

}  // namespace thinair::verdict
