// Which results of a test are acceptable, interesting, forbidden: gradings made from models.
//
//   takes   a test that shows its columns, the model of sequential consistency, and the model to grade by
//   gives   outcomes in the order in which jcstress tries them, the last one for everything else
//   does not judge what was observed: judge.hpp does
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/columns.hpp"
#include "problem/problem.hpp"

namespace thinair::jcstress {

enum class Expect { acceptable, interesting, forbidden };

struct Graded {
  std::vector<std::string> ids;  // texts of results or Java regular expressions; empty: everything else
  Expect expect = Expect::acceptable;
  std::string description;
};

struct Gradings {
  std::vector<Graded> outcomes;
  bool complete = true;  // false: a limit was reached, and what is not known to be allowed is not called forbidden
  std::string reason;
};

// Allowed under sc: acceptable. Allowed under the model only: interesting. The rest: forbidden. `question` asks the model.
Result<Gradings> grade(const program::Test& test, const std::vector<Column>& columns, const problem::Model& sc,
                       const problem::ConfiguredModel& model, Budget& budget);

// Everything is acceptable: for tests that only observe.
Gradings observing();

}  // namespace thinair::jcstress
