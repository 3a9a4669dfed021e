// Statements of .cat: definitions, checks, choices; and build(), which runs them once per combination of explicit choices.
#include <algorithm>

#include "engine/bounds/builder.hpp"
#include "support/check.hpp"

namespace thinair::bounds {
namespace {

using cat::Stmt;
using K = CatValue::Kind;

// May these statements choose something? A procedure may.
bool chooses(const std::vector<Stmt>& statements) {
  return std::ranges::any_of(statements, [](const Stmt& s) {
    return s.kind == Stmt::Kind::with || s.kind == Stmt::Kind::call || chooses(s.body) || chooses(s.otherwise) ||
           std::ranges::any_of(s.clauses, [](const cat::StmtMatchClause& clause) { return chooses(clause.body); });
  });
}

bool is_function(const cat::Binding& binding) { return binding.value->kind == cat::Expr::Kind::lambda; }

}  // namespace

Builder::Builder(const PlannedModel& model, const BuildOptions& options, Budget& budget, std::vector<std::size_t>& choices, Plan& plan)
    : model_(model), dialect_(model.dialect), options_(options), budget_(budget), choices_(choices), plan_(plan) {}

Builder::Builder(const PlannedModel& model, const BuildOptions& options, Budget& budget, std::vector<std::size_t>& choices, Plan& plan,
                 const events::Structure& structure, Instance& instance)
    : Builder(model, options, budget, choices, plan) {
  structure_ = &structure;
  instance_ = &instance;
}

Builder::Status Builder::run() {
  Env env = nullptr;
  const std::vector<Stmt>& statements = model_.model->statements;
  if (const Status status = run(statements, env); status != Status::built) return status;
  if (options_.labels) {
    for (const char* name : {"po", "rf", "addr", "data", "ctrl", "rmw", "loc"}) label(name, env);
    label(statements, env);
    for (const Turn& turn : turns_) {
      suffix_ = turn.suffix;
      label(*turn.body, turn.env);
    }
    suffix_.clear();
    for (const auto& choice : plan_.choices)  // also those of procedures
      if (std::ranges::find(plan_.labels, choice.second, &std::pair<std::string, NodeId>::second) == plan_.labels.end())
        plan_.labels.push_back(choice);
  }
  for (const std::string& wanted : model_.exports) {
    cat::Expr reference;
    reference.kind = cat::Expr::Kind::name;
    reference.name = wanted;
    const Maybe value = evaluate(reference, env);
    if (!value) return Status::failed;
    const auto node = value->kind == K::set ? std::optional(value->node) : as_relation(*value, {});
    if (!node) return Status::failed;
    plan_.exports.push_back(*node);
  }
  for (PlanAxiom& axiom : plan_.axioms)
    if (axiom.name.empty() && !axiom.rules.empty()) axiom.name = model_.model->rules[axiom.rules.back()].name;
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
  if (value && (value->kind == K::set || value->kind == K::relation)) plan_.labels.emplace_back(wanted + suffix_, value->node);
  if (!value) failure_.reset();
  need_ = need;
}

Builder::Status Builder::run(const std::vector<Stmt>& statements, Env& env) {
  for (const Stmt& statement : statements)
    if (const Status status = run(statement, env); status != Status::built) return status;
  return Status::built;
}

Builder::Status Builder::run(const Stmt& statement, Env& env) {
  const auto status = [](bool ok) { return ok ? Status::built : Status::failed; };
  switch (statement.kind) {
    case Stmt::Kind::let: {
      let(statement.bindings, statement.recursive, env);
      for (const cat::Check& when : statement.checks)  // let rec .. when: herd stops early where it fails, which rejects
        if (!add_check(when, env, plan_.axioms, "")) return Status::failed;
      return Status::built;
    }
    case Stmt::Kind::check: return status(add_check(statement.checks[0], env, plan_.axioms, statement.check_name));
    case Stmt::Kind::flag: return status(add_check(statement.checks[0], env, plan_.flags, ""));
    case Stmt::Kind::assert_: return status(add_check(statement.checks[0], env, plan_.assertions, ""));
    case Stmt::Kind::undefined_unless: {
      if (!add_check(statement.checks[0], env, plan_.flags, "undef")) return Status::failed;
      PlanAxiom& flag = plan_.flags.back();
      flag.negated = !flag.negated;
      flag.undefined = true;
      return Status::built;
    }
    case Stmt::Kind::show: {
      for (std::size_t i = 0; i < statement.exprs.size(); ++i) {
        const Maybe value = evaluate(*statement.exprs[i], env);
        if (!value && need_ != Need::nothing) return Status::failed;
        if (!value) failure_.reset();  // herd ignores unknown names here
        if (value && value->kind == K::relation) plan_.shown.emplace_back(statement.names[i] + suffix_, value->node);
      }
      return Status::built;
    }
    case Stmt::Kind::unshow:
      std::erase_if(plan_.shown, [&](const auto& s) {
        return std::ranges::any_of(statement.names, [&](const std::string& name) { return s.first == name + suffix_; });
      });
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
    case Stmt::Kind::debug:
    case Stmt::Kind::instructions: return Status::built;  // about annotations, which no instruction here has
    case Stmt::Kind::forall: return forall(statement, env);
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

bool Builder::add_check(const cat::Check& c, Env env, std::vector<PlanAxiom>& to, const std::string& fallback_name) {
  const Maybe value = evaluate(*c.expr, env);
  if (!value) return false;
  PlanAxiom axiom{
      .test = c.test, .negated = c.negated, .node = 0, .name = c.name.empty() ? fallback_name : c.name, .where = c.span, .rules = calls_};
  if (c.rule != language::kNoRule) axiom.rules.push_back(c.rule);
  std::optional<NodeId> node;
  if (c.test == cat::Test::empty && value->kind == K::values) {
    // Emptiness of a set of values is known here and now.
    node = value->items->empty() ? plan_.empty(true) : plan_.full(true);
  } else {
    node = c.test == cat::Test::empty && value->kind == K::set ? as_set(*value, c.expr->span) : as_relation(*value, c.expr->span);
  }
  if (!node) return false;
  axiom.node = *node;
  to.push_back(std::move(axiom));
  return true;
}

void Builder::let(const std::vector<cat::Binding>& bindings, bool recursive, Env& env) {
  if (recursive) return let_recursive(bindings, env);
  const Env outer = env;
  for (const cat::Binding& binding : bindings) {
    Thunk* const value = delay(*binding.value, outer);
    if (!binding.pattern.tuple) {
      env = extend(env, binding.pattern.names.front(), value);
      continue;
    }
    for (std::size_t i = 0; i < binding.pattern.names.size(); ++i) {
      Thunk& one = thunks_.emplace_back();
      one.whole = value;
      one.parts = &binding.pattern;
      one.part = i;
      env = extend(env, binding.pattern.names[i], &one);
    }
  }
}

// Functions see themselves through their environment; sets and relations are least fixed points.
void Builder::let_recursive(const std::vector<cat::Binding>& bindings, Env& env) {
  Recursion& recursion = recursions_.emplace_back();
  for (const cat::Binding& binding : bindings) {
    Thunk& thunk = thunks_.emplace_back();
    env = extend(env, binding.pattern.names.front(), &thunk);
    (is_function(binding) ? recursion.functions : recursion.fixed).emplace_back(&thunk, &binding);
  }
  recursion.env = env;
  for (const auto& [thunk, binding] : recursion.fixed) thunk->recursion = &recursion;
  for (const auto& [thunk, binding] : recursion.functions) {
    thunk->expr = binding->value.get();
    thunk->env = env;
  }
}

// A name may be bound to relations or to sets; nearly always to relations, so these are tried first.
bool Builder::solve(Recursion& recursion) {
  const auto forget = [&] {
    for (const auto& [thunk, binding] : recursion.fixed) thunk->value.reset();
  };
  if (fixpoint(recursion, false)) return true;
  forget();
  if (need_ != Need::nothing || !failure_ || failure_->code != "cat-kind") return false;
  const Diagnostic first = *failure_;
  failure_.reset();
  if (fixpoint(recursion, true)) return true;
  forget();
  if (need_ == Need::nothing) failure_ = first;
  return false;
}

bool Builder::fixpoint(const Recursion& recursion, bool as_sets) {
  std::vector<NodeId> names;
  for (const auto& [thunk, binding] : recursion.fixed) {
    names.push_back(plan_.recursive(as_sets));
    thunk->value = std::make_shared<const CatValue>(as_sets ? set_value(names.back()) : relation_value(names.back()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const cat::Expr& definition = *recursion.fixed[i].second->value;
    const Maybe value = evaluate(definition, recursion.env);
    if (!value) return false;
    const auto node = as_sets ? as_set(*value, definition.span) : as_relation(*value, definition.span);
    if (!node) return false;
    plan_.define(names[i], *node);
  }
  if (!monotone(names, recursion.fixed.front().second->value->span)) return false;
  plan_.recursions.push_back(std::move(names));
  return true;
}

// Refuses a definition that is not monotone: it has no least fixed point to speak of.
bool Builder::monotone(const std::vector<NodeId>& names, Span where) {
  const auto body = recursive_body(names, plan_.nodes().size(), [&](NodeId id) { return plan_.operands(id); });
  for (const NodeId id : body) {
    if (plan_[id].kind != Kind::difference || !std::ranges::binary_search(body, plan_[id].b)) continue;
    fail(where, "cat-not-monotone", "this recursive definition subtracts or complements the name it defines",
         "a least fixed point needs a definition that only grows with its name");
    return false;
  }
  return true;
}

// Turns that choose are taken in an order of the elements' contents, each content once: a witness lists its choices in that order.
Builder::Status Builder::forall(const Stmt& statement, Env env) {
  const Span where = statement.exprs[0]->span;
  Maybe over = evaluate(*statement.exprs[0], env);
  if (over && chooses(statement.body)) over = settled(*over, where);
  if (!over) return Status::failed;
  const auto items = elements(*over, where);
  if (!items) return Status::failed;
  const std::vector<std::string> suffixes = loop_suffixes(*items);
  const std::string outside = suffix_;
  for (std::size_t i = 0; i < items->size(); ++i) {
    Env inner = extend(env, statement.name, (*items)[i]);
    suffix_ = outside + suffixes[i];
    const Status status = run(statement.body, inner);
    if (options_.labels) turns_.push_back({&statement.body, inner, suffix_});
    suffix_ = outside;
    if (status != Status::built) return status;
  }
  return Status::built;
}

// Choices have different names: a `with` may be run several times, in turns of a `forall` and in procedures.
std::string Builder::choice_name(const std::string& name) const {
  const std::string wanted = name + suffix_;
  std::string out = wanted;
  for (int again = 2; std::ranges::find(plan_.choices, out, &std::pair<std::string, NodeId>::first) != plan_.choices.end(); ++again)
    out = wanted + "." + std::to_string(again);
  return out;
}

Builder::Status Builder::with(const Stmt& statement, Env& env) {
  const Maybe from = evaluate(*statement.exprs[0], env);
  if (!from) return Status::failed;
  const std::string name = choice_name(statement.name);
  if (from->kind == K::orders && !options_.list_orders) {
    const NodeId node = plan_.order({.name = name,
                                     .rule = statement.rule,
                                     .on = from->orders->on,
                                     .base = from->orders->base,
                                     .per_location = from->orders->per_location});
    plan_.choices.emplace_back(name, node);
    env = extend(env, statement.name, relation_value(node));
    return Status::built;
  }
  const auto items = elements(*from, statement.exprs[0]->span);
  if (!items) return Status::failed;
  const std::size_t at = sizes_.size();
  sizes_.push_back(items->size());
  if (choices_.size() <= at) choices_.push_back(0);
  if (items->empty()) return Status::rejected;
  const CatValue& chosen = (*items)[choices_[at]];
  if (chosen.kind == K::relation) plan_.choices.emplace_back(name, chosen.node);
  env = extend(env, statement.name, chosen);
  return Status::built;
}

Builder::Status Builder::call(const Stmt& statement, Env& env) {
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
  const std::size_t first = plan_.axioms.size();
  Env scope = *inner;
  if (statement.rule != language::kNoRule) calls_.push_back(statement.rule);
  const Status status = run(procedure->closure->procedure->body, scope);
  if (statement.rule != language::kNoRule) calls_.pop_back();
  --depth_;
  for (std::size_t i = first; i < plan_.axioms.size(); ++i)
    if (plan_.axioms[i].name.empty()) plan_.axioms[i].name = statement.check_name;
  return status;
}

std::optional<bool> Builder::condition(const cat::Condition& c, Env env) {
  using C = cat::Condition::Kind;
  switch (c.kind) {
    case C::variant: return std::ranges::find(model_.variants, c.variant) != model_.variants.end();
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
    CatValue wanted = *left;  // members of a list are constants: compare with the constant that it is
    if (left->kind == K::set) {
      const auto value = known_set(left->node);
      if (!value) return std::nullopt;
      wanted.node = plan_.constant(*value);
    } else if (left->kind == K::relation) {
      const auto value = known_relation(left->node);
      if (!value) return std::nullopt;
      wanted.node = plan_.constant(*value);
    }
    return std::ranges::any_of(*ys, [&](const CatValue& y) { return same(wanted, y); });
  }
  const auto xs = elements(*left, c.exprs[0]->span);
  if (!xs) return std::nullopt;
  const bool contained = std::ranges::includes(*ys, *xs, before);
  return c.kind == C::subset ? contained : contained && xs->size() == ys->size();
}

namespace {

// Whoever uses a network narrows bounds: two for each open node, and as many again to tell which axioms hold. False: there is no room.
bool usable(const Network& net, Budget& budget) {
  const auto open = std::ranges::count_if(net.nodes(), [](const Node& n) { return n.kind != Kind::constant && !n.is_set; });
  return !budget.limit().reached() && budget.room_for(4 * static_cast<std::uint64_t>(open) * net.relation_bytes());
}

// The text once over the structure, for a model that looks inside values.
Result<Need> build_once(const PlannedModel& model, const events::Structure& structure, const BuildOptions& options, Budget& budget,
                        std::vector<std::size_t>& choices, std::vector<std::size_t>& sizes, const std::function<bool(Network&)>& use,
                        bool& go_on) {
  Plan plan;
  Instance instance(plan, structure, options.decided, budget);
  Builder builder(model, options, budget, choices, plan, structure, instance);
  const Builder::Status status = builder.run();
  if (budget.limit().reached()) return Need::nothing;
  if (status == Builder::Status::failed) {
    if (builder.need() != Need::nothing) return builder.need();
    return thinair::fail(builder.failure());
  }
  sizes = builder.sizes();
  if (status == Builder::Status::rejected) return Need::nothing;
  if (const Need need = instance.finish(options.without, options.labels, options.exports); need != Need::nothing) return need;
  go_on = usable(instance.network(), budget) && use(instance.network());
  return Need::nothing;
}

}  // namespace

namespace {

// Runs the text without a structure.
Builder::Status run_plan(PlannedModel& out, bool labels, std::optional<Diagnostic>& failure) {
  Budget unlimited;
  std::vector<std::size_t> choices;
  BuildOptions options;
  options.labels = labels;
  Builder builder(out, options, unlimited, choices, out.plan);
  const Builder::Status status = builder.run();
  out.looks_inside = builder.need() != Need::nothing || !builder.sizes().empty();
  if (out.looks_inside) out.plan = {};
  if (!out.looks_inside && status == Builder::Status::failed) failure = builder.failure();
  return status;
}

}  // namespace

Result<PlannedModel> plan(const cat::Model& model, std::vector<std::string> dialect, std::vector<std::string> variants,
                          std::vector<std::string> exports, bool processors) {
  PlannedModel out{&model, std::move(dialect), std::move(variants), std::move(exports), {}, false, processors};
  std::optional<Diagnostic> failure;
  run_plan(out, false, failure);
  if (failure) return thinair::fail(std::move(*failure));
  return out;
}

PlannedModel with_labels(const PlannedModel& model) {
  PlannedModel out{model.model, model.dialect, model.variants, model.exports, {}, false, model.processors};
  std::optional<Diagnostic> failure;
  run_plan(out, true, failure);
  check(!failure, "a model that has a plan has one with labels");
  return out;
}

program::SetMask looks_at(const PlannedModel& model) {
  if (model.looks_inside) return ~program::SetMask{0};
  program::SetMask out = 0;
  const std::vector<bool> used = model.plan.used();
  for (NodeId id = 0; id < used.size(); ++id) {
    const PlanNode& node = model.plan[id];
    if (used[id] && node.leaf == Leaf::dialect && program::has_members(node.index)) out |= program::SetMask{1} << node.index;
  }
  return out;
}

Result<Need> build(const PlannedModel& model, const events::Structure& structure, const BuildOptions& options, Budget& budget,
                   const std::function<bool(Network&)>& use) {
  if (!model.looks_inside && !options.list_orders) {
    Instance instance(model.plan, structure, options.decided, budget);
    const Need need = instance.finish(options.without, options.labels, options.exports);
    if (budget.limit().reached()) return Need::nothing;
    if (need != Need::nothing) return need;
    if (usable(instance.network(), budget)) use(instance.network());
    return Need::nothing;
  }
  std::vector<std::size_t> choices, sizes;  // an odometer over the explicit choices; most models have none
  while (!budget.exhausted()) {
    bool go_on = true;
    const auto need = build_once(model, structure, options, budget, choices, sizes, use, go_on);
    if (!need || *need != Need::nothing || !go_on) return need;
    choices.resize(sizes.size());
    while (!choices.empty() && choices.back() + 1 >= sizes[choices.size() - 1]) choices.pop_back();
    if (choices.empty()) return Need::nothing;
    ++choices.back();
  }
  return Need::nothing;
}

}  // namespace thinair::bounds
