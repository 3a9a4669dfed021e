// A walk from checks and choices back through definitions. Scopes are those of the language; a definition is walked through once, when it
// is first met. What a function is applied to is walked through where the call stands, so its parameters mean nothing here.
#include "language/cat/reaches.hpp"

#include <deque>

namespace thinair::cat {
namespace {

struct Scope;
using ScopePtr = const Scope*;

struct Scope {
  std::string_view name;
  const Expr* value = nullptr;      // a definition; null: a parameter, or a choice that was walked through where it stands
  const Stmt* procedure = nullptr;  // or a procedure
  ScopePtr inside = nullptr;        // what the definition sees
  ScopePtr next = nullptr;
  ScopePtr also = nullptr;  // after two branches: another binding of the name that may be the one
  mutable bool met = false;
};

class Walker {
 public:
  ScopePtr statements(const std::vector<Stmt>& all, ScopePtr scope) {
    for (const Stmt& s : all) scope = statement(s, scope);
    return scope;
  }
  std::set<std::string, std::less<>> reached(const std::vector<Stmt>& all) {
    statements(all, nullptr);
    while (!met_.empty() && steps_ <= kMostSteps) {  // no recursion: definitions may use each other in long chains
      const ScopePtr bound = met_.back();
      met_.pop_back();
      if (bound->value) expression(*bound->value, bound->inside);
      if (bound->procedure) statements(bound->procedure->body, parameters(bound->procedure->pattern.names, bound->inside));
    }
    if (steps_ > kMostSteps) every_name(all);
    return std::move(names_);
  }

 private:
  Scope* add(std::string_view name, ScopePtr next) {
    scopes_.push_back({.name = name, .next = next});
    return &scopes_.back();
  }

  ScopePtr parameters(const std::vector<std::string>& names, ScopePtr scope) {
    for (const std::string& name : names) scope = add(name, scope);
    return scope;
  }

  ScopePtr definitions(const std::vector<Binding>& bindings, bool recursive, ScopePtr scope) {
    const ScopePtr outside = scope;
    std::vector<Scope*> added;
    for (const Binding& b : bindings)
      for (const std::string& name : b.pattern.names) {
        added.push_back(add(name, scope));
        added.back()->value = b.value.get();
        scope = added.back();
      }
    for (Scope* one : added) one->inside = recursive ? scope : outside;
    return scope;
  }

  ScopePtr statement(const Stmt& s, ScopePtr scope) {
    using K = Stmt::Kind;
    for (const Check& c : s.checks)
      if (s.kind != K::let) expression(*c.expr, scope);
    switch (s.kind) {
      case K::let: {
        const ScopePtr out = definitions(s.bindings, s.recursive, scope);
        for (const Check& c : s.checks) expression(*c.expr, out);
        return out;
      }
      case K::check:
      case K::flag:
      case K::assert_:
      case K::undefined_unless:
      case K::show:
      case K::unshow:
      case K::debug:
      case K::instructions: return scope;
      case K::include: return statements(s.body, scope);
      case K::enum_: return add(s.name, scope);
      case K::procedure: {
        Scope* const bound = add(s.name, scope);
        bound->procedure = &s;
        bound->inside = s.recursive ? bound : scope;
        return bound;
      }
      case K::call:
        expression(*s.exprs[0], scope);
        name(s.name, scope);
        return scope;
      case K::with:
      case K::forall: {
        expression(*s.exprs[0], scope);
        const ScopePtr inner = add(s.name, scope);
        if (s.kind == K::with) return inner;
        statements(s.body, inner);
        return scope;
      }
      case K::match: {
        expression(*s.exprs[0], scope);
        ScopePtr out = scope;
        for (const StmtMatchClause& clause : s.clauses) out = both(scope, out, statements(clause.body, scope));
        return out;
      }
      case K::if_: condition(s.condition, scope); return both(scope, statements(s.body, scope), statements(s.otherwise, scope));
    }
    return scope;
  }

  // The names of both branches; one that both bind may be either.
  ScopePtr both(ScopePtr base, ScopePtr left, ScopePtr right) {
    ScopePtr out = left;
    for (ScopePtr at = right; at != base; at = at->next) {
      Scope* const copy = add(at->name, out);
      copy->value = at->value;
      copy->procedure = at->procedure;
      copy->inside = at->inside;
      copy->also = find(at->name, left);
      out = copy;
    }
    return out;
  }

  // Past the bound on work every name counts as one of the test's.
  ScopePtr find(std::string_view name, ScopePtr scope) {
    for (; scope && scope->name != name; scope = scope->next)
      if (++steps_ > kMostSteps) return nullptr;
    return scope;
  }

  void name(const std::string& name, ScopePtr scope) {
    const ScopePtr bound = find(name, scope);
    if (!bound) names_.insert(name);
    meet(bound);
  }

  // What was not come to when the work was used up.
  void every_name(const std::vector<Stmt>& all) {
    for (const Stmt& s : all) {
      for (const Binding& b : s.bindings) expression(*b.value, nullptr);
      every_name(s.body);
      every_name(s.otherwise);
      for (const StmtMatchClause& clause : s.clauses) every_name(clause.body);
    }
  }

  void meet(ScopePtr bound) {
    for (; bound && !bound->met; bound = bound->also) {
      bound->met = true;
      met_.push_back(bound);
    }
  }

  void condition(const Condition& c, ScopePtr scope) {
    for (const ExprPtr& e : c.exprs) expression(*e, scope);
    for (const Condition& kid : c.kids) condition(kid, scope);
  }

  void expression(const Expr& e, ScopePtr scope) {
    switch (e.kind) {
      case Expr::Kind::name: return name(e.name, scope);
      case Expr::Kind::lambda: return expression(*e.kids[0], parameters(e.pattern.names, scope));
      case Expr::Kind::let: return expression(*e.kids[0], definitions(e.bindings, e.recursive, scope));
      case Expr::Kind::match:
        for (const MatchClause& clause : e.clauses) expression(*clause.body, parameters(clause.names, scope));
        break;
      case Expr::Kind::if_: condition(e.condition, scope); break;
      default: break;
    }
    for (const ExprPtr& kid : e.kids) expression(*kid, scope);
  }

  static constexpr std::size_t kMostSteps = 50'000'000;
  std::size_t steps_ = 0;
  std::deque<Scope> scopes_;
  std::vector<ScopePtr> met_;  // and not walked through yet
  std::set<std::string, std::less<>> names_;
};

}  // namespace

std::set<std::string, std::less<>> names_reached(const Model& model) { return Walker().reached(model.statements); }

}  // namespace thinair::cat
