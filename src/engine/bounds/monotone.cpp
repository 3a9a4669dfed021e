#include "engine/bounds/monotone.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace thinair::bounds {
namespace {

using cat::PrimitiveId;

// What becomes of a set or relation when accesses get stronger modes, as bits.
enum Sign : std::uint8_t { same = 0, up = 1, down = 2, unknown = 3 };

constexpr Sign join(Sign a, Sign b) { return static_cast<Sign>(a | b); }
constexpr Sign flip(Sign s) { return s == up ? down : s == down ? up : s; }

// Is an event with a mode in the set? Nothing if that depends on the program.
std::optional<bool> has_accesses(PrimitiveId id) {
  switch (id) {
    case PrimitiveId::M:
    case PrimitiveId::EXEC:
    case PrimitiveId::Exp: return true;
    case PrimitiveId::Alive:
    case PrimitiveId::Begin:
    case PrimitiveId::Early:
    case PrimitiveId::End:
    case PrimitiveId::External:
    case PrimitiveId::F:
    case PrimitiveId::Freeze:
    case PrimitiveId::IW:
    case PrimitiveId::Join:
    case PrimitiveId::Lock:
    case PrimitiveId::Notify:
    case PrimitiveId::NotifyAll:
    case PrimitiveId::Restart:
    case PrimitiveId::Start:
    case PrimitiveId::Unlock: return false;
    default: return std::nullopt;
  }
}

constexpr std::size_t kMostAtoms = 10;

class Monotone {
 public:
  Monotone(const Plan& plan, std::span<const Strengthening> steps, const std::function<bool(PrimitiveId)>& absent)
      : plan_(plan), steps_(steps), absent_(absent), empty_(plan.nodes().size(), true), sign_(plan.nodes().size(), same) {}

  bool run() {
    find_empty();
    for (bool grown = true; grown;) {
      grown = false;
      for (NodeId id = 0; id < sign_.size(); ++id) {
        const Sign now = join(sign_[id], sign_of(id));
        grown = grown || now != sign_[id];
        sign_[id] = now;
      }
    }
    const auto loses = [&](NodeId id) { return sign_[id] == same || sign_[id] == up; };
    const auto survives = [&](const PlanAxiom& axiom) {
      return sign_[axiom.node] == same || sign_[axiom.node] == (axiom.negated ? down : up);
    };
    const auto unmoved = [&](const PlanAxiom& axiom) { return sign_[axiom.node] == same; };
    return std::ranges::all_of(plan_.orders, [&](const PlanOrder& o) { return loses(o.on) && loses(o.base); }) &&
           std::ranges::all_of(plan_.axioms, survives) && std::ranges::all_of(plan_.assertions, unmoved) &&
           std::ranges::all_of(plan_.flags, [&](const PlanAxiom& flag) { return !flag.undefined || unmoved(flag); });
  }

 private:
  // A recursive name is empty if its definition is, supposing that it is.
  void find_empty() {
    for (bool less = true; less;) {
      less = false;
      for (NodeId id = 0; id < empty_.size(); ++id)
        if (empty_[id] && !is_empty(id)) {
          empty_[id] = false;
          less = true;
        }
    }
  }
  bool is_empty(NodeId id) const {
    const PlanNode& node = plan_[id];
    if (node.leaf == Leaf::primitive) return absent_(static_cast<PrimitiveId>(node.index));
    if (node.leaf != Leaf::none) return node.leaf == Leaf::empty;
    if (node.kind == Kind::recursive) return node.a == Network::kNone || empty_[node.a];
    if (node.kind == Kind::union_) return empty_[node.a] && empty_[node.b];
    if (node.kind == Kind::difference) return empty_[node.a];
    return empty_[node.a] || empty_[node.b];
  }

  Sign sign_of(NodeId id) const {
    const PlanNode& node = plan_[id];
    if (empty_[id]) return same;
    switch (node.leaf) {
      case Leaf::none: break;
      case Leaf::dialect: return of_members(id).value_or(unknown);
      case Leaf::order: return order_sign(plan_.orders[node.index]);
      default: return same;
    }
    if (node.kind == Kind::recursive) return node.a == Network::kNone ? same : sign_[node.a];
    if (node.is_set && (node.kind == Kind::union_ || node.kind == Kind::intersection || node.kind == Kind::difference))
      if (const auto sign = of_members(id)) return *sign;
    return join(sign_[node.a], node.kind == Kind::difference ? flip(sign_[node.b]) : is_binary(node.kind) ? sign_[node.b] : same);
  }

  // It is cut down to what its set is, and loses nothing if that stays and the relation does.
  Sign order_sign(const PlanOrder& order) const { return join(sign_[order.on], sign_[order.base]) == same ? same : up; }

  // Of a set that is made of modes, and of sets that modes do not change: its members tell.
  std::optional<Sign> of_members(NodeId id) const {
    std::vector<NodeId> atoms;
    if (!collect_atoms(id, atoms) || atoms.size() > kMostAtoms) return std::nullopt;
    Sign out = same;
    for (std::uint32_t choice = 0; choice < (1U << atoms.size()); ++choice)
      for (const Strengthening& step : steps_) {
        const bool before = member(id, step.weaker, atoms, choice), after = member(id, step.stronger, atoms, choice);
        if (before != after) out = join(out, after ? up : down);
      }
    return out;
  }

  bool collect_atoms(NodeId id, std::vector<NodeId>& atoms) const {
    const PlanNode& node = plan_[id];
    if (empty_[id] || node.leaf == Leaf::dialect || node.leaf == Leaf::universe) return true;
    if (node.leaf == Leaf::primitive && has_accesses(static_cast<PrimitiveId>(node.index))) return true;
    if (node.leaf == Leaf::none && (node.kind == Kind::union_ || node.kind == Kind::intersection || node.kind == Kind::difference))
      return collect_atoms(node.a, atoms) && collect_atoms(node.b, atoms);
    if (sign_[id] != same) return false;
    if (std::ranges::find(atoms, id) == atoms.end()) atoms.push_back(id);
    return true;
  }
  // Is an access whose mode changes in the set, when it is in these sets of the dialect and in those atoms?
  bool member(NodeId id, program::SetMask mask, const std::vector<NodeId>& atoms, std::uint32_t choice) const {
    const PlanNode& node = plan_[id];
    if (empty_[id]) return false;
    if (node.leaf == Leaf::universe) return true;
    if (node.leaf == Leaf::dialect) return program::has_members(node.index) && (mask >> node.index & 1) != 0;
    if (node.leaf == Leaf::primitive)
      if (const auto known = has_accesses(static_cast<PrimitiveId>(node.index))) return *known;
    if (const auto at = std::ranges::find(atoms, id); at != atoms.end()) return (choice >> (at - atoms.begin()) & 1) != 0;
    const bool a = member(node.a, mask, atoms, choice), b = member(node.b, mask, atoms, choice);
    return node.kind == Kind::union_ ? a || b : node.kind == Kind::intersection ? a && b : a && !b;
  }

  const Plan& plan_;
  std::span<const Strengthening> steps_;
  const std::function<bool(PrimitiveId)>& absent_;
  std::vector<bool> empty_;
  std::vector<Sign> sign_;
};

}  // namespace

bool monotone(const PlannedModel& model, std::span<const Strengthening> steps, const std::function<bool(PrimitiveId)>& absent) {
  return !model.looks_inside && Monotone(model.plan, steps, absent).run();
}

}  // namespace thinair::bounds
