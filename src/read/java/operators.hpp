// Java's operators: spelling and precedence (JLS 15), for parser and printer alike.
#pragma once

#include <array>
#include <string_view>

#include "read/java/ast.hpp"

namespace thinair::litmus::java {

struct BinaryOperator {
  std::string_view text;
  Binary op;
  unsigned precedence;  // higher binds tighter; all are left associative
};

inline constexpr unsigned kWeakestBinary = 1;
inline constexpr unsigned kUnaryPrecedence = 11;
inline constexpr unsigned kPostfixPrecedence = 12;

inline constexpr std::array<BinaryOperator, 19> kBinaryOperators = {{
    {"||", Binary::log_or, 1}, {"&&", Binary::log_and, 2}, {"|", Binary::bit_or, 3}, {"^", Binary::bit_xor, 4}, {"&", Binary::bit_and, 5},
    {"==", Binary::eq, 6},     {"!=", Binary::ne, 6},      {"<", Binary::lt, 7},     {"<=", Binary::le, 7},     {">", Binary::gt, 7},
    {">=", Binary::ge, 7},     {"<<", Binary::shl, 8},     {">>", Binary::shr, 8},   {">>>", Binary::ushr, 8},  {"+", Binary::add, 9},
    {"-", Binary::sub, 9},     {"*", Binary::mul, 10},     {"/", Binary::div, 10},   {"%", Binary::rem, 10},
}};

constexpr const BinaryOperator* find_binary(std::string_view text) {
  for (const BinaryOperator& op : kBinaryOperators)
    if (op.text == text) return &op;
  return nullptr;
}

// The table is in the order of the enumeration.
constexpr const BinaryOperator& spelling(Binary op) { return kBinaryOperators[static_cast<std::size_t>(op)]; }

constexpr std::string_view spelling(Unary op) {
  constexpr std::array<std::string_view, 4> kUnary = {"-", "+", "~", "!"};
  return kUnary[static_cast<std::size_t>(op)];
}

static_assert([] {
  for (std::size_t i = 0; i < kBinaryOperators.size(); ++i)
    if (static_cast<std::size_t>(kBinaryOperators[i].op) != i) return false;
  return true;
}());

}  // namespace thinair::litmus::java
