// How it works: a set is a question about one event, a relation a question about two; each is asked of every event or pair.
#include "engine/reference/primitives.hpp"

#include <fmt/format.h>

#include <functional>

#include "engine/reference/orders.hpp"

namespace thinair::reference {
namespace {

using events::Event;
using events::Structure;
using P = cat::PrimitiveId;

tl::unexpected<std::string> wants(P function, std::string_view what, const Value& found) {
  return tl::unexpected(fmt::format("'{}' takes {}, found a value of kind {}", cat::primitive(function).name, what, kind_name(found)));
}

Attempt<Value> orders(P function, const Value& argument, std::size_t n) {
  const auto* tuple = as<Tuple>(argument);
  if (!tuple || tuple->items.size() != 2) return wants(function, "a set and a relation", argument);
  const auto on = to_events(tuple->items[0], n);
  if (!on) return wants(function, "a set first", tuple->items[0]);
  const auto base = to_pairs(tuple->items[1], n);
  if (!base) return wants(function, "a relation second", tuple->items[1]);
  // The relation may lead from one member of the set to another through events outside of it.
  return Value{Orders{*on, closure(*base), function == P::per_location_orders}};
}

Value set_of_sets(const std::vector<Events>& sets) {
  std::vector<Value> items;
  for (const Events& set : sets) items.push_back({set});
  return {make_value_set(std::move(items))};
}

// The classes of an equivalence: for each event related to itself, the events related to it.
Value classes(const Pairs& r) {
  std::vector<Events> out;
  for (const EventId a : elements(domain(r))) {
    Events members(r.n);
    for (std::size_t b = 0; b < r.n; ++b) members.has[b] = r.at(a, b);
    out.push_back(members);
  }
  return set_of_sets(out);
}

Events all_that(const Structure& s, const std::function<bool(const Event&)>& wanted) {
  Events out(s.size());
  for (EventId e = 0; e < s.size(); ++e) out.has[e] = wanted(s.events[e]);
  return out;
}

Pairs all_pairs(const Structure& s, const std::function<bool(EventId, EventId)>& wanted) {
  Pairs out(s.size());
  for (EventId a = 0; a < s.size(); ++a)
    for (EventId b = 0; b < s.size(); ++b) out.at(a, b) = wanted(a, b);
  return out;
}

Pairs copied(const relation::Relation& r) {
  Pairs out(r.size());
  for (std::size_t a = 0; a < r.size(); ++a)
    for (std::size_t b = 0; b < r.size(); ++b) out.at(a, b) = r.has(a, b);
  return out;
}

Pairs copied(const Structure& s, const Structure::Pairs& list) {
  Pairs out(s.size());
  for (const auto& [a, b] : list) out.at(a, b) = 1;
  return out;
}

// In one thread, and from the same place in its execution (or in its code); an initial write is only with itself.
template <class Place>
Pairs of_one_instruction(const Structure& s, Place Event::*place) {
  return all_pairs(s, [&](EventId a, EventId b) {
    const Event &x = s.events[a], &y = s.events[b];
    return a == b || (!x.is_init() && !y.is_init() && x.thread == y.thread && x.*place == y.*place);
  });
}

}  // namespace

std::optional<Value> base_value(P id, const Structure& s) {
  const auto set = [&](const std::function<bool(const Event&)>& wanted) { return Value{all_that(s, wanted)}; };
  const auto pairs = [&](const std::function<bool(const Event&, const Event&)>& wanted) {
    return Value{all_pairs(s, [&](EventId a, EventId b) { return wanted(s.events[a], s.events[b]); })};
  };
  switch (id) {
    case P::EXEC: return set([](const Event&) { return true; });
    case P::F: return set([](const Event& e) { return e.kind == events::Kind::fence; });
    case P::Begin: return set([](const Event& e) { return e.kind == events::Kind::begin; });
    case P::End: return set([](const Event& e) { return e.kind == events::Kind::end; });
    case P::External: return set([](const Event& e) { return e.kind == events::Kind::print; });
    case P::Freeze: return set([](const Event& e) { return e.kind == events::Kind::freeze; });
    case P::Alive: return set([](const Event& e) { return e.kind == events::Kind::alive; });
    case P::Early: return set([](const Event& e) { return e.kind == events::Kind::early; });
    case P::Join: return set([](const Event& e) { return e.kind == events::Kind::join; });
    case P::Lock: return set([](const Event& e) { return e.kind == events::Kind::lock; });
    case P::NotifyAll: return set([](const Event& e) { return e.kind == events::Kind::notify_all; });
    case P::Restart: return set([](const Event& e) { return e.kind == events::Kind::restart; });
    case P::Start: return set([](const Event& e) { return e.kind == events::Kind::start; });
    case P::Unlock: return set([](const Event& e) { return e.kind == events::Kind::unlock; });
    case P::Notify: return set([](const Event& e) { return e.kind == events::Kind::notify || e.kind == events::Kind::notify_all; });
    case P::IW: return set([](const Event& e) { return e.is_init(); });
    case P::M:
    case P::Exp: return set([](const Event& e) { return e.reads() || e.writes(); });
    case P::R: return set([](const Event& e) { return e.reads(); });
    case P::W: return set([](const Event& e) { return e.writes(); });
    case P::RMW: return set([](const Event& e) { return e.reads() && e.writes(); });
    case P::AMO: {
      Events out(s.size());
      for (const auto& [read, write] : s.amo) out.has[read] = out.has[write] = 1;
      for (std::size_t e = 0; e < s.size(); ++e)
        if (s.events[e].reads() && s.events[e].writes()) out.has[e] = 1;
      return Value{out};
    }

    case P::id: return Value{identity(Events(s.size(), 1))};
    case P::int_: return pairs([](const Event& a, const Event& b) { return !a.is_init() && !b.is_init() && a.thread == b.thread; });
    case P::ext: return pairs([](const Event& a, const Event& b) { return a.thread != b.thread; });
    case P::loc:
      return pairs([](const Event& a, const Event& b) {
        if (a.of_register() != b.of_register()) return false;
        if (a.of_register()) return a.thread == b.thread && a.reg == b.reg;
        return a.location == b.location && a.location != events::kNoLocation;
      });
    case P::pco:
      return pairs([](const Event& a, const Event& b) {
        return a.is_init() && !b.is_init() && a.writes() && b.writes() && a.location == b.location;
      });
    case P::po:
    case P::partial_po: return Value{copied(s.po)};
    case P::addr: return Value{copied(s.addr)};
    case P::data: return Value{copied(s.data)};
    case P::ctrl:
    case P::control: return Value{copied(s.ctrl)};
    case P::depend: return Value{either(copied(s.addr), copied(s.data))};
    case P::deref: return Value{copied(s, s.deref)};
    case P::pick_addr_dep: return Value{copied(s, s.pick_addr)};
    case P::pick_data_dep: return Value{copied(s, s.pick_data)};
    case P::pick_ctrl_dep: return Value{copied(s, s.pick_ctrl)};
    case P::amo: return Value{copied(s, s.amo)};
    case P::critical: return Value{copied(s, s.critical)};
    case P::obj: return pairs([](const Event& a, const Event& b) { return a.object != program::kNoObject && a.object == b.object; });
    case P::rmw: return Value{either(copied(s, s.amo), copied(s, s.lxsx))};
    case P::sm:
    case P::si:
    case P::aligned: {
      const Events accesses = all_that(s, [](const Event& e) { return e.reads() || e.writes(); });
      return Value{either(identity(accesses), either(copied(s, s.whole), inverse(copied(s, s.whole))))};
    }
    case P::same_instance: return Value{of_one_instruction(s, &Event::instruction)};
    case P::same_instr:
    case P::same_static: return Value{of_one_instruction(s, &Event::instr)};

    case P::EX: return set([](const Event& e) { return e.exclusive; });
    case P::ADDR: return set([](const Event& e) { return e.kind == events::Kind::register_read && e.port == events::Port::address; });
    case P::DATA: return set([](const Event& e) { return e.kind == events::Kind::register_read && e.port == events::Port::data; });
    case P::B: return set([](const Event& e) { return e.kind == events::Kind::branch || e.kind == events::Kind::pick; });
    case P::BCC: return set([](const Event& e) { return e.kind == events::Kind::branch; });
    case P::PRED: return set([](const Event& e) { return e.kind == events::Kind::pick; });
    case P::Rreg: return set([](const Event& e) { return e.kind == events::Kind::register_read; });
    case P::Wreg: return set([](const Event& e) { return e.kind == events::Kind::register_write; });
    case P::iico_ctrl: return Value{copied(s, s.iico_ctrl)};
    case P::iico_data: return Value{copied(s, s.iico_data)};
    case P::iico_order: return Value{copied(s, s.iico_order)};
    case P::rf_reg: return Value{copied(s, s.rf_reg)};
    case P::same_low_order_bits:
      return pairs([](const Event& a, const Event& b) { return (a.reads() || a.writes()) && (b.reads() || b.writes()); });

    // There are no events of speculation, and no implicit ones.
    case P::NExp:
    case P::SPEC:
    case P::SPURIOUS: return Value{Events(s.size())};
    case P::equiv_spec:
    case P::success: return Value{Pairs(s.size())};

    case P::as_transitive:
    case P::at_least_one_writable:
    case P::different_values:
    case P::inter_transitive:
    case P::oa_changes:
    case P::same_oa:
    case P::classes:
    case P::classes_loc:
    case P::domain:
    case P::fail:
    case P::fromto:
    case P::linearisations:
    case P::per_location_orders:
    case P::range: return Value{Primitive{id}};

    case P::FW:
    case P::rf: return std::nullopt;  // of the candidate

    case P::bisimulation:
    case P::delift:
    case P::deliftinter:
    case P::lift:
    case P::loc2events:
    case P::tst:
    case P::tag2events:
    case P::tag2fenced:
    case P::tag2level:
    case P::tag2scope: return std::nullopt;  // refused
  }
  return std::nullopt;
}

std::optional<Value> dialect_set(const std::string& name, const program::Program& program, const Structure& structure) {
  for (std::size_t i = 0; i < program.set_names.size(); ++i)
    if (program.set_names[i] == name) return Value{all_that(structure, [i](const Event& e) { return program::has_set(e.sets, i); })};
  return std::nullopt;
}

Attempt<Value> apply_primitive(P function, const Value& argument, const Structure& structure) {
  const std::size_t n = structure.size();
  if (function == P::fail) return tl::unexpected(std::string("'fail' was called"));
  if (function == P::oa_changes || function == P::at_least_one_writable) return Value{Empty{}};  // there are no page tables
  if (function == P::inter_transitive) {
    const auto* tuple = as<Tuple>(argument);
    const bool two = tuple && tuple->items.size() == 2 && to_pairs(tuple->items[0], n) && to_pairs(tuple->items[1], n);
    if (!two) return wants(function, "two relations", argument);
    return Value{both(*to_pairs(tuple->items[0], n), *to_pairs(tuple->items[1], n))};
  }
  if (function == P::linearisations || function == P::per_location_orders) return orders(function, argument, n);
  if (function == P::classes_loc || function == P::fromto) {
    const auto set = to_events(argument, n);
    if (!set) return wants(function, "a set", argument);
    if (function == P::classes_loc) return set_of_sets(classes_by_location(*set, structure));
    const Pairs po = copied(structure.po);
    return Value{compose(compose(po, identity(*set)), po)};
  }
  const auto r = to_pairs(argument, n);
  if (!r) return wants(function, "a relation", argument);
  if (function == P::same_oa) return Value{Pairs(n)};  // there are no page tables
  if (function == P::different_values && !elements(domain(*r)).empty())
    return tl::unexpected(std::string("'different-values' is not supported where pairs are left"));
  if (function == P::domain) return Value{domain(*r)};
  if (function == P::range) return Value{range(*r)};
  if (function == P::classes) return classes(*r);
  return Value{*r};  // as_transitive is a hint to herd's evaluation order
}

}  // namespace thinair::reference
