// A model on one event structure, as a network of sets and relations connected by operators.
//
//   takes   what engine/bounds/build makes of a .cat model: leaves are constants (po, loc, V, ...) or unknowns (rf, FW, orders)
//   gives   nodes, axioms and unknowns; engine/bounds/propagate narrows them, engine/axiomatic/ decides them
//   does not hold bounds: those change during search and live in propagate's State
//
// Nodes are hash-consed and constants folded, so everything that the structure alone determines costs nothing during the
// search. What is left is exactly what depends on the unknowns.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/bounds/id_table.hpp"
#include "language/cat/ast.hpp"
#include "relation/relation.hpp"
#include "support/budget.hpp"

namespace thinair::bounds {

using relation::EventSet;
using relation::Relation;

enum class Kind : std::uint8_t {
  constant,
  unknown,       // rf, FW, or an order
  recursive,     // a name bound by `let rec`; a = its definition
  union_,        // a | b
  intersection,  // a & b
  difference,    // a \ b
  sequence,      // a ; b
  plus,          // a+
  inverse,       // a^-1
  identity,      // [a]
  product,       // a * b
  domain,        // domain(a)
  range,         // range(a)
};

// Operators with two operands; the others have b == a.
constexpr bool is_binary(Kind kind) {
  return kind == Kind::union_ || kind == Kind::intersection || kind == Kind::difference || kind == Kind::sequence || kind == Kind::product;
}
constexpr bool gives_set(Kind kind, bool of_sets) {
  return kind == Kind::domain || kind == Kind::range || (of_sets && kind != Kind::identity && kind != Kind::product);
}

struct Node {
  Kind kind = Kind::constant;
  bool is_set = false;
  NodeId a = 0, b = 0;
  std::uint32_t constant = 0;  // index into Network's constants
};

struct Axiom {
  cat::Test test = cat::Test::acyclic;
  bool negated = false;
  NodeId node = 0;
  std::string name;  // `as name`, or the source text of the check
  Span where;
  bool undefined = false;  // a flag: of `undefined_unless`
};

// A strict total order of each class, extending `base`: linearisations(S, r) has one class, per-location-orders one per location.
struct Order {
  std::string name;
  NodeId node = 0;
  NodeId base = 0;
  std::vector<EventSet> classes;
  Relation scope;  // union of class * class, without the identity
  EventSet on;     // union of the classes
};

// Names bound together by one `let rec`, and every node that lies on a way back to them.
struct RecursiveGroup {
  std::vector<NodeId> names;
  std::vector<NodeId> body;  // ascending; contains the names
};

class Network {
 public:
  // `budget`, if any, bounds what is done with the network, and must outlive it. Once it is exhausted, nodes and bounds mean nothing any
  // more: engine/bounds/build gives no such network away, and propagate() returns false.
  explicit Network(std::size_t events, Budget* budget = nullptr) : events_(events), budget_(budget) {}

  std::size_t events() const { return events_; }
  Budget* budget() const { return budget_; }
  // A network that was kept serves another question, with other limits.
  void limit(Budget& budget) const { budget_ = &budget; }
  std::uint64_t relation_bytes() const { return events_ * relation::words_for(events_) * sizeof(relation::Word); }
  void expect(std::size_t nodes) { nodes_.reserve(nodes); }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](NodeId id) const { return nodes_[id]; }

  NodeId constant(const Relation& relation);
  NodeId constant(const EventSet& set);
  NodeId unknown(bool is_set);
  NodeId recursive(bool is_set);
  void define(NodeId recursive, NodeId definition);
  NodeId make(Kind kind, NodeId a, NodeId b = 0);
  NodeId star(NodeId a) { return make(Kind::union_, make(Kind::plus, a), identity_relation()); }
  NodeId optional(NodeId a) { return make(Kind::union_, a, identity_relation()); }
  NodeId complement(NodeId a);
  NodeId identity_relation() { return constant(Relation::identity(events_)); }
  NodeId full(bool is_set);
  NodeId empty(bool is_set);

  // The values of recursive names whose definitions depend on constants only; none if they depend on an unknown.
  std::optional<std::vector<NodeId>> fold(const RecursiveGroup& group);

  bool is_constant(NodeId id) const { return nodes_[id].kind == Kind::constant; }
  const Relation& relation(NodeId id) const { return relations_[nodes_[id].constant]; }
  const EventSet& set(NodeId id) const { return sets_[nodes_[id].constant]; }

  // Does the node depend on one that satisfies the predicate (or is it one)?
  template <class Predicate>
  bool reaches(NodeId from, Predicate&& wanted) const {
    std::vector<bool> seen(nodes_.size(), false);
    std::vector<NodeId> stack{from};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      if (wanted(id)) return true;
      const Node& n = nodes_[id];
      if (n.kind == Kind::constant || n.kind == Kind::unknown || n.a == kNone) continue;
      stack.push_back(n.a);
      if (n.kind != Kind::recursive) stack.push_back(n.b);
    }
    return false;
  }

  // What must hold, and what is to be found. Filled by engine/bounds/build.
  std::vector<Axiom> axioms;
  std::vector<Axiom> flags;
  std::vector<Axiom> assertions;
  std::vector<Order> orders;
  std::vector<RecursiveGroup> groups;
  // rf takes exactly one candidate for each reading event, FW exactly one of each group (one group a location).
  NodeId rf = kNone;
  NodeId fw = kNone;
  EventSet reading;
  Relation rf_candidates;
  std::vector<EventSet> fw_groups;
  // `with` choices in the order the model makes them: name and node (an order's, or a constant for an explicit choice).
  std::vector<std::pair<std::string, NodeId>> choices;
  std::vector<std::pair<std::string, NodeId>> shown;
  std::vector<NodeId> exports;                         // parallel to BuildOptions::exports; bounds of these are kept up to date to the end
  std::vector<std::pair<std::string, NodeId>> labels;  // BuildOptions::label: names of sets and relations, in the order of the text

  static constexpr NodeId kNone = UINT32_MAX;

 private:
  NodeId add(Node node);
  NodeId fold(Kind kind, NodeId a, NodeId b);
  NodeId simplify(Kind kind, NodeId a, NodeId b);
  bool is_empty(NodeId id) const;
  bool is_full(NodeId id) const;

  std::size_t events_;
  mutable Budget* budget_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<Relation> relations_;
  std::vector<EventSet> sets_;
  IdTable ids_;                     // operators
  IdTable relation_ids_, set_ids_;  // constants
};

}  // namespace thinair::bounds
