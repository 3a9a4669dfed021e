// A machine on one test as a Murphi program, for a second opinion by another tool (Rumur, CMurphi).
//
//   takes   a resolved machine, a test, the parts of the machine to leave out
//   gives   the program: states and rules as in the machine's text, the literal form of it. When it comes to an end it prints the values
//           that the test shows, after the word `outcome`, in their order; or what cannot be said in Murphi (op-export)
//
// Sets and relations are functions that tell whether an event, or a pair, is in them, one for each expression; what depends on the test
// alone is written out (murphi_expressions). Murphi has no events and no data flow: a run chooses a path for each thread at the beginning,
// and counts only if its values fit; values are numbers and copies of what was read.
#pragma once

#include <string>

#include "language/op/machine.hpp"
#include "language/rule.hpp"
#include "program/program.hpp"
#include "support/diagnostic.hpp"

namespace thinair::machine {

Result<std::string> murphi(const program::Test& test, const op::Machine& machine, const language::RuleSet& without);

}  // namespace thinair::machine
