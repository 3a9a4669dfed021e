// Threads of a litmus test -> bodies of jcstress actors.
//
//   takes   the tree of a test and the same test lowered
//   gives   fields for its locations, and per thread the Java statements that do what the thread does and keep its registers
//   does not choose what a result means: columns.hpp does
//
// Java is stricter than litmus tests are: truth values are no numbers, and a local has a type and is assigned before it is
// read. Registers that the test declares boolean, and that never get a number, are booleans here; all others, and all
// locations, are ints.
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/columns.hpp"
#include "ask/jcstress/shared_fields.hpp"
#include "program/condition.hpp"
#include "read/litmus/ast.hpp"

namespace thinair::jcstress {

struct Shape {
  bool handles = false;  // VarHandles also where volatile fields would do
  bool aliased = false;  // locations are reached through two references that the compiler does not know to be equal
};

struct Actors {
  std::vector<Field> fields;                     // by LocId
  std::vector<std::vector<std::string>> bodies;  // by thread: lines, indented by four blanks a level from 0 on
  std::string result;                            // the parameter that holds the result object
  std::string first_alias, second_alias;         // fields and locals with the references, if aliased
};

Actors actors(const litmus::Test& tree, const program::Test& test, const std::vector<Column>& columns, const Shape& shape);

}  // namespace thinair::jcstress
