// Primitive names and functions of .cat, and looking inside constant values.
#include <algorithm>
#include <set>

#include "engine/bounds/builder.hpp"
#include "engine/bounds/primitives.hpp"

namespace thinair::bounds {
namespace {

using K = CatValue::Kind;
using relation::for_each_bit;

using cat::PrimitiveId;

// A set with more orders than this is not listed; the search then answers unknown.
constexpr std::size_t kMaxListed = 2'000'000;

}  // namespace

Builder::Maybe Builder::base(const std::string& name) {
  if (const cat::Primitive* known = cat::find_primitive(name)) {
    if (!known->unsupported.empty() || (known->registers && !model_.processors)) return std::nullopt;
    switch (known->kind) {
      case cat::Primitive::Kind::function: return CatValue{.kind = K::primitive, .function = known->id};
      case cat::Primitive::Kind::set: return set_value(known->id == PrimitiveId::FW ? plan_.fw() : plan_.primitive(known->id, true));
      case cat::Primitive::Kind::relation:
        // As in herd: a model that does not say catdep has the read of an atomic before its write.
        if (known->id == PrimitiveId::po && model_.processors && !model_.model->catdep)
          return relation_value(
              plan_.make(Kind::union_, plan_.primitive(PrimitiveId::po, false), plan_.primitive(PrimitiveId::amo, false)));
        return relation_value(known->id == PrimitiveId::rf ? plan_.rf() : plan_.primitive(known->id, false));
    }
  }
  const auto at = std::ranges::find(dialect_, name);
  if (at == dialect_.end()) return std::nullopt;
  const auto bit = static_cast<std::size_t>(at - dialect_.begin());
  return set_value(program::has_members(bit) ? plan_.dialect(static_cast<std::uint32_t>(bit)) : plan_.empty(true));
}

// The value of a node that must be known here and now; none, with the need recorded, if it is not.
std::optional<EventSet> Builder::known_set(NodeId node) {
  const auto at = known(node);
  return at ? std::optional(instance_->network().set(*at)) : std::nullopt;
}

std::optional<Relation> Builder::known_relation(NodeId node) {
  const auto at = known(node);
  return at ? std::optional(instance_->network().relation(*at)) : std::nullopt;
}

std::optional<NodeId> Builder::known(NodeId node) {
  if (!instance_) {
    need_ = std::max(need_, Need::structure);
    return std::nullopt;
  }
  const NodeId here = instance_->node(node);
  const Need need = instance_->need_of(here);
  if (need == Need::nothing) return here;
  need_ = std::max(need_, need);
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
      const auto members = known_set(*node);
      if (!members) return std::nullopt;
      for (const std::uint32_t e : members->elements()) out.push_back({.kind = K::event, .a = e});
      return out;
    }
    case K::relation: {
      const auto pairs = known_relation(value.node);
      if (!pairs || !budget_.room_for(pairs->count() * 2 * sizeof(CatValue))) return std::nullopt;
      for (const auto& [a, b] : pairs->pairs()) out.push_back({.kind = K::pair, .a = a, .b = b});
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
  const auto known_base = known_relation(orders.base);
  const auto known_on = known_base ? known_set(orders.on) : std::nullopt;
  if (!known_on) return std::nullopt;
  const Relation& base = *known_base;
  const std::vector<EventSet> classes =
      orders.per_location ? classes_by_location(*structure_, *known_on) : std::vector<EventSet>{*known_on};
  std::vector<Relation> done{Relation(structure_->size())};
  for (const EventSet& on : classes) {
    std::vector<Relation> next;
    const std::vector<std::uint32_t> events = on.elements();
    const Relation within = base.restrict_to(on, on);
    // Depth first over prefixes of linear extensions.
    std::vector<std::uint32_t> prefix;
    EventSet placed(structure_->size());
    const std::function<bool()> extend_prefix = [&]() -> bool {
      if (budget_.exhausted()) return false;
      if (prefix.size() == events.size()) {
        Relation order(structure_->size());
        for (std::size_t i = 0; i < prefix.size(); ++i)
          for (std::size_t j = i + 1; j < prefix.size(); ++j) order.add(prefix[i], prefix[j]);
        for (const Relation& before_this : done) {
          if (!budget_.room_for(instance_->network().relation_bytes()) || budget_.exhausted()) return false;
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
  for (const Relation& order : done) items.push_back(relation_value(plan_.constant(order)));
  return values(std::move(items));
}

// The value with all sets and relations in it as constants of the structure, and what it contains sorted by content.
Builder::Maybe Builder::settled(const CatValue& value, Span where) {
  switch (value.kind) {
    case K::set: {
      const auto set = known_set(value.node);
      return set ? Maybe(set_value(plan_.constant(*set))) : std::nullopt;
    }
    case K::relation: {
      const auto relation = known_relation(value.node);
      return relation ? Maybe(relation_value(plan_.constant(*relation))) : std::nullopt;
    }
    case K::tuple:
    case K::values: {
      std::vector<CatValue> items;
      for (const CatValue& item : *value.items) {
        Maybe inner = settled(item, where);
        if (!inner) return std::nullopt;
        items.push_back(std::move(*inner));
      }
      if (value.kind == K::values) {
        items = *values(std::move(items)).items;  // each once
        std::ranges::sort(items, [this](const CatValue& x, const CatValue& y) { return settled_before(x, y); });
      }
      return CatValue{.kind = value.kind, .items = std::make_shared<const std::vector<CatValue>>(std::move(items))};
    }
    case K::orders: {
      const Maybe listed = list_orders(*value.orders, where);
      return listed ? settled(*listed, where) : std::nullopt;
    }
    default: return value;
  }
}

// Of two sets, or relations, that one first which has the first member that not both have.
bool Builder::settled_before(const CatValue& x, const CatValue& y) const {
  if (x.kind != y.kind) return x.kind < y.kind;
  if (x.kind == K::tuple || x.kind == K::values)
    return std::ranges::lexicographical_compare(*x.items, *y.items,
                                                [this](const CatValue& a, const CatValue& b) { return settled_before(a, b); });
  if (x.kind != K::set && x.kind != K::relation) return before(x, y);
  const auto words = [&](const CatValue& v) {
    const std::uint32_t index = plan_[v.node].index;
    return v.kind == K::set ? plan_.sets[index].words() : plan_.relations[index].words();
  };
  const auto a = words(x), b = words(y);
  const auto at = std::ranges::mismatch(a, b);
  if (at.in1 == a.end()) return false;
  const relation::Word differ = *at.in1 ^ *at.in2;
  return (*at.in1 & differ & (~differ + 1)) != 0;
}

// What distinguishes the turns of a `forall`: the number of the thread if each element has events of one thread only, and no two of the
// same; else their place.
std::vector<std::string> Builder::loop_suffixes(const std::vector<CatValue>& items) const {
  std::vector<std::string> by_place, by_thread;
  std::set<std::uint32_t> seen;
  for (const CatValue& item : items) {
    by_place.push_back("." + std::to_string(by_place.size()));
    if (item.kind != K::set || !structure_ || plan_[item.node].leaf != Leaf::value) continue;
    std::set<std::uint32_t> threads;
    for (const std::uint32_t e : plan_.sets[plan_[item.node].index].elements()) threads.insert(structure_->events[e].thread);
    if (threads.size() != 1 || threads.contains(events::kInitThread) || !seen.insert(*threads.begin()).second) continue;
    by_thread.push_back("." + std::to_string(*threads.begin()));
  }
  return by_thread.size() == items.size() ? by_thread : by_place;
}

Builder::Maybe Builder::primitive(PrimitiveId function, const CatValue& argument, Span where) {
  if (function == PrimitiveId::fail) return fail(where, "cat-fail", "the model calls fail here");
  if (function == PrimitiveId::as_transitive) return argument;
  if (function == PrimitiveId::domain || function == PrimitiveId::range) {
    const auto r = as_relation(argument, where);
    if (!r) return std::nullopt;
    return set_value(plan_.make(function == PrimitiveId::domain ? Kind::domain : Kind::range, *r));
  }
  if (function == PrimitiveId::fromto) {
    const auto fences = as_set(argument, where);
    if (!fences) return std::nullopt;
    const NodeId po = plan_.primitive(PrimitiveId::po, false);
    return relation_value(plan_.make(Kind::sequence, plan_.make(Kind::sequence, po, plan_.make(Kind::identity, *fences)), po));
  }
  switch (function) {
    // No event of a test is an entry of a page table.
    case PrimitiveId::same_oa: return as_relation(argument, where) ? Maybe(relation_value(plan_.empty(false))) : std::nullopt;
    case PrimitiveId::oa_changes:
    case PrimitiveId::at_least_one_writable: return CatValue{.kind = K::empty};
    case PrimitiveId::different_values: {
      const auto r = as_relation(argument, where);
      if (!r || plan_[*r].leaf == Leaf::empty) return r ? Maybe(relation_value(*r)) : std::nullopt;
      return fail(where, "cat-unsupported", "'different-values' is not supported where pairs may be left",
                  "a model is judged before all values are known");
    }
    default: break;
  }
  if (function == PrimitiveId::classes_loc) {
    const auto s = as_set(argument, where);
    const auto members = s ? known_set(*s) : std::nullopt;
    if (!members) return std::nullopt;
    std::vector<CatValue> out;
    for (const EventSet& one : classes_by_location(*structure_, *members)) out.push_back(set_value(plan_.constant(one)));
    return values(std::move(out));
  }
  if (function == PrimitiveId::classes) {
    const auto r = as_relation(argument, where);
    const auto equivalence = r ? known_relation(*r) : std::nullopt;
    if (!equivalence) return std::nullopt;
    std::vector<CatValue> out;
    for (std::size_t e = 0; e < structure_->size(); ++e) {
      EventSet members(structure_->size());
      for_each_bit(equivalence->row(e), [&](std::uint32_t other) { members.add(other); });
      if (!members.empty()) out.push_back(set_value(plan_.constant(members)));
    }
    return values(std::move(out));
  }
  // linearisations(S, r), per-location-orders(S, r), inter_transitive(r, s)
  if (argument.kind != K::tuple || argument.items->size() != 2)
    return fail(where, "cat-kind", std::string(cat::primitive(function).name) + " takes two arguments");
  if (function == PrimitiveId::inter_transitive) {
    const auto left = as_relation((*argument.items)[0], where);
    const auto right = left ? as_relation((*argument.items)[1], where) : std::nullopt;
    return right ? Maybe(relation_value(plan_.make(Kind::intersection, *left, *right))) : std::nullopt;
  }
  const auto on = as_set((*argument.items)[0], where);
  const auto extends = on ? as_relation((*argument.items)[1], where) : std::nullopt;
  if (!extends) return std::nullopt;
  auto orders = std::make_shared<OrderSet>();
  // What the relation says of members of the set, it may say through others.
  orders->base = plan_[*extends].leaf == Leaf::empty ? *extends : plan_.make(Kind::plus, *extends);
  orders->on = *on;
  orders->per_location = function == PrimitiveId::per_location_orders;
  return CatValue{.kind = K::orders, .orders = std::move(orders)};
}

}  // namespace thinair::bounds
