// Propositions over final states: three-valued on what is known so far, or as a term over open values.
#pragma once

#include <functional>
#include <optional>

#include "program/condition.hpp"
#include "value/term.hpp"

namespace thinair::candidates {

// None while the known values do not settle it.
std::optional<bool> truth(const program::Prop& prop, const std::function<std::optional<program::Value>(const program::Observable&)>& value);

// A term that is non-zero exactly where the proposition holds; `terms` are those of the observables.
value::TermId as_term(const program::Prop& prop, const std::vector<program::Observable>& observables,
                      const std::vector<value::TermId>& terms, value::TermPool& pool);

}  // namespace thinair::candidates
