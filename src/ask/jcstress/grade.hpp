// Which results of a test are acceptable, interesting, forbidden: gradings made from models.
//
//   takes   a test that shows its columns, the model of sequential consistency, the model to grade by, and, if wanted, what code can show
//           that a scheme compiles the test to
//   gives   outcomes in the order in which jcstress tries them, the last one for everything else
//   does not judge what was observed: judge.hpp does
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/conform/conform.hpp"
#include "ask/jcstress/columns.hpp"
#include "ask/jcstress/gradings.hpp"
#include "problem/problem.hpp"

namespace thinair::jcstress {

// What compiled code shows.
struct Code {
  std::string_view scheme, model;  // "x86", "x86tso"
  const conform::CompiledStates& shows;
};

// Allowed under sc: acceptable. Allowed under the model only: interesting. The rest: forbidden.
//
// With compiled code, what that code shows is expected on the machine: if the model allows it, it is acceptable. What only the model allows
// takes a compiler that does more than translate: interesting. What the model forbids stays forbidden; if the code shows it, the
// description says that the model or the scheme is wrong.
Result<Gradings> grade(const program::Test& test, const std::vector<Column>& columns, const problem::Model& sc,
                       const problem::ConfiguredModel& model, Budget& budget, const Coding& coding = {},
                       const std::optional<Code>& code = std::nullopt);

// Everything is acceptable: for tests that only observe.
Gradings observing();

}  // namespace thinair::jcstress
