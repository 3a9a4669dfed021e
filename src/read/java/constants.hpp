// Numbers that are known when a test is read: literals, and what becomes of them when they are assigned or cast.
#pragma once

#include "read/java/ast.hpp"
#include "read/java/classes.hpp"

namespace thinair::read {

JavaType type_of_literal(const litmus::java::Expr& literal);

// A number of one type as one of another (JLS 5.1.2, 5.1.3). Floating numbers are their bits.
Value converted_constant(Value value, JavaType from, JavaType to);

}  // namespace thinair::read
