#include "value/smt.hpp"

#include <z3++.h>

#include <unordered_map>

#include "support/check.hpp"

namespace thinair::value {

struct Smt::Implementation {
  explicit Implementation(const TermPool& p) : pool(p), solver(context, "QF_BV") {}

  z3::expr translate(TermId id) {
    if (const auto at = translated.find(id); at != translated.end()) return at->second;
    const z3::expr e = translate_fresh(id);
    translated.emplace(id, e);
    return e;
  }

  z3::expr bit_to_int(const z3::expr& b) { return z3::ite(b, context.bv_val(1, pool.bits()), context.bv_val(0, pool.bits())); }

  z3::expr translate_fresh(TermId id) {
    const Term& t = pool[id];
    const unsigned bits = pool.bits();
    if (t.op == Op::constant) return context.bv_val(static_cast<std::int64_t>(t.value), bits);
    if (t.op == Op::reg) return context.bv_const(("v" + std::to_string(t.index)).c_str(), bits);
    check(t.op != Op::address, "addresses are not solved for");
    if (t.bits != 0 && t.bits < bits) return z3::sext(operation(t, t.bits), bits - t.bits);
    return operation(t, bits);
  }

  z3::expr cut(const z3::expr& e, unsigned bits) { return bits < pool.bits() ? e.extract(bits - 1, 0) : e; }

  z3::expr operation(const Term& t, unsigned bits) {
    const z3::expr a = cut(translate(t.lhs), bits);
    if (t.op == Op::neg) return -a;
    if (t.op == Op::bit_not) return ~a;
    const z3::expr zero = context.bv_val(0, bits);
    if (t.op == Op::log_not) return bit_to_int(a == zero);
    const z3::expr b = cut(translate(t.rhs), bits);
    const z3::expr distance = b & context.bv_val(bits - 1, bits);
    switch (t.op) {
      case Op::add: return a + b;
      case Op::sub: return a - b;
      case Op::mul: return a * b;
      // bvsdiv gives MIN for MIN / -1 as Java does; a zero divisor gives 0 in value::apply.
      case Op::div: return z3::ite(b == zero, zero, a / b);
      case Op::rem: return z3::ite(b == zero, zero, z3::srem(a, b));
      case Op::shl: return z3::shl(a, distance);
      case Op::shr: return z3::ashr(a, distance);
      case Op::ushr: return z3::lshr(a, distance);
      case Op::lt: return bit_to_int(a < b);
      case Op::le: return bit_to_int(a <= b);
      case Op::gt: return bit_to_int(a > b);
      case Op::ge: return bit_to_int(a >= b);
      case Op::eq: return bit_to_int(a == b);
      case Op::ne: return bit_to_int(a != b);
      case Op::bit_and: return a & b;
      case Op::bit_xor: return a ^ b;
      case Op::bit_or: return a | b;
      default: break;
    }
    check(false, "every operator is translated");
    return a;
  }

  const TermPool& pool;
  z3::context context;
  z3::solver solver;
  std::unordered_map<TermId, z3::expr> translated;
  std::optional<z3::model> model;
};

Smt::Smt(const TermPool& pool) : implementation_(std::make_unique<Implementation>(pool)) {}
Smt::~Smt() = default;

void Smt::require(TermId term) {
  auto& z = *implementation_;
  z.solver.add(z.translate(term) != z.context.bv_val(0, z.pool.bits()));
}

Satisfiability Smt::solve(std::optional<double> seconds) {
  auto& z = *implementation_;
  try {
    z3::params p(z.context);
    p.set("ctrl_c", false);  // signals are not the solver's
    if (seconds) p.set("timeout", static_cast<unsigned>(std::max(1.0, *seconds * 1000)));
    z.solver.set(p);
    switch (z.solver.check()) {
      case z3::sat: z.model = z.solver.get_model(); return Satisfiability::sat;
      case z3::unsat: return Satisfiability::unsat;
      case z3::unknown: break;
    }
  } catch (const z3::exception&) {  // resource limits surface as exceptions
  }
  return Satisfiability::unknown;
}

Value Smt::value(VarId var) {
  auto& z = *implementation_;
  const z3::expr v = z.context.bv_const(("v" + std::to_string(var)).c_str(), z.pool.bits());
  const z3::expr value = z.model->eval(v, true);
  return wrap(static_cast<Value>(value.get_numeral_uint64()), z.pool.bits());
}

}  // namespace thinair::value
