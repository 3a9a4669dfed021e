// What is wrong with the gradings of a test, and jcstress does not say.
//
// jcstress takes the first outcome that has an id which is the result, or which matches it as a regular expression; what no id
// matches goes to the outcome without one, and is forbidden if there is none.
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/test_list.hpp"

namespace thinair::jcstress {

// One sentence each.
std::vector<std::string> lint(const ListedTest& test);

// What is wrong with a Java regular expression; empty if nothing is found. Groups, classes, repetitions and escapes are looked at, which is
// what goes wrong in results: "1, (" or "*, 0".
std::string pattern_problem(const std::string& pattern);

}  // namespace thinair::jcstress
