#include "engine/reference/stage_pair.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/reference/operators.hpp"

namespace thinair::reference {
namespace {

// Of one kind, thread and location. Fences have no location; there the kind is which fence.
bool similar(const events::Event& e, const events::Event& f) {
  return e.kind == f.kind && e.thread == f.thread && e.location == f.location && (e.kind != events::Kind::fence || e.sets == f.sets);
}

// How many events like `e` come before it.
std::size_t position(const events::Structure& s, EventId e) {
  return static_cast<std::size_t>(
      std::count_if(s.events.begin(), s.events.begin() + e, [&](const events::Event& other) { return similar(other, s.events[e]); }));
}

// A set or relation over the events of one execution, as one over all events.
Value renamed(const Value& value, const std::vector<EventId>& number, std::size_t size) {
  if (const auto* set = as<Events>(value)) {
    Events out(size);
    for (const EventId e : elements(*set)) out.has[number[e]] = 1;
    return {out};
  }
  if (const auto* pairs = as<Pairs>(value)) {
    Pairs out(size);
    for (const auto& [a, b] : elements(*pairs)) out.at(number[a], number[b]) = 1;
    return {out};
  }
  return value;
}

bool contains(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

// The pairs of r, but for (x, x), that no detour over other pairs of r replaces.
Pairs reduction(const Pairs& r) {
  const Pairs strict = without(r, identity(Events(r.n, 1)));
  const Pairs steps = closure(strict);
  return without(strict, compose(steps, steps));
}

}  // namespace

bool may_match(const events::Structure& target, EventId t, const events::Structure& stage, EventId g, mem::Identity identity) {
  if (g < stage.init_count || t < target.init_count) return t == g;
  return similar(stage.events[g], target.events[t]) && (identity == mem::Identity::free || position(stage, g) == position(target, t));
}

std::string why_not_matching(const events::Structure& target, const events::Structure& stage, const Matching& matching,
                             mem::Identity identity) {
  if (matching.size() != stage.size()) return "the matching is not given for every event";
  std::vector<char> taken(target.size(), 0);
  for (EventId g = 0; g < stage.size(); ++g) {
    const EventId t = matching[g];
    if (g < stage.init_count && t != g) return fmt::format("initial write {} is not matched with itself", g);
    if (t != kNoMatch && (t >= target.size() || !may_match(target, t, stage, g, identity)))
      return fmt::format("event {} is not the target's event {}", g, t);
    if (t != kNoMatch && taken[t]) return fmt::format("event {} of the target is matched twice", t);
    if (t != kNoMatch) taken[t] = 1;
  }
  for (EventId g = 0; g < stage.size(); ++g)
    for (EventId t = 0; t < target.size(); ++t)
      if (matching[g] == kNoMatch && !taken[t] && may_match(target, t, stage, g, identity))
        return fmt::format("event {} could be the target's event {}, and neither is matched", g, t);
  return "";
}

StagePair::StagePair(const mem::Model& model, const World& target, const World& stage, const Matching& matching)
    : model_(model), target_(target), stage_(stage), size_(target.size()), number_(matching) {
  for (EventId& e : number_)
    if (e == kNoMatch) e = static_cast<EventId>(size_++);
  std::vector<EventId> same(target.size());
  for (EventId e = 0; e < same.size(); ++e) same[e] = e;
  for (const auto& [name, value] : target.names) target_names_.emplace(name, renamed(value, same, size_));
  for (const auto& [name, value] : stage.names) stage_names_.emplace(name, renamed(value, number_, size_));
}

Events StagePair::widened(const Events& of_target) const {
  Events out(size_);
  for (const EventId e : elements(of_target)) out.has[e] = 1;
  return out;
}

const cat::Expr* StagePair::definition(const std::string& name, Scope& scope) const {
  while (scope.definitions > 0) {
    const cat::Binding& binding = model_.definitions[--scope.definitions];
    if (binding.pattern.names[0] == name) return binding.value.get();
  }
  return nullptr;
}

Result<Value> StagePair::name(const cat::Expr& expr, const Scope& scope) const {
  const std::string& name = expr.name;
  if (scope.parameters)
    for (const auto& [parameter, value] : *scope.parameters)
      if (parameter == name) return value;
  Scope outer{nullptr, scope.definitions, scope.commitments};
  if (const cat::Expr* value = definition(name, outer)) return evaluate(*value, outer);
  if (name == "C") return Value{widened(scope.commitments->now)};
  if (name == "D") return Value{widened(scope.commitments->before)};
  if (name == "id") return Value{identity(Events(size_, 1))};
  const bool of_target = name.starts_with("T."), of_stage = name.starts_with("G.");
  const std::string bare = of_target || of_stage ? name.substr(2) : name;
  const auto in_t = target_names_.find(bare), in_g = stage_names_.find(bare);
  if (in_t == target_names_.end() || in_g == stage_names_.end())
    return error_at(expr.span, "mem-unbound", fmt::format("unbound name '{}'", name));
  if (of_target) return in_t->second;
  if (of_stage) return in_g->second;
  const auto united = binary(Kind::union_, in_t->second, in_g->second, size_);
  if (!united) return error_at(expr.span, "mem-kind", united.error());
  return *united;
}

Result<Value> StagePair::apply(const cat::Expr& expr, const Scope& scope) const {
  const std::string& called = expr.kids[0]->name;
  const cat::Expr& argument = *expr.kids[1];
  std::vector<Value> arguments;
  for (const cat::ExprPtr& one : argument.kind == Kind::tuple ? argument.kids : std::vector{expr.kids[1]}) {
    auto value = evaluate(*one, scope);
    if (!value) return value;
    arguments.push_back(*std::move(value));
  }
  Scope inner{nullptr, scope.definitions, scope.commitments};
  if (const cat::Expr* function = definition(called, inner); function && function->kind == Kind::lambda) {
    std::vector<std::pair<std::string, Value>> parameters;
    if (arguments.size() != function->pattern.names.size()) return error_at(expr.span, "mem-arity", "wrong number of arguments");
    for (std::size_t i = 0; i < arguments.size(); ++i) parameters.emplace_back(function->pattern.names[i], arguments[i]);
    inner.parameters = &parameters;
    return evaluate(*function->kids[0], inner);
  }
  const auto r = arguments.size() == 1 ? to_pairs(arguments[0], size_) : std::nullopt;
  if (!r) return error_at(expr.span, "mem-kind", fmt::format("'{}' takes a relation", called));
  if (called == "domain") return Value{domain(*r)};
  if (called == "range") return Value{range(*r)};
  if (called == "reduction") return Value{reduction(*r)};
  return error_at(expr.kids[0]->span, "mem-unbound", fmt::format("unbound function '{}'", called));
}

Result<Value> StagePair::evaluate(const cat::Expr& expr, const Scope& scope) const {
  switch (expr.kind) {
    case Kind::empty_relation: return Value{Pairs(size_)};
    case Kind::empty_set: return Value{Empty{}};
    case Kind::universe: return Value{Universe{}};
    case Kind::name: return name(expr, scope);
    case Kind::apply: return apply(expr, scope);
    default: break;
  }
  std::vector<Value> v;
  for (const cat::ExprPtr& kid : expr.kids) {
    auto value = evaluate(*kid, scope);
    if (!value) return value;
    v.push_back(*std::move(value));
  }
  if (v.empty() || v.size() > 2) return error_at(expr.span, "mem-unsupported", "this form has no meaning in multi-execution models");
  auto value = v.size() == 1 ? unary(expr.kind, v[0], size_) : binary(expr.kind, v[0], v[1], size_);
  if (!value) return error_at(expr.span, "mem-kind", value.error());
  return *std::move(value);
}

// Every event of the set that writes, in T or in G, is in both and writes the same.
Result<bool> StagePair::values(const Value& set, Span where) const {
  const auto events = to_events(set, size_);
  if (!events) return error_at(where, "mem-kind", "'values' takes a set");
  std::vector<std::optional<program::Value>> in_target(size_), in_stage(size_);
  for (EventId t = 0; t < target_.size(); ++t) in_target[t] = target_.written[t];
  for (EventId g = 0; g < stage_.size(); ++g) in_stage[number_[g]] = stage_.written[g];
  for (const EventId e : elements(*events))
    if (in_target[e] != in_stage[e]) return false;
  return true;
}

Result<bool> StagePair::holds(const mem::Condition& c, const Commitments& commitments) const {
  using CK = mem::Condition::Kind;
  const Scope scope{nullptr, model_.definitions.size(), &commitments};
  const auto left = evaluate(*c.left, scope);
  if (!left) return fail(left.error());
  const auto answer = [&](Attempt<bool> attempt) -> Result<bool> {
    if (!attempt) return error_at(c.span, "mem-kind", attempt.error());
    return *attempt;
  };
  switch (c.kind) {
    case CK::values: return values(*left, c.span);
    case CK::empty: return answer(equal(*left, {Empty{}}, size_));
    case CK::acyclic:
    case CK::irreflexive: {
      const auto r = to_pairs(*left, size_);
      if (!r) return error_at(c.span, "mem-kind", "a relation is wanted here");
      return is_irreflexive(c.kind == CK::acyclic ? closure(*r) : *r);
    }
    case CK::subset:
    case CK::equal: break;
  }
  const auto right = evaluate(*c.right, scope);
  if (!right) return fail(right.error());
  return answer(c.kind == CK::subset ? subset(*left, *right, size_) : equal(*left, *right, size_));
}

// What was kept must be in the stage. What the stage wants kept must be in the target: so both its events are.
Result<std::string> StagePair::keep_refusal(const Commitments& commitments, const std::vector<std::string>& left_out, Kept& kept) const {
  const Kept from_before = kept;
  for (std::size_t k = 0; k < model_.keeps.size(); ++k) {
    const mem::Keep& keep = model_.keeps[k];
    if (contains(left_out, keep.name)) continue;
    const auto relation = [&](const std::map<std::string, Value>& names) {
      const auto found = names.find(keep.relation);
      return found == names.end() ? std::nullopt : to_pairs(found->second, size_);
    };
    const auto in_target = relation(target_names_), in_stage = relation(stage_names_);
    if (!in_target || !in_stage) return error_at(keep.relation_span, "mem-kind", fmt::format("'{}' is no relation here", keep.relation));
    for (const auto& [of, a, b] : from_before)
      if (of == k && !in_stage->at(a, b)) return keep.name;
    const auto value = evaluate(*keep.pairs, {nullptr, model_.definitions.size(), &commitments});
    if (!value) return fail(value.error());
    const auto pairs = to_pairs(*value, size_);
    if (!pairs) return error_at(keep.span, "mem-kind", "'keep' takes a relation");
    for (const auto& [a, b] : elements(*pairs)) {
      if (!in_target->at(a, b)) return keep.name;
      kept.emplace(k, a, b);
    }
  }
  return std::string();
}

Result<std::string> StagePair::refused_by(const Commitments& commitments, const std::vector<std::string>& left_out, Kept& kept) const {
  for (const mem::Condition& condition : model_.conditions) {
    if (contains(left_out, condition.name)) continue;
    const auto ok = holds(condition, commitments);
    if (!ok) return fail(ok.error());
    if (!*ok) return condition.name;
  }
  return keep_refusal(commitments, left_out, kept);
}

}  // namespace thinair::reference
