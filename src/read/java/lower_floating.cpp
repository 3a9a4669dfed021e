// Floating numbers are moved and compared for equality; they are known by their bits. Where a constant is converted, the result is worked
// out here; nothing else is computed.
#include <fmt/format.h>

#include <cmath>

#include "program/floating.hpp"
#include "read/java/constants.hpp"
#include "read/java/lower_impl.hpp"

namespace thinair::read {

using Base = JavaType::Base;

// May a value of the type become one of the other? True without a message for all that has nothing to do with floating numbers.
bool ThreadLowering::may_become(Typed from, JavaType to, bool by_cast, Span where) {
  if ((!from.type.is_floating() && !to.is_floating()) || from.type == to || from.type.base == Base::void_) return true;
  if (from.type.is_reference() || to.is_reference()) return true;  // others complain
  const bool truth = from.type.base == Base::boolean || to.base == Base::boolean;
  const bool loses = from.type.is_floating() && to.base != Base::double_;
  if (truth || (loses && !by_cast)) {
    report_.error("litmus-type", where,
                  fmt::format("expected a value of type {}, found a value of type {}", classes_.describe(to), classes_.describe(from.type)),
                  truth                     ? ""
                  : to.base == Base::float_ ? "a float is written 1.5f"
                                            : fmt::format("cast it, as in ({}) 1.5", classes_.describe(to)));
    return false;
  }
  if (code_[from.id].op == Op::constant) return true;
  report_.error(
      "litmus-unsupported", where,
      fmt::format("a value of type {} that is not a constant becomes one of type {}", classes_.describe(from.type), classes_.describe(to)),
      "floating numbers are moved around and compared; only constants are converted");
  return false;
}

void ThreadLowering::refuse_arithmetic(Span where) {
  report_.error("litmus-unsupported", where, "arithmetic on floating numbers", "they are moved around, and compared with == and !=");
}

// `==` of JLS 15.21.1: the two zeros are equal, and what is no number equals nothing.
ThreadLowering::Typed ThreadLowering::floating_equality(Binary op, Typed lhs, Typed rhs, Span where) {
  const JavaType type{lhs.type.base == Base::double_ || rhs.type.base == Base::double_ ? Base::double_ : Base::float_};
  if (!may_become(lhs, type, false, where) || !may_become(rhs, type, false, where)) return nothing();
  const bool wide = type.is_wide();
  const ExprId a = converted(lhs, type), b = converted(rhs, type);
  const JavaType bits{wide ? Base::long_ : Base::int_};
  const auto is_number = [&](ExprId id) {
    const Value infinity = wide ? bits_of(HUGE_VAL) : bits_of(HUGE_VALF);
    const Value size = wide ? INT64_MAX : INT32_MAX;
    return operation(Op::le, operation(Op::bit_and, id, code_.constant(size), bits), code_.constant(infinity), bits);
  };
  const ExprId zeros =
      operation(Op::eq, operation(Op::shl, operation(Op::bit_or, a, b, bits), code_.constant(1), bits), code_.constant(0), bits);
  const ExprId same = code_.binary(Op::bit_and, operation(Op::eq, a, b, bits), is_number(a));
  const ExprId equal = code_.binary(Op::bit_or, zeros, same);
  return {op == Binary::eq ? equal : code_.unary(Op::log_not, equal), {Base::boolean}};
}

// The sign is a bit of its own.
ThreadLowering::Typed ThreadLowering::floating_sign(const tree::Expr& e, Typed operand) {
  if (e.unary == tree::Unary::plus) return operand;
  if (e.unary != tree::Unary::minus) {
    report_.error("litmus-type", e.where, fmt::format("a value of type {} has no such operation", classes_.describe(operand.type)));
    return nothing();
  }
  const bool wide = operand.type.is_wide();
  const Value sign = wide ? INT64_MIN : Value{INT32_MIN};
  if (code_[operand.id].op == Op::constant) return {code_.constant(code_[operand.id].value ^ sign), operand.type};
  return {operation(Op::bit_xor, operand.id, code_.constant(sign), {wide ? Base::long_ : Base::int_}), operand.type};
}

}  // namespace thinair::read
