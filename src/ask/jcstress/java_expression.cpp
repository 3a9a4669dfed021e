#include "ask/jcstress/java_expression.hpp"

#include <fmt/format.h>

namespace thinair::jcstress {

using litmus::java::Binary;
using litmus::java::kUnaryPrecedence;
using litmus::java::Unary;

std::string operand(const JavaExpression& e, unsigned weakest) { return e.precedence < weakest ? fmt::format("({})", e.text) : e.text; }

JavaExpression as_int(JavaExpression e) {
  if (!e.boolean) return e;
  if (e.text == "true" || e.text == "false") return literal(e.text == "true" ? 1 : 0);
  return {operand(e, litmus::java::kWeakestBinary) + " ? 1 : 0", kConditional, false};
}

JavaExpression as_boolean(JavaExpression e) {
  if (e.boolean) return e;
  return binary(Binary::ne, e, literal(0));
}

JavaExpression literal(program::Value value) { return {std::to_string(value), value < 0 ? kUnaryPrecedence : kPrimary, false}; }

JavaExpression unary(Unary op, const JavaExpression& e) {
  if (op == Unary::log_not && !e.boolean) return binary(Binary::eq, e, literal(0));
  const JavaExpression inner = op == Unary::log_not ? e : as_int(e);
  std::string text = operand(inner, kUnaryPrecedence);
  // Two signs in a row would read as an increment, and a minus before digits as part of the literal.
  const bool sign = op == Unary::minus || op == Unary::plus;
  if (sign && (text.front() == '-' || text.front() == '+' || (text.front() >= '0' && text.front() <= '9')))
    text = fmt::format("({})", text);
  return {std::string(litmus::java::spelling(op)) + text, kUnaryPrecedence, op == Unary::log_not};
}

JavaExpression binary(Binary op, const JavaExpression& lhs, const JavaExpression& rhs) {
  const auto& [text, symbol, precedence] = litmus::java::spelling(op);
  const bool logical = op == Binary::log_and || op == Binary::log_or;
  const bool bitwise = op == Binary::bit_and || op == Binary::bit_or || op == Binary::bit_xor;
  const bool equality = op == Binary::eq || op == Binary::ne;
  const bool booleans = logical || ((bitwise || equality) && lhs.boolean && rhs.boolean);
  const bool compares = op >= Binary::eq && op <= Binary::ge;
  const auto side = [&](const JavaExpression& e) { return logical ? as_boolean(e) : booleans ? e : as_int(e); };
  return {fmt::format("{} {} {}", operand(side(lhs), precedence), text, operand(side(rhs), precedence + 1)), precedence,
          compares || booleans};
}

JavaExpression conditional(const JavaExpression& guard, const JavaExpression& then, const JavaExpression& otherwise) {
  const bool boolean = then.boolean && otherwise.boolean;
  const auto arm = [&](const JavaExpression& e) { return operand(boolean ? e : as_int(e), litmus::java::kWeakestBinary); };
  return {fmt::format("{} ? {} : {}", operand(as_boolean(guard), litmus::java::kWeakestBinary), arm(then), arm(otherwise)), kConditional,
          boolean};
}

}  // namespace thinair::jcstress
