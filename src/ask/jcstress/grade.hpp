// Which results of a test are acceptable, interesting, forbidden: gradings made from models.
//
//   takes   a test that shows its columns, the model of sequential consistency, and the model to grade by
//   gives   outcomes in the order in which jcstress tries them, the last one for everything else
//   does not judge what was observed: judge.hpp does
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/columns.hpp"
#include "ask/jcstress/gradings.hpp"
#include "problem/problem.hpp"

namespace thinair::jcstress {

// Allowed under sc: acceptable. Allowed under the model only: interesting. The rest: forbidden. `question` asks the model.
Result<Gradings> grade(const program::Test& test, const std::vector<Column>& columns, const problem::Model& sc,
                       const problem::ConfiguredModel& model, Budget& budget, const Coding& coding = {});

// Everything is acceptable: for tests that only observe.
Gradings observing();

}  // namespace thinair::jcstress
