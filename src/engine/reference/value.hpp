// What a .cat expression can denote. Typing is dynamic, as in the language.
//
//   takes   nothing
//   gives   one Value type with a total order on the kinds that are data, so that values can be elements of sets
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/reference/sets.hpp"
#include "language/cat/ast.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::reference {

struct Value;

struct Empty {
  auto operator<=>(const Empty&) const = default;
};  // {}: the empty set of any kind
struct Universe {
  auto operator<=>(const Universe&) const = default;
};  // _: all events or all pairs
struct EventValue {
  EventId event;
  auto operator<=>(const EventValue&) const = default;
};
struct PairValue {
  EventId first, second;
  auto operator<=>(const PairValue&) const = default;
};
struct Tag {
  std::string name;
  auto operator<=>(const Tag&) const = default;
};
struct Tuple {
  std::vector<Value> items;
};  // () has no items
struct ValueSet {
  std::vector<Value> items;
};  // sorted, each once

// The set of all strict total orders of `on` that extend `base`, which is transitive, or with `per_location` all unions of one such order
// per location. Kept as a description until somebody asks for the elements: the set has factorial size.
struct Orders {
  Events on;
  Pairs base;
  bool per_location = false;
};

struct Binding;
using Env = std::shared_ptr<const Binding>;  // innermost binding first

// A function. Those of one `let rec` share `group`: all of them are in scope in each body. They are bound anew at every
// call, so that no environment contains itself.
struct Closure {
  const cat::Pattern* pattern = nullptr;
  const cat::Expr* body = nullptr;
  Env env;
  std::vector<const cat::Binding*> group;
};
struct Primitive {
  cat::PrimitiveId function;
};
struct Procedure {
  const cat::Stmt* definition = nullptr;
  Env env;
};

struct Value {
  std::variant<Empty, Universe, EventValue, PairValue, Tag, Tuple, Events, Pairs, ValueSet, Orders, Closure, Primitive, Procedure> data;
};

template <class T>
const T* as(const Value& value) {
  return std::get_if<T>(&value.data);
}

// Data can be compared and put in sets; functions and procedures cannot. Orders must be listed first.
bool is_data(const Value& value);
std::strong_ordering compare(const Value& a, const Value& b);

// Equality as the language has it: the empty set is equal to the empty relation, whatever it was made from.
bool same(const Value& a, const Value& b);

ValueSet make_value_set(std::vector<Value> items);

std::string kind_name(const Value& value);  // "relation", "event set", ...: for messages

}  // namespace thinair::reference
