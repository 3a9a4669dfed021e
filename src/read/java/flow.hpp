// What javac checks about the flow of control, and a test must not get wrong either.
//
//   takes   the tree of a test
//   gives   errors: a method that may end without the value that it promises, a constructor that may end before a final field has its value
//   does not evaluate anything: only `true` is a guard that always holds
#pragma once

#include <string_view>

#include "read/java/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {

namespace tree = litmus::java;

// "this" or "super" if the constructor begins with this(...) or super(...).
std::string_view begins_with_call(const tree::Program& source, const tree::MethodDecl& constructor);

void check_flow(const tree::Program& source, Report& report);

}  // namespace thinair::read
