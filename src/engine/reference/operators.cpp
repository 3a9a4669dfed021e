#include "engine/reference/operators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace thinair::reference {
namespace {

tl::unexpected<std::string> misfit(std::string_view what, const Value& a) {
  return tl::unexpected(fmt::format("{} does not apply to a value of kind {}", what, kind_name(a)));
}
tl::unexpected<std::string> misfit(std::string_view what, const Value& a, const Value& b) {
  return tl::unexpected(fmt::format("{} does not apply to values of kinds {} and {}", what, kind_name(a), kind_name(b)));
}

bool is_nothing(const Value& v) {
  const auto* values = as<ValueSet>(v);
  return as<Empty>(v) || (values && values->items.empty());
}
bool untyped(const Value& v) { return is_nothing(v) || as<Universe>(v); }

std::string_view symbol(Kind op) {
  switch (op) {
    case Kind::union_: return "|";
    case Kind::intersection: return "&";
    case Kind::difference: return "\\";
    case Kind::insert: return "++";
    case Kind::sequence: return ";";
    case Kind::product: return "*";
    case Kind::star: return "closure *";
    case Kind::plus: return "closure +";
    case Kind::optional: return "?";
    case Kind::inverse: return "^-1";
    case Kind::complement: return "~";
    case Kind::identity: return "[]";
    default: return "operator";
  }
}

bool contains(const std::vector<Value>& items, const Value& value) {
  return std::any_of(items.begin(), items.end(), [&](const Value& item) { return compare(item, value) == 0; });
}

std::vector<Value> combine_items(Kind op, const std::vector<Value>& a, const std::vector<Value>& b) {
  std::vector<Value> out;
  for (const Value& item : a)
    if (op == Kind::union_ || contains(b, item) == (op == Kind::intersection)) out.push_back(item);
  if (op == Kind::union_) out.insert(out.end(), b.begin(), b.end());
  return out;
}

template <class T>
T combine_cells(Kind op, const T& a, const T& b) {
  return op == Kind::union_ ? either(a, b) : op == Kind::intersection ? both(a, b) : without(a, b);
}

Value combine_untyped(Kind op, const Value& lhs, const Value& rhs) {
  const bool a = as<Universe>(lhs) != nullptr;
  const bool b = as<Universe>(rhs) != nullptr;
  const bool all = op == Kind::union_ ? a || b : op == Kind::intersection ? a && b : a && !b;
  return all ? Value{Universe{}} : Value{Empty{}};
}

// | & and backslash: on two sets of events, two relations, or two sets of values.
Attempt<Value> set_operator(Kind op, const Value& lhs, const Value& rhs, std::size_t n) {
  if (untyped(lhs) && untyped(rhs)) return combine_untyped(op, lhs, rhs);
  const auto* a = as<ValueSet>(lhs);
  const auto* b = as<ValueSet>(rhs);
  if ((a || as<Empty>(lhs)) && (b || as<Empty>(rhs)))
    return Value{make_value_set(combine_items(op, a ? a->items : std::vector<Value>{}, b ? b->items : std::vector<Value>{}))};
  const auto r1 = to_pairs(lhs, n), r2 = to_pairs(rhs, n);
  if (r1 && r2) return Value{combine_cells(op, *r1, *r2)};
  const auto s1 = to_events(lhs, n), s2 = to_events(rhs, n);
  if (s1 && s2) return Value{combine_cells(op, *s1, *s2)};
  return misfit(symbol(op), lhs, rhs);
}

Attempt<Value> insert(const Value& element, const Value& set, std::size_t n) {
  if (!is_data(element)) return misfit("++", element, set);
  auto items = items_of(set);
  if (!items) return misfit("++", element, set);
  if (untyped(set)) return set_literal({element}, n);
  const bool fits = as<Events>(set) ? as<EventValue>(element) != nullptr : as<Pairs>(set) ? as<PairValue>(element) != nullptr : true;
  if (!fits) return misfit("++", element, set);
  items->push_back(element);
  return collection_like(set, *items, n);
}

}  // namespace

std::optional<Events> to_events(const Value& value, std::size_t n) {
  if (const auto* set = as<Events>(value)) return *set;
  if (is_nothing(value)) return Events(n);
  if (as<Universe>(value)) return Events(n, 1);
  if (const auto* one = as<EventValue>(value)) {
    Events set(n);
    set.has[one->event] = 1;
    return set;
  }
  return std::nullopt;
}

std::optional<Pairs> to_pairs(const Value& value, std::size_t n) {
  if (const auto* pairs = as<Pairs>(value)) return *pairs;
  if (is_nothing(value)) return Pairs(n);
  if (as<Universe>(value)) return Pairs(n, 1);
  if (const auto* one = as<PairValue>(value)) {
    Pairs pairs(n);
    pairs.at(one->first, one->second) = 1;
    return pairs;
  }
  return std::nullopt;
}

Attempt<Value> unary(Kind op, const Value& operand, std::size_t n) {
  if (op == Kind::identity) {
    const auto set = to_events(operand, n);
    if (!set) return misfit(symbol(op), operand);
    return Value{identity(*set)};
  }
  if (op == Kind::complement) {
    if (is_nothing(operand)) return Value{Universe{}};
    if (as<Universe>(operand)) return Value{Empty{}};
    if (const auto* set = as<Events>(operand)) return Value{complement(*set)};
    if (const auto* pairs = as<Pairs>(operand)) return Value{complement(*pairs)};
    return misfit(symbol(op), operand);
  }
  const auto r = to_pairs(operand, n);
  if (!r) return misfit(symbol(op), operand);
  switch (op) {
    case Kind::star: return Value{reflexive(closure(*r))};
    case Kind::plus: return Value{closure(*r)};
    case Kind::optional: return Value{reflexive(*r)};
    case Kind::inverse: return Value{inverse(*r)};
    default: break;
  }
  check(false, "unary is for prefix and postfix operators");
  return Value{};
}

Attempt<Value> binary(Kind op, const Value& lhs, const Value& rhs, std::size_t n) {
  if (op == Kind::insert) return insert(lhs, rhs, n);
  if (op == Kind::sequence) {
    const auto a = to_pairs(lhs, n), b = to_pairs(rhs, n);
    if (!a || !b) return misfit(symbol(op), lhs, rhs);
    return Value{compose(*a, *b)};
  }
  if (op == Kind::product) {
    const auto a = to_events(lhs, n), b = to_events(rhs, n);
    if (!a || !b) return misfit(symbol(op), lhs, rhs);
    return Value{product(*a, *b)};
  }
  return set_operator(op, lhs, rhs, n);
}

Attempt<Value> set_literal(const std::vector<Value>& items, std::size_t n) {
  if (items.empty()) return Value{Empty{}};
  for (const Value& item : items) {
    if (!is_data(item)) return misfit("a set literal", item);
    if (item.data.index() != items.front().data.index()) return misfit("a set literal", items.front(), item);
  }
  if (as<EventValue>(items.front())) return collection_like(Value{Events(n)}, items, n);
  if (as<PairValue>(items.front())) return collection_like(Value{Pairs(n)}, items, n);
  return Value{make_value_set(items)};
}

Attempt<bool> equal(const Value& lhs, const Value& rhs, std::size_t n) {
  if (!is_data(lhs) || !is_data(rhs)) return misfit("=", lhs, rhs);
  if (untyped(lhs) && untyped(rhs)) return n == 0 || is_nothing(lhs) == is_nothing(rhs);
  if (as<Events>(lhs) || as<Events>(rhs))
    if (const auto a = to_events(lhs, n), b = to_events(rhs, n); a && b) return *a == *b;
  if (as<Pairs>(lhs) || as<Pairs>(rhs))
    if (const auto a = to_pairs(lhs, n), b = to_pairs(rhs, n); a && b) return *a == *b;
  return same(lhs, rhs);
}

Attempt<bool> subset(const Value& lhs, const Value& rhs, std::size_t n) {
  const auto difference = set_operator(Kind::difference, lhs, rhs, n);
  if (!difference) return misfit("subset", lhs, rhs);
  return same(*difference, Value{Empty{}});
}

Attempt<bool> member(const Value& element, const Value& set) {
  const auto items = items_of(set);
  if (!items || !is_data(element)) return misfit("in", element, set);
  return contains(*items, element);
}

Attempt<std::vector<Value>> items_of(const Value& set) {
  std::vector<Value> out;
  if (const auto* events = as<Events>(set)) {
    for (const EventId e : elements(*events)) out.push_back({EventValue{e}});
  } else if (const auto* pairs = as<Pairs>(set)) {
    for (const auto& [a, b] : elements(*pairs)) out.push_back({PairValue{a, b}});
  } else if (const auto* values = as<ValueSet>(set)) {
    out = values->items;
  } else if (!as<Empty>(set)) {
    return tl::unexpected(fmt::format("expected a set or relation, found a value of kind {}", kind_name(set)));
  }
  return out;
}

Value collection_like(const Value& like, const std::vector<Value>& items, std::size_t n) {
  if (as<Events>(like)) {
    Events set(n);
    for (const Value& item : items) set.has[as<EventValue>(item)->event] = 1;
    return {set};
  }
  if (as<Pairs>(like)) {
    Pairs pairs(n);
    for (const Value& item : items) pairs.at(as<PairValue>(item)->first, as<PairValue>(item)->second) = 1;
    return {pairs};
  }
  return {make_value_set(items)};
}

}  // namespace thinair::reference
