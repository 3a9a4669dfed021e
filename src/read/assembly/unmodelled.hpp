// What a test of a processor speaks of by name and thinair does not model.
//
//   takes   the tree of a test
//   gives   complaints with positions; nothing if all names are of ordinary locations
//   does not know what is wrong with a form: the parsers do
#pragma once

#include "read/litmus/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {

// Taken for ordinary locations, such names would be given a wrong verdict.
void refuse_unmodelled(const litmus::Test& tree, const litmus::assembly::Program& source, Report& report);

}  // namespace thinair::read
