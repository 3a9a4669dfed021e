#include "engine/reference/value.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace thinair::reference {
namespace {

std::strong_ordering compare_items(const std::vector<Value>& a, const std::vector<Value>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (const auto order = compare(a[i], b[i]); order != 0) return order;
  return a.size() <=> b.size();
}

bool is_empty_collection(const Value& value) {
  if (as<Empty>(value)) return true;
  if (const auto* set = as<Events>(value)) return is_empty(*set);
  if (const auto* pairs = as<Pairs>(value)) return is_empty(*pairs);
  if (const auto* values = as<ValueSet>(value)) return values->items.empty();
  return false;
}

}  // namespace

bool is_data(const Value& value) {
  if (const auto* tuple = as<Tuple>(value)) return std::all_of(tuple->items.begin(), tuple->items.end(), is_data);
  return !as<Orders>(value) && !as<Closure>(value) && !as<Primitive>(value) && !as<Procedure>(value);
}

std::strong_ordering compare(const Value& a, const Value& b) {
  if (a.data.index() != b.data.index()) return a.data.index() <=> b.data.index();
  if (const auto* x = as<EventValue>(a)) return *x <=> *as<EventValue>(b);
  if (const auto* x = as<PairValue>(a)) return *x <=> *as<PairValue>(b);
  if (const auto* x = as<Tag>(a)) return *x <=> *as<Tag>(b);
  // That one first which has the first member that not both have: thread 0's events before thread 1's.
  if (const auto* x = as<Events>(a)) return *as<Events>(b) <=> *x;
  if (const auto* x = as<Pairs>(a)) return *as<Pairs>(b) <=> *x;
  if (const auto* x = as<Tuple>(a)) return compare_items(x->items, as<Tuple>(b)->items);
  if (const auto* x = as<ValueSet>(a)) return compare_items(x->items, as<ValueSet>(b)->items);
  check(as<Empty>(a) || as<Universe>(a), "only data is compared");
  return std::strong_ordering::equal;
}

bool same(const Value& a, const Value& b) { return (is_empty_collection(a) && is_empty_collection(b)) || compare(a, b) == 0; }

ValueSet make_value_set(std::vector<Value> items) {
  std::sort(items.begin(), items.end(), [](const Value& a, const Value& b) { return compare(a, b) < 0; });
  items.erase(std::unique(items.begin(), items.end(), [](const Value& a, const Value& b) { return compare(a, b) == 0; }), items.end());
  return {std::move(items)};
}

std::string kind_name(const Value& value) {
  static constexpr const char* kNames[] = {"empty set", "universe",           "event",    "pair",          "tag",
                                           "tuple",     "event set",          "relation", "set of values", "set of orders",
                                           "function",  "primitive function", "procedure"};
  static_assert(std::size(kNames) == std::variant_size_v<decltype(Value::data)>);
  return kNames[value.data.index()];
}

}  // namespace thinair::reference
