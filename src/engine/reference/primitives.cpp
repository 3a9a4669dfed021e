#include "engine/reference/primitives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/reference/orders.hpp"

namespace thinair::reference {
namespace {

constexpr std::array<std::string_view, 9> kNames = {
    "domain", "range", "linearisations", "per-location-orders", "classes-loc", "classes", "fromto", "as_transitive", "fail"};

tl::unexpected<std::string> wants(std::string_view name, std::string_view what, const Value& found) {
  return tl::unexpected(fmt::format("'{}' takes {}, found a value of kind {}", name, what, kind_name(found)));
}

Attempt<Value> orders(const std::string& name, const Value& argument, std::size_t n) {
  const auto* tuple = as<Tuple>(argument);
  if (!tuple || tuple->items.size() != 2) return wants(name, "a set and a relation", argument);
  const auto on = to_events(tuple->items[0], n);
  if (!on) return wants(name, "a set first", tuple->items[0]);
  const auto base = to_pairs(tuple->items[1], n);
  if (!base) return wants(name, "a relation second", tuple->items[1]);
  return Value{Orders{*on, *base, name == "per-location-orders"}};
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

}  // namespace

bool is_primitive(const std::string& name) { return std::find(kNames.begin(), kNames.end(), name) != kNames.end(); }

Attempt<Value> apply_primitive(const std::string& name, const Value& argument, const events::Structure& structure) {
  const std::size_t n = structure.size();
  if (name == "fail") return tl::unexpected(std::string("'fail' was called"));
  if (name == "linearisations" || name == "per-location-orders") return orders(name, argument, n);
  if (name == "classes-loc" || name == "fromto") {
    const auto set = to_events(argument, n);
    if (!set) return wants(name, "a set", argument);
    if (name == "classes-loc") return set_of_sets(classes_by_location(*set, structure));
    Pairs po(n);
    for (const auto& [a, b] : structure.po.pairs()) po.at(a, b) = 1;
    return Value{compose(compose(po, identity(*set)), po)};
  }
  const auto r = to_pairs(argument, n);
  if (!r) return wants(name, "a relation", argument);
  if (name == "domain") return Value{domain(*r)};
  if (name == "range") return Value{range(*r)};
  if (name == "classes") return classes(*r);
  return Value{*r};  // as_transitive is a hint to herd's evaluation order
}

}  // namespace thinair::reference
