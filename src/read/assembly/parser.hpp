// Program sections in columns, `P0 | P1 ;`, and single instructions.
#pragma once

#include "read/assembly/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus::assembly {

// From the header row to the first token of the final part.
Program parse_program(Cursor& cursor, Isa isa);

// One cell of the table, or one line of a compilation scheme, where operands may be holes. What is wrong goes to the cursor.
Line parse_line(Cursor& cursor, std::string_view text, Span where, bool holes);

}  // namespace thinair::litmus::assembly
