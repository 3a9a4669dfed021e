// Arithmetic. What is known is computed here; ints and longs that are not become terms, floats that are not are refused.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "program/floating.hpp"
#include "read/bytecode/thread_code.hpp"
#include "read/classfile/opcodes.hpp"
#include "value/term.hpp"

namespace thinair::read::bytecode {
namespace {

using namespace classfile;

std::uint8_t width(char type) { return type == 'J' ? 64 : 32; }

// As Java rounds a floating number to an integer (JLS 5.1.3).
template <class To>
Value rounded(double v) {
  if (std::isnan(v)) return 0;
  if (v >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  if (v <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  return static_cast<To>(v);
}

template <class Float>
Float computed(unsigned kind, Float a, Float b) {
  switch (kind) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / b;
    case 4: return std::fmod(a, b);
    default: return -a;
  }
}

}  // namespace

ExprId ThreadCode::expr(Val v) {
  if (v.type == 'J' || v.type == 'D') pass_.program.bits = 64;
  return v.known ? code_.constant(v.value) : v.expr;
}

Val ThreadCode::in_register(RegId reg, char type) {
  const auto [at, fresh] = terms_.try_emplace(reg, 0);
  if (fresh) at->second = code_.reg(reg);
  return {type, false, 0, at->second};
}

Val ThreadCode::operation(Op op, Val a, Val b, char type) {
  if (a.known && b.known) return number(value::apply(op, a.value, b.value, width(type)), type);
  if (type == 'J') pass_.program.bits = 64;
  return {type, false, 0, code_.add({op, 0, 0, expr(a), expr(b), width(type)})};
}

Val ThreadCode::comparison(Op op, Val a, Val b) {
  if (a.known && b.known) return number(value::apply(op, a.value, b.value, 64));
  if (!a.known && !b.known && a.expr == b.expr) return number(op == Op::eq || op == Op::le || op == Op::ge ? 1 : 0);
  return {'I', false, 0, code_.add({op, 0, 0, expr(a), expr(b), width(a.type == 'D' ? 'J' : a.type)})};
}

Val ThreadCode::negation(Val v) {
  if (v.known) return number(v.value == 0 ? 1 : 0);
  return {'I', false, 0, code_.unary(Op::log_not, v.expr)};
}

// By arithmetic that wraps around: no + (yes - no) * condition.
Val ThreadCode::chosen(Val condition, Val yes, Val no) {
  if (condition.known) return condition.value != 0 ? yes : no;
  condition.type = yes.type;
  return operation(Op::add, no, operation(Op::mul, operation(Op::sub, yes, no, yes.type), condition, yes.type), yes.type);
}

Val ThreadCode::narrowed(Val v, char to) {
  const auto shifted = [&](Value by) { return operation(Op::shr, operation(Op::shl, v, number(by), 'I'), number(by), 'I'); };
  switch (to) {
    case 'B': return shifted(24);
    case 'S': return shifted(16);
    case 'C': return operation(Op::bit_and, v, number(0xFFFF), 'I');
    case 'Z': return operation(Op::bit_and, v, number(1), 'I');
    default: return v;
  }
}

Val ThreadCode::floating(Frame& f, std::uint8_t opcode, Val a, Val b) {
  if (!a.known || !b.known)
    refuse(f, "arithmetic on floating numbers that are read from memory", "such numbers can be moved and compared with ==");
  if (opcode >= op_fcmpl && opcode <= op_dcmpg) {
    const bool wide = opcode >= op_dcmpl;
    const double x = wide ? as_double(a.value) : as_float(a.value), y = wide ? as_double(b.value) : as_float(b.value);
    const bool greater = opcode == op_fcmpg || opcode == op_dcmpg;
    if (std::isnan(x) || std::isnan(y)) return number(greater ? 1 : -1);
    return number(x < y ? -1 : x > y ? 1 : 0);
  }
  const unsigned kind = (opcode - op_iadd) / 4u;
  if (a.type == 'F') return number(bits_of(computed(kind, as_float(a.value), as_float(b.value))), 'F');
  return number(bits_of(computed(kind, as_double(a.value), as_double(b.value))), 'D');
}

Val ThreadCode::conversion(Frame& f, std::uint8_t opcode, Val v) {
  switch (opcode) {
    case op_i2l: return {'J', v.known, v.value, v.expr};
    case op_l2i:
      if (v.known) return number(static_cast<std::int32_t>(v.value));
      {
        Val out = operation(Op::shr, operation(Op::shl, v, number(32), 'J'), number(32), 'J');
        out.type = 'I';
        return out;
      }
    case op_i2b: return narrowed(v, 'B');
    case op_i2c: return narrowed(v, 'C');
    case op_i2s: return narrowed(v, 'S');
    default: break;
  }
  if (!v.known) refuse(f, "a conversion from or to a floating number that is not known");
  switch (opcode) {
    case op_i2f:
    case op_l2f: return number(bits_of(static_cast<float>(v.value)), 'F');
    case op_i2d:
    case op_l2d: return number(bits_of(static_cast<double>(v.value)), 'D');
    case op_f2i: return number(rounded<std::int32_t>(as_float(v.value)));
    case op_f2l: return number(rounded<std::int64_t>(as_float(v.value)), 'J');
    case op_f2d: return number(bits_of(static_cast<double>(as_float(v.value))), 'D');
    case op_d2i: return number(rounded<std::int32_t>(as_double(v.value)));
    case op_d2l: return number(rounded<std::int64_t>(as_double(v.value)), 'J');
    default: return number(bits_of(static_cast<float>(as_double(v.value))), 'F');
  }
}

// Primitive widening alone: what asType does besides, boxing and casts, is adapted()'s.
Val ThreadCode::converted(Frame& f, Val v, const std::string& from, const std::string& to) {
  const char a = kind_of(from), b = kind_of(to);
  if (a == b || a == 'A' || b == 'A') return v;
  const std::string both = {a, b};
  if (both == "IJ") return conversion(f, op_i2l, v);
  if (both == "IF") return conversion(f, op_i2f, v);
  if (both == "ID") return conversion(f, op_i2d, v);
  if (both == "JF") return conversion(f, op_l2f, v);
  if (both == "JD") return conversion(f, op_l2d, v);
  if (both == "FD") return conversion(f, op_f2d, v);
  refuse(f, fmt::format("a value of type {} where one of type {} belongs", from, to));
}

}  // namespace thinair::read::bytecode
