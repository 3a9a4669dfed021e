#include "engine/candidates/condition.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace thinair::candidates {
namespace {

using program::Prop;
using value::Op;

Op op_of(program::Relop relop) {
  switch (relop) {
    case program::Relop::eq: return Op::eq;
    case program::Relop::ne: return Op::ne;
    case program::Relop::lt: return Op::lt;
    case program::Relop::le: return Op::le;
    case program::Relop::gt: return Op::gt;
    case program::Relop::ge: return Op::ge;
  }
  return Op::eq;
}

}  // namespace

std::optional<bool> truth(const Prop& prop, const std::function<std::optional<program::Value>(const program::Observable&)>& value) {
  switch (prop.kind) {
    case Prop::Kind::true_: return true;
    case Prop::Kind::false_: return false;
    case Prop::Kind::atom: {
      const auto of = [&](const program::Operand& o) { return o.is_constant ? std::optional(o.value) : value(o.observable); };
      const auto a = of(prop.lhs), b = of(prop.rhs);
      if (!a || !b) return std::nullopt;
      return value::apply(op_of(prop.relop), *a, *b, 64) != 0;
    }
    case Prop::Kind::not_: {
      const auto inner = truth(prop.kids[0], value);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case Prop::Kind::and_:
    case Prop::Kind::or_: {
      const bool decides = prop.kind == Prop::Kind::or_;
      bool open = false;
      for (const Prop& kid : prop.kids) {
        const auto inner = truth(kid, value);
        if (inner == decides) return decides;
        open = open || !inner;
      }
      return open ? std::nullopt : std::optional(!decides);
    }
    case Prop::Kind::implies: {
      const auto a = truth(prop.kids[0], value), b = truth(prop.kids[1], value);
      if (a == false || b == true) return true;
      if (!a || !b) return std::nullopt;
      return false;
    }
  }
  return std::nullopt;
}

value::TermId as_term(const Prop& prop, const std::vector<program::Observable>& observables, const std::vector<value::TermId>& terms,
                      value::TermPool& pool) {
  const auto of = [&](const program::Operand& o) {
    if (o.is_constant) return pool.constant(o.value);
    const auto at = std::ranges::find(observables, o.observable);
    check(at != observables.end(), "a test observes everything that is asked of it");
    return terms[static_cast<std::size_t>(at - observables.begin())];
  };
  const auto kid = [&](std::size_t i) { return as_term(prop.kids[i], observables, terms, pool); };
  switch (prop.kind) {
    case Prop::Kind::true_: return pool.constant(1);
    case Prop::Kind::false_: return pool.constant(0);
    case Prop::Kind::atom: return pool.binary(op_of(prop.relop), of(prop.lhs), of(prop.rhs));
    case Prop::Kind::not_: return pool.logical_not(kid(0));
    case Prop::Kind::implies: return pool.binary(Op::bit_or, pool.logical_not(kid(0)), kid(1));
    case Prop::Kind::and_:
    case Prop::Kind::or_: {
      value::TermId out = pool.constant(prop.kind == Prop::Kind::and_);
      for (std::size_t i = 0; i < prop.kids.size(); ++i)
        out = pool.binary(prop.kind == Prop::Kind::and_ ? Op::bit_and : Op::bit_or, out, kid(i));
      return out;
    }
  }
  return pool.constant(0);
}

}  // namespace thinair::candidates
