#include "engine/bounds/network.hpp"

#include "engine/bounds/bits.hpp"
#include "support/check.hpp"

namespace thinair::bounds {
namespace {

std::uint64_t hash_of(std::span<const relation::Word> words) {
  std::uint64_t hash = 0;
  for (const relation::Word word : words) hash = IdTable::mix(hash, word);
  return hash;
}

bool within_identity(const Relation& relation) {
  for (std::size_t a = 0; a < relation.size(); ++a) {
    const auto row = relation.row(a);
    for (std::size_t w = 0; w < row.size(); ++w)
      if (row[w] & ~(w == a / 64 ? relation::Word{1} << (a % 64) : 0)) return false;
  }
  return true;
}

}  // namespace

NodeId Network::add(Node node) {
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Network::constant(const Relation& relation) {
  check(relation.size() == events_, "constants cover the events of the structure");
  const std::uint64_t hash = hash_of(relation.words());
  const NodeId known = relation_ids_.find(hash, [&](NodeId id) { return this->relation(id) == relation; });
  if (known != kNone) return known;
  if (budget_) budget_->room_for(relation_bytes());
  relations_.push_back(relation);
  const NodeId id = add({.kind = Kind::constant, .is_set = false, .constant = static_cast<std::uint32_t>(relations_.size() - 1)});
  relation_ids_.add(hash, id);
  return id;
}

NodeId Network::constant(const EventSet& set) {
  check(set.size() == events_, "constants cover the events of the structure");
  const std::uint64_t hash = hash_of(set.words());
  const NodeId known = set_ids_.find(hash, [&](NodeId id) { return this->set(id) == set; });
  if (known != kNone) return known;
  sets_.push_back(set);
  const NodeId id = add({.kind = Kind::constant, .is_set = true, .constant = static_cast<std::uint32_t>(sets_.size() - 1)});
  set_ids_.add(hash, id);
  return id;
}

NodeId Network::unknown(bool is_set) { return add({.kind = Kind::unknown, .is_set = is_set}); }
NodeId Network::recursive(bool is_set) { return add({.kind = Kind::recursive, .is_set = is_set, .a = kNone}); }
void Network::define(NodeId recursive, NodeId definition) { nodes_[recursive].a = definition; }

NodeId Network::full(bool is_set) { return is_set ? constant(EventSet::full(events_)) : constant(Relation::full(events_)); }
NodeId Network::empty(bool is_set) { return is_set ? constant(EventSet(events_)) : constant(Relation(events_)); }
NodeId Network::complement(NodeId a) { return make(Kind::difference, full(nodes_[a].is_set), a); }

bool Network::is_empty(NodeId id) const {
  if (!is_constant(id)) return false;
  return nodes_[id].is_set ? set(id).empty() : relation(id).empty();
}

bool Network::is_full(NodeId id) const {
  if (!is_constant(id)) return false;
  return nodes_[id].is_set ? set(id).count() == events_ : relation(id).count() == events_ * events_;
}

NodeId Network::fold(Kind kind, NodeId a, NodeId b) {
  const bool sets = nodes_[a].is_set;
  switch (kind) {
    case Kind::union_: return sets ? constant(set(a) | set(b)) : constant(relation(a) | relation(b));
    case Kind::intersection: return sets ? constant(set(a) & set(b)) : constant(relation(a) & relation(b));
    case Kind::difference: return sets ? constant(set(a) - set(b)) : constant(relation(a) - relation(b));
    case Kind::sequence: {
      Relation out(events_);
      const auto compose = [&](const auto& bits) {
        bits.compose(out.words().data(), relation(a).words().data(), relation(b).words().data());
      };
      if (out.stride() == 1) {
        compose(Bits<1>{events_, 1, budget_});
      } else {
        relation::Matrices wide(events_, out.stride());
        compose(Bits<0>{events_, out.stride(), budget_, &wide});
      }
      return constant(out);
    }
    case Kind::plus: {
      Relation out = relation(a);
      if (out.stride() == 1) {
        Bits<1>{events_, 1, budget_}.close(out.words().data());
      } else {
        relation::Matrices wide(events_, out.stride());
        Bits<0>{events_, out.stride(), budget_, &wide}.close(out.words().data());
      }
      return constant(out);
    }
    case Kind::inverse: return constant(relation(a).inverse());
    case Kind::identity: return constant(Relation::identity(set(a)));
    case Kind::product: return constant(Relation::product(set(a), set(b)));
    case Kind::domain: return constant(relation(a).domain());
    case Kind::range: return constant(relation(a).range());
    default: break;
  }
  check(false, "leaves are not folded");
  return kNone;
}

// The least fixed point of a group, by iteration from the empty set (Kleene; it exists since
// definitions are monotone, Knaster and Tarski). Every node of the group has a value, at first
// empty; in each round all are computed from the values so far, in ascending order, until a round
// changes none. Values only grow and are finite, so it ends: after as many rounds as there are
// pairs at worst, after a handful in practice.
//
// Values are constants of the network, which are told apart by content: two equal ones have the same id, so
// comparing ids is comparing values. Intermediate ones stay behind as constants that nobody refers to.
//
// None if the group depends on a node outside of it that is not constant: the fixed point is then different
// for different decisions, and cut_to_fixpoint narrows it as they are made. (Also none at a limit, where it
// no longer matters.)
std::optional<std::vector<NodeId>> Network::fold(const RecursiveGroup& group) {
  std::map<NodeId, NodeId> value;  // of each node of the group, as a constant; from empty upwards
  for (const NodeId id : group.body) value[id] = empty(nodes_[id].is_set);
  const auto operand = [&](NodeId id) {
    const auto at = value.find(id);
    return at == value.end() ? id : at->second;
  };
  for (const NodeId id : group.body) {
    const Node& node = nodes_[id];
    if (!is_constant(operand(node.a)) || (node.kind != Kind::recursive && !is_constant(operand(node.b)))) return std::nullopt;
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const NodeId id : group.body) {
      if (budget_ && !budget_->spend(1 + relation_bytes() / kBytesPerStep)) return std::nullopt;
      const Node node = nodes_[id];
      const NodeId next = node.kind == Kind::recursive ? operand(node.a) : fold(node.kind, operand(node.a), operand(node.b));
      grown = grown || next != value[id];
      value[id] = next;
    }
  }
  std::vector<NodeId> out;
  for (const NodeId id : group.names) out.push_back(value[id]);
  return out;
}

// Identities that drop an operator or turn it into a cheaper one; kNone where none applies.
NodeId Network::simplify(Kind kind, NodeId a, NodeId b) {
  const bool is_set = nodes_[a].is_set;
  switch (kind) {
    case Kind::union_:
      if (a == b || is_empty(b) || is_full(a)) return a;
      if (is_empty(a) || is_full(b)) return b;
      break;
    case Kind::intersection:
      if (a == b || is_empty(a) || is_full(b)) return a;
      if (is_empty(b) || is_full(a)) return b;
      break;
    case Kind::difference:
      if (a == b || is_empty(a) || is_full(b)) return empty(is_set);
      if (is_empty(b)) return a;
      if (is_constant(b)) return make(Kind::intersection, a, complement(b));
      break;
    case Kind::sequence: {
      if (is_empty(a) || is_empty(b)) return empty(false);
      // r;[S] and [S];r with a known S are restrictions: bitwise, and bounds pass through them without loss.
      if (is_constant(b) && within_identity(relation(b)))
        return make(Kind::intersection, a, constant(Relation::product(EventSet::full(events_), relation(b).domain())));
      if (is_constant(a) && within_identity(relation(a)))
        return make(Kind::intersection, constant(Relation::product(relation(a).domain(), EventSet::full(events_))), b);
      break;
    }
    case Kind::plus:
      if (nodes_[a].kind == Kind::plus) return a;
      break;
    case Kind::inverse:
      if (nodes_[a].kind == Kind::inverse) return nodes_[a].a;
      break;
    case Kind::product:
      if (is_empty(a) || is_empty(b)) return empty(false);
      break;
    default: break;
  }
  return kNone;
}

NodeId Network::make(Kind kind, NodeId a, NodeId b) {
  if (!is_binary(kind)) b = a;
  if (is_constant(a) && is_constant(b)) return fold(kind, a, b);
  if (const NodeId simpler = simplify(kind, a, b); simpler != kNone) return simpler;
  if ((kind == Kind::union_ || kind == Kind::intersection) && a > b) std::swap(a, b);
  const std::uint64_t hash = IdTable::mix(static_cast<std::uint64_t>(kind), std::uint64_t{a} << 32 | b);
  const NodeId known = ids_.find(hash, [&](NodeId id) { return nodes_[id].kind == kind && nodes_[id].a == a && nodes_[id].b == b; });
  if (known != kNone) return known;
  const NodeId id = add({.kind = kind, .is_set = gives_set(kind, nodes_[a].is_set), .a = a, .b = b});
  ids_.add(hash, id);
  return id;
}

}  // namespace thinair::bounds
