#include "value/term.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "program/operator.hpp"
#include "support/check.hpp"

namespace thinair::value {
namespace {

using program::is_comparison;
using program::is_leaf;
using program::is_unary;
using program::negated;

bool is_boolean(Op op) { return is_comparison(op) || op == Op::log_not; }
bool is_commutative(Op op) {
  return op == Op::add || op == Op::mul || op == Op::eq || op == Op::ne || op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor;
}

}  // namespace

Value wrap(Value value, unsigned bits) {
  if (bits >= 64) return value;
  const unsigned shift = 64 - bits;
  return static_cast<Value>(static_cast<std::uint64_t>(value) << shift) >> shift;
}

Value apply(Op op, Value lhs, Value rhs, unsigned bits) {
  using U = std::uint64_t;
  const U a = static_cast<U>(lhs);
  const U b = static_cast<U>(rhs);
  const U mask = bits >= 64 ? ~U{0} : (U{1} << bits) - 1;
  const unsigned distance = static_cast<unsigned>(b & (bits - 1));
  const auto result = [bits](U value) { return wrap(static_cast<Value>(value), bits); };
  switch (op) {
    case Op::neg: return result(U{0} - a);
    case Op::bit_not: return result(~a);
    case Op::log_not: return lhs == 0;
    case Op::add: return result(a + b);
    case Op::sub: return result(a - b);
    case Op::mul: return result(a * b);
    case Op::div:
      // MIN / -1 is MIN in Java; by negation it needs no case of its own. A zero divisor is guarded by the front end,
      // but a term may be evaluated before its guard: any value will do there, the guard rejects the path.
      return rhs == 0 ? 0 : rhs == -1 ? result(U{0} - a) : lhs / rhs;
    case Op::rem: return rhs == 0 || rhs == -1 ? 0 : lhs % rhs;
    case Op::shl: return result(a << distance);
    case Op::shr: return lhs >> distance;
    case Op::ushr: return result((a & mask) >> distance);
    case Op::lt: return lhs < rhs;
    case Op::le: return lhs <= rhs;
    case Op::gt: return lhs > rhs;
    case Op::ge: return lhs >= rhs;
    case Op::eq: return lhs == rhs;
    case Op::ne: return lhs != rhs;
    case Op::bit_and: return lhs & rhs;
    case Op::bit_xor: return lhs ^ rhs;
    case Op::bit_or: return lhs | rhs;
    default: break;
  }
  check(false, "apply is for operators");
  return 0;
}

std::size_t TermPool::Hash::operator()(const Term& t) const {
  std::uint64_t h = static_cast<std::uint64_t>(t.op) * 0x9E3779B97F4A7C15u;
  for (const std::uint64_t part : {static_cast<std::uint64_t>(t.value), std::uint64_t{t.index}, std::uint64_t{t.lhs},
                                   std::uint64_t{t.rhs} | std::uint64_t{t.bits} << 32})
    h = (h ^ part) * 0xBF58476D1CE4E5B9u + (h >> 29);
  return static_cast<std::size_t>(h);
}

TermId TermPool::intern(Term term) {
  const auto [at, fresh] = ids_.try_emplace(term, static_cast<TermId>(terms_.size()));
  if (!fresh) return at->second;
  std::vector<VarId> vars;
  if (term.op == Op::reg) vars.push_back(term.index);
  if (!is_leaf(term.op)) {
    vars = variables_[term.lhs];
    if (!is_unary(term.op)) {
      std::vector<VarId> both;
      std::set_union(vars.begin(), vars.end(), variables_[term.rhs].begin(), variables_[term.rhs].end(), std::back_inserter(both));
      vars = std::move(both);
    }
  }
  terms_.push_back(term);
  variables_.push_back(std::move(vars));
  return at->second;
}

TermId TermPool::constant(Value value) { return intern({.op = Op::constant, .value = wrap(value, bits_)}); }
TermId TermPool::variable(VarId var) { return intern({.op = Op::reg, .index = var}); }
TermId TermPool::address(std::uint32_t location) { return intern({.op = Op::address, .index = location}); }

std::optional<Value> TermPool::as_constant(TermId id) const {
  if (terms_[id].op != Op::constant) return std::nullopt;
  return terms_[id].value;
}

TermId TermPool::unary(Op op, TermId operand, std::uint8_t bits) {
  if (bits == bits_) bits = 0;
  if (const auto value = as_constant(operand)) return constant(apply(op, *value, 0, width(bits)));
  const Term inner = terms_[operand];
  if (op == Op::log_not && is_comparison(inner.op)) return binary(negated(inner.op), inner.lhs, inner.rhs);
  if (op == Op::log_not) return binary(Op::eq, operand, constant(0));
  if ((op == Op::neg || op == Op::bit_not) && inner.op == op && inner.bits == bits) return inner.lhs;
  return intern({.op = op, .lhs = operand, .bits = op == Op::log_not ? std::uint8_t{0} : bits});
}

// What is left of a term when constants that are added to it (or by exclusive or) are taken away, and their sum.
std::pair<TermId, Value> TermPool::without_constants(Op by, TermId term, std::uint8_t bits) const {
  Value sum = 0;
  for (;;) {
    const Term& t = terms_[term];
    if (t.bits != bits || (t.op != by && !(by == Op::add && t.op == Op::sub))) return {term, sum};
    const auto constant = as_constant(t.rhs);
    if (!constant) return {term, sum};
    sum = apply(t.op, sum, *constant, width(bits));
    term = t.lhs;
  }
}

// Comparisons, and bitwise operations on sign-extended operands, do not depend on a width.
TermId TermPool::binary(Op op, TermId lhs, TermId rhs, std::uint8_t bits) {
  if (bits == bits_ || is_comparison(op) || op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor) bits = 0;
  const auto a = as_constant(lhs);
  const auto b = as_constant(rhs);
  const bool zero_divisor = (op == Op::div || op == Op::rem) && b && *b == 0;
  if (a && b && !zero_divisor) return constant(apply(op, *a, *b, width(bits)));
  if (a && is_commutative(op)) return binary(op, rhs, lhs, bits);  // the constant goes right
  if (is_commutative(op) && !b && lhs > rhs) std::swap(lhs, rhs);
  const bool both_addresses = terms_[lhs].op == Op::address && terms_[rhs].op == Op::address;
  if (both_addresses && lhs != rhs && (op == Op::eq || op == Op::ne)) return constant(op == Op::ne);
  if (lhs == rhs) {
    switch (op) {
      case Op::sub:
      case Op::bit_xor:
      case Op::lt:
      case Op::gt:
      case Op::ne: return constant(0);
      case Op::eq:
      case Op::le:
      case Op::ge: return constant(1);
      case Op::bit_and:
      case Op::bit_or: return lhs;
      default: break;
    }
  }
  if (b && *b == 0) {
    switch (op) {
      case Op::add:
      case Op::sub:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::shl:
      case Op::shr:
      case Op::ushr: return lhs;
      case Op::mul:
      case Op::bit_and: return constant(0);
      case Op::ne:
        if (is_boolean(terms_[lhs].op)) return lhs;
        break;
      case Op::eq:
        if (is_comparison(terms_[lhs].op)) return binary(negated(terms_[lhs].op), terms_[lhs].lhs, terms_[lhs].rhs);
        break;
      default: break;
    }
  }
  // a + 1 == a, which a cycle of values asks for: no work for a solver.
  if (op == Op::eq || op == Op::ne) {
    for (const Op by : {Op::add, Op::bit_xor}) {
      const auto [base, offset] = without_constants(by, lhs, terms_[lhs].bits);
      const auto [other_base, other_offset] = without_constants(by, rhs, terms_[lhs].bits);
      if (base == other_base) return constant((offset == other_offset) == (op == Op::eq));
    }
    for (const auto& [sum, part] : {std::pair(lhs, rhs), std::pair(rhs, lhs)}) {  // a + b == a
      const Term t = terms_[sum];
      if (t.op != Op::add && t.op != Op::bit_xor) continue;
      if (t.lhs == part || t.rhs == part) return binary(op, t.lhs == part ? t.rhs : t.lhs, constant(0));
    }
  }
  // (a + b) - b and (a - b) + b, as fake dependencies are written.
  const Term left = terms_[lhs];
  if (left.bits != bits) return intern({.op = op, .lhs = lhs, .rhs = rhs, .bits = bits});
  if (op == Op::sub && left.op == Op::add && (left.rhs == rhs || left.lhs == rhs)) return left.rhs == rhs ? left.lhs : left.rhs;
  if (op == Op::add && left.op == Op::sub && left.rhs == rhs) return left.lhs;
  if (b && *b == 1 && (op == Op::mul || op == Op::div)) return lhs;
  if (b && *b == -1 && op == Op::bit_and) return lhs;
  return intern({.op = op, .lhs = lhs, .rhs = rhs, .bits = bits});
}

std::optional<Value> TermPool::evaluate(TermId id, const std::function<std::optional<Value>(VarId)>& env) const {
  const Term& t = terms_[id];
  if (t.op == Op::constant) return t.value;
  if (t.op == Op::reg) return env(t.index);
  if (t.op == Op::address) return std::nullopt;
  const auto a = evaluate(t.lhs, env);
  if (is_unary(t.op)) return a ? std::optional(apply(t.op, *a, 0, width(t.bits))) : std::nullopt;
  const auto b = evaluate(t.rhs, env);
  if (a && b) return apply(t.op, *a, *b, width(t.bits));
  const bool has_zero = (a && *a == 0) || (b && *b == 0);
  if (has_zero && (t.op == Op::mul || t.op == Op::bit_and)) return 0;
  return std::nullopt;
}

TermId TermPool::substitute(TermId id, const std::function<std::optional<TermId>(VarId)>& env) {
  const Term t = terms_[id];
  if (t.op == Op::reg) return env(t.index).value_or(id);
  if (is_leaf(t.op)) return id;
  const TermId a = substitute(t.lhs, env);
  return is_unary(t.op) ? unary(t.op, a, t.bits) : binary(t.op, a, substitute(t.rhs, env), t.bits);
}

std::string TermPool::to_text(TermId id, const std::function<std::string(VarId)>& name) const {
  const Term& t = terms_[id];
  const auto operand = [&](TermId kid) {
    const std::string text = to_text(kid, name);
    return is_leaf(terms_[kid].op) ? text : "(" + text + ")";
  };
  if (t.op == Op::constant) return fmt::format("{}", t.value);
  if (t.op == Op::reg) return name(t.index);
  if (t.op == Op::address) return fmt::format("&{}", t.index);
  if (is_unary(t.op)) return fmt::format("{}{}", program::symbol(t.op), operand(t.lhs));
  return fmt::format("{} {} {}", operand(t.lhs), program::symbol(t.op), operand(t.rhs));
}

}  // namespace thinair::value
