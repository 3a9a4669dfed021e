// Expressions on kinds. What each operator takes and gives is section "Expressions" of docs/cat-language.md.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/cat/resolve_impl.hpp"

namespace thinair::cat {
namespace {

std::string_view symbol(Expr::Kind kind) {
  switch (kind) {
    case Expr::Kind::star: return "'*'";
    case Expr::Kind::plus: return "'+'";
    case Expr::Kind::optional: return "'?'";
    case Expr::Kind::inverse: return "'^-1'";
    case Expr::Kind::union_: return "'|'";
    case Expr::Kind::sequence: return "';'";
    case Expr::Kind::difference: return "'\\'";
    case Expr::Kind::intersection: return "'&'";
    case Expr::Kind::product: return "the product '*'";
    case Expr::Kind::complement: return "'~'";
    case Expr::Kind::identity: return "'[ ]'";
    default: return "this";
  }
}

std::string identity_hint(const Expr& expr) {
  return fmt::format("write [{}] for the identity on {}", expr.kind == Expr::Kind::name ? expr.name : "S",
                     expr.kind == Expr::Kind::name ? expr.name : "a set S");
}

}  // namespace

Abstract Resolver::eval(const Expr& expr, EnvId env) {
  if (depth_ >= kDeepest || !spend(1)) return {};
  ++depth_;
  const Abstract value = eval_kind(expr, env);
  --depth_;
  return value;
}

Abstract Resolver::eval_kind(const Expr& expr, EnvId env) {
  switch (expr.kind) {
    case EK::empty_relation: return {Kinds::kRelation};
    case EK::empty_set:
    case EK::universe: return {Kinds::kAny};
    case EK::name: return name(expr, env);
    case EK::tag: tag_known(expr.name, expr.span); return {Kinds::kTag};
    case EK::tuple: {
      std::vector<KindId> parts;
      Taint taint = 0;
      for (const ExprPtr& kid : expr.kids) {
        const Abstract part = eval(*kid, env);
        parts.push_back(part.kind);
        taint |= part.taint;
      }
      return {kinds_.tuple(std::move(parts)), taint};
    }
    case EK::set_literal: return set_literal(expr, env);
    case EK::star:
    case EK::plus:
    case EK::optional:
    case EK::inverse: return want(*expr.kids[0], env, Kinds::kRelation, symbol(expr.kind));
    case EK::complement: {
      const Abstract inner = want_collection(*expr.kids[0], env, symbol(expr.kind));
      if (inner.taint != 0) not_monotone(expr.span, "take the complement of itself");
      return inner;
    }
    case EK::identity: return {Kinds::kRelation, want(*expr.kids[0], env, Kinds::kSet, symbol(expr.kind)).taint};
    case EK::union_:
    case EK::intersection:
    case EK::difference: return algebra(expr, env);
    case EK::insert: return insertion(expr, env);
    case EK::sequence:
    case EK::product: {
      const KindId wanted = expr.kind == EK::sequence ? Kinds::kRelation : Kinds::kSet;
      const Abstract left = want(*expr.kids[0], env, wanted, symbol(expr.kind));
      const Abstract right = want(*expr.kids[1], env, wanted, symbol(expr.kind));
      return {Kinds::kRelation, left.taint | right.taint};
    }
    case EK::apply: return apply(expr, env);
    case EK::lambda: {
      const KindId closure = kinds_.make({.tag = Tag::closure, .parts = {}, .code = &expr, .env = env});
      examine(closure);
      return {closure};
    }
    case EK::let: return eval(*expr.kids[0], definitions(expr.bindings, expr.recursive, env));
    case EK::match: return match(expr, env);
    case EK::try_: return attempt(expr, env);
    case EK::if_: return choice(expr, env);
  }
  return {};
}

Abstract Resolver::name(const Expr& expr, EnvId env) {
  if (const EnvId bound = find(env, expr.name); bound != 0) return value_of(bound, expr.span);
  if (std::ranges::find(dialect_, expr.name) != dialect_.end()) return {Kinds::kSet};
  const Primitive* primitive = find_primitive(expr.name);
  if (!primitive) {
    unbound(expr.name, expr.span, env, false);
    return {};
  }
  if (!primitive->unsupported.empty()) {
    report(expr.span, "cat-unsupported", fmt::format("'{}' is not supported", expr.name), std::string(primitive->unsupported));
    return {};
  }
  if (primitive->registers && !options_.registers) {
    report(expr.span, "cat-unsupported", fmt::format("'{}' is not supported for Java tests", expr.name),
           "only instructions of processors have register events");
    return {};
  }
  switch (primitive->kind) {
    case Primitive::Kind::set: return {Kinds::kSet};
    case Primitive::Kind::relation: return {Kinds::kRelation};
    case Primitive::Kind::function: return {kinds_.make({.tag = Tag::primitive, .parts = {}, .primitive = primitive})};
  }
  return {};
}

// The value of `expr`, which must be of the kind.
Abstract Resolver::want(const Expr& expr, EnvId env, KindId kind, std::string_view place) {
  const Abstract value = eval(expr, env);
  if (value.kind == kind || value.kind == Kinds::kUnknown || value.kind == Kinds::kAny) return {kind, value.taint};
  // One event stands for the set of it, one pair for the relation, as in herd.
  if ((kind == Kinds::kSet && value.kind == Kinds::kEvent) || (kind == Kinds::kRelation && value.kind == Kinds::kPair))
    return {kind, value.taint};
  std::string hint;
  if (kind == Kinds::kRelation && value.kind == Kinds::kSet) hint = identity_hint(expr);
  if (kind == Kinds::kSet && value.kind == Kinds::kRelation) hint = "domain(r) and range(r) are sets";
  if (kinds_.tag(value.kind) == Tag::closure || kinds_.tag(value.kind) == Tag::primitive) hint = "the arguments are missing";
  mismatch(expr, env, value.kind, place, kinds_.describe(kind), std::move(hint));
  return {kind, value.taint};
}

Abstract Resolver::want_collection(const Expr& expr, EnvId env, std::string_view place) {
  const Abstract value = eval(expr, env);
  if (value.kind == Kinds::kUnknown || kinds_.is_collection(value.kind)) return value;
  mismatch(expr, env, value.kind, place, "a set or a relation", "");
  return {Kinds::kUnknown, value.taint};
}

Abstract Resolver::algebra(const Expr& expr, EnvId env) {
  const Abstract left = want_collection(*expr.kids[0], env, symbol(expr.kind));
  const Abstract right = want_collection(*expr.kids[1], env, symbol(expr.kind));
  if (expr.kind == EK::difference && right.taint != 0) not_monotone(expr.kids[1]->span, "subtract itself");
  return {combine(expr, env, left.kind, right.kind), left.taint | right.taint};
}

// The kind of both operands of | & and \; reports when there is none.
KindId Resolver::combine(const Expr& expr, EnvId env, KindId left, KindId right) {
  const auto open = [](KindId k) { return k == Kinds::kUnknown || k == Kinds::kAny; };
  if (left == right) return left;
  if (open(left)) return right == Kinds::kAny ? left : right;
  if (open(right)) return left;
  if (kinds_.tag(left) == Tag::set_of && kinds_.tag(right) == Tag::set_of) return Kinds::kUnknown;
  const bool set_left = left == Kinds::kSet;
  const Expr& odd = set_left ? *expr.kids[0] : *expr.kids[1];
  const bool plain = (set_left || right == Kinds::kSet) && (left == Kinds::kRelation || right == Kinds::kRelation);
  report(odd.span, "cat-kind", fmt::format("{} cannot combine {} and {}", symbol(expr.kind), kinds_.describe(left), kinds_.describe(right)),
         plain ? identity_hint(odd) : "", bound_here(odd, env));
  return Kinds::kUnknown;
}

Abstract Resolver::insertion(const Expr& expr, EnvId env) {
  const Abstract element = eval(*expr.kids[0], env);
  const Abstract rest = want_collection(*expr.kids[1], env, "'++'");
  const Taint taint = element.taint | rest.taint;
  const KindId whole = kinds_.set_of(element.kind);
  if (rest.kind == Kinds::kUnknown || rest.kind == Kinds::kAny) return {whole, taint};
  if (whole == Kinds::kUnknown || whole == rest.kind || element.kind == Kinds::kAny) return {rest.kind, taint};
  const KindId wanted = kinds_.element(rest.kind);
  if (wanted == Kinds::kPair && kinds_.tag(element.kind) == Tag::tuple && kinds_[element.kind].parts.size() == 2) return {rest.kind, taint};
  if (wanted == Kinds::kUnknown || kinds_.tag(rest.kind) == Tag::set_of)
    if (kinds_.tag(wanted) != Tag::set && kinds_.tag(wanted) != Tag::relation) return {rest.kind, taint};
  mismatch(*expr.kids[0], env, element.kind, fmt::format("'++' on {}", kinds_.describe(rest.kind)), kinds_.describe(wanted), "");
  return {rest.kind, taint};
}

Abstract Resolver::set_literal(const Expr& expr, EnvId env) {
  Abstract all = eval(*expr.kids[0], env);
  for (std::size_t i = 1; i < expr.kids.size(); ++i) {
    const Abstract next = eval(*expr.kids[i], env);
    const bool clash = all.kind != Kinds::kUnknown && next.kind != Kinds::kUnknown && kinds_.tag(all.kind) != kinds_.tag(next.kind) &&
                       all.kind != Kinds::kAny && next.kind != Kinds::kAny;
    if (clash)
      report(expr.kids[i]->span, "cat-kind",
             fmt::format("the elements of a set must be of one kind: this is {}, the first is {}", kinds_.describe(next.kind),
                         kinds_.describe(all.kind)),
             "", bound_here(*expr.kids[i], env));
    all = {clash ? Kinds::kUnknown : kinds_.join(all.kind, next.kind), all.taint | next.taint};
  }
  if (all.kind == Kinds::kAny) all.kind = Kinds::kUnknown;
  return {kinds_.set_of(all.kind), all.taint};
}

Abstract Resolver::match(const Expr& expr, EnvId env) {
  const Abstract value = eval(*expr.kids[0], env);
  if (value.taint != 0) not_monotone(expr.kids[0]->span, "match on itself");
  const bool collection = kinds_.is_collection(value.kind);
  std::optional<Abstract> result;
  bool complained = false;
  for (const MatchClause& clause : expr.clauses) {
    EnvId inner = env;
    const bool on_sets =
        clause.kind == MatchClause::Kind::empty || clause.kind == MatchClause::Kind::insert || clause.kind == MatchClause::Kind::split;
    if (clause.kind == MatchClause::Kind::tag) tag_known(clause.tag, clause.span);
    const bool wrong =
        value.kind != Kinds::kUnknown && ((on_sets && !collection) || (clause.kind == MatchClause::Kind::tag && value.kind != Kinds::kTag));
    if (wrong && !std::exchange(complained, true))
      report(clause.span, "cat-kind",
             fmt::format("this pattern is for {}, and the value matched is {}", on_sets ? "a set or a relation" : "a tag",
                         kinds_.describe(value.kind)),
             "", bound_here(*expr.kids[0], env));
    const Abstract rest{value.kind == Kinds::kAny || wrong ? Kinds::kUnknown : value.kind, value.taint};
    const Abstract element{wrong ? Kinds::kUnknown : kinds_.element(value.kind), value.taint};
    for (std::size_t i = 0; i < clause.names.size(); ++i)
      inner = bind(inner, clause.names[i], i + 2 == clause.names.size() ? element : rest, clause.span);
    const Abstract body = eval(*clause.body, inner);
    result = result ? Abstract{kinds_.join(result->kind, body.kind), result->taint | body.taint} : body;
  }
  return result.value_or(Abstract{});
}

Abstract Resolver::attempt(const Expr& expr, EnvId env) {
  const std::size_t before = failures_;
  ++quiet_;
  const Abstract first = eval(*expr.kids[0], env);
  --quiet_;
  const bool failed = failures_ > before;
  failures_ = before;
  return failed ? eval(*expr.kids[1], env) : first;
}

Abstract Resolver::choice(const Expr& expr, EnvId env) {
  const std::optional<bool> decided = decide(expr.condition, env);
  if (decided) return eval(*expr.kids[*decided ? 0 : 1], env);
  const Abstract yes = eval(*expr.kids[0], env);
  const Abstract no = eval(*expr.kids[1], env);
  return {kinds_.join(yes.kind, no.kind), yes.taint | no.taint};
}

// Known when it is about variants only.
std::optional<bool> Resolver::decide(const Condition& condition, EnvId env) {
  using CK = Condition::Kind;
  switch (condition.kind) {
    case CK::variant: return std::ranges::find(options_.variants, condition.variant) != options_.variants.end();
    case CK::not_: {
      const auto inner = decide(condition.kids[0], env);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case CK::and_:
    case CK::or_: {
      const bool dominant = condition.kind == CK::or_;
      const auto left = decide(condition.kids[0], env);
      if (left == dominant) return dominant;
      const auto right = decide(condition.kids[1], env);
      if (right == dominant) return dominant;
      return left && right ? std::optional(!dominant) : std::nullopt;
    }
    default: compare(condition, env); return std::nullopt;
  }
}

void Resolver::compare(const Condition& condition, EnvId env) {
  const Abstract left = eval(*condition.exprs[0], env);
  const Abstract right = eval(*condition.exprs[1], env);
  if ((left.taint | right.taint) != 0) not_monotone(condition.span, "depend on a comparison with itself");
  const bool clash = condition.kind == Condition::Kind::member ? right.kind != Kinds::kUnknown && !kinds_.is_collection(right.kind)
                                                               : (left.kind == Kinds::kSet && right.kind == Kinds::kRelation) ||
                                                                     (left.kind == Kinds::kRelation && right.kind == Kinds::kSet);
  if (clash)
    report(condition.span, "cat-kind", fmt::format("cannot compare {} and {}", kinds_.describe(left.kind), kinds_.describe(right.kind)), "",
           bound_here(*condition.exprs[1], env));
}

}  // namespace thinair::cat
