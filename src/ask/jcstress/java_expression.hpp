// Pieces of Java expressions: text that knows how strongly it binds and whether it is a truth value.
#pragma once

#include <string>
#include <string_view>

#include "program/program.hpp"
#include "read/java/operators.hpp"

namespace thinair::jcstress {

inline constexpr unsigned kPrimary = litmus::java::kUnaryPrecedence + 1;
inline constexpr unsigned kConditional = 0;

struct JavaExpression {
  std::string text;
  unsigned precedence = kPrimary;
  bool boolean = false;
};

// In parentheses if it binds weaker than `weakest`.
std::string operand(const JavaExpression& e, unsigned weakest);

JavaExpression as_int(JavaExpression e);      // true is 1
JavaExpression as_boolean(JavaExpression e);  // 0 is false

JavaExpression literal(program::Value value);
JavaExpression unary(litmus::java::Unary op, const JavaExpression& e);
JavaExpression binary(litmus::java::Binary op, const JavaExpression& lhs, const JavaExpression& rhs);
JavaExpression conditional(const JavaExpression& guard, const JavaExpression& then, const JavaExpression& otherwise);

}  // namespace thinair::jcstress
