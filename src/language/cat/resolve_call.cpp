// Patterns and calls.
#include <fmt/format.h>

#include <algorithm>

#include "language/cat/resolve_impl.hpp"

namespace thinair::cat {
namespace {

std::string counted(std::size_t n, std::string_view word) { return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s"); }

}  // namespace

EnvId Resolver::bind_pattern(const Pattern& pattern, Abstract value, EnvId env, Span where) {
  const std::size_t width = pattern.names.size();
  if (!pattern.tuple) return width == 0 ? env : bind(env, pattern.names[0], value, pattern.span);
  const KindInfo& info = kinds_[value.kind];
  std::vector<KindId> parts(width, Kinds::kUnknown);
  if (info.tag == Tag::pair && width == 2) {
    parts = {Kinds::kEvent, Kinds::kEvent};
  } else if (info.tag == Tag::tuple && info.parts.size() == width) {
    parts = info.parts;
  } else if (info.tag != Tag::unknown) {
    Diagnostic note;
    note.severity = Severity::note;
    note.where = pattern.span;
    note.message = "the names are here";
    report(where, "cat-kind",
           fmt::format("expected {}, but this is {}", width == 0 ? "()" : fmt::format("a tuple of {}", width), kinds_.describe(value.kind)),
           "", {note});
  }
  for (std::size_t i = 0; i < width; ++i) env = bind(env, pattern.names[i], {parts[i], value.taint}, pattern.span);
  return env;
}

Abstract Resolver::apply(const Expr& expr, EnvId env) {
  const Abstract function = eval(*expr.kids[0], env);
  const Abstract argument = eval(*expr.kids[1], env);
  const Abstract unknown{Kinds::kUnknown, function.taint | argument.taint};
  // A copy: interpreting the body may make new kinds.
  const KindInfo info = kinds_[function.kind];
  switch (info.tag) {
    case Tag::unknown: return unknown;
    case Tag::closure: {
      const Abstract result = call_closure(*info.code, info.env, argument, expr);
      return {result.kind, result.taint | function.taint};
    }
    case Tag::primitive: return apply_primitive(expr, env, *info.primitive, argument);
    case Tag::procedure:
      report(expr.kids[0]->span, "cat-kind", "a procedure has no value", "procedures are run by the statement 'call'",
             bound_here(*expr.kids[0], env));
      return unknown;
    default: {
      const Expr& head = *expr.kids[0];
      const std::string subject = head.kind == EK::name ? fmt::format("'{}'", head.name) : "this";
      report(head.span, "cat-kind", fmt::format("{} is {} and cannot be applied", subject, kinds_.describe(function.kind)),
             "an operator may be missing after it", bound_here(head, env));
      return unknown;
    }
  }
}

Abstract Resolver::apply_primitive(const Expr& expr, EnvId env, const Primitive& primitive, Abstract argument) {
  const std::string_view takes = primitive.signature.substr(0, primitive.signature.find('>'));
  const char gives = primitive.signature.back();
  if (primitive.id == PrimitiveId::fail) ++failures_;  // on purpose: only `try` looks at it
  if (argument.taint != 0 && !primitive.monotone) not_monotone(expr.span, fmt::format("go through '{}'", primitive.name));
  const auto demand = [&](const Expr& at, KindId kind, char code) {
    const KindId wanted = code == 's' ? Kinds::kSet : code == 'r' ? Kinds::kRelation : Kinds::kUnknown;
    if (wanted == Kinds::kUnknown || kind == wanted || kind == Kinds::kUnknown || kind == Kinds::kAny) return;
    std::string hint;
    if (wanted == Kinds::kRelation && kind == Kinds::kSet) hint = "write [S] for the identity on a set S";
    mismatch(at, env, kind, fmt::format("'{}'", primitive.name), kinds_.describe(wanted), std::move(hint));
  };
  const Expr& given = *expr.kids[1];
  if (takes.size() == 1) {
    demand(given, argument.kind, takes[0]);
  } else if (const KindInfo info = kinds_[argument.kind]; info.tag == Tag::tuple && info.parts.size() == takes.size()) {
    const bool literal = given.kind == EK::tuple;
    for (std::size_t i = 0; i < takes.size(); ++i) demand(literal ? *given.kids[i] : given, info.parts[i], takes[i]);
  } else if (info.tag != Tag::unknown) {
    report(given.span, "cat-kind",
           fmt::format("'{}' takes {}, but this is {}", primitive.name, counted(takes.size(), "argument"), kinds_.describe(argument.kind)),
           fmt::format("write {}(.., ..)", primitive.name));
  }
  switch (gives) {
    case 's': return {Kinds::kSet, argument.taint};
    case 'r': return {Kinds::kRelation, argument.taint};
    case 'S': return {kinds_.set_of(Kinds::kSet), argument.taint};
    case 'R': return {kinds_.set_of(Kinds::kRelation), argument.taint};
    default: return {Kinds::kUnknown, argument.taint};
  }
}

Abstract Resolver::call_closure(const Expr& code, EnvId env, Abstract argument, const Expr& call) {
  const Key key{&code, env, argument.kind, argument.taint, quiet_ > 0};
  const auto [at, first] = calls_.try_emplace(key);
  Outcome& outcome = at->second;  // a map: stays where it is
  if (!first) {
    if (outcome.failed) ++failures_;
    return outcome.done ? outcome.value : Abstract{Kinds::kUnknown, argument.taint};
  }
  const std::size_t before = failures_;
  const EnvId inner = bind_pattern(code.pattern, argument, env, call.kids[1]->span);
  uses_.push_back({call.span, {}});
  outcome.value = eval(*code.kids[0], inner);
  uses_.pop_back();
  outcome.done = true;
  outcome.failed = failures_ > before;
  return outcome.value;
}

void Resolver::call_procedure(const Stmt& procedure, EnvId env, Abstract argument, Span call_site) {
  constexpr std::size_t kDeepestCalls = 100;
  const Key key{&procedure, env, argument.kind, argument.taint, quiet_ > 0};
  if (uses_.size() >= kDeepestCalls || !calls_.try_emplace(key).second) return;
  const EnvId inner = bind_pattern(procedure.pattern, argument, env, call_site);
  uses_.push_back({call_site, {}});
  run(procedure.body, inner);
  uses_.pop_back();
}

void Resolver::examine(KindId function) {
  if (quiet_ > 0) return;
  const KindInfo info = kinds_[function];
  if (info.tag != Tag::closure) return;
  // No call: what is reported here is wrong whatever the arguments are.
  std::vector<Use> all = uses_;
  std::erase_if(uses_, [](const Use& use) { return use.definition.empty(); });
  const Key key{info.code, info.env, Kinds::kUnknown, 0, false};
  if (calls_.try_emplace(key).second) {
    const EnvId inner = bind_pattern(info.code->pattern, {}, info.env, info.code->span);
    Outcome& outcome = calls_[key];
    outcome.value = eval(*info.code->kids[0], inner);
    outcome.done = true;
  }
  uses_ = std::move(all);
}

}  // namespace thinair::cat
