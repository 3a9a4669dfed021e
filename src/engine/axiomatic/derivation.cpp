// A pair in a union is in one side, in a sequence it goes through an event, in a closure along a shortest path; an intersection is
// told by the side that is not a constant. A name of the model ends the way down, and `via` goes on below it to what the
// structure and the choices give.
//
// Networks share nodes: the union of a check may contain another union that the model has a name for elsewhere. So a union is told by
// the parts that the check itself names, and only without such a part by its own name.
#include "engine/axiomatic/derivation.hpp"

#include <algorithm>

namespace thinair::axiomatic {

using bounds::Kind;
using bounds::NodeId;
using bounds::Relation;

namespace {
constexpr unsigned kMostDepth = 200;

// From-read is as well known as what it is made of.
bool is_from_read(std::string_view name) { return name == "fr" || name == "fre" || name == "fri"; }

bool is_read_then_order(const std::vector<Step>& via) { return via.size() == 2 && via[0].relation == "rf" && via[0].inverse; }

}  // namespace

Derivation::Derivation(const bounds::Network& network, const bounds::Propagator& propagator, const bounds::State& state)
    : net_(network), propagator_(propagator), state_(state) {
  for (const auto& [name, node] : net_.labels)
    if (!net_[node].is_set) names_.emplace(node, name);
}

const Relation& Derivation::lower(NodeId node) {
  const auto at = lower_.find(node);
  if (at != lower_.end()) return at->second;
  return lower_.emplace(node, net_.is_constant(node) ? net_.relation(node) : propagator_.lower(state_, node)).first->second;
}

const std::string* Derivation::name_of(NodeId node) {
  const auto at = names_.find(node);
  return at == names_.end() ? nullptr : &at->second;
}

void Derivation::prefer(const std::vector<std::string>& names) {
  preferred_.clear();
  for (const std::string& name : names) {
    const auto label = std::ranges::find(net_.labels, name, &std::pair<std::string, NodeId>::first);
    if (label != net_.labels.end() && !net_[label->second].is_set) preferred_.push_back(*label);
  }
}

// The first preferred name of a relation that is part of this one and has the pair.
const std::pair<std::string, NodeId>* Derivation::preferred_part(NodeId node, EventId a, EventId b) {
  for (const auto& part : preferred_)
    if (lower(part.second).has(a, b) && (lower(part.second) - lower(node)).empty()) return &part;
  return nullptr;
}

// Of a relation without a name: the smallest one with a name that contains it.
std::string Derivation::nearest_name(NodeId node) {
  std::string best;
  std::size_t fewest = SIZE_MAX;
  for (const auto& [name, other] : net_.labels) {
    if (net_[other].is_set || !(lower(node) - lower(other)).empty()) continue;
    if (const std::size_t count = lower(other).count(); count < fewest) {
      fewest = count;
      best = name;
    }
  }
  return best;
}

// An edge of a relation without a name goes by one that contains the relation; or else the pair, or the pair turned round. A model may
// have none of these.
Step Derivation::nameless(NodeId node, EventId a, EventId b) {
  if (std::string name = nearest_name(node); !name.empty()) return {a, b, std::move(name), false, {}};
  for (const bool inverse : {false, true}) {
    const std::string* best = nullptr;
    std::size_t fewest = SIZE_MAX;
    for (const auto& [name, other] : net_.labels) {
      if (net_[other].is_set || !(inverse ? lower(other).has(b, a) : lower(other).has(a, b))) continue;
      if (const std::size_t count = lower(other).count(); count < fewest) {
        fewest = count;
        best = &name;
      }
    }
    if (best) return {a, b, *best, inverse, {}};
  }
  return {a, b, "related", false, {}};
}

std::vector<Step> Derivation::path(NodeId node, EventId a, EventId b) { return expand(node, a, b, true, 0); }

std::vector<Step> Derivation::expand(NodeId node, EventId a, EventId b, bool names, unsigned depth) {
  const bounds::Node& n = net_[node];
  const std::string* name = name_of(node);
  const bool leaf = n.kind == Kind::constant || n.kind == Kind::unknown || depth > kMostDepth;
  if (leaf) {
    if (a == b && n.kind == Kind::constant) return {};
    if (name) return {{a, b, *name, false, {}}};
    return {nameless(node, a, b)};
  }
  if (names && n.kind == Kind::union_)
    if (const auto* part = preferred_part(node, a, b)) return {named(part->second, part->first, a, b, depth)};
  if (name && !names && is_from_read(*name))
    if (Step step = named(node, *name, a, b, depth); step.via.empty()) return {std::move(step)};
  if (!name || !names) {
    // A recursive name that leads to itself is not told further.
    if (name && n.kind == Kind::recursive && depth > 0 && !names) return {{a, b, *name, false, {}}};
    return inside(node, a, b, names, depth + 1);
  }
  return {named(node, *name, a, b, depth)};
}

Step Derivation::named(NodeId node, const std::string& name, EventId a, EventId b, unsigned depth) {
  const bounds::Node& n = net_[node];
  if (n.kind == Kind::constant || n.kind == Kind::unknown) return {a, b, name, false, {}};
  const NodeId definition = n.kind == Kind::recursive ? n.a : node;
  Step step{a, b, name, false, inside(definition, a, b, false, depth + 1)};
  if (step.via.size() == 1 && step.via[0].relation == step.relation) step.via.clear();
  if (is_from_read(name) && is_read_then_order(step.via)) step.via.clear();
  return step;
}

std::vector<Step> Derivation::inside(NodeId node, EventId a, EventId b, bool names, unsigned depth) {
  const bounds::Node& n = net_[node];
  const auto has = [&](NodeId kid) { return lower(kid).has(a, b); };
  switch (n.kind) {
    case Kind::recursive: return expand(n.a, a, b, names, depth);
    case Kind::union_: return expand(has(n.a) ? n.a : n.b, a, b, names, depth);
    case Kind::difference: return expand(n.a, a, b, names, depth);
    case Kind::intersection: {
      const bool first = !net_.is_constant(n.a) || net_.is_constant(n.b);
      return expand(first ? n.a : n.b, a, b, names, depth);
    }
    case Kind::sequence:
      for (EventId m = 0; m < net_.events(); ++m) {
        if (!lower(n.a).has(a, m) || !lower(n.b).has(m, b)) continue;
        std::vector<Step> out = expand(n.a, a, m, names, depth);
        std::ranges::move(expand(n.b, m, b, names, depth), std::back_inserter(out));
        return out;
      }
      return {};
    case Kind::plus: return along(n.a, a, b, names, depth);
    case Kind::inverse: {
      std::vector<Step> out = expand(n.a, b, a, names, depth);
      std::ranges::reverse(out);
      const auto turn = [](const auto& self, Step& step) -> void {
        std::swap(step.from, step.to);
        step.inverse = !step.inverse;
        std::ranges::reverse(step.via);
        for (Step& inner : step.via) self(self, inner);
      };
      for (Step& step : out) turn(turn, step);
      return out;
    }
    case Kind::product: return {nameless(node, a, b)};
    default: return {};
  }
}

// A shortest path of one edge or more.
std::vector<Step> Derivation::along(NodeId node, EventId a, EventId b, bool names, unsigned depth) {
  const Relation& r = lower(node);
  constexpr EventId kNone = UINT32_MAX;
  std::vector<EventId> from(net_.events(), kNone);
  std::vector<EventId> queue{a};
  bool found = false;
  for (std::size_t i = 0; i < queue.size() && !found; ++i)
    for (EventId next = 0; next < net_.events() && !found; ++next) {
      if (!r.has(queue[i], next) || from[next] != kNone) continue;
      from[next] = queue[i];
      queue.push_back(next);
      found = next == b;
    }
  if (!found) return {};
  std::vector<EventId> events{b};
  do events.push_back(from[events.back()]);
  while (events.back() != a);
  std::vector<Step> out;
  for (std::size_t i = events.size() - 1; i > 0; --i)
    std::ranges::move(expand(node, events[i], events[i - 1], names, depth), std::back_inserter(out));
  return out;
}

}  // namespace thinair::axiomatic
