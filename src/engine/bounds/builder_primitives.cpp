// Primitive names and functions of .cat, and looking inside constant values.
#include <algorithm>

#include "engine/bounds/builder.hpp"

namespace thinair::bounds {
namespace {

using K = CatValue::Kind;
using relation::for_each_bit;

using cat::PrimitiveId;
using events::Event;
using events::Structure;

// A set with more orders than this is not listed; the search then answers unknown.
constexpr std::size_t kMaxListed = 2'000'000;

template <class Wanted>
EventSet select(const Structure& s, Wanted&& wanted) {
  EventSet set(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (wanted(s.events[i])) set.add(i);
  return set;
}

template <class Related>
Relation relate(const Structure& s, Related&& related) {
  Relation r(s.size());
  for (std::size_t a = 0; a < s.size(); ++a)
    for (std::size_t b = 0; b < s.size(); ++b)
      if (related(s.events[a], s.events[b])) r.add(a, b);
  return r;
}

Relation listed(const Structure& s, const Structure::Pairs& pairs) {
  Relation r(s.size());
  for (const auto& [from, to] : pairs) r.add(from, to);
  return r;
}

bool same_code(const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread && a.code == b.code; }

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

CatValue Builder::reads_from() {
  net_.rf_candidates = rf_candidates(structure_);
  net_.reading = EventSet(structure_.size());
  for (std::size_t e = 0; e < structure_.size(); ++e)
    if (structure_.events[e].reads()) net_.reading.add(e);
  if (!options_.rf) net_.rf = net_.unknown(false);
  return relation_value(options_.rf ? net_.constant(*options_.rf) : net_.rf);
}

CatValue Builder::final_writes() {
  net_.fw_groups = final_write_groups(structure_);
  if (!options_.fw) net_.fw = net_.unknown(true);
  return set_value(options_.fw ? net_.constant(*options_.fw) : net_.fw);
}

Builder::Maybe Builder::base(const std::string& name) {
  if (const auto at = base_.find(name); at != base_.end()) return at->second;
  Maybe value;
  if (const cat::Primitive* known = cat::find_primitive(name)) {
    if (known->unsupported.empty()) value = base(known->id);
  } else if (const auto at = std::ranges::find(program_.set_names, name); at != program_.set_names.end()) {
    const auto bit = at - program_.set_names.begin();
    value = set_value(net_.constant(select(structure_, [bit](const Event& e) { return (e.sets >> bit & 1) != 0; })));
  }
  if (value) base_.emplace(name, *value);
  return value;
}

Builder::Maybe Builder::base(PrimitiveId id) {
  using P = PrimitiveId;
  const Structure& s = structure_;
  const auto set = [&](const EventSet& of) { return set_value(net_.constant(of)); };
  const auto relation = [&](const Relation& of) { return relation_value(net_.constant(of)); };
  switch (id) {
    case P::FW: return final_writes();
    case P::rf: return reads_from();

    case P::M:
    case P::Exp: return set(select(s, [](const Event& e) { return e.kind != events::Kind::fence; }));
    case P::R: return set(select(s, [](const Event& e) { return e.reads(); }));
    case P::W: return set(select(s, [](const Event& e) { return e.writes(); }));
    case P::RMW: return set(select(s, [](const Event& e) { return e.kind == events::Kind::update; }));
    case P::F: return set(select(s, [](const Event& e) { return e.kind == events::Kind::fence; }));
    case P::IW: return set(select(s, [](const Event& e) { return e.is_init(); }));
    case P::EXEC: return set_value(net_.full(true));
    case P::AMO: {
      const Relation amo = listed(s, s.amo);
      return set(amo.domain() | amo.range());
    }
    // Kinds of events that no supported dialect produces: branch and register events, speculation, faults.
    case P::B:
    case P::BCC:
    case P::PRED:
    case P::NExp:
    case P::SPEC:
    case P::SPURIOUS:
    case P::Rreg:
    case P::Wreg:
    case P::ADDR:
    case P::DATA: return set_value(net_.empty(true));

    case P::id:
    case P::sm: return relation_value(net_.identity_relation());
    case P::po:
    case P::partial_po: return relation(s.po);
    case P::addr: return relation(s.addr);
    case P::data: return relation(s.data);
    case P::ctrl:
    case P::control: return relation(s.ctrl);
    case P::depend: return relation(s.addr | s.data);
    case P::loc:
      return relation(relate(s, [](const Event& a, const Event& b) { return a.location != events::kNoLocation && a.location == b.location; }));
    case P::int_: return relation(relate(s, [](const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread; }));
    case P::ext: return relation(relate(s, [](const Event& a, const Event& b) { return a.thread != b.thread; }));
    case P::pco:
      return relation(relate(s, [](const Event& a, const Event& b) {
        return a.is_init() && b.writes() && !b.is_init() && a.location == b.location;
      }));
    case P::si:
    case P::aligned:
    case P::same_instance: return relation(Relation::identity(s.size()) | relate(s, events::same_instruction));
    case P::same_instr:
    case P::same_static: return relation(Relation::identity(s.size()) | relate(s, same_code));
    case P::rmw: return relation(listed(s, s.amo) | listed(s, s.lxsx));
    case P::amo: return relation(listed(s, s.amo));
    case P::pick_addr_dep: return relation(listed(s, s.pick_addr));
    case P::pick_data_dep: return relation(listed(s, s.pick_data));
    case P::pick_ctrl_dep: return relation(listed(s, s.pick_ctrl));
    case P::iico_data:
    case P::iico_ctrl:
    case P::iico_order:
    case P::tst:
    case P::success:
    case P::rf_reg:
    case P::equiv_spec: return relation_value(net_.empty(false));

    case P::as_transitive:
    case P::classes:
    case P::classes_loc:
    case P::domain:
    case P::fail:
    case P::fromto:
    case P::linearisations:
    case P::per_location_orders:
    case P::range: return CatValue{.kind = K::primitive, .function = id};

    // Refused by resolve.
    case P::same_low_order_bits:
    case P::at_least_one_writable:
    case P::bisimulation:
    case P::delift:
    case P::deliftinter:
    case P::different_values:
    case P::inter_transitive:
    case P::lift:
    case P::loc2events:
    case P::oa_changes:
    case P::same_oa:
    case P::tag2events:
    case P::tag2fenced:
    case P::tag2level:
    case P::tag2scope: return std::nullopt;
  }
  return std::nullopt;
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
      if (prefix.size() == events.size()) {
        Relation order(structure_.size());
        for (std::size_t i = 0; i < prefix.size(); ++i)
          for (std::size_t j = i + 1; j < prefix.size(); ++j) order.add(prefix[i], prefix[j]);
        for (const Relation& before_this : done) next.push_back(before_this | order);
        return next.size() <= kMaxListed && !budget_.exhausted();
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

Builder::Maybe Builder::primitive(PrimitiveId function, const CatValue& argument, Span where) {
  if (function == PrimitiveId::fail) return fail(where, "cat-fail", "the model calls fail here");
  if (function == PrimitiveId::as_transitive) return argument;
  if (function == PrimitiveId::domain || function == PrimitiveId::range) {
    const auto r = as_relation(argument, where);
    if (!r) return std::nullopt;
    return set_value(net_.make(function == PrimitiveId::domain ? Kind::domain : Kind::range, *r));
  }
  if (function == PrimitiveId::fromto) {
    const auto fences = as_set(argument, where);
    if (!fences) return std::nullopt;
    const NodeId po = base("po")->node;
    return relation_value(net_.make(Kind::sequence, net_.make(Kind::sequence, po, net_.make(Kind::identity, *fences)), po));
  }
  if (function == PrimitiveId::classes_loc) {
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
  if (function == PrimitiveId::classes) {
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
  if (argument.kind != K::tuple || argument.items->size() != 2) 
    return fail(where, "cat-kind", std::string(cat::primitive(function).name) + " takes a set and a relation");
  const auto on = as_set((*argument.items)[0], where);
  const auto extends = on ? as_relation((*argument.items)[1], where) : std::nullopt;
  if (!extends || !constant_needed(*on)) return std::nullopt;
  auto orders = std::make_shared<OrderSet>();
  orders->base = net_.make(Kind::plus, *extends);  // what it says of members of the set, it may say through others
  if (function == PrimitiveId::linearisations) {
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
