// Values of C expressions.
#include <fmt/format.h>

#include <array>

#include "read/c/lower_impl.hpp"
#include "read/c/sets.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

using CKind = ctree::Expr::Kind;

bool is_logical(const ctree::Expr& e) {
  return e.kind == CKind::binary && (e.binary == ctree::Binary::log_and || e.binary == ctree::Binary::log_or);
}
bool is_c_choice(const ctree::Expr& e) { return e.kind == CKind::conditional || is_logical(e); }

Op c_operation(ctree::Binary op) {
  // In the order of Binary, from bit_or on.
  constexpr std::array<Op, 17> kOps = {Op::bit_or, Op::bit_xor, Op::bit_and, Op::eq,  Op::ne,  Op::lt,  Op::le,  Op::gt, Op::ge,
                                       Op::shl,    Op::shr,     Op::ushr,    Op::add, Op::sub, Op::mul, Op::div, Op::rem};
  check(op >= ctree::Binary::bit_or, "&& and || are no operations on values");
  return kOps[static_cast<std::size_t>(op) - static_cast<std::size_t>(ctree::Binary::bit_or)];
}

}  // namespace

unsigned CThreadLowering::accesses(ctree::ExprId id) const {
  const ctree::Expr& e = source_.exprs[id];
  if (e.kind == CKind::name || e.kind == CKind::literal) return 0;
  unsigned out = e.kind == CKind::deref || e.kind == CKind::call ? 1 : 0;
  for (const ctree::ExprId kid : e.kids) out += accesses(kid);
  return out;
}

ExprId CThreadLowering::name(const ctree::Expr& e) {
  if (pointers_.contains(e.name)) {
    report_.error("litmus-type", e.where, fmt::format("'{}' is a pointer, and addresses are not computed in C tests", e.name),
                  fmt::format("to read the location: *{}, or atomic_load_explicit({}, ...)", e.name, e.name));
    return code_.constant(0);
  }
  if (c::memory_order(e.name)) {
    report_.error("litmus-type", e.where, fmt::format("'{}' is no value", e.name), "the arguments of this function are others");
    return code_.constant(0);
  }
  read_.try_emplace(e.name, e.where);
  return code_.reg(local(e.name));
}

ExprId CThreadLowering::value(ctree::ExprId id) {
  const ctree::Expr& e = source_.exprs[id];
  switch (e.kind) {
    case CKind::literal: return code_.constant(e.value);
    case CKind::name: return name(e);
    case CKind::deref: {
      const RegId dst = code_.temporary();
      if (const Pointer* at = plain(e.kids[0], "'*'")) code_.emit(Load{dst, code_.address(at->location), c::kNonAtomic}, e.where);
      return code_.reg(dst);
    }
    case CKind::address:
      report_.error("litmus-unsupported", e.where, "addresses are not computed in C tests",
                    "'&' is for the expected value of atomic_compare_exchange");
      return code_.constant(0);
    case CKind::cast:
      if (e.type.stars > 0) {
        report_.error("litmus-unsupported", e.type.where, "addresses are not computed in C tests");
        return code_.constant(0);
      }
      if (const auto to = type(e.type); to && to->boolean) return code_.binary(Op::ne, value(e.kids[0]), code_.constant(0));
      return value(e.kids[0]);
    case CKind::call: {
      const auto given = call(e, std::nullopt);
      if (!given) report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.name), "it is a statement of its own");
      return given.value_or(code_.constant(0));
    }
    case CKind::unary: {
      const ExprId operand = value(e.kids[0]);
      switch (e.unary) {
        case ctree::Unary::minus: return code_.unary(Op::neg, operand);
        case ctree::Unary::plus: return operand;
        case ctree::Unary::bit_not: return code_.unary(Op::bit_not, operand);
        case ctree::Unary::log_not: return code_.unary(Op::log_not, operand);
      }
      return operand;
    }
    case CKind::binary:
      if (!is_logical(e)) return binary(e);
      break;
    case CKind::conditional: break;
  }
  const RegId result = code_.temporary();
  choice_into(result, e);
  return code_.reg(result);
}

void CThreadLowering::value_into(RegId dst, ctree::ExprId id, Span where) {
  const ctree::Expr& e = source_.exprs[id];
  if (is_c_choice(e) && !booleans_.contains(code_.name(dst))) return choice_into(dst, e);
  if (e.kind == CKind::deref) {
    if (const Pointer* at = plain(e.kids[0], "'*'")) code_.emit(Load{dst, code_.address(at->location), c::kNonAtomic}, e.where);
    return;
  }
  if (e.kind == CKind::call) {
    const auto given = call(e, dst);
    if (!given) report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.name), "it is a statement of its own");
    if (!given || (code_[*given].op == Op::reg && code_[*given].index == dst)) return;
    return assign(dst, *given, where);
  }
  assign(dst, value(id), where);
}

void CThreadLowering::jump_if(ctree::ExprId id, bool sense, Label target, Label join) {
  const ctree::Expr& e = source_.exprs[id];
  if (e.kind == CKind::unary && e.unary == ctree::Unary::log_not) return jump_if(e.kids[0], !sense, target, join);
  if (is_logical(e)) {
    const bool decides = e.binary == Binary::log_or;  // the truth of the left operand that makes the right one needless
    if (decides == sense) {
      jump_if(e.kids[0], sense, target, join);
      jump_if(e.kids[1], sense, target, join);
    } else {
      const Label skip = code_.new_label();
      jump_if(e.kids[0], decides, skip, join);
      jump_if(e.kids[1], sense, target, join);
      code_.place(skip);
    }
    return;
  }
  const ExprId guard = value(id);
  code_.emit(Branch{sense ? code_.unary(Op::log_not, guard) : guard, target, join}, e.where);
}

// `a && b` is `a ? b != 0 : 0`, `a || b` is `a ? 1 : b != 0`.
void CThreadLowering::choice_into(RegId dst, const ctree::Expr& e) {
  const Label join = code_.new_label(), otherwise = code_.new_label();
  const auto truth = [&](ctree::ExprId id) {
    const ExprId result = value(id);
    code_.emit(Assign{dst, code_.binary(Op::ne, result, code_.constant(0))}, source_.exprs[id].where);
  };
  jump_if(e.kids[0], false, otherwise, join);
  if (e.kind == CKind::conditional) {
    value_into(dst, e.kids[1], e.where);
  } else if (e.binary == Binary::log_and) {
    truth(e.kids[1]);
  } else {
    code_.emit(Assign{dst, code_.constant(1)}, e.where);
  }
  code_.emit(Jump{join}, e.where);
  code_.place(otherwise);
  if (e.kind == CKind::conditional) {
    value_into(dst, e.kids[2], e.where);
  } else if (e.binary == Binary::log_or) {
    truth(e.kids[1]);
  } else {
    code_.emit(Assign{dst, code_.constant(0)}, e.where);
  }
  code_.place(join);
}

// Both orders, if both operands access memory.
ExprId CThreadLowering::binary(const ctree::Expr& e) {
  const unsigned left = accesses(e.kids[0]), right = accesses(e.kids[1]);
  if (left == 0 || right == 0) {
    const ExprId lhs = value(e.kids[0]);
    const ExprId rhs = value(e.kids[1]);
    return operation(e.binary, lhs, rhs, e.where);
  }
  // Of three accesses there are six orders, if nothing else is said; nobody wants to read that.
  if (left + right > 2) {
    report_.error("litmus-unsequenced", e.where, "C does not say in which order these accesses happen", "give each a statement of its own");
    return code_.constant(0);
  }
  const RegId first = code_.temporary(), second = code_.temporary();
  const Label other = code_.new_label(), join = code_.new_label();
  code_.emit(Choice{other}, e.where);
  value_into(first, e.kids[0], e.where);
  value_into(second, e.kids[1], e.where);
  code_.emit(Jump{join}, e.where);
  code_.place(other);
  value_into(second, e.kids[1], e.where);
  value_into(first, e.kids[0], e.where);
  code_.place(join);
  return operation(e.binary, code_.reg(first), code_.reg(second), e.where);
}

// Where C leaves the result undefined, the test is refused: a divisor that may be 0, a distance that may be no number of bits.
ExprId CThreadLowering::operation(Binary op, ExprId lhs, ExprId rhs, Span where) {
  const Expr& right = code_[rhs];
  const bool constant = right.op == Op::constant;
  if ((op == Binary::div || op == Binary::rem) && (!constant || right.value == 0)) {
    report_.error("litmus-unsupported", where, "division by 0 is undefined behaviour in C, and this divisor may be 0",
                  "divide by a number");
    return code_.constant(0);
  }
  if ((op == Binary::shl || op == Binary::shr) && (!constant || right.value < 0 || right.value > 31)) {
    report_.error("litmus-unsupported", where, "a shift by more than 31 is undefined behaviour in C, and this one may be",
                  "shift by a number");
    return code_.constant(0);
  }
  return code_.binary(c_operation(op), lhs, rhs);
}

}  // namespace thinair::read
