// The interpreter behind build(): one run over the statements of a model, with or without a structure, with given answers to explicit
// `with` choices.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "engine/bounds/build.hpp"
#include "engine/bounds/cat_value.hpp"

namespace thinair::bounds {

class Builder {
 public:
  Builder(const PlannedModel& model, const BuildOptions& options, Budget& budget, std::vector<std::size_t>& choices, Plan& plan);
  // On a structure: values can be looked into.
  Builder(const PlannedModel& model, const BuildOptions& options, Budget& budget, std::vector<std::size_t>& choices, Plan& plan,
          const events::Structure& structure, Instance& instance);

  enum class Status { built, rejected, failed };  // rejected: a `with` over an empty set, no candidate passes
  Status run();

  Need need() const { return need_; }
  const Diagnostic& failure() const { return *failure_; }
  const std::vector<std::size_t>& sizes() const { return sizes_; }  // how many values each explicit `with` had

 private:
  using Maybe = std::optional<CatValue>;

  // builder_statements.cpp
  Status run(const std::vector<cat::Stmt>& statements, Env& env);
  Status run(const cat::Stmt& statement, Env& env);
  void let(const std::vector<cat::Binding>& bindings, bool recursive, Env& env);
  void let_recursive(const std::vector<cat::Binding>& bindings, Env& env);
  bool solve(Recursion& recursion);
  bool fixpoint(const Recursion& recursion, bool as_sets);
  bool monotone(const std::vector<NodeId>& names, Span where);
  void label(const std::vector<cat::Stmt>& statements, Env env);
  void label(const std::string& name, Env env);
  bool add_check(const cat::Check& check, Env env, std::vector<PlanAxiom>& to, const std::string& fallback_name);
  Status with(const cat::Stmt& statement, Env& env);
  Status forall(const cat::Stmt& statement, Env env);
  std::string choice_name(const std::string& name) const;
  Status call(const cat::Stmt& statement, Env& env);
  std::optional<bool> condition(const cat::Condition& condition, Env env);

  // builder_expressions.cpp
  Maybe evaluate(const cat::Expr& expr, Env env);
  Maybe evaluate_here(const cat::Expr& expr, Env env);
  Maybe name(const cat::Expr& expr, Env env);
  Maybe binary(const cat::Expr& expr, Env env);
  Maybe insert(const cat::Expr& expr, Env env);
  Maybe set_literal(const cat::Expr& expr, Env env);
  Maybe apply(const CatValue& function, const CatValue& argument, Span where);
  Maybe match(const cat::Expr& expr, Env env);
  Maybe force(Thunk& thunk, Span where);
  Maybe part(const Thunk& thunk, Span where);
  std::optional<Env> bind(const cat::Pattern& pattern, const CatValue& value, Env env, Span where);

  // builder_primitives.cpp
  Maybe primitive(cat::PrimitiveId function, const CatValue& argument, Span where);
  Maybe base(const std::string& name);
  std::optional<std::vector<CatValue>> elements(const CatValue& value, Span where);
  Maybe list_orders(const OrderSet& orders, Span where);
  Maybe settled(const CatValue& value, Span where);
  bool settled_before(const CatValue& x, const CatValue& y) const;
  std::vector<std::string> loop_suffixes(const std::vector<CatValue>& items) const;

  std::optional<NodeId> as_relation(const CatValue& value, Span where);
  std::optional<NodeId> as_set(const CatValue& value, Span where);
  std::optional<NodeId> known(NodeId node);  // the instance's node if it is constant; else records the need
  std::optional<EventSet> known_set(NodeId node);
  std::optional<Relation> known_relation(NodeId node);

  Maybe fail(Span where, std::string code, std::string message, std::string hint = "");

  static CatValue relation_value(NodeId node) { return {.kind = CatValue::Kind::relation, .node = node}; }
  static CatValue set_value(NodeId node) { return {.kind = CatValue::Kind::set, .node = node}; }
  static CatValue values(std::vector<CatValue> items);
  Env extend(Env env, const std::string& name, Thunk* thunk);
  Env extend(Env env, const std::string& name, CatValue value);
  Thunk* delay(const cat::Expr& expr, Env env);

  const PlannedModel& model_;
  const std::vector<std::string>& dialect_;
  const BuildOptions& options_;
  Budget& budget_;
  std::vector<std::size_t>& choices_;  // which value each explicit `with` takes, in order
  std::vector<std::size_t> sizes_;
  Plan& plan_;
  const events::Structure* structure_ = nullptr;
  Instance* instance_ = nullptr;
  std::vector<language::RuleId> calls_;  // rules of the procedure calls that are being run
  struct Turn {                          // one turn of a `forall`, with what it has bound at its end
    const std::vector<cat::Stmt>* body;
    Env env;
    std::string suffix;
  };
  std::vector<Turn> turns_;
  std::string suffix_;  // of the names bound in this turn, for whoever reads them outside of it: o.1 is o in the turn of thread 1
  std::deque<Frame> frames_;
  std::deque<Thunk> thunks_;
  std::deque<Recursion> recursions_;
  std::optional<Diagnostic> failure_;
  Need need_ = Need::nothing;
  unsigned depth_ = 0;
};

}  // namespace thinair::bounds
