// How it works: a tree walk with one case per form of expression. An environment is a list of bindings, innermost first;
// the candidate's own sets and relations and the primitive functions are what a name means when no binding has it.
// Recursive definitions of relations are iterated from empty (least fixpoint); recursive functions are closures that bind
// their whole group again at each call.
#include "engine/reference/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/reference/orders.hpp"
#include "engine/reference/primitives.hpp"

namespace thinair::reference {
namespace {

constexpr int kMaxDepth = 2000;      // nested evaluations; keeps a runaway recursive function off the stack's end
constexpr int kMaxRounds = 1 << 14;  // of a fixpoint; a monotone one needs at most one round per pair of events

Result<Value> at(Span where, Attempt<Value> attempt) {
  if (!attempt) return error_at(where, "cat-kind", attempt.error());
  return *std::move(attempt);
}

Closure closure_of(const cat::Binding& binding, const Env& env, const std::vector<const cat::Binding*>& group) {
  return {&binding.value->pattern, binding.value->kids[0].get(), env, group};
}

Env bind_functions(const std::vector<const cat::Binding*>& group, const Env& env) {
  Env out = env;
  for (const cat::Binding* binding : group) out = bind(out, binding->pattern.names[0], {closure_of(*binding, env, group)});
  return out;
}

}  // namespace

tl::unexpected<Diagnostics> error_at(Span where, std::string code, std::string message) {
  return fail(Diagnostic{
      .severity = Severity::error, .code = std::move(code), .where = where, .message = std::move(message), .hint = {}, .notes = {}});
}

Env bind(Env env, std::string name, Value value) {
  auto slot = std::make_shared<Slot>();
  slot->value = std::move(value);
  return std::make_shared<Binding>(Binding{std::move(name), std::move(slot), std::move(env)});
}

Env bind_lazily(Env env, std::string name, std::function<Result<Value>()> compute) {
  auto slot = std::make_shared<Slot>();
  slot->compute = std::move(compute);
  return std::make_shared<Binding>(Binding{std::move(name), std::move(slot), std::move(env)});
}

Interpreter::Interpreter(const Candidate& candidate, const std::vector<std::string>& variants)
    : candidate_(candidate), variants_(variants) {}

Value Interpreter::listed(Value value) const {
  const auto* orders = as<Orders>(value);
  if (!orders) return value;
  std::vector<Value> items;
  for_each_order(*orders, *candidate_.structure, [&](const Pairs& order) {
    items.push_back({order});
    return true;
  });
  return {make_value_set(std::move(items))};
}

std::optional<Value> Interpreter::base_value(const std::string& name) {
  const events::Structure& structure = *candidate_.structure;
  if (name == "FW") {
    used_final_writes_ = true;
    Events set(size());
    for (EventId e = 0; e < structure.init_count; ++e) set.has[candidate_.final_write[structure.events[e].location]] = 1;
    return Value{set};
  }
  if (name == "rf") {
    Pairs rf(size());
    for (EventId e = 0; e < size(); ++e)
      if (structure.events[e].reads()) rf.at(candidate_.reads_from[e], e) = 1;
    return Value{rf};
  }
  if (const cat::Primitive* known = cat::find_primitive(name)) {
    const bool language = program::is_language(candidate_.program->arch);
    if (known->registers && language) return std::nullopt;
    if (known->id == cat::PrimitiveId::po && !language && !catdep_)  // the read of an atomic comes before its write
      return Value{either(*as<Pairs>(*reference::base_value(known->id, structure)),
                          *as<Pairs>(*reference::base_value(cat::PrimitiveId::amo, structure)))};
    return reference::base_value(known->id, structure);
  }
  return dialect_set(name, *candidate_.program, structure);
}

Result<Value> Interpreter::lookup(const cat::Expr& expr, const Env& env) {
  for (const Binding* binding = env.get(); binding; binding = binding->next.get()) {
    if (binding->name != expr.name) continue;
    Slot& slot = *binding->slot;
    if (!slot.value) slot.value = slot.compute();
    return *slot.value;
  }
  if (const auto known = base_.find(expr.name); known != base_.end()) return known->second;
  if (auto value = base_value(expr.name)) return base_.emplace(expr.name, *std::move(value)).first->second;
  return error_at(expr.span, "cat-unbound", fmt::format("unbound name '{}'", expr.name));
}

Result<Value> Interpreter::evaluate(const cat::Expr& expr, const Env& env) {
  if (depth_ >= kMaxDepth) return error_at(expr.span, "cat-depth", "evaluation is nested too deeply; does a recursive function ever end?");
  ++depth_;
  auto result = evaluate_inner(expr, env);
  --depth_;
  return result;
}

Result<std::vector<Value>> Interpreter::evaluate_kids(const cat::Expr& expr, const Env& env) {
  std::vector<Value> values;
  for (const cat::ExprPtr& kid : expr.kids) {
    auto value = evaluate(*kid, env);
    if (!value) return fail(value.error());
    values.push_back(*std::move(value));
  }
  return values;
}

Result<Value> Interpreter::evaluate_inner(const cat::Expr& expr, const Env& env) {
  switch (expr.kind) {
    case Kind::empty_relation: return Value{Pairs(size())};
    case Kind::empty_set: return Value{Empty{}};
    case Kind::universe: return Value{Universe{}};
    case Kind::name: return lookup(expr, env);
    case Kind::tag: return Value{Tag{expr.name}};
    case Kind::lambda: return Value{Closure{&expr.pattern, expr.kids[0].get(), env, {}}};
    case Kind::match: return match(expr, env);
    case Kind::try_: {
      auto first = evaluate(*expr.kids[0], env);
      return first ? first : evaluate(*expr.kids[1], env);
    }
    case Kind::if_: {
      const auto chosen = holds(expr.condition, env);
      if (!chosen) return fail(chosen.error());
      return evaluate(*expr.kids[*chosen ? 0 : 1], env);
    }
    case Kind::let: {
      const auto inner = bind_all(expr.bindings, expr.recursive, env);
      if (!inner) return fail(inner.error());
      return evaluate(*expr.kids[0], **inner);
    }
    default: break;
  }
  auto kids = evaluate_kids(expr, env);
  if (!kids) return fail(kids.error());
  std::vector<Value>& v = *kids;
  if (expr.kind == Kind::apply) return apply(v[0], v[1], expr.span);
  if (expr.kind == Kind::tuple) {
    const bool pair = v.size() == 2 && as<EventValue>(v[0]) && as<EventValue>(v[1]);
    if (pair) return Value{PairValue{as<EventValue>(v[0])->event, as<EventValue>(v[1])->event}};
    return Value{Tuple{std::move(v)}};
  }
  for (Value& value : v) value = listed(std::move(value));
  if (expr.kind == Kind::set_literal) return at(expr.span, set_literal(v, size()));
  if (expr.kind == Kind::complement)
    if (const auto* tags = as<ValueSet>(v[0]); tags && !tags->items.empty()) return complement_of_tags(*tags, expr.span);
  return at(expr.span, v.size() == 1 ? unary(expr.kind, v[0], size()) : binary(expr.kind, v[0], v[1], size()));
}

Result<Value> Interpreter::complement_of_tags(const ValueSet& tags, Span where) const {
  const Tag* first = as<Tag>(tags.items[0]);
  for (const auto& names : enums_) {
    if (!first || std::find(names.begin(), names.end(), first->name) == names.end()) continue;
    std::vector<Value> all;
    for (const std::string& name : names) all.push_back({Tag{name}});
    return at(where, binary(Kind::difference, {make_value_set(all)}, {tags}, size()));
  }
  return error_at(where, "cat-kind", "~ does not apply to a set of values other than tags");
}

Result<Value> Interpreter::apply(const Value& function, const Value& argument, Span where) {
  if (const auto* primitive = as<Primitive>(function))
    return at(where, apply_primitive(primitive->function, argument, *candidate_.structure));
  const auto* closure = as<Closure>(function);
  if (!closure) return error_at(where, "cat-kind", fmt::format("a value of kind {} is called like a function", kind_name(function)));
  const auto inner = bind_pattern(*closure->pattern, argument, bind_functions(closure->group, closure->env), where);
  if (!inner) return fail(inner.error());
  return evaluate(*closure->body, *inner);
}

Result<Value> Interpreter::match(const cat::Expr& expr, const Env& env) {
  auto evaluated = evaluate(*expr.kids[0], env);
  if (!evaluated) return evaluated;
  const Value subject = listed(*std::move(evaluated));
  using Clause = cat::MatchClause::Kind;
  for (const cat::MatchClause& clause : expr.clauses) {
    if (clause.kind == Clause::wildcard) return evaluate(*clause.body, env);
    if (clause.kind == Clause::tag) {
      const auto* tag = as<Tag>(subject);
      if (!tag) return error_at(clause.span, "cat-kind", fmt::format("expected a tag, found a value of kind {}", kind_name(subject)));
      if (tag->name == clause.tag) return evaluate(*clause.body, env);
      continue;
    }
    auto items = items_of(subject);
    if (!items) return error_at(clause.span, "cat-kind", items.error());
    if (clause.kind == Clause::empty) {
      if (items->empty()) return evaluate(*clause.body, env);
      continue;
    }
    if (items->empty()) continue;
    // Which element comes first is open in the language; a model that depends on it has no meaning. Here: the smallest.
    const Value first = items->front();
    items->erase(items->begin());
    const Value rest = collection_like(subject, *items, size());
    const bool split = clause.kind == Clause::split;
    Env inner = split ? bind(env, clause.names[0], collection_like(subject, {}, size())) : env;
    inner = bind(inner, clause.names[split ? 1 : 0], first);
    inner = bind(inner, clause.names[split ? 2 : 1], rest);
    return evaluate(*clause.body, inner);
  }
  return error_at(expr.span, "cat-match", fmt::format("no case matches this value of kind {}", kind_name(subject)));
}

Result<bool> Interpreter::holds(const cat::Condition& condition, const Env& env) {
  using C = cat::Condition::Kind;
  switch (condition.kind) {
    case C::variant: return std::find(variants_.begin(), variants_.end(), condition.variant) != variants_.end();
    case C::not_: {
      const auto inner = holds(condition.kids[0], env);
      if (!inner) return inner;
      return !*inner;
    }
    case C::and_:
    case C::or_: {
      const auto first = holds(condition.kids[0], env);
      if (!first || *first == (condition.kind == C::or_)) return first;
      return holds(condition.kids[1], env);
    }
    default: break;
  }
  auto lhs = evaluate(*condition.exprs[0], env);
  if (!lhs) return fail(lhs.error());
  auto rhs = evaluate(*condition.exprs[1], env);
  if (!rhs) return fail(rhs.error());
  const Value a = listed(*std::move(lhs)), b = listed(*std::move(rhs));
  const auto answer = condition.kind == C::equal ? equal(a, b, size()) : condition.kind == C::subset ? subset(a, b, size()) : member(a, b);
  if (!answer) return error_at(condition.span, "cat-kind", answer.error());
  return *answer;
}

Result<Env> Interpreter::bind_pattern(const cat::Pattern& pattern, const Value& value, const Env& env, Span where) {
  if (!pattern.tuple || pattern.names.size() == 1) return bind(env, pattern.names[0], value);  // (x) is x
  std::vector<Value> items;
  if (const auto* pair = as<PairValue>(value))
    items = {{EventValue{pair->first}}, {EventValue{pair->second}}};
  else if (const auto* tuple = as<Tuple>(value))
    items = tuple->items;
  else
    items = {value};
  if (items.size() != pattern.names.size())
    return error_at(where, "cat-arity", fmt::format("expected {} values, found {}", pattern.names.size(), items.size()));
  Env out = env;
  for (std::size_t i = 0; i < items.size(); ++i) out = bind(out, pattern.names[i], items[i]);
  return out;
}

// Of an environment that binds the name to a value.
Result<Value> Interpreter::bound_value(const Env& env, const std::string& name) {
  const Binding* at = env.get();
  while (at->name != name) at = at->next.get();
  return *at->slot->value;
}

// Nothing is evaluated before one of the names is looked up, unless `step` wants to see every round.
Result<std::optional<Env>> Interpreter::bind_all(const std::vector<cat::Binding>& bindings, bool recursive, const Env& env,
                                                 const Step& step) {
  Env out = env;
  if (recursive) {
    std::vector<const cat::Binding*> values, functions;
    for (const cat::Binding& binding : bindings) (binding.value->kind == Kind::lambda ? functions : values).push_back(&binding);
    if (values.empty()) return std::optional(bind_functions(functions, env));
    if (step) return fixpoint(values, functions, env, step);
    const auto solution = std::make_shared<std::optional<Result<std::optional<Env>>>>();
    for (const cat::Binding& binding : bindings) {
      const std::string& name = binding.pattern.names[0];
      out = bind_lazily(out, name, [=, this]() -> Result<Value> {
        if (!*solution) *solution = fixpoint(values, functions, env, nullptr);
        if (!**solution) return fail((*solution)->error());
        return bound_value(****solution, name);
      });
    }
    return std::optional(out);
  }
  for (const cat::Binding& binding : bindings) {
    const cat::Expr* const expr = binding.value.get();
    if (!binding.pattern.tuple) {
      out = bind_lazily(out, binding.pattern.names[0], [=, this] { return evaluate(*expr, env); });
      continue;
    }
    const cat::Pattern* const pattern = &binding.pattern;
    for (const std::string& name : pattern->names)
      out = bind_lazily(out, name, [=, this]() -> Result<Value> {
        const auto value = evaluate(*expr, env);
        if (!value) return fail(value.error());
        const auto parts = bind_pattern(*pattern, *value, nullptr, pattern->span);
        if (!parts) return fail(parts.error());
        return bound_value(*parts, name);
      });
  }
  return std::optional(out);
}

Result<std::optional<Env>> Interpreter::fixpoint(const std::vector<const cat::Binding*>& values,
                                                 const std::vector<const cat::Binding*>& functions, const Env& env, const Step& step) {
  std::vector<Value> now(values.size(), Value{Empty{}});
  for (int round = 0; round < kMaxRounds; ++round) {
    Env scope = env;
    for (std::size_t i = 0; i < values.size(); ++i) scope = bind(scope, values[i]->pattern.names[0], now[i]);
    scope = bind_functions(functions, scope);
    if (step) {
      const auto go_on = step(scope);
      if (!go_on) return fail(go_on.error());
      if (!*go_on) return std::optional<Env>();
    }
    bool changed = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto evaluated = evaluate(*values[i]->value, scope);
      if (!evaluated) return fail(evaluated.error());
      Value value = listed(*std::move(evaluated));
      if (!is_data(value))
        return error_at(values[i]->pattern.span, "cat-kind", "a recursive definition must be of sets, relations or functions");
      changed = changed || !same(value, now[i]);
      now[i] = std::move(value);
    }
    if (!changed) return std::optional(scope);
  }
  return error_at(values[0]->pattern.span, "cat-fixpoint", "this recursive definition does not settle; it must grow only");
}

}  // namespace thinair::reference
