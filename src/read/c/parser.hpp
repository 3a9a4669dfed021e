// The threads of a C test: `P0 (atomic_int* x, int* y) { ... } P1 (...) { ... }`.
#pragma once

#include "read/c/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus::c {

// Takes a Cursor behind the init block, leaves it behind the last thread.
Program parse_threads(Cursor& cursor);

}  // namespace thinair::litmus::c
