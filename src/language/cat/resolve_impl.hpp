// The abstract interpreter behind resolve(): runs a model on kinds instead of values.
//
// resolve.cpp       environments, name lookup, reporting
// resolve_expr.cpp  expressions
// resolve_call.cpp  patterns, functions
// resolve_let.cpp   definitions: when they are looked at, and recursive ones
// resolve_stmt.cpp  statements
//
// A definition is interpreted when it is first used, as herd evaluates it: what nobody uses may name what does not exist. Its names are
// bound to a Later until then. A function is interpreted once per kind of argument; the results are remembered, and a call inside its own
// interpretation has unknown kind. Work and depth are bounded: past the bound everything is unknown.
//
// language/mem/ derives from it: the same kinds, other names.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "language/cat/ast.hpp"
#include "language/cat/kinds.hpp"
#include "language/cat/primitives.hpp"
#include "language/cat/resolve.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cat {

// How deep expressions, statements and calls may nest together before everything further in counts as unknown.
inline constexpr std::uint32_t kDeepest = 1000;

// The recursive definitions that a value depends on while their fixpoint is being computed, one bit per nesting level.
using Taint = std::uint32_t;

struct Abstract {
  KindId kind = Kinds::kUnknown;
  Taint taint = 0;
};

class Resolver {
 public:
  Resolver(const std::vector<std::string>& dialect_sets, const ResolveOptions& options) : dialect_(dialect_sets), options_(options) {}
  virtual ~Resolver() = default;
  Diagnostics run(const Model& model);

 protected:
  using EK = Expr::Kind;
  using Tag = KindInfo::Tag;

  // --- environments: a tree of bindings, each pointing to the one before it; 0 is the empty one
  using LaterId = std::uint32_t;
  struct Bound {
    EnvId parent = 0;
    std::string_view name;
    Abstract value;
    Span where;
    LaterId later = 0;  // not 0: the value is found when it is asked for
  };
  // What a definition means, once somebody asks.
  struct Later {
    const std::vector<Binding>* bindings = nullptr;  // null: one of two branches has run
    std::size_t index = 0;                           // which of the bindings; all of them if recursive
    bool recursive = false;
    EnvId env = 0;              // that the definition stands in
    EnvId left = 0, right = 0;  // branches: what each has bound
    EnvId out = 0;              // env and what the definition binds, when known
    Abstract joined = {};       // branches: the value, when known
    bool known = false;
    bool running = false;
    bool failed = false;    // the definition is wrong
    bool reported = false;  // and somebody was told
  };
  EnvId bind(EnvId env, std::string_view name, Abstract value, Span where);
  EnvId bind_later(EnvId env, std::string_view name, LaterId later, Span where);
  EnvId find(EnvId env, std::string_view name);  // the binding; 0 if there is none
  Abstract value_of(EnvId bound, Span use);
  void look_at(Later& later, std::string_view name, Span use);
  EnvId merge(EnvId base, EnvId left, EnvId right);  // after two branches, either of which may have run
  std::vector<std::string> visible(EnvId env, bool procedures) const;

  // --- reporting
  void report(Span where, std::string_view code, std::string message, std::string hint = {}, std::vector<Diagnostic> notes = {});
  void unbound(std::string_view name, Span where, EnvId env, bool procedure);
  void mismatch(const Expr& expr, EnvId env, KindId kind, std::string_view place, std::string_view wanted, std::string hint);
  std::vector<Diagnostic> bound_here(const Expr& expr, EnvId env);
  void not_monotone(Span where, std::string_view how);
  bool spend(std::size_t steps);  // false when the budget of work is used up

  // --- expressions
  Abstract eval(const Expr& expr, EnvId env);
  Abstract eval_kind(const Expr& expr, EnvId env);
  virtual Abstract name(const Expr& expr, EnvId env);
  Abstract algebra(const Expr& expr, EnvId env);  // | & and difference
  Abstract insertion(const Expr& expr, EnvId env);
  Abstract set_literal(const Expr& expr, EnvId env);
  Abstract match(const Expr& expr, EnvId env);
  Abstract choice(const Expr& expr, EnvId env);
  Abstract attempt(const Expr& expr, EnvId env);
  Abstract want(const Expr& expr, EnvId env, KindId kind, std::string_view place);
  Abstract want_collection(const Expr& expr, EnvId env, std::string_view place);
  std::optional<bool> decide(const Condition& condition, EnvId env);
  void compare(const Condition& condition, EnvId env);
  KindId combine(const Expr& expr, EnvId env, KindId left, KindId right);

  // --- functions and definitions
  Abstract apply(const Expr& expr, EnvId env);
  Abstract apply_primitive(const Expr& expr, EnvId env, const Primitive& primitive, Abstract argument);
  Abstract call_closure(const Expr& code, EnvId env, Abstract argument, const Expr& call);
  void call_procedure(const Stmt& procedure, EnvId env, Abstract argument, Span call_site);
  void examine(KindId function);  // its body, with arguments of unknown kind
  EnvId bind_pattern(const Pattern& pattern, Abstract value, EnvId env, Span where);
  EnvId definitions(const std::vector<Binding>& bindings, bool recursive, EnvId env);
  EnvId bind_recursive(const std::vector<Binding>& bindings, const std::vector<Abstract>& values, EnvId env);
  EnvId recursive(const std::vector<Binding>& bindings, EnvId env);

  // --- statements
  EnvId run(const std::vector<Stmt>& statements, EnvId env);
  EnvId run(const Stmt& stmt, EnvId env);
  void check(const Check& check, EnvId env);
  void call(const Stmt& stmt, EnvId env);
  EnvId choose(const Stmt& stmt, EnvId env);
  EnvId match(const Stmt& stmt, EnvId env);
  void tag_known(std::string_view tag, Span where);

  // A call, or the use of a definition by its name.
  struct Use {
    Span where;
    std::string_view definition;
  };
  struct Key {
    const void* code;
    EnvId env;
    KindId argument;
    Taint taint;
    bool quiet;
    auto operator<=>(const Key&) const = default;
  };
  struct Outcome {
    Abstract value;
    bool failed = false;
    bool done = false;
  };

  const std::vector<std::string>& dialect_;
  const ResolveOptions& options_;
  const std::vector<Stmt>* statements_ = nullptr;
  Kinds kinds_;
  std::deque<Bound> bounds_{Bound{}};
  std::map<Key, Outcome> calls_;
  std::set<std::string_view> tags_;
  std::deque<Later> laters_{Later{}};
  std::vector<Use> uses_;  // what is being interpreted, outermost first
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>> reported_;
  Diagnostics errors_;
  std::size_t failures_ = 0;     // reports so far, silent ones included
  std::uint32_t quiet_ = 0;      // inside the first part of `try`, or a trial run
  std::uint32_t depth_ = 0;      // of eval
  std::uint32_t recursion_ = 0;  // recursive definitions being solved
  std::size_t work_ = 0;
};

}  // namespace thinair::cat
