// Pieces of Java expressions: text that knows how strongly it binds and what its type is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "program/program.hpp"
#include "read/java/classes.hpp"
#include "read/java/operators.hpp"

namespace thinair::jcstress {

inline constexpr unsigned kPrimary = litmus::java::kUnaryPrecedence + 1;
inline constexpr unsigned kConditional = 0;

inline constexpr read::JavaType kInt{};
inline constexpr read::JavaType kLong{read::JavaType::Base::long_};
inline constexpr read::JavaType kBoolean{read::JavaType::Base::boolean};

struct JavaExpression {
  std::string text;
  unsigned precedence = kPrimary;
  read::JavaType type = kInt;
  std::optional<program::Value> constant = {};  // a literal that is a number

  bool is_boolean() const { return type.base == read::JavaType::Base::boolean; }
};

// In parentheses if it binds weaker than `weakest`.
std::string operand(const JavaExpression& e, unsigned weakest);

JavaExpression as_int(JavaExpression e);  // true is 1
// As results have it: a floating number is its bits.
JavaExpression as_result(JavaExpression e);
JavaExpression as_boolean(JavaExpression e);  // 0 is false, null too
// A number as one of another width (JLS 5.1.2, 5.1.3), with a cast where Java wants one.
JavaExpression as_number(JavaExpression e, read::JavaType type);
std::string default_value(read::JavaType type);
// A number of the init block as a value of the type.
JavaExpression initial_value(program::Value value, read::JavaType type);

JavaExpression literal(program::Value value);
JavaExpression floating_literal(program::Value bits, read::JavaType type);
JavaExpression unary(litmus::java::Unary op, const JavaExpression& e);
JavaExpression binary(litmus::java::Binary op, const JavaExpression& lhs, const JavaExpression& rhs);
JavaExpression conditional(const JavaExpression& guard, const JavaExpression& then, const JavaExpression& otherwise);

}  // namespace thinair::jcstress
