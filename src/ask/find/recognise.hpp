// Tests of the catalogue as programs: is this program known?
//
//   takes   a test
//   gives   the program that it is, if it is one: accesses of constants or of values that were read, under conditions on what was read,
//           additions of 1, fences, blocks of one monitor
//   does not compare clauses; values do not count, but where a condition compares with one
#pragma once

#include <optional>
#include <string>

#include "program/condition.hpp"
#include "space/program.hpp"

namespace thinair::find {

// Canonical. A condition compares with 1 in a program, and 1 is all that such a program writes; so a test with conditions must compare with
// one number and write no other.
std::optional<space::Program> program_of(const program::Test& test);

// The catalogue's name of the program ("classic/SB"); "" if it has none.
std::string known_as(const space::Program& program);

}  // namespace thinair::find
