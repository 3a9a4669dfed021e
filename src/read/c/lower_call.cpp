// The functions of <stdatomic.h>. An update is one event, as in herd.
//
// atomic_compare_exchange reads what it expects through a pointer, and writes there what it found if that is another value (C11
// 7.17.7.4). Both are non-atomic accesses of their own, so the pointer is a parameter; `&r` for a local works too and accesses no memory.
#include <fmt/format.h>

#include "read/c/lower_impl.hpp"
#include "read/c/sets.hpp"

namespace thinair::read {

const c::Function* CThreadLowering::function(const ctree::Expr& e) {
  const c::Function* found = c::find_function(e.name);
  if (found == nullptr) {
    std::vector<std::string> names;
    for (const c::Function& f : c::functions()) names.emplace_back(f.name);
    std::string hint = did_you_mean(e.name, names);
    if (hint.empty()) hint = "known are those of <stdatomic.h>, as in atomic_load_explicit(x, memory_order_acquire)";
    report_.error("litmus-unknown-method", e.name_where, fmt::format("unknown function '{}'", e.name), hint);
    return nullptr;
  }
  if (e.kids.size() == found->arguments + found->orders) return found;
  const auto count = [](std::size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  report_.error("litmus-arguments", e.where,
                fmt::format("'{}' takes {}, found {}", e.name, count(found->arguments + found->orders, "argument"), e.kids.size()),
                found->orders == 0 && e.kids.size() > found->arguments ? fmt::format("with a memory order it is {}_explicit", e.name) : "");
  return nullptr;
}

std::optional<SetMask> CThreadLowering::order(ctree::ExprId id, const c::Function& function, bool failure) {
  const ctree::Expr& e = source_.exprs[id];
  const auto known = e.kind == ctree::Expr::Kind::name ? c::memory_order(e.name) : std::nullopt;
  if (!known) {
    report_.error("litmus-order", e.where, "expected a memory order",
                  did_you_mean(e.name, {"memory_order_relaxed", "memory_order_consume", "memory_order_acquire", "memory_order_release",
                                        "memory_order_acq_rel", "memory_order_seq_cst"}));
    return std::nullopt;
  }
  if (!c::is_meant(function.action, *known, failure))
    report_.warning("litmus-order", e.where,
                    fmt::format("C forbids {} for {}", e.name, failure ? "a failed compare_exchange" : fmt::format("'{}'", function.name)),
                    "it is read as written; a model may count it as relaxed");
  return known;
}

// As a _Bool has it: 0 or 1.
ExprId CThreadLowering::stored(const Pointer& at, ExprId value) {
  return at.boolean ? code_.binary(Op::ne, value, code_.constant(0)) : value;
}

std::optional<ExprId> CThreadLowering::call(const ctree::Expr& e, std::optional<RegId> dst) {
  const c::Function* known = function(e);
  if (known == nullptr) {
    for (const ctree::ExprId kid : e.kids)
      if (accesses(kid) > 0) value(kid);  // for the mistakes in it
    return code_.constant(0);
  }
  const c::Function& f = *known;
  SetMask success = c::kSeqCst, failure = c::kSeqCst;
  if (f.orders > 0) {
    const auto first = order(e.kids[f.arguments], f, false);
    const auto second = f.orders > 1 ? order(e.kids[f.arguments + 1], f, true) : first;
    if (!first || !second) return code_.constant(0);
    success = *first;
    failure = *second;
  }
  if (f.action == Action::fence) {
    code_.emit(Fence{c::kNonAtomic | success}, e.where, f.name);
    return std::nullopt;
  }
  const Pointer* at = pointer(e.kids[0], fmt::format("'{}'", f.name));
  if (at == nullptr) return code_.constant(0);
  success |= c::kAtomic;
  failure |= c::kAtomic;
  if (f.action == Action::compare) return compare(e, f, *at, success, failure, dst);
  const ExprId address = code_.address(at->location);
  const RegId result = dst ? *dst : code_.temporary();
  if (f.action == Action::load) {
    code_.emit(Load{result, address, success}, e.where, f.name);
    return code_.reg(result);
  }
  const ExprId operand = f.operand ? code_.constant(*f.operand) : value(e.kids[1]);
  if (f.action == Action::store || f.action == Action::init) {
    code_.emit(Store{address, stored(*at, operand), f.action == Action::init ? c::kNonAtomic : success}, e.where, f.name);
    return std::nullopt;
  }
  // Update evaluates its value with the result already overwritten: an operand that uses it needs another register.
  const RegId old = code_.mentions(operand, result) ? code_.temporary() : result;
  const auto updated = [&](ExprId before) {
    switch (f.action) {
      case Action::add: return code_.binary(Op::add, before, operand);
      case Action::sub: return code_.binary(Op::sub, before, operand);
      case Action::or_: return code_.binary(Op::bit_or, before, operand);
      case Action::and_: return code_.binary(Op::bit_and, before, operand);
      case Action::xor_: return code_.binary(Op::bit_xor, before, operand);
      default: return operand;  // exchange
    }
  };
  code_.emit(Update{old, address, stored(*at, updated(code_.reg(old))), success}, e.where, f.name);
  if (old != result) code_.emit(Assign{result, code_.reg(old)}, e.where);
  return code_.reg(result);
}

ExprId CThreadLowering::compare(const ctree::Expr& e, const c::Function& f, const Pointer& at, SetMask success, SetMask failure,
                                std::optional<RegId> dst) {
  const ctree::Expr& place = source_.exprs[e.kids[1]];
  std::optional<RegId> expected;     // a local
  const Pointer* through = nullptr;  // a location
  if (place.kind == ctree::Expr::Kind::address) {
    const ctree::Expr& of = source_.exprs[place.kids[0]];
    if (of.kind == ctree::Expr::Kind::name && !pointers_.contains(of.name)) {
      read_.try_emplace(of.name, of.where);
      expected = local(of.name);
      code_.mark_assigned(*expected);
    } else {
      report_.error("litmus-type", place.where, fmt::format("'{}' expects its value in a location or a local", f.name), "as in &r0");
    }
  } else if (place.kind == ctree::Expr::Kind::literal) {
    report_.error("litmus-type", place.where, fmt::format("'{}' takes what it expects by a pointer", f.name),
                  fmt::format("as in int e = {}; {}(x, &e, ...)", place.value, f.name));
  } else {
    through = pointer(e.kids[1], fmt::format("the expected value of '{}'", f.name));
  }
  const ExprId desired = value(e.kids[2]);
  if (!expected && through == nullptr) return code_.constant(0);
  const RegId wanted = code_.temporary(), found = code_.temporary();
  if (through) {
    code_.emit(Load{wanted, code_.address(through->location), c::kNonAtomic}, place.where);
  } else {
    code_.emit(Assign{wanted, code_.reg(*expected)}, place.where);
  }
  const RegId done = dst ? *dst : code_.temporary();
  const RegId ok = code_.mentions(desired, done) ? code_.temporary() : done;
  code_.emit(CompareUpdate{found, ok, code_.address(at.location), code_.reg(wanted), stored(at, desired), success, failure, f.weak},
             e.where, f.name);
  if (through) {
    const Label past = code_.new_label();
    code_.emit(Branch{code_.unary(Op::log_not, code_.reg(ok)), past, past}, e.where);
    code_.emit(Store{code_.address(through->location), code_.reg(found), c::kNonAtomic}, place.where);
    code_.place(past);
  } else {
    code_.emit(Assign{*expected, code_.reg(found)}, e.where);  // of a success: what was expected
  }
  if (ok != done) code_.emit(Assign{done, code_.reg(ok)}, e.where);
  return code_.reg(done);
}

}  // namespace thinair::read
