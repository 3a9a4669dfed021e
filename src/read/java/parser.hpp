// The program section of Java tests: `Thread0 { ... } Thread1 { ... }`.
#pragma once

#include "read/java/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus::java {

// Takes a Cursor behind the init block, leaves it behind the last thread.
Program parse_program(Cursor& cursor);

}  // namespace thinair::litmus::java
