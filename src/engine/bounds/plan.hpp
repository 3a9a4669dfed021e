// A .cat model as a graph of sets and relations, before any test: names are gone, kinds are known, rules have numbers.
//
//   takes   what build makes of a model's text
//   gives   nodes: primitives (po, loc, V, ...), unknowns (rf, FW, orders) and operators over them; axioms, orders, names
//   does not know events: Instance makes a Network of it for one event structure
//
// Running the text of a model costs more than judging a small test, and gives the same graph for every event structure, unless the model
// looks inside a value (match, `if r subset s`, classes of a set). So it is run once per model and dialect, and whoever asks
// about a million programs pays for it once. A model that does look inside values is run again for each structure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/bounds/network.hpp"
#include "language/cat/ast.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::bounds {

enum class Leaf : std::uint8_t {
  none,       // an operator, or a name bound by `let rec`
  primitive,  // index: a cat::PrimitiveId
  dialect,    // an event set of the test's dialect; index into Program::set_names
  empty,
  universe,
  value,  // a constant of one structure; index into its values
  rf,
  fw,
  order,  // index into Plan::orders
};

struct PlanNode {
  Kind kind = Kind::constant;
  bool is_set = false;
  NodeId a = 0, b = 0;
  Leaf leaf = Leaf::none;
  std::uint32_t index = 0;
};

struct PlanAxiom {
  cat::Test test = cat::Test::acyclic;
  bool negated = false;
  NodeId node = 0;
  std::string name;
  Span where;
  std::vector<language::RuleId> rules;  // the check's own, and those of the calls that it stands in
  bool undefined = false;               // a flag: of `undefined_unless`
};

// with NAME from linearisations(on, base), or per-location-orders(on, base).
struct PlanOrder {
  std::string name;
  language::RuleId rule = language::kNoRule;
  NodeId node = 0;
  NodeId on = 0;
  NodeId base = 0;
  bool per_location = false;
};

// Up to two nodes.
class Operands {
 public:
  Operands() = default;
  Operands(NodeId a) : ids_{a, 0}, count_(1) {}
  Operands(NodeId a, NodeId b) : ids_{a, b}, count_(2) {}
  const NodeId* begin() const { return ids_; }
  const NodeId* end() const { return ids_ + count_; }

 private:
  NodeId ids_[2] = {0, 0};
  std::uint32_t count_ = 0;
};

class Plan {
 public:
  const std::vector<PlanNode>& nodes() const { return nodes_; }
  const PlanNode& operator[](NodeId id) const { return nodes_[id]; }

  NodeId primitive(cat::PrimitiveId id, bool is_set) {
    return leaf(Leaf::primitive, is_set, static_cast<std::uint32_t>(id), Kind::constant);
  }
  NodeId dialect(std::uint32_t bit) { return leaf(Leaf::dialect, true, bit, Kind::constant); }
  NodeId empty(bool is_set) { return leaf(Leaf::empty, is_set, 0, Kind::constant); }
  NodeId full(bool is_set) { return leaf(Leaf::universe, is_set, 0, Kind::constant); }
  NodeId constant(const Relation& relation);
  NodeId constant(const EventSet& set);
  NodeId rf() { return leaf(Leaf::rf, false, 0, Kind::unknown); }
  NodeId fw() { return leaf(Leaf::fw, true, 0, Kind::unknown); }
  NodeId order(PlanOrder order);  // its `node` is given here
  NodeId recursive(bool is_set);
  void define(NodeId recursive, NodeId definition) { nodes_[recursive].a = definition; }

  NodeId make(Kind kind, NodeId a, NodeId b = 0);
  NodeId star(NodeId a) { return optional(make(Kind::plus, a)); }
  NodeId optional(NodeId a) { return make(Kind::union_, a, identity_relation()); }
  NodeId complement(NodeId a) { return make(Kind::difference, full(nodes_[a].is_set), a); }
  NodeId identity_relation() { return primitive(cat::PrimitiveId::id, false); }

  Operands operands(NodeId id) const;
  // Nodes that a check, an order or an exported name depends on, by number.
  std::vector<bool> used() const;

  std::vector<Relation> relations;  // values: constants of one structure
  std::vector<EventSet> sets;

  std::vector<PlanAxiom> axioms, flags, assertions;
  std::vector<PlanOrder> orders;
  std::vector<std::vector<NodeId>> recursions;          // names that one `let rec` binds; inner ones before outer ones
  std::vector<std::pair<std::string, NodeId>> choices;  // `with`, in the order of the text
  std::vector<std::pair<std::string, NodeId>> shown;
  std::vector<std::pair<std::string, NodeId>> labels;  // what the model's own names mean, in the order of the text
  std::vector<NodeId> exports;                         // parallel to the names that were asked for

 private:
  NodeId add(PlanNode node);
  std::optional<NodeId> fold(Kind kind, NodeId a, NodeId b);
  NodeId leaf(Leaf leaf, bool is_set, std::uint32_t index, Kind kind);

  std::vector<PlanNode> nodes_;
  std::map<std::tuple<Leaf, bool, std::uint32_t>, NodeId> leaves_;
  std::map<std::tuple<Kind, NodeId, NodeId>, NodeId> ids_;
  std::map<std::vector<relation::Word>, std::uint32_t> relation_ids_, set_ids_;
};

// The nodes on a way from `names` back to them, ascending, names included. `operands` gives a node's.
template <class OperandsOf>
std::vector<NodeId> recursive_body(const std::vector<NodeId>& names, std::size_t nodes, const OperandsOf& operands) {
  std::vector<bool> reached(nodes, false), inside(nodes, false);
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
      for (const NodeId kid : operands(id))
        if (inside[kid]) inside[id] = grown = true;
    }
  }
  std::vector<NodeId> body;
  for (NodeId id = 0; id < nodes; ++id)
    if (inside[id]) body.push_back(id);
  return body;
}

}  // namespace thinair::bounds
