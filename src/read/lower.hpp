// Litmus tree -> test ready to be judged: names resolved and checked, memory accesses in evaluation order.
//
//   takes   a tree of read/litmus/parser and the Sources it came from
//   gives   a program::Test, or everything that is wrong with the names, values and methods in it
//   does not follow paths or choose values: events/unfold does
#pragma once

#include "program/condition.hpp"
#include "read/litmus/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::read {
using program::Prop;  // what is read becomes a program
using program::Test;

// `warnings` may be null.
Result<Test> lower(const Sources& sources, const litmus::Test& tree, Diagnostics* warnings);

// Parses and lowers one file of `sources`.
Result<Test> read_test(const Sources& sources, std::uint32_t file, Diagnostics* warnings);

// One proposition about the final states of a test, as in its own clauses; the whole text of the file. The test gets a register for each
// way to end that the proposition asks about (`0:blocked`) and its clauses do not.
Result<Prop> read_prop(const Sources& sources, std::uint32_t file, Test& test);

}  // namespace thinair::read
