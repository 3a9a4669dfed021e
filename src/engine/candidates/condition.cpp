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

// Calls use(part, wanted) for each part of a proposition that must be `wanted` for the whole to be.
template <class Use>
void each_part(const Prop& prop, bool wanted, const Use& use) {
  if (prop.kind == Prop::Kind::not_) return each_part(prop.kids[0], !wanted, use);
  if (prop.kind == Prop::Kind::implies && !wanted) {
    each_part(prop.kids[0], true, use);
    return each_part(prop.kids[1], false, use);
  }
  if (prop.kind != (wanted ? Prop::Kind::and_ : Prop::Kind::or_)) return use(prop, wanted);
  for (const Prop& kid : prop.kids) each_part(kid, wanted, use);
}

void add_observables(const Prop& prop, std::set<program::Observable>& to) {
  if (prop.kind == Prop::Kind::atom)
    for (const program::Operand* o : {&prop.lhs, &prop.rhs})
      if (!o->is_constant) to.insert(o->observable);
  for (const Prop& kid : prop.kids) add_observables(kid, to);
}

}  // namespace

std::vector<Part> parts(const Prop& prop) {
  std::vector<Part> out;
  each_part(prop, true, [&](const Prop& part, bool wanted) { out.push_back({&part, wanted}); });
  return out;
}

bool compare(program::Relop relop, program::Value a, program::Value b) { return value::apply(op_of(relop), a, b, 64) != 0; }

std::optional<bool> truth(const Prop& prop, const std::function<std::optional<program::Value>(const program::Observable&)>& value) {
  switch (prop.kind) {
    case Prop::Kind::true_: return true;
    case Prop::Kind::false_: return false;
    case Prop::Kind::atom: {
      const auto of = [&](const program::Operand& o) { return o.is_constant ? std::optional(o.value) : value(o.observable); };
      const auto a = of(prop.lhs), b = of(prop.rhs);
      if (!a || !b) return std::nullopt;
      return compare(prop.relop, *a, *b);
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

std::optional<bool> truth_on_paths(const Prop& prop, const Structure& structure, const value::TermPool& pool) {
  const auto settled = [&](VarId var) -> std::optional<program::Value> {
    for (const TermId constraint : structure.constraints) {
      const value::Term& t = pool[constraint];
      if (t.op == program::Op::eq && pool[t.lhs].op == program::Op::reg && pool[t.lhs].index == var)
        if (const auto value = pool.as_constant(t.rhs)) return value;
    }
    return std::nullopt;
  };
  return truth(prop, [&](const program::Observable& o) -> std::optional<program::Value> {
    if (o.is_location) return std::nullopt;
    const TermId shown = structure.registers[o.index];
    if (const auto value = pool.as_constant(shown)) return value;
    return pool.evaluate(shown, settled);
  });
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

namespace {

// Cases in which the proposition is `wanted`; false: too many.
bool add_cases(const Prop& prop, bool wanted, std::size_t most, std::vector<Prop>& out) {
  const auto either = [&](const Prop& kid, bool kid_wanted) { return add_cases(kid, kid_wanted, most, out); };
  const auto both = [&](const std::vector<std::pair<const Prop*, bool>>& kids) {
    std::vector<Prop> so_far(1);
    so_far.front().kind = Prop::Kind::true_;
    for (const auto& [kid, kid_wanted] : kids) {
      std::vector<Prop> mine, next;
      if (!add_cases(*kid, kid_wanted, most, mine) || so_far.size() * mine.size() > most) return false;
      for (const Prop& a : so_far)
        for (const Prop& b : mine) {
          Prop& all = next.emplace_back();
          all.kind = Prop::Kind::and_;
          for (const Prop* part : {&a, &b})
            if (part->kind == Prop::Kind::and_)
              all.kids.insert(all.kids.end(), part->kids.begin(), part->kids.end());
            else if (part->kind != Prop::Kind::true_)
              all.kids.push_back(*part);
        }
      so_far = std::move(next);
    }
    out.insert(out.end(), so_far.begin(), so_far.end());
    return out.size() <= most;
  };
  switch (prop.kind) {
    case Prop::Kind::not_: return add_cases(prop.kids[0], !wanted, most, out);
    case Prop::Kind::implies:
      return wanted ? either(prop.kids[0], false) && either(prop.kids[1], true) : both({{&prop.kids[0], true}, {&prop.kids[1], false}});
    case Prop::Kind::and_:
    case Prop::Kind::or_: {
      if ((prop.kind == Prop::Kind::or_) == wanted)
        return std::ranges::all_of(prop.kids, [&](const Prop& kid) { return either(kid, wanted); });
      std::vector<std::pair<const Prop*, bool>> kids;
      for (const Prop& kid : prop.kids) kids.emplace_back(&kid, wanted);
      return both(kids);
    }
    default: break;
  }
  Prop& part = out.emplace_back(prop);
  if (!wanted) {
    part = {};
    part.kind = Prop::Kind::not_;
    part.kids = {prop};
  }
  return out.size() <= most;
}

}  // namespace

std::vector<Prop> cases(const Prop& prop, std::size_t most) {
  std::vector<Prop> out;
  if (!add_cases(prop, true, most, out)) return {prop};
  return out;
}

std::set<program::Observable> observables(const Prop& prop) {
  std::set<program::Observable> out;
  add_observables(prop, out);
  return out;
}

void narrow(const Prop& goal, const Structure& structure, const Flow& flow, relation::Relation& may_see, relation::EventSet& may_be_final) {
  const value::TermPool& pool = flow.pool();
  each_part(goal, true, [&](const Prop& part, bool wanted) {
    const std::set<program::Observable> looks_at = observables(part);
    if (looks_at.size() == 1 && looks_at.begin()->is_location) {
      for (EventId w = 0; w < structure.size(); ++w) {
        if (structure.events[w].location != looks_at.begin()->index || !may_be_final.has(w)) continue;
        const auto written = pool.as_constant(structure.events[w].written);
        if (written && truth(part, [&](const auto&) { return written; }) == !wanted) may_be_final.remove(w);
      }
      return;
    }
    std::set<VarId> on;
    for (const program::Observable& o : looks_at) {
      if (o.is_location) return;
      const auto& variables = pool.variables(structure.registers[o.index]);
      on.insert(variables.begin(), variables.end());
    }
    if (on.size() != 1) return;
    const EventId read = flow.event_of(*on.begin());
    for (EventId w = 0; w < structure.size(); ++w) {
      if (!may_see.has(w, read)) continue;
      const auto written = pool.as_constant(structure.events[w].written);
      if (!written) continue;
      const auto value = [&](const program::Observable& o) {
        return pool.evaluate(structure.registers[o.index], [&](VarId) { return written; });
      };
      if (truth(part, value) == !wanted) may_see.remove(w, read);
    }
  });
}

}  // namespace thinair::candidates
