#include <fmt/format.h>

#include "language/cat/resolve_impl.hpp"

namespace thinair::cat {

EnvId Resolver::run(const std::vector<Stmt>& statements, EnvId env) {
  if (depth_ >= kDeepest) return env;
  ++depth_;
  for (const Stmt& stmt : statements) env = run(stmt, env);
  --depth_;
  return env;
}

EnvId Resolver::run(const Stmt& stmt, EnvId env) {
  using SK = Stmt::Kind;
  switch (stmt.kind) {
    case SK::let:
      env = definitions(stmt.bindings, stmt.recursive, env);
      for (const Check& c : stmt.checks) check(c, env);
      return env;
    case SK::check:
    case SK::flag:
    case SK::assert_:
    case SK::undefined_unless: check(stmt.checks[0], env); return env;
    case SK::show: {
      // A name that is not there is not shown; herd does the same.
      const std::size_t before = failures_;
      ++quiet_;
      for (const ExprPtr& e : stmt.exprs) eval(*e, env);
      --quiet_;
      failures_ = before;
      return env;
    }
    case SK::unshow: return env;
    case SK::include: return run(stmt.body, env);
    case SK::procedure: {
      const EnvId out = bind(env, stmt.name, {}, stmt.span);
      const KindId kind = kinds_.make({.tag = Tag::procedure, .parts = {}, .stmt = &stmt, .env = stmt.recursive ? out : env});
      bounds_[out].value.kind = kind;
      return out;
    }
    case SK::call: call(stmt, env); return env;
    case SK::enum_:
      for (const std::string& tag : stmt.names) tags_.insert(tag);
      return bind(env, stmt.name, {kinds_.set_of(Kinds::kTag)}, stmt.span);
    case SK::forall:
    case SK::with: {
      const Abstract all = want_collection(*stmt.exprs[0], env, stmt.kind == SK::with ? "'with .. from'" : "'forall'");
      const EnvId inner = bind(env, stmt.name, {kinds_.element(all.kind)}, stmt.span);
      if (stmt.kind == SK::with) return inner;
      run(stmt.body, inner);
      return env;
    }
    case SK::match: return match(stmt, env);
    case SK::if_: return choose(stmt, env);
    case SK::debug: eval(*stmt.exprs[0], env); return env;
    case SK::instructions:
      for (const ExprPtr& e : stmt.exprs) eval(*e, env);
      return env;
  }
  return env;
}

void Resolver::check(const Check& c, EnvId env) {
  if (c.test == Test::empty)
    want_collection(*c.expr, env, "'empty'");
  else
    want(*c.expr, env, Kinds::kRelation, c.test == Test::acyclic ? "'acyclic'" : "'irreflexive'");
}

void Resolver::call(const Stmt& stmt, EnvId env) {
  const Abstract argument = eval(*stmt.exprs[0], env);
  const EnvId bound = find(env, stmt.name);
  if (bound == 0) return unbound(stmt.name, stmt.span, env, true);
  const KindId kind = value_of(bound, stmt.span).kind;
  const KindInfo info = kinds_[kind];
  if (info.tag == Tag::procedure) return call_procedure(*info.stmt, info.env, argument, stmt.span);
  if (info.tag == Tag::unknown) return;
  Diagnostic note;
  note.severity = Severity::note;
  note.where = bounds_[bound].where;
  note.message = "bound here";
  report(stmt.span, "cat-kind", fmt::format("'{}' is {}, but 'call' needs a procedure", stmt.name, kinds_.describe(kind)), "", {note});
}

EnvId Resolver::choose(const Stmt& stmt, EnvId env) {
  const std::optional<bool> decided = decide(stmt.condition, env);
  if (decided) return run(*decided ? stmt.body : stmt.otherwise, env);
  const EnvId yes = run(stmt.body, env);
  const EnvId no = run(stmt.otherwise, env);
  return merge(env, yes, no);
}

EnvId Resolver::match(const Stmt& stmt, EnvId env) {
  want(*stmt.exprs[0], env, Kinds::kTag, "a 'match' statement");
  EnvId all = env;
  for (const StmtMatchClause& clause : stmt.clauses) {
    if (!clause.wildcard) tag_known(clause.tag, clause.span);
    all = merge(env, all, run(clause.body, env));
  }
  return all;
}

void Resolver::tag_known(std::string_view tag, Span where) {
  if (tags_.contains(tag)) return;
  std::vector<std::string> known(tags_.begin(), tags_.end());
  const std::string near = quiet_ > 0 ? "" : nearest(tag, known);
  report(where, "cat-unbound", fmt::format("no enum declares the tag '{}", tag),
         near.empty() ? "" : fmt::format("did you mean '{}?", near));
}

}  // namespace thinair::cat
