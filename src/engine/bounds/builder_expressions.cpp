// Expressions of .cat, evaluated to nodes and concrete values.
#include <algorithm>

#include "engine/bounds/builder.hpp"
#include "support/check.hpp"

namespace thinair::bounds {
namespace {

using cat::Expr;
using K = CatValue::Kind;

constexpr unsigned kMaxDepth = 2000;

std::string_view describe(const CatValue& value) {
  switch (value.kind) {
    case K::empty: return "the empty set";
    case K::universe: return "the universe";
    case K::set: return "a set of events";
    case K::relation: return "a relation";
    case K::event: return "an event";
    case K::pair: return "a pair of events";
    case K::tag: return "a tag";
    case K::tuple: return "a tuple";
    case K::values:
    case K::orders: return "a set of sets or relations";
    case K::closure:
    case K::primitive: return "a function";
  }
  return "a value";
}

}  // namespace

bool before(const CatValue& x, const CatValue& y) {
  if (x.kind != y.kind) return x.kind < y.kind;
  if (x.kind == K::tag) return x.tag < y.tag;
  if (x.kind == K::orders) {
    const auto members = [](const CatValue& v) { return std::tuple(v.orders->base, v.orders->on, v.orders->per_location); };
    return members(x) < members(y);
  }
  if (x.kind == K::tuple || x.kind == K::values) return std::ranges::lexicographical_compare(*x.items, *y.items, before);
  return std::tie(x.node, x.a, x.b) < std::tie(y.node, y.a, y.b);
}

CatValue Builder::values(std::vector<CatValue> items) {
  std::ranges::sort(items, before);
  const auto equal = [](const CatValue& x, const CatValue& y) { return !before(x, y) && !before(y, x); };
  items.erase(std::unique(items.begin(), items.end(), equal), items.end());
  return {.kind = K::values, .items = std::make_shared<const std::vector<CatValue>>(std::move(items))};
}

Builder::Maybe Builder::fail(Span where, std::string code, std::string message, std::string hint) {
  if (!failure_) {
    failure_ = Diagnostic{};
    failure_->code = std::move(code);
    failure_->where = where;
    failure_->message = std::move(message);
    failure_->hint = std::move(hint);
  }
  return std::nullopt;
}

std::optional<NodeId> Builder::as_relation(const CatValue& value, Span where) {
  if (value.kind == K::relation) return value.node;
  if (value.kind == K::empty || (value.kind == K::values && value.items->empty())) return plan_.empty(false);
  if (value.kind == K::universe) return plan_.full(false);
  if (value.kind == K::pair) {
    Relation one(structure_->size());
    one.add(value.a, value.b);
    return plan_.constant(one);
  }
  fail(where, "cat-kind", "a relation is wanted here, this is " + std::string(describe(value)),
       value.kind == K::set ? "write [S] for the identity on S" : "");
  return std::nullopt;
}

std::optional<NodeId> Builder::as_set(const CatValue& value, Span where) {
  if (value.kind == K::set) return value.node;
  if (value.kind == K::empty || (value.kind == K::values && value.items->empty())) return plan_.empty(true);
  if (value.kind == K::universe) return plan_.full(true);
  if (value.kind == K::event) {
    EventSet one(structure_->size());
    one.add(value.a);
    return plan_.constant(one);
  }
  fail(where, "cat-kind", "a set of events is wanted here, this is " + std::string(describe(value)));
  return std::nullopt;
}

Env Builder::extend(Env env, const std::string& name, Thunk* thunk) {
  return &frames_.emplace_back(Frame{std::hash<std::string>{}(name), &name, thunk, env});
}

Env Builder::extend(Env env, const std::string& name, CatValue value) {
  Thunk& thunk = thunks_.emplace_back();
  thunk.value = std::make_shared<const CatValue>(std::move(value));
  return extend(env, name, &thunk);
}

Thunk* Builder::delay(const Expr& expr, Env env) {
  Thunk& thunk = thunks_.emplace_back();
  thunk.expr = &expr;
  thunk.env = env;
  return &thunk;
}

Builder::Maybe Builder::force(Thunk& thunk, Span where) {
  if (!thunk.value) {
    if (thunk.running) return fail(where, "cat-recursion", "this definition needs its own value", "write let rec");
    thunk.running = true;
    Maybe value;
    if (thunk.recursion) {
      if (solve(*thunk.recursion)) value = *thunk.value;
    } else if (thunk.whole) {
      value = part(thunk, where);
    } else {
      value = evaluate(*thunk.expr, thunk.env);
    }
    thunk.running = false;
    if (!value) return std::nullopt;
    if (!thunk.value) thunk.value = std::make_shared<const CatValue>(std::move(*value));
  }
  return *thunk.value;
}

// One of the names that a tuple is bound to.
Builder::Maybe Builder::part(const Thunk& thunk, Span where) {
  const Maybe whole = force(*thunk.whole, where);
  const auto bound = whole ? bind(*thunk.parts, *whole, nullptr, thunk.parts->span) : std::nullopt;
  if (!bound) return std::nullopt;
  Env at = *bound;
  for (std::size_t i = thunk.part + 1; i < thunk.parts->names.size(); ++i) at = at->next;
  return *at->thunk->value;
}

Builder::Maybe Builder::name(const Expr& expr, Env env) {
  const std::size_t hash = std::hash<std::string>{}(expr.name);
  for (Env f = env; f; f = f->next)
    if (f->hash == hash && *f->name == expr.name) return force(*f->thunk, expr.span);
  if (Maybe value = base(expr.name)) return value;
  return fail(expr.span, "cat-unbound", "unbound name '" + expr.name + "'");
}

std::optional<Env> Builder::bind(const cat::Pattern& pattern, const CatValue& value, Env env, Span where) {
  if (!pattern.tuple) return extend(env, pattern.names.front(), value);
  if (value.kind == K::pair && pattern.names.size() == 2) {
    const Env first = extend(env, pattern.names[0], {.kind = K::event, .a = value.a});
    return extend(first, pattern.names[1], {.kind = K::event, .a = value.b});
  }
  const std::size_t width = value.kind == K::tuple ? value.items->size() : 1;
  if (pattern.names.size() == 1 && value.kind != K::tuple) return extend(env, pattern.names.front(), value);
  if (pattern.names.size() != width) {
    fail(where, "cat-kind", "a tuple of " + std::to_string(pattern.names.size()) + " is wanted here, this has " + std::to_string(width));
    return std::nullopt;
  }
  Env out = env;
  for (std::size_t i = 0; i < width; ++i) out = extend(out, pattern.names[i], (*value.items)[i]);
  return out;
}

Builder::Maybe Builder::evaluate(const Expr& expr, Env env) {
  if (budget_.exhausted()) return std::nullopt;
  if (++depth_ > kMaxDepth) {
    --depth_;
    return fail(expr.span, "cat-recursion", "recursion is too deep here");
  }
  Maybe value = evaluate_here(expr, env);
  --depth_;
  return value;
}

Builder::Maybe Builder::evaluate_here(const Expr& expr, Env env) {
  switch (expr.kind) {
    case Expr::Kind::empty_relation: return relation_value(plan_.empty(false));
    case Expr::Kind::empty_set: return CatValue{.kind = K::empty};
    case Expr::Kind::universe: return CatValue{.kind = K::universe};
    case Expr::Kind::name: return name(expr, env);
    case Expr::Kind::tag: return CatValue{.kind = K::tag, .tag = expr.name};
    case Expr::Kind::tuple: {
      std::vector<CatValue> items;
      for (const auto& kid : expr.kids) {
        Maybe item = evaluate(*kid, env);
        if (!item) return std::nullopt;
        items.push_back(std::move(*item));
      }
      return CatValue{.kind = K::tuple, .items = std::make_shared<const std::vector<CatValue>>(std::move(items))};
    }
    case Expr::Kind::set_literal: return set_literal(expr, env);
    case Expr::Kind::star:
    case Expr::Kind::plus:
    case Expr::Kind::optional:
    case Expr::Kind::inverse: {
      const Maybe operand = evaluate(*expr.kids[0], env);
      if (!operand) return std::nullopt;
      const auto r = as_relation(*operand, expr.kids[0]->span);
      if (!r) return std::nullopt;
      if (expr.kind == Expr::Kind::star) return relation_value(plan_.star(*r));
      if (expr.kind == Expr::Kind::optional) return relation_value(plan_.optional(*r));
      return relation_value(plan_.make(expr.kind == Expr::Kind::plus ? Kind::plus : Kind::inverse, *r));
    }
    case Expr::Kind::complement: {
      const Maybe operand = evaluate(*expr.kids[0], env);
      if (!operand) return std::nullopt;
      if (operand->kind == K::set) return set_value(plan_.complement(operand->node));
      if (operand->kind == K::empty) return CatValue{.kind = K::universe};
      if (operand->kind == K::universe) return CatValue{.kind = K::empty};
      const auto r = as_relation(*operand, expr.kids[0]->span);
      if (!r) return std::nullopt;
      return relation_value(plan_.complement(*r));
    }
    case Expr::Kind::identity: {
      const Maybe operand = evaluate(*expr.kids[0], env);
      if (!operand) return std::nullopt;
      const auto s = as_set(*operand, expr.kids[0]->span);
      if (!s) return std::nullopt;
      return relation_value(plan_.make(Kind::identity, *s));
    }
    case Expr::Kind::insert: return insert(expr, env);
    case Expr::Kind::union_:
    case Expr::Kind::sequence:
    case Expr::Kind::difference:
    case Expr::Kind::intersection:
    case Expr::Kind::product: return binary(expr, env);
    case Expr::Kind::apply: {
      const Maybe function = evaluate(*expr.kids[0], env);
      if (!function) return std::nullopt;
      const Maybe argument = evaluate(*expr.kids[1], env);
      if (!argument) return std::nullopt;
      return apply(*function, *argument, expr.span);
    }
    case Expr::Kind::lambda: {
      auto closure = std::make_shared<Closure>();
      closure->pattern = &expr.pattern;
      closure->body = expr.kids[0].get();
      closure->env = env;
      return CatValue{.kind = K::closure, .closure = std::move(closure)};
    }
    case Expr::Kind::let: {
      Env inner = env;
      let(expr.bindings, expr.recursive, inner);
      return evaluate(*expr.kids[0], inner);
    }
    case Expr::Kind::match: return match(expr, env);
    case Expr::Kind::try_: {
      if (Maybe value = evaluate(*expr.kids[0], env)) return value;
      if (need_ != Need::nothing || !budget_.reason().empty()) return std::nullopt;
      failure_.reset();
      return evaluate(*expr.kids[1], env);
    }
    case Expr::Kind::if_: {
      const auto holds = condition(expr.condition, env);
      if (!holds) return std::nullopt;
      return evaluate(*expr.kids[*holds ? 0 : 1], env);
    }
  }
  check(false, "every kind of expression is handled");
  return std::nullopt;
}

Builder::Maybe Builder::binary(const Expr& expr, Env env) {
  const Maybe left = evaluate(*expr.kids[0], env);
  if (!left) return std::nullopt;
  const Maybe right = evaluate(*expr.kids[1], env);
  if (!right) return std::nullopt;
  const Span at_left = expr.kids[0]->span;
  const Span at_right = expr.kids[1]->span;
  if (expr.kind == Expr::Kind::product) {
    const auto a = as_set(*left, at_left);
    const auto b = a ? as_set(*right, at_right) : std::nullopt;
    if (!b) return std::nullopt;
    return relation_value(plan_.make(Kind::product, *a, *b));
  }
  if (expr.kind == Expr::Kind::sequence) {
    const auto a = as_relation(*left, at_left);
    const auto b = a ? as_relation(*right, at_right) : std::nullopt;
    if (!b) return std::nullopt;
    return relation_value(plan_.make(Kind::sequence, *a, *b));
  }
  const bool listed = left->kind == K::values || right->kind == K::values || left->kind == K::orders || right->kind == K::orders;
  if (listed && left->kind != K::set && right->kind != K::set && left->kind != K::relation && right->kind != K::relation) {
    const auto xs = elements(*left, at_left);
    const auto ys = xs ? elements(*right, at_right) : std::nullopt;
    if (!ys) return std::nullopt;
    std::vector<CatValue> out;
    if (expr.kind == Expr::Kind::union_) std::ranges::set_union(*xs, *ys, std::back_inserter(out), before);
    if (expr.kind == Expr::Kind::intersection) std::ranges::set_intersection(*xs, *ys, std::back_inserter(out), before);
    if (expr.kind == Expr::Kind::difference) std::ranges::set_difference(*xs, *ys, std::back_inserter(out), before);
    return values(std::move(out));
  }
  const Kind kind = expr.kind == Expr::Kind::union_         ? Kind::union_
                    : expr.kind == Expr::Kind::intersection ? Kind::intersection
                                                            : Kind::difference;
  if (left->kind == K::set || right->kind == K::set) {
    const auto a = as_set(*left, at_left);
    const auto b = a ? as_set(*right, at_right) : std::nullopt;
    if (!b) return std::nullopt;
    return set_value(plan_.make(kind, *a, *b));
  }
  const auto polymorphic = [](const CatValue& v) { return v.kind == K::empty || v.kind == K::universe; };
  if (polymorphic(*left) && polymorphic(*right)) {  // neither is a set or a relation yet, and neither is the result
    const bool a = left->kind == K::universe, b = right->kind == K::universe;
    const bool all = kind == Kind::union_ ? a || b : kind == Kind::intersection ? a && b : a && !b;
    return CatValue{.kind = all ? K::universe : K::empty};
  }
  const auto a = as_relation(*left, at_left);
  const auto b = a ? as_relation(*right, at_right) : std::nullopt;
  if (!b) return std::nullopt;
  return relation_value(plan_.make(kind, *a, *b));
}

Builder::Maybe Builder::set_literal(const Expr& expr, Env env) {
  std::vector<CatValue> items;
  for (const auto& kid : expr.kids) {
    Maybe item = evaluate(*kid, env);
    if (!item) return std::nullopt;
    items.push_back(std::move(*item));
  }
  const auto all = [&](K kind) { return std::ranges::all_of(items, [kind](const CatValue& v) { return v.kind == kind; }); };
  if (all(K::event)) {
    EventSet set(structure_->size());
    for (const CatValue& v : items) set.add(v.a);
    return set_value(plan_.constant(set));
  }
  if (all(K::pair)) {
    Relation r(structure_->size());
    for (const CatValue& v : items) r.add(v.a, v.b);
    return relation_value(plan_.constant(r));
  }
  return values(std::move(items));
}

Builder::Maybe Builder::insert(const Expr& expr, Env env) {
  const Maybe item = evaluate(*expr.kids[0], env);
  if (!item) return std::nullopt;
  const Maybe rest = evaluate(*expr.kids[1], env);
  if (!rest) return std::nullopt;
  if (item->kind == K::event) {
    const auto s = as_set(*rest, expr.kids[1]->span);
    if (!s) return std::nullopt;
    EventSet one(structure_->size());
    one.add(item->a);
    return set_value(plan_.make(Kind::union_, plan_.constant(one), *s));
  }
  if (item->kind == K::pair) {
    const auto r = as_relation(*rest, expr.kids[1]->span);
    if (!r) return std::nullopt;
    Relation one(structure_->size());
    one.add(item->a, item->b);
    return relation_value(plan_.make(Kind::union_, plan_.constant(one), *r));
  }
  auto items = elements(*rest, expr.kids[1]->span);
  if (!items) return std::nullopt;
  items->push_back(*item);
  return values(std::move(*items));
}

Builder::Maybe Builder::apply(const CatValue& function, const CatValue& argument, Span where) {
  if (function.kind == K::primitive) return primitive(function.function, argument, where);
  if (function.kind != K::closure || !function.closure->body)
    return fail(where, "cat-kind", "only a function can be applied, this is " + std::string(describe(function)));
  const auto env = bind(*function.closure->pattern, argument, function.closure->env, where);
  if (!env) return std::nullopt;
  return evaluate(*function.closure->body, *env);
}

Builder::Maybe Builder::match(const Expr& expr, Env env) {
  const Maybe subject = evaluate(*expr.kids[0], env);
  if (!subject) return std::nullopt;
  std::optional<std::vector<CatValue>> items;
  if (subject->kind != K::tag) {
    items = elements(*subject, expr.kids[0]->span);
    if (!items) return std::nullopt;
  }
  const auto collect = [&](std::size_t from, std::size_t to) {
    std::vector<CatValue> part(items->begin() + static_cast<std::ptrdiff_t>(from), items->begin() + static_cast<std::ptrdiff_t>(to));
    if (subject->kind == K::set) {
      EventSet set(structure_->size());
      for (const CatValue& v : part) set.add(v.a);
      return set_value(plan_.constant(set));
    }
    if (subject->kind == K::relation) {
      Relation r(structure_->size());
      for (const CatValue& v : part) r.add(v.a, v.b);
      return relation_value(plan_.constant(r));
    }
    return values(std::move(part));
  };
  for (const cat::MatchClause& clause : expr.clauses) {
    switch (clause.kind) {
      case cat::MatchClause::Kind::wildcard: return evaluate(*clause.body, env);
      case cat::MatchClause::Kind::tag:
        if (subject->kind == K::tag && subject->tag == clause.tag) return evaluate(*clause.body, env);
        break;
      case cat::MatchClause::Kind::empty:
        if (items && items->empty()) return evaluate(*clause.body, env);
        break;
      case cat::MatchClause::Kind::insert:
        if (items && !items->empty()) {
          const Env inner = extend(extend(env, clause.names[0], items->front()), clause.names[1], collect(1, items->size()));
          return evaluate(*clause.body, inner);
        }
        break;
      case cat::MatchClause::Kind::split:
        if (items && !items->empty()) {
          const std::size_t middle = items->size() / 2;
          Env inner = extend(env, clause.names[0], collect(0, middle));
          inner = extend(inner, clause.names[1], (*items)[middle]);
          inner = extend(inner, clause.names[2], collect(middle + 1, items->size()));
          return evaluate(*clause.body, inner);
        }
        break;
    }
  }
  return fail(expr.span, "cat-match", "no clause matches this value");
}

}  // namespace thinair::bounds
