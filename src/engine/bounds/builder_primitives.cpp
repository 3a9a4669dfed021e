// Primitive names and functions of .cat, and looking inside constant values.
#include <algorithm>

#include "engine/bounds/builder.hpp"

namespace thinair::bounds {
namespace {

using K = CatValue::Kind;
using relation::for_each_bit;

// Functions that take nodes to nodes or to sets of values. language/cat/prelude lists them for the checker.
constexpr std::string_view kFunctions[] = {"domain",  "range",  "linearisations", "per-location-orders", "classes-loc",
                                           "classes", "fromto", "fail",           "as_transitive"};

// A set with more orders than this is not listed; the search then answers unknown.
constexpr std::size_t kMaxListed = 2'000'000;

}  // namespace

Relation rf_candidates(const events::Structure& s) {
  Relation r(s.size());
  for (std::size_t from = 0; from < s.size(); ++from)
    for (std::size_t to = 0; to < s.size(); ++to)
      if (from != to && s.events[from].writes() && s.events[to].reads() && s.events[from].location == s.events[to].location &&
          !events::same_instruction(s.events[from], s.events[to]))
        r.add(from, to);
  return r;
}

std::vector<EventSet> final_write_groups(const events::Structure& s) {
  std::map<events::LocId, EventSet> groups;
  for (std::size_t e = 0; e < s.size(); ++e)
    if (s.events[e].writes() && !s.events[e].is_init()) groups.try_emplace(s.events[e].location, s.size()).first->second.add(e);
  for (std::size_t e = 0; e < s.init_count; ++e)
    if (const auto [at, only] = groups.try_emplace(s.events[e].location, s.size()); only) at->second.add(e);
  std::vector<EventSet> out;
  for (auto& [location, group] : groups) out.push_back(std::move(group));
  return out;
}

Builder::Maybe Builder::base(const std::string& name) {
  if (const auto at = base_.find(name); at != base_.end()) return at->second;
  Maybe value;
  if (name == "rf") {
    net_.rf_candidates = rf_candidates(structure_);
    net_.reading = EventSet(structure_.size());
    for (std::size_t e = 0; e < structure_.size(); ++e)
      if (structure_.events[e].reads()) net_.reading.add(e);
    if (!options_.rf) net_.rf = net_.unknown(false);
    value = relation_value(options_.rf ? net_.constant(*options_.rf) : net_.rf);
  } else if (name == "FW") {
    net_.fw_groups = final_write_groups(structure_);
    if (!options_.fw) net_.fw = net_.unknown(true);
    value = set_value(options_.fw ? net_.constant(*options_.fw) : net_.fw);
  } else if (const auto set = events::base_set(program_, structure_, name)) {
    value = set_value(net_.constant(*set));
  } else if (const auto relation = events::base_relation(program_, structure_, name)) {
    value = relation_value(net_.constant(*relation));
  } else if (std::ranges::find(kFunctions, name) != std::end(kFunctions)) {
    value = CatValue{.kind = K::primitive, .tag = name};
  } else {
    return std::nullopt;
  }
  base_.emplace(name, *value);
  return value;
}

bool Builder::depends_on_order(NodeId node) const {
  return net_.reaches(node, [&](NodeId id) { return net_[id].kind == Kind::unknown && id != net_.rf && id != net_.fw; });
}

std::optional<NodeId> Builder::constant_needed(NodeId node) {
  if (net_.is_constant(node)) return node;
  need_ = std::max(need_, depends_on_order(node) ? Need::orders : Need::reads);
  return std::nullopt;
}

// The members of a set of any kind, in a fixed order.
std::optional<std::vector<CatValue>> Builder::elements(const CatValue& value, Span where) {
  std::vector<CatValue> out;
  switch (value.kind) {
    case K::empty: return out;
    case K::values: return *value.items;
    case K::universe:
    case K::set: {
      const auto node = as_set(value, where);
      if (!constant_needed(*node)) return std::nullopt;
      for (const std::uint32_t e : net_.set(*node).elements()) out.push_back({.kind = K::event, .a = e});
      return out;
    }
    case K::relation: {
      if (!constant_needed(value.node)) return std::nullopt;
      if (!budget_.room_for(net_.relation(value.node).count() * 2 * sizeof(CatValue))) return std::nullopt;
      for (const auto& [a, b] : net_.relation(value.node).pairs()) out.push_back({.kind = K::pair, .a = a, .b = b});
      return out;
    }
    case K::orders: {
      const Maybe listed = list_orders(*value.orders, where);
      if (!listed) return std::nullopt;
      return *listed->items;
    }
    default: break;
  }
  fail(where, "cat-kind", "a set is wanted here");
  return std::nullopt;
}

// Every choice of one total order per class, each as a constant relation.
Builder::Maybe Builder::list_orders(const OrderSet& orders, Span where) {
  if (!constant_needed(orders.base)) return std::nullopt;
  const Relation& base = net_.relation(orders.base);
  std::vector<Relation> done{Relation(structure_.size())};
  for (const EventSet& on : orders.classes) {
    std::vector<Relation> next;
    const std::vector<std::uint32_t> events = on.elements();
    const Relation within = base.restrict_to(on, on);
    // Depth first over prefixes of linear extensions.
    std::vector<std::uint32_t> prefix;
    EventSet placed(structure_.size());
    const std::function<bool()> extend_prefix = [&]() -> bool {
      if (budget_.exhausted()) return false;
      if (prefix.size() == events.size()) {
        Relation order(structure_.size());
        for (std::size_t i = 0; i < prefix.size(); ++i)
          for (std::size_t j = i + 1; j < prefix.size(); ++j) order.add(prefix[i], prefix[j]);
        for (const Relation& before_this : done) {
          if (!budget_.room_for(net_.relation_bytes()) || budget_.exhausted()) return false;
          next.push_back(before_this | order);
        }
        return next.size() <= kMaxListed;
      }
      for (const std::uint32_t e : events) {
        if (placed.has(e)) continue;
        const bool ready = std::ranges::all_of(events, [&](std::uint32_t p) { return placed.has(p) || !within.has(p, e); });
        if (!ready) continue;
        placed.add(e);
        prefix.push_back(e);
        const bool go_on = extend_prefix();
        prefix.pop_back();
        placed.remove(e);
        if (!go_on) return false;
      }
      return true;
    };
    if (!extend_prefix()) {
      budget_.exhaust(Incomplete::bound, "a model lists more total orders than thinair does");
      return fail(where, "cat-limit", "too many total orders to list one by one");
    }
    done = std::move(next);
  }
  std::vector<CatValue> items;
  items.reserve(done.size());
  for (const Relation& order : done) items.push_back(relation_value(net_.constant(order)));
  return values(std::move(items));
}

Builder::Maybe Builder::primitive(const std::string& name, const CatValue& argument, Span where) {
  if (name == "fail") return fail(where, "cat-fail", "the model calls fail here");
  if (name == "as_transitive") return argument;
  if (name == "domain" || name == "range") {
    const auto r = as_relation(argument, where);
    if (!r) return std::nullopt;
    return set_value(net_.make(name == "domain" ? Kind::domain : Kind::range, *r));
  }
  if (name == "fromto") {
    const auto fences = as_set(argument, where);
    if (!fences) return std::nullopt;
    const NodeId po = base("po")->node;
    return relation_value(net_.make(Kind::sequence, net_.make(Kind::sequence, po, net_.make(Kind::identity, *fences)), po));
  }
  if (name == "classes-loc") {
    const auto s = as_set(argument, where);
    if (!s || !constant_needed(*s)) return std::nullopt;
    std::map<events::LocId, EventSet> classes;
    for (const std::uint32_t e : net_.set(*s).elements())
      if (structure_.events[e].location != events::kNoLocation)
        classes.try_emplace(structure_.events[e].location, structure_.size()).first->second.add(e);
    std::vector<CatValue> out;
    for (const auto& [location, members] : classes) out.push_back(set_value(net_.constant(members)));
    return values(std::move(out));
  }
  if (name == "classes") {
    const auto r = as_relation(argument, where);
    if (!r || !constant_needed(*r)) return std::nullopt;
    const Relation& equivalence = net_.relation(*r);
    std::vector<CatValue> out;
    for (std::size_t e = 0; e < structure_.size(); ++e) {
      EventSet members(structure_.size());
      for_each_bit(equivalence.row(e), [&](std::uint32_t other) { members.add(other); });
      if (!members.empty()) out.push_back(set_value(net_.constant(members)));
    }
    return values(std::move(out));
  }
  // linearisations(S, r), per-location-orders(S, r)
  if (argument.kind != K::tuple || argument.items->size() != 2) return fail(where, "cat-kind", name + " takes a set and a relation");
  const auto on = as_set((*argument.items)[0], where);
  const auto extends = on ? as_relation((*argument.items)[1], where) : std::nullopt;
  if (!extends || !constant_needed(*on)) return std::nullopt;
  auto orders = std::make_shared<OrderSet>();
  orders->base = *extends;
  if (name == "linearisations") {
    orders->classes.push_back(net_.set(*on));
  } else {
    std::map<events::LocId, EventSet> classes;
    for (const std::uint32_t e : net_.set(*on).elements())
      if (structure_.events[e].location != events::kNoLocation)
        classes.try_emplace(structure_.events[e].location, structure_.size()).first->second.add(e);
    for (auto& [location, members] : classes) orders->classes.push_back(std::move(members));
  }
  return CatValue{.kind = K::orders, .orders = std::move(orders)};
}

}  // namespace thinair::bounds
