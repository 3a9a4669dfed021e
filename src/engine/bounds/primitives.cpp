#include "engine/bounds/primitives.hpp"

#include <map>

#include "support/check.hpp"

namespace thinair::bounds {
namespace {

using P = cat::PrimitiveId;
using events::Event;
using events::Structure;

template <class Wanted>
EventSet select(const Structure& s, Wanted&& wanted) {
  EventSet set(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (wanted(s.events[i])) set.add(i);
  return set;
}

EventSet of_kind(const Structure& s, events::Kind kind) {
  return select(s, [kind](const Event& e) { return e.kind == kind; });
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

bool same_code(const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread && a.instr == b.instr; }

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

std::vector<EventSet> classes_by_location(const events::Structure& s, const EventSet& set) {
  std::map<events::LocId, EventSet> locations;
  std::map<std::pair<std::uint32_t, events::RegId>, EventSet> registers;
  for (const std::uint32_t e : set.elements()) {
    const Event& event = s.events[e];
    if (event.of_register()) registers.try_emplace({event.thread, event.reg}, s.size()).first->second.add(e);
    if (event.location != events::kNoLocation) locations.try_emplace(event.location, s.size()).first->second.add(e);
  }
  std::vector<EventSet> out;
  for (auto& [location, members] : locations) out.push_back(std::move(members));
  for (auto& [reg, members] : registers) out.push_back(std::move(members));
  return out;
}

EventSet dialect_set(const Structure& s, std::uint32_t bit) {
  return select(s, [bit](const Event& e) { return program::has_set(e.sets, bit); });
}

EventSet primitive_set(P id, const Structure& s) {
  switch (id) {
    case P::M:
    case P::Exp: return select(s, [](const Event& e) { return e.reads() || e.writes(); });
    case P::R: return select(s, [](const Event& e) { return e.reads(); });
    case P::W: return select(s, [](const Event& e) { return e.writes(); });
    case P::RMW: return select(s, [](const Event& e) { return e.kind == events::Kind::update; });
    case P::F: return select(s, [](const Event& e) { return e.kind == events::Kind::fence; });
    case P::Begin: return of_kind(s, events::Kind::begin);
    case P::End: return of_kind(s, events::Kind::end);
    case P::External: return of_kind(s, events::Kind::print);
    case P::Freeze: return of_kind(s, events::Kind::freeze);
    case P::Join: return of_kind(s, events::Kind::join);
    case P::Alive: return of_kind(s, events::Kind::alive);
    case P::Early: return of_kind(s, events::Kind::early);
    case P::Lock: return of_kind(s, events::Kind::lock);
    case P::NotifyAll: return of_kind(s, events::Kind::notify_all);
    case P::Restart: return of_kind(s, events::Kind::restart);
    case P::Start: return of_kind(s, events::Kind::start);
    case P::Unlock: return of_kind(s, events::Kind::unlock);
    case P::Notify: return of_kind(s, events::Kind::notify) | of_kind(s, events::Kind::notify_all);
    case P::IW: return select(s, [](const Event& e) { return e.is_init(); });
    case P::EXEC: return EventSet::full(s.size());
    case P::AMO: {
      const Relation amo = listed(s, s.amo);
      return amo.domain() | amo.range() | of_kind(s, events::Kind::update);
    }
    case P::EX: return select(s, [](const Event& e) { return e.exclusive; });
    case P::B: return of_kind(s, events::Kind::branch) | of_kind(s, events::Kind::pick);
    case P::BCC: return of_kind(s, events::Kind::branch);
    case P::PRED: return of_kind(s, events::Kind::pick);
    case P::Rreg: return of_kind(s, events::Kind::register_read);
    case P::Wreg: return of_kind(s, events::Kind::register_write);
    case P::ADDR: return select(s, [](const Event& e) { return e.port == events::Port::address; });
    case P::DATA: return select(s, [](const Event& e) { return e.port == events::Port::data; });
    // Kinds of events that no supported dialect produces: implicit accesses, speculation.
    case P::NExp:
    case P::SPEC:
    case P::SPURIOUS: return EventSet(s.size());

    default: break;
  }
  check(false, "no other primitive is a set that the structure determines");
  return EventSet(s.size());
}

Relation primitive_relation(P id, const Structure& s) {
  switch (id) {
    case P::id: return Relation::identity(s.size());
    case P::sm:
    case P::si:
    case P::aligned:
      return relate(s, [](const Event& a, const Event& b) { return &a == &b && (a.reads() || a.writes()); }) | listed(s, s.whole) |
             listed(s, s.whole).inverse();
    case P::same_low_order_bits:
      return relate(s, [](const Event& a, const Event& b) { return (a.reads() || a.writes()) && (b.reads() || b.writes()); });
    case P::po:
    case P::partial_po: return s.po;
    case P::addr: return s.addr;
    case P::data: return s.data;
    case P::ctrl:
    case P::control: return s.ctrl;
    case P::depend: return s.addr | s.data;
    case P::deref: return listed(s, s.deref);
    case P::loc: return relate(s, [](const Event& a, const Event& b) { return events::same_location(a, b); });
    case P::int_: return relate(s, [](const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread; });
    case P::ext: return relate(s, [](const Event& a, const Event& b) { return a.thread != b.thread; });
    case P::pco:
      return relate(s,
                    [](const Event& a, const Event& b) { return a.is_init() && b.writes() && !b.is_init() && a.location == b.location; });
    case P::same_instance: return Relation::identity(s.size()) | relate(s, events::same_instruction);
    case P::same_instr:
    case P::same_static: return Relation::identity(s.size()) | relate(s, same_code);
    case P::critical: return listed(s, s.critical);
    case P::obj: return relate(s, [](const Event& a, const Event& b) { return a.object != program::kNoObject && a.object == b.object; });
    case P::rmw: return listed(s, s.amo) | listed(s, s.lxsx);
    case P::amo: return listed(s, s.amo);
    case P::pick_addr_dep: return listed(s, s.pick_addr);
    case P::pick_data_dep: return listed(s, s.pick_data);
    case P::pick_ctrl_dep: return listed(s, s.pick_ctrl);
    case P::iico_data: return listed(s, s.iico_data);
    case P::iico_ctrl: return listed(s, s.iico_ctrl);
    case P::iico_order: return listed(s, s.iico_order);
    case P::rf_reg: return listed(s, s.rf_reg);
    case P::success:
    case P::equiv_spec: return Relation(s.size());
    default: break;
  }
  check(false, "no other primitive is a relation that the structure determines");
  return Relation(s.size());
}

}  // namespace thinair::bounds
