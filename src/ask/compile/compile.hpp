// A Java test and a scheme -> the compiled litmus test.
//
//   takes   a lowered Java test, a scheme, or several that share the test, and who is going to read the result
//   gives   the test of the target, with where each observed register and location went, and the clauses translated
//   does not optimise, and does not judge: ask/conform/ does
#pragma once

#include <map>
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

// A place in the code of a thread, by number.
struct Site {
  std::uint32_t thread = 0;
  std::size_t instruction = 0;
  auto operator<=>(const Site&) const = default;
};

// Who compiles what. One scheme for all accesses, or, as two compilers of a JVM share a program, others for some of them. All are for one
// processor.
struct Compilers {
  Compilers(const Scheme& scheme) : usual(&scheme), name(scheme.name) {}
  const Scheme* usual;
  std::string name;
  std::map<Site, const Scheme*> others = {};
};

Result<Compiled> compile(const program::Test& test, const Compilers& compilers, Reader reader);

}  // namespace thinair::compile
