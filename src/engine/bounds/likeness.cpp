#include "engine/bounds/likeness.hpp"

#include <span>
#include <utility>
#include <vector>

namespace thinair::bounds {
namespace {

class Likeness {
 public:
  Likeness(const Network& net, std::string& out)
      : net_(net), out_(out), number_(net.nodes().size(), kNone), bytes_((net.events() + 7) / 8) {}

  void run() {
    size(net_.events());
    for (const auto* axioms : {&net_.axioms, &net_.flags, &net_.assertions}) {
      size(axioms->size());
      for (const Axiom& axiom : *axioms) {
        reach(axiom.node);
        byte(static_cast<std::uint8_t>(axiom.test));
        byte(static_cast<std::uint8_t>(axiom.negated | axiom.undefined << 1));
        name(axiom.node);
      }
    }
    size(net_.orders.size());
    for (const Order& order : net_.orders) {
      reach(order.node);
      reach(order.base);
      name(order.node);
      name(order.base);
      size(order.classes.size());
      for (const EventSet& members : order.classes) row(members.words());
    }
    name(net_.rf);
    name(net_.fw);
  }

 private:
  static constexpr NodeId kNone = Network::kNone;

  void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
  void size(std::size_t value) {
    for (; value >= 128; value >>= 7) byte(static_cast<std::uint8_t>(value | 128));
    byte(static_cast<std::uint8_t>(value));
  }
  void row(std::span<const relation::Word> words) {
    for (std::size_t i = 0; i < bytes_; ++i) byte(static_cast<std::uint8_t>(words[i / 8] >> (i % 8 * 8)));
  }
  // A number, or that nothing reaches it.
  void name(NodeId id) { size(id == kNone || number_[id] == kNone ? 0 : number_[id] + 1U); }

  // Operands before operators; a recursive name before its definition, which comes where it is first met.
  void reach(NodeId from) {
    stack_.push_back({from, false});
    while (!stack_.empty()) {
      const auto [id, operands_are_told] = stack_.back();
      stack_.pop_back();
      if (number_[id] != kNone) continue;
      const Node& node = net_[id];
      if (node.kind == Kind::recursive) {
        number_[id] = next_++;
        byte(static_cast<std::uint8_t>(node.kind));
        definitions_.push_back(id);
        continue;
      }
      const bool leaf = node.kind == Kind::constant || node.kind == Kind::unknown;
      if (!leaf && !operands_are_told) {
        stack_.push_back({id, true});
        if (node.b != node.a) stack_.push_back({node.b, false});
        stack_.push_back({node.a, false});
        continue;
      }
      tell(id, node);
    }
    while (!definitions_.empty()) {
      const NodeId id = definitions_.back();
      definitions_.pop_back();
      reach(net_[id].a);
      name(id);
      name(net_[id].a);
    }
  }

  void tell(NodeId id, const Node& node) {
    number_[id] = next_++;
    byte(static_cast<std::uint8_t>(static_cast<std::uint8_t>(node.kind) << 1 | (node.is_set ? 1 : 0)));
    if (node.kind == Kind::unknown) return;
    if (node.kind != Kind::constant) {
      name(node.a);
      name(node.b);
      return;
    }
    if (node.is_set) return row(net_.set(id).words());
    const Relation& relation = net_.relation(id);
    for (std::size_t e = 0; e < net_.events(); ++e) row(relation.row(e));
  }

  const Network& net_;
  std::string& out_;
  std::vector<NodeId> number_;
  std::size_t bytes_;
  NodeId next_ = 0;
  std::vector<std::pair<NodeId, bool>> stack_;
  std::vector<NodeId> definitions_;
};

}  // namespace

void add_likeness(const Network& network, std::string& out) { Likeness(network, out).run(); }

}  // namespace thinair::bounds
