#include "engine/machine/pointwise.hpp"

#include <algorithm>

namespace thinair::machine {

using AK = op::Action::Kind;
using CK = op::Condition::Kind;

namespace {

using op::Kind;
using op::kNoNode;
using op::Node;
using op::NodeId;
using op::NodeOp;
using P = cat::PrimitiveId;

class Pointwise {
 public:
  explicit Pointwise(const op::Machine& machine) : machine_(machine) {}

  bool rule(const op::Rule& rule) const {
    for (const op::Choice& choice : rule.choices) {
      if (choice.of == kNoNode) continue;
      if (choice.kind == op::Binding::Kind::pair) return false;
      if (choice.kind == op::Binding::Kind::element ? !turn(choice.of) && !bounded(choice.of) : !single(choice.of)) return false;
    }
    return std::ranges::all_of(rule.guards, [&](const op::Guard& guard) { return test(guard.test); }) && steps(rule.steps);
  }

  bool test(const op::Test& t) const {
    if (!t.kids.empty()) return std::ranges::all_of(t.kids, [&](const op::Test& kid) { return test(kid); });
    switch (t.kind) {
      case CK::empty: return bounded(t.left);
      case CK::member: return single(t.left) && predicate(t.right);
      case CK::subset: return bounded(t.left) && predicate(t.right);
      case CK::equal:
      case CK::not_equal:
        if (machine_.nodes[t.left].kind == Kind::set) return bounded(t.left) && bounded(t.right);
        if (machine_.nodes[t.left].kind == Kind::sequence) return sequence(t.left) && sequence(t.right);
        return single(t.left) && single(t.right);
      case CK::less:
      case CK::less_equal: return single(t.left) && single(t.right);
      default: return false;
    }
  }

  // An event, a thread, a location, a number.
  bool single(NodeId id) const {
    const Node& n = machine_.nodes[id];
    switch (n.op) {
      case NodeOp::number:
      case NodeOp::variable: return true;
      case NodeOp::first:
      case NodeOp::last:
      case NodeOp::length: return sequence(n.kids[0]);
      case NodeOp::state:
      case NodeOp::state_at: return n.kind != Kind::set && n.kind != Kind::relation && n.kind != Kind::sequence && keys(n.kids);
      case NodeOp::thread_of:
      case NodeOp::location_of:
      case NodeOp::initial: return single(n.kids[0]);
      default: return false;
    }
  }

 private:
  bool keys(const std::vector<NodeId>& all) const {
    return std::ranges::all_of(all, [&](NodeId key) { return single(key); });
  }

  bool sequence(NodeId id) const {
    const Node& n = machine_.nodes[id];
    if (n.kind != Kind::sequence) return false;
    if (n.op == NodeOp::filter) return sequence(n.kids[0]) && predicate(n.kids[1]);
    return (n.op == NodeOp::state || n.op == NodeOp::state_at) && keys(n.kids);
  }

  // The machine keeps all members.
  bool bounded(NodeId id) const {
    const Node& n = machine_.nodes[id];
    if (n.kind == Kind::sequence) return sequence(id);
    if (n.kind != Kind::set) return false;
    switch (n.op) {
      case NodeOp::nothing: return true;
      case NodeOp::state:
      case NodeOp::state_at: return keys(n.kids);
      case NodeOp::as_set: return machine_.nodes[n.kids[0]].kind == Kind::sequence ? sequence(n.kids[0]) : single(n.kids[0]);
      case NodeOp::intersection: return (bounded(n.kids[0]) && predicate(n.kids[1])) || (predicate(n.kids[0]) && bounded(n.kids[1]));
      case NodeOp::difference: return bounded(n.kids[0]) && predicate(n.kids[1]);
      case NodeOp::union_: return bounded(n.kids[0]) && bounded(n.kids[1]);
      default: return false;
    }
  }

  // Events whose turn it is, of those only some.
  bool turn(NodeId id) const {
    const Node& n = machine_.nodes[id];
    if (n.op == NodeOp::next) return true;
    if (n.op == NodeOp::intersection) return (turn(n.kids[0]) && predicate(n.kids[1])) || (predicate(n.kids[0]) && turn(n.kids[1]));
    return n.op == NodeOp::difference && turn(n.kids[0]) && predicate(n.kids[1]);
  }

  // Whether an event is in the set follows from the event and from what the machine keeps.
  bool predicate(NodeId id) const {
    const Node& n = machine_.nodes[id];
    if (n.kind != Kind::set) return bounded(id);
    switch (n.op) {
      case NodeOp::nothing:
      case NodeOp::everything:
      case NodeOp::dialect_set: return true;
      case NodeOp::primitive_set: return static_cast<P>(n.index) != P::AMO;
      case NodeOp::union_:
      case NodeOp::intersection:
      case NodeOp::difference: return predicate(n.kids[0]) && predicate(n.kids[1]);
      case NodeOp::complement: return predicate(n.kids[0]);
      case NodeOp::of_thread:
      case NodeOp::at_location: return single(n.kids[0]);
      case NodeOp::image: return pairs(n.kids[0]) && single(n.kids[1]);
      default: return bounded(id);
    }
  }

  // Whether two events are related follows from the two.
  bool pairs(NodeId id) const {
    const Node& n = machine_.nodes[id];
    if (n.kind != Kind::relation) return false;
    switch (n.op) {
      case NodeOp::nothing:
      case NodeOp::everything: return true;
      case NodeOp::primitive_relation: {
        const auto p = static_cast<P>(n.index);
        return p == P::id || p == P::loc || p == P::int_ || p == P::ext;
      }
      case NodeOp::union_:
      case NodeOp::intersection:
      case NodeOp::difference: return pairs(n.kids[0]) && pairs(n.kids[1]);
      case NodeOp::complement:
      case NodeOp::inverse:
      case NodeOp::optional: return pairs(n.kids[0]);
      case NodeOp::product: return predicate(n.kids[0]) && predicate(n.kids[1]);
      case NodeOp::identity: return predicate(n.kids[0]);
      default: return false;
    }
  }

  bool steps(const std::vector<op::Step>& all) const {
    return std::ranges::all_of(all, [&](const op::Step& s) {
      if (s.subject != kNoNode && !single(s.subject)) return false;
      if (!std::ranges::all_of(s.condition, [&](const op::Test& t) { return test(t); }) || !keys(s.keys) || !steps(s.body)) return false;
      if (s.kind == AK::reads) return single(s.value) && (s.otherwise == kNoNode || single(s.otherwise));
      if (s.kind != AK::assign && s.kind != AK::add && s.kind != AK::subtract) return true;
      switch (machine_.variables[s.state].type.kind) {
        case op::Type::Kind::relation: return false;
        case op::Type::Kind::set: return s.kind == AK::subtract ? predicate(s.value) : bounded(s.value);
        case op::Type::Kind::sequence: return false;
        default: return single(s.value);
      }
    });
  }

  const op::Machine& machine_;
};

}  // namespace

bool is_pointwise(const op::Machine& machine, const std::vector<std::size_t>& rules) {
  if (machine.threads != op::Threads::in_order) return false;
  const Pointwise pointwise(machine);
  return std::ranges::all_of(rules, [&](std::size_t rule) { return pointwise.rule(machine.rules[rule]); }) &&
         std::ranges::all_of(machine.finals, [&](const op::Test& test) { return pointwise.test(test); }) &&
         (machine.memory == kNoNode || pointwise.single(machine.memory)) &&
         std::ranges::none_of(machine.variables, [](const op::Variable& v) { return v.type.kind == op::Type::Kind::relation; });
}

}  // namespace thinair::machine
