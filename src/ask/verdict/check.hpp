// Judges the clauses of a test under a model.
//
//   takes   a problem and a budget for all its clauses together
//   gives   one judgement per clause, in the order of the test
//   does not look for all states: per clause it asks the engine for one state that decides it
#pragma once

#include <vector>

#include "ask/verdict/verdict.hpp"
#include "support/diagnostic.hpp"

namespace thinair::problem {
class Problem;
}  // namespace thinair::problem

namespace thinair::verdict {

struct Checked {
  std::vector<Judgement> judgements;   // parallel to Test::clauses
  answer::Statistics statistics;       // summed over the clauses
  std::vector<std::string> undefined;  // what gives the program undefined behaviour: Answer::undefined
};

// One clause, of this test or about it; the statistics are added to.
Result<Judgement> judge(problem::Problem& problem, const program::Clause& clause, Budget& budget, answer::Statistics& statistics);

Result<Checked> check(problem::Problem& problem, Budget& budget);

}  // namespace thinair::verdict
