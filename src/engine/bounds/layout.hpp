// Where the bounds of each node lie in a State, and who must look again when they change.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "engine/bounds/propagate.hpp"

namespace thinair::bounds {

inline constexpr std::uint8_t kLower = 1;
inline constexpr std::uint8_t kUpper = 2;

struct Parent {
  NodeId id;
  bool swaps;  // the right operand of a difference: its lower bound limits the result's upper bound
};

class Layout {
 public:
  explicit Layout(const Network& network) : net(network), n(network.events()), stride(std::max<std::size_t>(1, relation::words_for(n))) {
    const auto& nodes = net.nodes();
    offset.assign(nodes.size(), kConstant);
    parents.resize(nodes.size());
    constant_words.resize(nodes.size());
    std::size_t at = 0;
    for (NodeId id = 0; id < nodes.size(); ++id) {
      const Node& node = nodes[id];
      if (node.kind == Kind::constant) {
        constant_words[id] = node.is_set ? net.set(id).words() : net.relation(id).words();
        continue;
      }
      offset[id] = at;
      at += 2 * length(id);
      open.push_back(id);
      if (node.kind == Kind::unknown) continue;
      parents[node.a].push_back({id, false});
      const bool two = node.kind == Kind::union_ || node.kind == Kind::intersection || node.kind == Kind::difference ||
                       node.kind == Kind::sequence || node.kind == Kind::product;
      if (two && node.b != node.a) parents[node.b].push_back({id, node.kind == Kind::difference});
    }
    total = at;
    for (const Order& order : net.orders) parents[order.base].push_back({order.node, false});  // wakes the order's rules
    axioms_of.resize(nodes.size());
    for (std::size_t i = 0; i < net.axioms.size(); ++i) axioms_of[net.axioms[i].node].push_back(static_cast<std::uint32_t>(i));
    group_of.assign(nodes.size(), -1);
    for (std::size_t g = 0; g < net.groups.size(); ++g)
      for (const NodeId id : net.groups[g].body) group_of[id] = static_cast<int>(g);
  }

  std::size_t length(NodeId id) const { return net[id].is_set ? stride : n * stride; }
  const Word* lo(const State& s, NodeId id) const {
    return offset[id] == kConstant ? constant_words[id].data() : s.bounds.data() + offset[id];
  }
  const Word* hi(const State& s, NodeId id) const {
    return offset[id] == kConstant ? constant_words[id].data() : s.bounds.data() + offset[id] + length(id);
  }
  Word* lo(State& s, NodeId id) const { return s.bounds.data() + offset[id]; }
  Word* hi(State& s, NodeId id) const { return s.bounds.data() + offset[id] + length(id); }
  bool is_constant(NodeId id) const { return offset[id] == kConstant; }

  void changed(State& s, NodeId id, std::uint8_t which) const {
    s.pending = true;
    s.downward[id] = 1;
    const auto other = static_cast<std::uint8_t>((which & kLower ? kUpper : 0) | (which & kUpper ? kLower : 0));
    for (const Parent& p : parents[id]) {
      s.upward[p.id] |= p.swaps ? other : which;
      s.downward[p.id] = 1;
    }
    for (const std::uint32_t a : axioms_of[id]) s.axiom_dirty[a] = 1;
  }

  // Nodes that an active axiom, an order or the caller depends on.
  void mark_live(State& s) const {
    std::fill(s.live.begin(), s.live.end(), std::uint8_t{0});
    std::vector<NodeId> stack;
    const auto visit = [&](NodeId id) {
      if (is_constant(id) || s.live[id]) return;
      s.live[id] = 1;
      stack.push_back(id);
    };
    for (std::size_t i = 0; i < net.axioms.size(); ++i)
      if (s.axiom_active[i]) visit(net.axioms[i].node);
    for (const Order& order : net.orders) {  // that an order exists at all is a rule of its own
      visit(order.base);
      visit(order.node);
    }
    for (const NodeId id : net.exports) visit(id);
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      const Node& node = net[id];
      if (node.kind == Kind::unknown) continue;
      visit(node.a);
      if (node.kind != Kind::recursive) visit(node.b);
    }
  }

  static constexpr std::size_t kConstant = std::numeric_limits<std::size_t>::max();

  const Network& net;
  std::size_t n;
  std::size_t stride;
  std::size_t total = 0;
  std::vector<std::size_t> offset;
  std::vector<std::span<const Word>> constant_words;  // the network's own
  std::vector<NodeId> open;                           // nodes with bounds, ascending
  std::vector<std::vector<Parent>> parents;
  std::vector<std::vector<std::uint32_t>> axioms_of;
  std::vector<int> group_of;
};

}  // namespace thinair::bounds
