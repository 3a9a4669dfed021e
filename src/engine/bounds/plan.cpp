#include "engine/bounds/plan.hpp"

namespace thinair::bounds {

NodeId Plan::add(PlanNode node) {
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Plan::leaf(Leaf leaf, bool is_set, std::uint32_t index, Kind kind) {
  const auto [at, fresh] = leaves_.try_emplace({leaf, is_set, index}, 0);
  if (fresh) at->second = add({.kind = kind, .is_set = is_set, .leaf = leaf, .index = index});
  return at->second;
}

NodeId Plan::constant(const Relation& relation) {
  const auto [at, fresh] =
      relation_ids_.try_emplace({relation.words().begin(), relation.words().end()}, static_cast<std::uint32_t>(relations.size()));
  if (fresh) relations.push_back(relation);
  return leaf(Leaf::value, false, at->second, Kind::constant);
}

NodeId Plan::constant(const EventSet& set) {
  const auto [at, fresh] = set_ids_.try_emplace({set.words().begin(), set.words().end()}, static_cast<std::uint32_t>(sets.size()));
  if (fresh) sets.push_back(set);
  return leaf(Leaf::value, true, at->second, Kind::constant);
}

NodeId Plan::order(PlanOrder order) {
  order.node = leaf(Leaf::order, false, static_cast<std::uint32_t>(orders.size()), Kind::unknown);
  orders.push_back(std::move(order));
  return orders.back().node;
}

NodeId Plan::recursive(bool is_set) { return add({.kind = Kind::recursive, .is_set = is_set, .a = Network::kNone}); }

Operands Plan::operands(NodeId id) const {
  const PlanNode& n = nodes_[id];
  if (n.leaf != Leaf::none) return {};
  if (n.kind == Kind::recursive) return n.a == Network::kNone ? Operands{} : Operands{n.a};
  return {n.a, n.b};
}

std::vector<bool> Plan::used() const {
  std::vector<bool> out(nodes_.size(), false);
  std::vector<NodeId> stack(exports);
  for (const auto* some : {&axioms, &flags, &assertions})
    for (const PlanAxiom& axiom : *some) stack.push_back(axiom.node);
  for (const PlanOrder& order : orders) stack.insert(stack.end(), {order.node, order.on, order.base});
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (out[id]) continue;
    out[id] = true;
    for (const NodeId kid : operands(id)) stack.push_back(kid);
  }
  return out;
}

// What is empty in every test is empty in the plan: models written for more than thinair has (page tables, tags) cost nothing by it.
std::optional<NodeId> Plan::fold(Kind kind, NodeId a, NodeId b) {
  const bool left = nodes_[a].leaf == Leaf::empty, right = nodes_[b].leaf == Leaf::empty;
  if (!left && !right) return std::nullopt;
  switch (kind) {
    case Kind::union_: return left ? b : a;
    case Kind::difference: return a;
    default: return empty(gives_set(kind, nodes_[a].is_set));
  }
}

NodeId Plan::make(Kind kind, NodeId a, NodeId b) {
  if (!is_binary(kind)) b = a;
  if (const auto folded = fold(kind, a, b)) return *folded;
  if ((kind == Kind::union_ || kind == Kind::intersection) && a > b) std::swap(a, b);
  const auto [at, fresh] = ids_.try_emplace({kind, a, b}, 0);
  if (fresh) at->second = add({.kind = kind, .is_set = gives_set(kind, nodes_[a].is_set), .a = a, .b = b});
  return at->second;
}

}  // namespace thinair::bounds
