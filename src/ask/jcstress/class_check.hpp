// Judges the gradings of a jcstress test by a model, without running it.
//
//   takes   a test of a class file, lowered, and a model
//   gives   every result that the model allows, with the grading that the test gives it; gradings of results that cannot be
//   does not say who is right: a model may be weaker than Java, or a grading wrong
//
// A result is the text that jcstress prints: the fields r1, r2, .. of the result object, joined by ", ". It is graded by the first outcome
// whose id is that text, else by the first whose id matches it as a regular expression, else by the outcome without an id; a result that
// nothing fits is forbidden.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/jcstress/class_tests.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"

namespace thinair::problem {
class Problem;
}  // namespace thinair::problem

namespace thinair::jcstress {

struct PossibleResult {
  std::string text;
  std::string expect;                 // ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN, UNKNOWN
  std::string description;            // of the outcome that grades it
  bool by_default = false;            // no outcome names it
  std::optional<program::Prop> prop;  // the states that show it
};

struct ClassChecked {
  std::vector<PossibleResult> possible;  // by text
  std::vector<std::string> impossible;   // ids graded acceptable or interesting that no result fits
  std::vector<std::string> remarks;      // jcstress::lint
  bool complete = true;
  Limit limit;
  std::size_t forbidden() const;  // results that are possible here and forbidden there
  std::size_t interesting() const;
};

Result<ClassChecked> check_class_test(const ClassTest& test, const read::bytecode::Lowered& lowered, problem::Problem& problem,
                                      Budget& budget);

// The grading of a result's text.
PossibleResult graded(const ListedTest& test, const std::string& text);

}  // namespace thinair::jcstress
