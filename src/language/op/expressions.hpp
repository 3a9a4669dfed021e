// Expressions of machines: one node for each, with its kind.
//
//   takes   .cat's expressions, and the names that states, definitions and rules have brought so far
//   gives   nodes of the machine that is being made
//
// A function that finds a mistake reports it and returns nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "language/op/machine.hpp"
#include "support/diagnostic.hpp"

namespace thinair::op {

Kind kind_of(Type::Kind kind);

class Expressions {
 public:
  Expressions(const Model& model, const std::vector<std::string>& sets) : model_(model), sets_(sets) {}

 protected:
  using Maybe = std::optional<NodeId>;
  std::nullopt_t error(Span where, std::string code, std::string message, std::string hint = {});
  NodeId make(NodeOp op, Kind kind, std::vector<NodeId> kids = {}, std::uint32_t index = 0, Level level = Level::fixed);
  Kind kind(NodeId node) const { return machine_.nodes[node].kind; }
  // The expression as a value of this kind: events and sequences count as sets.
  Maybe as(const ExprPtr& expr, Kind wanted);
  Maybe expression(const cat::Expr& e);
  Maybe one(const cat::Expr& e, NodeOp op, Kind from, Kind to);
  Maybe two(const cat::Expr& e, NodeOp op, Kind from, Kind to);
  Maybe complement(const cat::Expr& e);
  // Both sides are sets, or both relations; a sequence and a set give the part of the sequence that is in the set.
  Maybe alike(const cat::Expr& e, NodeOp op);
  Maybe apply(const cat::Expr& e);
  Maybe index(const cat::Expr& f, const ExprPtr& key, Span where);
  // m[k] and m[k][l] of a state m; nothing if the expression is not of this form.
  std::optional<std::uint32_t> state_of(const cat::Expr& e, std::vector<ExprPtr>& keys) const;
  // The keys as nodes, or false with a message if they are not those that the state has.
  bool keys_of(std::uint32_t state, const std::vector<ExprPtr>& keys, Span where, std::vector<NodeId>& out);
  Maybe named(const cat::Expr& e);
  Maybe primitive(const cat::Expr& e);
  struct Local {
    std::uint32_t slot;
    Kind kind;
  };
  Maybe part_of(const cat::Expr& e, const std::string& part, const Local& local);
  const Model& model_;
  const std::vector<std::string>& sets_;
  Machine machine_;
  std::map<std::tuple<NodeOp, Kind, Level, std::uint32_t, std::vector<NodeId>>, NodeId> made_;  // equal expressions are one node
  std::map<std::string, std::uint32_t> states_;
  std::map<std::string, NodeId> definitions_;
  std::map<std::string, Local> locals_;
  Diagnostics errors_;
};

}  // namespace thinair::op
