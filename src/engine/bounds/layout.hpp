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

// A list for each node, all in one piece of memory: first every item is counted, then each is put in its place.
template <class T>
class Lists {
 public:
  explicit Lists(std::size_t lists) : ends_(lists + 1, 0) {}
  void count(NodeId list) { ++ends_[list + 1]; }
  void counted() {
    for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    items_.resize(ends_.back());
    at_.assign(ends_.begin(), ends_.end() - 1);
  }
  void put(NodeId list, T item) { items_[at_[list]++] = item; }
  std::span<const T> operator[](NodeId list) const { return {items_.data() + ends_[list], items_.data() + ends_[list + 1]}; }

 private:
  std::vector<std::uint32_t> ends_, at_;
  std::vector<T> items_;
};

class Layout {
 public:
  explicit Layout(const Network& network)
      : net(network),
        n(network.events()),
        stride(std::max<std::size_t>(1, relation::words_for(n))),
        parents(network.nodes().size()),
        axioms_of(network.nodes().size()) {
    const auto& nodes = net.nodes();
    offset.assign(nodes.size(), kConstant);
    constant_words.resize(nodes.size());
    open.reserve(nodes.size());
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
    }
    total = at;
    each_parent([this](NodeId of, Parent) { parents.count(of); });
    parents.counted();
    each_parent([this](NodeId of, Parent parent) { parents.put(of, parent); });
    for (const Axiom& axiom : net.axioms) axioms_of.count(axiom.node);
    axioms_of.counted();
    for (std::size_t i = 0; i < net.axioms.size(); ++i) axioms_of.put(net.axioms[i].node, static_cast<std::uint32_t>(i));
    group_of.assign(nodes.size(), -1);
    for (std::size_t g = 0; g < net.groups.size(); ++g)
      for (const NodeId id : net.groups[g].body) group_of[id] = static_cast<int>(g);
  }

  std::size_t length(NodeId id) const { return net[id].is_set ? stride : n * stride; }
  const Word* lo(const State& s, NodeId id) const { return offset[id] == kConstant ? constant_words[id].data() : s.bounds() + offset[id]; }
  const Word* hi(const State& s, NodeId id) const {
    return offset[id] == kConstant ? constant_words[id].data() : s.bounds() + offset[id] + length(id);
  }
  Word* lo(State& s, NodeId id) const { return s.bounds() + offset[id]; }
  Word* hi(State& s, NodeId id) const { return s.bounds() + offset[id] + length(id); }
  bool is_constant(NodeId id) const { return offset[id] == kConstant; }

  void changed(State& s, NodeId id, std::uint8_t which) const {
    s.pending = true;
    s.downward()[id] = 1;
    const auto other = static_cast<std::uint8_t>((which & kLower ? kUpper : 0) | (which & kUpper ? kLower : 0));
    for (const Parent& p : parents[id]) {
      s.upward()[p.id] |= p.swaps ? other : which;
      s.downward()[p.id] = 1;
    }
    // What an axiom forbids follows from what must be there; only the negation of one looks at what may be.
    for (const std::uint32_t a : axioms_of[id])
      if ((which & kLower) || net.axioms[a].negated) s.axiom_dirty()[a] = 1;
  }

  // Nodes that an active axiom, an order or the caller depends on.
  void mark_live(State& s) const {
    const std::span<std::uint8_t> live = s.live();
    std::ranges::fill(live, std::uint8_t{0});
    bool again = false;
    const auto visit = [&](NodeId id) {
      if (!is_constant(id)) live[id] = 1;
    };
    for (std::size_t i = 0; i < net.axioms.size(); ++i)
      if (s.axiom_active()[i]) visit(net.axioms[i].node);
    for (const Order& order : net.orders) {  // that an order exists at all is a rule of its own
      visit(order.base);
      visit(order.node);
    }
    for (const NodeId id : net.exports) visit(id);
    // Operands stand before operators; the definition of a recursive name stands behind it, and is gone through once more.
    do {
      again = false;
      for (auto it = open.rbegin(); it != open.rend(); ++it) {
        const Node& node = net[*it];
        if (!live[*it] || node.kind == Kind::unknown) continue;
        if (node.kind == Kind::recursive) {
          again = again || (node.a > *it && !is_constant(node.a) && !live[node.a]);
          visit(node.a);
        } else {
          visit(node.a);
          visit(node.b);
        }
      }
    } while (again);
  }

  static constexpr std::size_t kConstant = std::numeric_limits<std::size_t>::max();

  const Network& net;
  std::size_t n;
  std::size_t stride;
  std::size_t total = 0;
  std::vector<std::size_t> offset;
  std::vector<std::span<const Word>> constant_words;  // the network's own
  std::vector<NodeId> open;                           // nodes with bounds, ascending
  Lists<Parent> parents;
  Lists<std::uint32_t> axioms_of;
  std::vector<int> group_of;

 private:
  template <class F>
  void each_parent(F&& f) const {
    for (const NodeId id : open) {
      const Node& node = net[id];
      if (node.kind == Kind::unknown) continue;
      f(node.a, Parent{id, false});
      if (is_binary(node.kind) && node.b != node.a) f(node.b, Parent{id, node.kind == Kind::difference});
    }
    for (const Order& order : net.orders) f(order.base, Parent{order.node, false});  // wakes the order's rules
  }
};

}  // namespace thinair::bounds
