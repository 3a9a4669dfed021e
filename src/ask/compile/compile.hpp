// A Java test and a scheme -> the compiled litmus test.
//
//   takes   a lowered Java test, a scheme, and who is going to read the result
//   gives   the test of the target, with where each observed register and location went, and the clauses translated
//   does not optimise, and does not judge: ask/conform/ does
#pragma once

#include <string>
#include <vector>

#include "ask/compile/scheme.hpp"
#include "program/condition.hpp"
#include "read/litmus/ast.hpp"

namespace thinair::compile {

struct Home {
  program::Observable source;
  litmus::Observable target;
};

struct Compiled {
  litmus::Test tree;
  std::vector<Home> homes;  // one to one; every register of the source that is not a temporary, every location
};

enum class Reader { thinair, herd };

Result<Compiled> compile(const program::Test& test, const Scheme& scheme, Reader reader);

}  // namespace thinair::compile
