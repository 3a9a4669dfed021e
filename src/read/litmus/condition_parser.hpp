// What follows the program: locations, filter and the clauses.
//
//   takes   a Cursor behind the program section
//   gives   the parts of Test that it names
//   does not resolve names or check that they occur
#pragma once

#include "read/litmus/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus {

// Reads to the end of the file.
void parse_final_part(Cursor& cursor, Test& test);

// One proposition; also what `--outcome` takes on the command line.
Prop parse_prop(Cursor& cursor);

// Is this one of the words that end herd's program section (`exists`, `locations`, ...)?
bool starts_final_part(std::string_view word);

// `0:` or `P0:` in front of a name, if it is there.
std::optional<std::uint32_t> parse_thread_prefix(Cursor& cursor);

// Fails where herd's notation for what is not modelled begins: tags, page tables, faults, instructions as values.
void refuse_unmodelled(Cursor& cursor);

}  // namespace thinair::litmus
