// Rules at work: every program that a rule makes of a program, at one place.
//
//   takes   statements, a rule
//   gives   the statements that it makes, one for each place and each choice of what the rule leaves open
//   does not judge
#pragma once

#include <vector>

#include "transformation/rule.hpp"

namespace thinair::transformation {

std::vector<Code> transformed(const Code& code, const Rule& rule);

}  // namespace thinair::transformation
