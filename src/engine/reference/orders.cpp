#include "engine/reference/orders.hpp"

#include <fmt/format.h>

#include <map>

namespace thinair::reference {
namespace {

// Extends `prefix`, a list of placed events, in every way by events of `left` all of whose predecessors are placed.
bool extend(const Pairs& base, std::vector<EventId>& prefix, std::vector<EventId>& left,
            const std::function<bool(const std::vector<EventId>&)>& visit) {
  if (left.empty()) return visit(prefix);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const EventId next = left[i];
    bool ready = true;
    for (const EventId other : left) ready = ready && !base.at(other, next);  // also rules out base(next, next)
    if (!ready) continue;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    prefix.push_back(next);
    const bool go_on = extend(base, prefix, left, visit);
    prefix.pop_back();
    left.insert(left.begin() + static_cast<std::ptrdiff_t>(i), next);
    if (!go_on) return false;
  }
  return true;
}

bool for_each_linearisation(const Events& on, const Pairs& base, const std::function<bool(const Pairs&)>& visit) {
  std::vector<EventId> prefix;
  std::vector<EventId> left = elements(on);
  return extend(base, prefix, left, [&](const std::vector<EventId>& list) {
    Pairs order(base.n);
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j) order.at(list[i], list[j]) = 1;
    return visit(order);
  });
}

bool for_each_union(const std::vector<Events>& classes, std::size_t at, const Pairs& base, const Pairs& sofar,
                    const std::function<bool(const Pairs&)>& visit) {
  if (at == classes.size()) return visit(sofar);
  return for_each_linearisation(classes[at], base,
                                [&](const Pairs& order) { return for_each_union(classes, at + 1, base, either(sofar, order), visit); });
}

std::string why_not_linearisation(const Events& on, const Pairs& base, const Pairs& chosen) {
  const std::vector<EventId> list = elements(on);
  if (!is_irreflexive(chosen)) return "it relates an event to itself";
  if (!is_empty(without(compose(chosen, chosen), chosen))) return "it is not transitive";
  for (const EventId a : list)
    for (const EventId b : list) {
      if (a != b && !chosen.at(a, b) && !chosen.at(b, a)) return fmt::format("events {} and {} are not ordered", a, b);
      if (base.at(a, b) && !chosen.at(a, b)) return fmt::format("events {} and {} are ordered against the given relation", a, b);
    }
  return "";
}

}  // namespace

std::vector<Events> classes_by_location(const Events& set, const events::Structure& structure) {
  // By location; events of registers come behind, by thread and register.
  std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, Events> classes;
  for (const EventId e : elements(set)) {
    const events::Event& event = structure.events[e];
    if (event.of_register())
      classes.try_emplace({true, event.thread, event.reg}, Events(set.size())).first->second.has[e] = 1;
    else if (event.location != events::kNoLocation)
      classes.try_emplace({false, event.location, 0}, Events(set.size())).first->second.has[e] = 1;
  }
  std::vector<Events> out;
  for (auto& [location, members] : classes) out.push_back(std::move(members));
  return out;
}

void for_each_order(const Orders& orders, const events::Structure& structure, const std::function<bool(const Pairs&)>& visit) {
  if (orders.per_location)
    for_each_union(classes_by_location(orders.on, structure), 0, orders.base, Pairs(orders.base.n), visit);
  else
    for_each_linearisation(orders.on, orders.base, visit);
}

std::string why_not_member(const Orders& orders, const events::Structure& structure, const Pairs& chosen) {
  const std::vector<Events> classes = orders.per_location ? classes_by_location(orders.on, structure) : std::vector<Events>{orders.on};
  Pairs inside(orders.base.n);
  for (const Events& members : classes) {
    const Pairs square = product(members, members);
    inside = either(inside, square);
    if (std::string why = why_not_linearisation(members, orders.base, both(chosen, square)); !why.empty()) return why;
  }
  return is_empty(without(chosen, inside)) ? "" : "it relates events that it must not order";
}

}  // namespace thinair::reference
