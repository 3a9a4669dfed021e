#include "ask/jcstress/java_expression.hpp"

#include <fmt/format.h>

#include "program/floating.hpp"

namespace thinair::jcstress {

using litmus::java::Binary;
using litmus::java::kUnaryPrecedence;
using litmus::java::Unary;
using Base = read::JavaType::Base;

namespace {

// Wider types have greater numbers.
unsigned rank(Base base) {
  switch (base) {
    case Base::byte_: return 1;
    case Base::short_:
    case Base::char_: return 2;
    case Base::int_: return 3;
    case Base::float_: return 5;
    case Base::double_: return 6;
    default: return 4;
  }
}

bool fits(program::Value value, Base base) {
  switch (base) {
    case Base::byte_: return value >= INT8_MIN && value <= INT8_MAX;
    case Base::short_: return value >= INT16_MIN && value <= INT16_MAX;
    case Base::char_: return value >= 0 && value <= UINT16_MAX;
    case Base::int_: return value >= INT32_MIN && value <= INT32_MAX;
    default: return true;
  }
}

std::string_view word(Base base) {
  switch (base) {
    case Base::byte_: return "byte";
    case Base::short_: return "short";
    case Base::char_: return "char";
    case Base::long_: return "long";
    case Base::float_: return "float";
    case Base::double_: return "double";
    default: return "int";
  }
}

read::JavaType wider_of(const JavaExpression& a, const JavaExpression& b) {
  for (const Base wide : {Base::double_, Base::float_, Base::long_})
    if (a.type.base == wide || b.type.base == wide) return {wide};
  return kInt;
}

}  // namespace

std::string operand(const JavaExpression& e, unsigned weakest) { return e.precedence < weakest ? fmt::format("({})", e.text) : e.text; }

JavaExpression as_int(JavaExpression e) {
  if (!e.is_boolean()) return e;
  if (e.text == "true" || e.text == "false") return literal(e.text == "true" ? 1 : 0);
  return {operand(e, litmus::java::kWeakestBinary) + " ? 1 : 0", kConditional, kInt};
}

JavaExpression as_result(JavaExpression e) {
  if (e.type.base == Base::float_) return {fmt::format("Float.floatToRawIntBits({})", e.text), kPrimary, kInt};
  if (e.type.base == Base::double_) return {fmt::format("Double.doubleToRawLongBits({})", e.text), kPrimary, kLong};
  return as_int(std::move(e));
}

JavaExpression as_boolean(JavaExpression e) {
  if (e.is_boolean()) return e;
  if (e.type.is_reference()) return binary(Binary::ne, e, {"null", kPrimary, {Base::null}});
  return binary(Binary::ne, e, literal(0));
}

JavaExpression as_number(JavaExpression e, read::JavaType type) {
  const JavaExpression number = as_int(std::move(e));
  const bool same = number.type.base == type.base;
  const bool wider = rank(number.type.base) < rank(type.base) && !(number.type.base == Base::char_ && type.base == Base::short_) &&
                     type.base != Base::char_;
  if (same || wider || (number.constant && !number.type.is_long() && fits(*number.constant, type.base)))
    return {number.text, number.precedence, type, number.constant};
  return {fmt::format("({}) {}", word(type.base), operand(number, kUnaryPrecedence)), kUnaryPrecedence, type};
}

std::string default_value(read::JavaType type) { return type.is_reference() ? "null" : type.base == Base::boolean ? "false" : "0"; }

JavaExpression initial_value(program::Value value, read::JavaType type) {
  if (type.is_reference()) return {"null", kPrimary, {Base::null}};
  if (type.base == Base::boolean) return {value != 0 ? "true" : "false", kPrimary, kBoolean};
  if (type.is_floating()) return floating_literal(value, type);
  if (type.is_long()) return {fits(value, Base::int_) ? std::to_string(value) : std::to_string(value) + "L", kPrimary, type};
  return as_number(literal(value), type);
}

JavaExpression literal(program::Value value) { return {std::to_string(value), value < 0 ? kUnaryPrecedence : kPrimary, kInt, value}; }

JavaExpression floating_literal(program::Value bits, read::JavaType type) {
  const bool single = type.base == Base::float_;
  std::string text = single ? program::floating_text(program::as_float(bits)) + "f" : program::floating_text(program::as_double(bits));
  const bool negative = text.front() == '-';
  return {std::move(text), negative ? kUnaryPrecedence : kPrimary, type};
}

JavaExpression unary(Unary op, const JavaExpression& e) {
  if (op == Unary::log_not && !e.is_boolean() && !e.type.is_reference()) return binary(Binary::eq, e, literal(0));
  const JavaExpression inner = op == Unary::log_not ? as_boolean(e) : as_int(e);
  std::string text = operand(inner, kUnaryPrecedence);
  // Two signs in a row would read as an increment, and a minus before digits as part of the literal.
  const bool sign = op == Unary::minus || op == Unary::plus;
  if (sign && (text.front() == '-' || text.front() == '+' || (text.front() >= '0' && text.front() <= '9')))
    text = fmt::format("({})", text);
  return {std::string(litmus::java::spelling(op)) + text, kUnaryPrecedence,
          op == Unary::log_not                               ? kBoolean
          : inner.type.is_long() || inner.type.is_floating() ? inner.type
                                                             : kInt};
}

JavaExpression binary(Binary op, const JavaExpression& lhs, const JavaExpression& rhs) {
  const auto& [text, symbol, precedence] = litmus::java::spelling(op);
  const bool logical = op == Binary::log_and || op == Binary::log_or;
  const bool bitwise = op == Binary::bit_and || op == Binary::bit_or || op == Binary::bit_xor;
  const bool equality = op == Binary::eq || op == Binary::ne;
  const bool booleans = logical || ((bitwise || equality) && lhs.is_boolean() && rhs.is_boolean());
  const bool compares = op >= Binary::eq && op <= Binary::ge;
  const auto side = [&](const JavaExpression& e) { return logical ? as_boolean(e) : booleans ? e : as_int(e); };
  const bool shifts = op == Binary::shl || op == Binary::shr || op == Binary::ushr;
  const read::JavaType type = compares || booleans ? kBoolean : shifts ? (lhs.type.is_long() ? kLong : kInt) : wider_of(lhs, rhs);
  return {fmt::format("{} {} {}", operand(side(lhs), precedence), text, operand(side(rhs), precedence + 1)), precedence, type};
}

JavaExpression conditional(const JavaExpression& guard, const JavaExpression& then, const JavaExpression& otherwise) {
  const bool boolean = then.is_boolean() && otherwise.is_boolean();
  const auto arm = [&](const JavaExpression& e) { return operand(boolean ? e : as_int(e), litmus::java::kWeakestBinary); };
  const read::JavaType type = boolean                        ? kBoolean
                              : !then.type.is_reference()    ? wider_of(then, otherwise)
                              : then.type.base == Base::null ? otherwise.type
                                                             : then.type;
  return {fmt::format("{} ? {} : {}", operand(as_boolean(guard), litmus::java::kWeakestBinary), arm(then), arm(otherwise)), kConditional,
          type};
}

}  // namespace thinair::jcstress
