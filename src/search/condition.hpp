// Propositions over final states: three-valued on what is known so far, or as a term over open values.
#pragma once

#include <functional>
#include <optional>

#include "program/condition.hpp"
#include "value/term.hpp"

namespace thinair::search {

// None while the known values do not settle it.
std::optional<bool> truth(const program::Prop& prop, const std::function<std::optional<program::Value>(const program::Observable&)>& value);

// A term that is non-zero exactly where the proposition holds; `shown` are the terms of Test::shown.
value::TermId as_term(const program::Prop& prop, const program::Test& test, const std::vector<value::TermId>& shown, value::TermPool& pool);

}  // namespace thinair::search
