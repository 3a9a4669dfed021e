// The operators of the .cat language on values.
//
//   takes   values of any kind, and the number of events (what `_` and `~{}` range over)
//   gives   a value, or a message that names the kinds that do not fit
//   does not know names, environments or candidates
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "engine/reference/value.hpp"

namespace thinair::reference {

template <class T>
using Attempt = tl::expected<T, std::string>;  // the message lacks a position; the interpreter adds it

// {} and _ become whatever the context asks for; other kinds are not converted.
std::optional<Events> to_events(const Value& value, std::size_t n);
std::optional<Pairs> to_pairs(const Value& value, std::size_t n);

using Kind = cat::Expr::Kind;
Attempt<Value> unary(Kind op, const Value& operand, std::size_t n);                 // star .. identity
Attempt<Value> binary(Kind op, const Value& lhs, const Value& rhs, std::size_t n);  // union_ .. product

Attempt<Value> set_literal(const std::vector<Value>& items, std::size_t n);

Attempt<bool> equal(const Value& lhs, const Value& rhs, std::size_t n);
Attempt<bool> subset(const Value& lhs, const Value& rhs, std::size_t n);
Attempt<bool> member(const Value& element, const Value& set);

// The elements of an event set (events), relation (pairs) or value set, in ascending order.
Attempt<std::vector<Value>> items_of(const Value& set);
// The collection of the same kind as `like` with these elements.
Value collection_like(const Value& like, const std::vector<Value>& items, std::size_t n);

}  // namespace thinair::reference
