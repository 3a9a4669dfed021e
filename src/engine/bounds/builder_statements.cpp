// Statements of .cat: definitions, checks, choices; and build(), which runs them once per combination of explicit choices.
#include <algorithm>

#include "engine/bounds/builder.hpp"
#include "support/check.hpp"

namespace thinair::bounds {
namespace {

using cat::Stmt;
using K = CatValue::Kind;

bool is_function(const cat::Binding& binding) { return binding.value->kind == cat::Expr::Kind::lambda; }

}  // namespace

Builder::Builder(const program::Program& program, const events::Structure& structure, const BuildOptions& options, Budget& budget,
                 std::vector<std::size_t>& choices)
    : program_(program), structure_(structure), options_(options), budget_(budget), choices_(choices), net_(structure.size(), &budget) {}

Builder::Status Builder::run(const cat::Model& model) {
  Env env = nullptr;
  if (const Status status = run(model.statements, env); status != Status::built) return status;
  if (options_.label) {
    for (const char* name : {"po", "rf", "addr", "data", "ctrl", "rmw", "loc"}) label(name, env);
    label(model.statements, env);
  }
  if (!options_.exports) return Status::built;
  for (const std::string& wanted : *options_.exports) {
    cat::Expr reference;
    reference.kind = cat::Expr::Kind::name;
    reference.name = wanted;
    const Maybe value = evaluate(reference, env);
    if (!value) return Status::failed;
    const auto node = value->kind == K::set ? std::optional(value->node) : as_relation(*value, {});
    if (!node) return Status::failed;
    net_.exports.push_back(*node);
  }
  return Status::built;
}

void Builder::label(const std::vector<Stmt>& statements, Env env) {
  for (const Stmt& s : statements) {
    if (s.kind == Stmt::Kind::with) label(s.name, env);
    if (s.kind == Stmt::Kind::include) label(s.body, env);
    if (s.kind != Stmt::Kind::let) continue;
    for (const cat::Binding& b : s.bindings)
      if (!b.pattern.tuple && b.value->kind != cat::Expr::Kind::lambda) label(b.pattern.names[0], env);
  }
}

// A name that means neither a set nor a relation, or that nobody could evaluate, has no label.
void Builder::label(const std::string& wanted, Env env) {
  cat::Expr reference;
  reference.kind = cat::Expr::Kind::name;
  reference.name = wanted;
  const Need need = need_;
  const Maybe value = evaluate(reference, env);
  if (value && (value->kind == K::set || value->kind == K::relation)) net_.labels.emplace_back(wanted, value->node);
  if (!value) failure_.reset();
  need_ = need;
}

Builder::Status Builder::run(const std::vector<Stmt>& statements, Env& env) {
  for (const Stmt& statement : statements)
    if (const Status status = run(statement, env); status != Status::built) return status;
  return Status::built;
}

bool Builder::skipped(const std::string& name) const {
  return !name.empty() && options_.skipped && std::ranges::find(*options_.skipped, name) != options_.skipped->end();
}

Builder::Status Builder::run(const Stmt& statement, Env& env) {
  const auto status = [](bool ok) { return ok ? Status::built : Status::failed; };
  switch (statement.kind) {
    case Stmt::Kind::let: {
      if (!let(statement.bindings, statement.recursive, env)) return Status::failed;
      for (const cat::Check& when : statement.checks)  // let rec .. when: herd stops early where it fails, which rejects
        if (!skipped(when.name) && !add_check(when, env, net_.axioms, "")) return Status::failed;
      return Status::built;
    }
    case Stmt::Kind::check:
      return status(skipped(statement.checks[0].name) || add_check(statement.checks[0], env, net_.axioms, statement.check_name));
    case Stmt::Kind::flag: return status(add_check(statement.checks[0], env, net_.flags, ""));
    case Stmt::Kind::assert_: return status(add_check(statement.checks[0], env, net_.assertions, ""));
    case Stmt::Kind::undefined_unless: {
      if (!add_check(statement.checks[0], env, net_.flags, "")) return Status::failed;
      Axiom& flag = net_.flags.back();
      flag.negated = !flag.negated;
      flag.name = "undef";
      return Status::built;
    }
    case Stmt::Kind::show: {
      for (std::size_t i = 0; i < statement.exprs.size(); ++i) {
        const Maybe value = evaluate(*statement.exprs[i], env);
        if (!value && need_ != Need::nothing) return Status::failed;
        if (!value) failure_.reset();  // herd ignores unknown names here
        if (value && value->kind == K::relation) net_.shown.emplace_back(statement.names[i], value->node);
      }
      return Status::built;
    }
    case Stmt::Kind::unshow:
      std::erase_if(net_.shown, [&](const auto& s) { return std::ranges::find(statement.names, s.first) != statement.names.end(); });
      return Status::built;
    case Stmt::Kind::include: return run(statement.body, env);
    case Stmt::Kind::procedure: {
      auto closure = std::make_shared<Closure>();
      closure->pattern = &statement.pattern;
      closure->procedure = &statement;
      Thunk& thunk = thunks_.emplace_back();
      const Env outer = env;
      env = extend(env, statement.name, &thunk);
      closure->env = statement.recursive ? env : outer;
      thunk.value = std::make_shared<const CatValue>(CatValue{.kind = K::closure, .closure = std::move(closure)});
      return Status::built;
    }
    case Stmt::Kind::call: return call(statement, env);
    case Stmt::Kind::enum_: {
      std::vector<CatValue> tags;
      for (const std::string& tag : statement.names) tags.push_back({.kind = K::tag, .tag = tag});
      env = extend(env, statement.name, values(std::move(tags)));
      return Status::built;
    }
    case Stmt::Kind::debug: return Status::built;
    case Stmt::Kind::forall: {
      const Maybe over = evaluate(*statement.exprs[0], env);
      if (!over) return Status::failed;
      const auto items = elements(*over, statement.exprs[0]->span);
      if (!items) return Status::failed;
      for (const CatValue& item : *items) {
        Env inner = extend(env, statement.name, item);
        if (const Status s = run(statement.body, inner); s != Status::built) return s;
      }
      return Status::built;
    }
    case Stmt::Kind::with: return with(statement, env);
    case Stmt::Kind::match: {
      const Maybe subject = evaluate(*statement.exprs[0], env);
      if (!subject) return Status::failed;
      for (const cat::StmtMatchClause& clause : statement.clauses)
        if (clause.wildcard || (subject->kind == K::tag && subject->tag == clause.tag)) return run(clause.body, env);
      fail(statement.span, "cat-match", "no clause matches this tag");
      return Status::failed;
    }
    case Stmt::Kind::if_: {
      const auto holds = condition(statement.condition, env);
      if (!holds) return Status::failed;
      return run(*holds ? statement.body : statement.otherwise, env);
    }
  }
  check(false, "every kind of statement is handled");
  return Status::failed;
}

bool Builder::add_check(const cat::Check& c, Env env, std::vector<Axiom>& to, const std::string& fallback_name) {
  const Maybe value = evaluate(*c.expr, env);
  if (!value) return false;
  Axiom axiom{.test = c.test, .negated = c.negated, .node = 0, .name = c.name.empty() ? fallback_name : c.name, .where = c.span};
  std::optional<NodeId> node;
  if (c.test == cat::Test::empty && value->kind == K::values) {
    // Emptiness of a set of values is known here and now.
    node = value->items->empty() ? net_.empty(true) : net_.full(true);
  } else {
    node = c.test == cat::Test::empty && value->kind == K::set ? as_set(*value, c.expr->span) : as_relation(*value, c.expr->span);
  }
  if (!node) return false;
  axiom.node = *node;
  to.push_back(std::move(axiom));
  return true;
}

bool Builder::let(const std::vector<cat::Binding>& bindings, bool recursive, Env& env) {
  if (recursive) return let_recursive(bindings, env);
  const Env outer = env;
  for (const cat::Binding& binding : bindings) {
    if (!binding.pattern.tuple) {
      env = extend(env, binding.pattern.names.front(), delay(*binding.value, outer));
      continue;
    }
    const Maybe value = evaluate(*binding.value, outer);
    if (!value) return false;
    const auto bound = bind(binding.pattern, *value, env, binding.pattern.span);
    if (!bound) return false;
    env = *bound;
  }
  return true;
}

// Functions see themselves through their environment; sets and relations are least fixed points.
bool Builder::let_recursive(const std::vector<cat::Binding>& bindings, Env& env) {
  std::vector<const cat::Binding*> fixed;
  std::vector<std::pair<Thunk*, const cat::Binding*>> functions;
  for (const cat::Binding& binding : bindings) {
    if (!is_function(binding)) {
      fixed.push_back(&binding);
      continue;
    }
    Thunk& thunk = thunks_.emplace_back();
    env = extend(env, binding.pattern.names.front(), &thunk);
    functions.emplace_back(&thunk, &binding);
  }
  // Functions see the names of the fixed points too, whatever these stand for at the moment.
  const auto bind_functions = [&](Env scope) {
    for (const auto& [thunk, binding] : functions) {
      thunk->expr = binding->value.get();
      thunk->env = scope;
      thunk->value.reset();
    }
  };
  bind_functions(env);
  if (fixed.empty()) return true;
  // A name may be bound to relations or to sets; nearly always to relations, so these are tried first.
  const Env before_names = env;
  if (fixpoint(fixed, env, false, bind_functions)) return true;
  if (need_ != Need::nothing || !failure_ || failure_->code != "cat-kind") return false;
  const Diagnostic first = *failure_;
  failure_.reset();
  env = before_names;
  if (fixpoint(fixed, env, true, bind_functions)) return true;
  if (need_ == Need::nothing) failure_ = first;
  return false;
}

bool Builder::fixpoint(const std::vector<const cat::Binding*>& bindings, Env& env, bool as_sets,
                       const std::function<void(Env)>& bind_functions) {
  const Env outer = env;
  std::vector<NodeId> names;
  for (const cat::Binding* binding : bindings) {
    names.push_back(net_.recursive(as_sets));
    env = extend(env, binding->pattern.names.front(), as_sets ? set_value(names.back()) : relation_value(names.back()));
  }
  bind_functions(env);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Maybe value = evaluate(*bindings[i]->value, env);
    if (!value) return false;
    const Span at = bindings[i]->value->span;
    const auto node = as_sets ? as_set(*value, at) : as_relation(*value, at);
    if (!node) return false;
    net_.define(names[i], *node);
  }
  if (!group(names, bindings.front()->value->span)) return false;
  const auto folded = net_.fold(net_.groups.back());
  if (!folded) return true;
  // Nothing unknown is involved: the names are constants. (Their group's own names come first among those it was merged with.)
  net_.groups.pop_back();
  env = outer;
  for (std::size_t i = 0; i < bindings.size(); ++i)
    env = extend(env, bindings[i]->pattern.names.front(), as_sets ? set_value((*folded)[i]) : relation_value((*folded)[i]));
  bind_functions(env);
  return true;
}

// Finds the nodes on the way round, and refuses a definition that is not monotone: it has no least fixed point to speak of.
bool Builder::group(const std::vector<NodeId>& names, Span where) {
  const auto operands = [&](NodeId id) -> std::vector<NodeId> {
    const Node& n = net_[id];
    if (n.kind == Kind::constant || n.kind == Kind::unknown) return {};
    if (n.kind == Kind::recursive) return n.a == Network::kNone ? std::vector<NodeId>{} : std::vector<NodeId>{n.a};
    return {n.a, n.b};
  };
  std::vector<bool> reached(net_.nodes().size(), false), inside(net_.nodes().size(), false);
  std::vector<NodeId> stack(names), all;
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (reached[id]) continue;
    reached[id] = true;
    all.push_back(id);
    for (const NodeId kid : operands(id)) stack.push_back(kid);
  }
  for (const NodeId id : names) inside[id] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const NodeId id : all) {
      if (inside[id]) continue;
      const auto kids = operands(id);
      if (!std::ranges::any_of(kids, [&](NodeId kid) { return inside[kid]; })) continue;
      inside[id] = grown = true;
    }
  }
  RecursiveGroup found{.names = names, .body = {}};
  for (const NodeId id : all) {
    if (!inside[id]) continue;
    if (net_[id].kind == Kind::difference && inside[net_[id].b]) {
      fail(where, "cat-not-monotone", "this recursive definition subtracts or complements the name it defines",
           "a least fixed point needs a definition that only grows with its name");
      return false;
    }
    found.body.push_back(id);
  }
  // A recursion inside another's definition is solved together with it.
  for (auto it = net_.groups.begin(); it != net_.groups.end();) {
    const bool overlaps = std::ranges::any_of(it->body, [&](NodeId id) { return inside[id]; });
    if (overlaps) {
      found.names.insert(found.names.end(), it->names.begin(), it->names.end());
      found.body.insert(found.body.end(), it->body.begin(), it->body.end());
    }
    it = overlaps ? net_.groups.erase(it) : it + 1;
  }
  std::ranges::sort(found.body);
  found.body.erase(std::unique(found.body.begin(), found.body.end()), found.body.end());
  net_.groups.push_back(std::move(found));
  return true;
}

Builder::Status Builder::with(const Stmt& statement, Env& env) {
  const Maybe from = evaluate(*statement.exprs[0], env);
  if (!from) return Status::failed;
  if (from->kind == K::orders && !options_.list_orders) {
    Order order;
    order.name = statement.name;
    order.node = net_.unknown(false);
    order.base = from->orders->base;
    order.classes = from->orders->classes;
    order.scope = Relation(structure_.size());
    order.on = EventSet(structure_.size());
    for (const EventSet& on : order.classes) {
      order.scope |= Relation::product(on, on) - Relation::identity(structure_.size());
      order.on |= on;
    }
    net_.choices.emplace_back(statement.name, order.node);
    env = extend(env, statement.name, relation_value(order.node));
    net_.orders.push_back(std::move(order));
    return Status::built;
  }
  const auto items = elements(*from, statement.exprs[0]->span);
  if (!items) return Status::failed;
  const std::size_t at = sizes_.size();
  sizes_.push_back(items->size());
  if (choices_.size() <= at) choices_.push_back(0);
  if (items->empty()) return Status::rejected;
  const CatValue& chosen = (*items)[choices_[at]];
  if (chosen.kind == K::relation) net_.choices.emplace_back(statement.name, chosen.node);
  env = extend(env, statement.name, chosen);
  return Status::built;
}

Builder::Status Builder::call(const Stmt& statement, Env& env) {
  if (skipped(statement.check_name)) return Status::built;
  cat::Expr reference;
  reference.kind = cat::Expr::Kind::name;
  reference.name = statement.name;
  reference.span = statement.span;
  const Maybe procedure = evaluate(reference, env);
  if (!procedure) return Status::failed;
  if (procedure->kind != K::closure || !procedure->closure->procedure) {
    fail(statement.span, "cat-kind", "'" + statement.name + "' is not a procedure");
    return Status::failed;
  }
  const Maybe argument = evaluate(*statement.exprs[0], env);
  if (!argument) return Status::failed;
  const auto inner = bind(*procedure->closure->pattern, *argument, procedure->closure->env, statement.span);
  if (!inner) return Status::failed;
  if (++depth_ > 500) {
    fail(statement.span, "cat-recursion", "procedures call each other too deeply here");
    return Status::failed;
  }
  const std::size_t first = net_.axioms.size();
  Env scope = *inner;
  const Status status = run(procedure->closure->procedure->body, scope);
  --depth_;
  for (std::size_t i = first; i < net_.axioms.size(); ++i)
    if (net_.axioms[i].name.empty()) net_.axioms[i].name = statement.check_name;
  return status;
}

std::optional<bool> Builder::condition(const cat::Condition& c, Env env) {
  using C = cat::Condition::Kind;
  switch (c.kind) {
    case C::variant: return options_.variants && std::ranges::find(*options_.variants, c.variant) != options_.variants->end();
    case C::not_: {
      const auto inner = condition(c.kids[0], env);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case C::and_:
    case C::or_: {
      const auto left = condition(c.kids[0], env);
      if (!left || *left == (c.kind == C::or_)) return left;
      return condition(c.kids[1], env);
    }
    case C::equal:
    case C::subset:
    case C::member: break;
  }
  const Maybe left = evaluate(*c.exprs[0], env);
  if (!left) return std::nullopt;
  const Maybe right = evaluate(*c.exprs[1], env);
  if (!right) return std::nullopt;
  const auto same = [](const CatValue& x, const CatValue& y) { return !before(x, y) && !before(y, x); };
  const bool scalar = left->kind == K::tag || left->kind == K::event || left->kind == K::pair || left->kind == K::tuple;
  if (c.kind == C::equal && scalar) return same(*left, *right);
  const auto ys = elements(*right, c.exprs[1]->span);
  if (!ys) return std::nullopt;
  if (c.kind == C::member) {
    if ((left->kind == K::set || left->kind == K::relation) && !constant_needed(left->node)) return std::nullopt;
    return std::ranges::any_of(*ys, [&](const CatValue& y) { return same(*left, y); });
  }
  const auto xs = elements(*left, c.exprs[0]->span);
  if (!xs) return std::nullopt;
  const bool contained = std::ranges::includes(*ys, *xs, before);
  return c.kind == C::subset ? contained : contained && xs->size() == ys->size();
}

Result<Need> build(const program::Program& program, const events::Structure& structure, const cat::Model& model,
                   const BuildOptions& options, Budget& budget, const std::function<bool(Network&)>& use) {
  std::vector<std::size_t> choices;  // an odometer over the explicit choices; most models have none
  while (!budget.exhausted()) {
    Builder builder(program, structure, options, budget, choices);
    const Builder::Status status = builder.run(model);
    if (budget.limit().reached()) return Need::nothing;
    if (status == Builder::Status::failed) {
      if (builder.need() != Need::nothing) return builder.need();
      return thinair::fail(builder.failure());
    }
    if (status == Builder::Status::built) {
      // Whoever uses it narrows bounds: two for each open node, and as many again to tell which axioms hold.
      const auto open = std::ranges::count_if(builder.network().nodes(), [](const Node& n) { return n.kind != Kind::constant && !n.is_set; });
      if (!budget.room_for(4 * static_cast<std::uint64_t>(open) * builder.network().relation_bytes())) return Need::nothing;
      if (!use(builder.network())) return Need::nothing;
    }
    choices.resize(builder.sizes().size());
    while (!choices.empty() && choices.back() + 1 >= builder.sizes()[choices.size() - 1]) choices.pop_back();
    if (choices.empty()) return Need::nothing;
    ++choices.back();
  }
  return Need::nothing;
}

}  // namespace thinair::bounds
