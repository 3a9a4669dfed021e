// The Java sections of a test: classes and methods before the init block, `Thread0 { ... } Thread1 { ... }` behind it.
#pragma once

#include "read/java/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus::java {

// Takes a Cursor at a declaration or at the init block, leaves it at the latter.
void parse_declarations(Cursor& cursor, Program& program);
// Takes a Cursor behind the init block, leaves it behind the last thread.
void parse_threads(Cursor& cursor, Program& program);

// 2 of `Thread2`, `thread2` and `P2`.
std::optional<std::uint32_t> thread_number(std::string_view word);

}  // namespace thinair::litmus::java
