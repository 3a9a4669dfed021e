// Propositions over final states: three-valued on what is known so far, or as a term over open values.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "engine/candidates/flow.hpp"
#include "program/condition.hpp"

namespace thinair::candidates {

// None while the known values do not settle it.
std::optional<bool> truth(const program::Prop& prop, const std::function<std::optional<program::Value>(const program::Observable&)>& value);

bool compare(program::Relop relop, program::Value a, program::Value b);
// What the paths of the structure say about it before any read is decided: they end with values that are known, or that a branch settled.
std::optional<bool> truth_on_paths(const program::Prop& prop, const Structure& structure, const value::TermPool& pool);

// A term that is non-zero exactly where the proposition holds; `terms` are those of the observables.
value::TermId as_term(const program::Prop& prop, const std::vector<program::Observable>& observables,
                      const std::vector<value::TermId>& terms, value::TermPool& pool);

// What the proposition looks at.
std::set<program::Observable> observables(const program::Prop& prop);

// Parts that must all be as wanted for the proposition to hold.
struct Part {
  const program::Prop* prop;  // of the proposition that it is a part of
  bool wanted;
};
std::vector<Part> parts(const program::Prop& prop);

// Propositions one of which holds exactly if the given one does: the cases of a disjunction, none of which is one itself. The proposition
// alone if there would be more than `most`.
std::vector<program::Prop> cases(const program::Prop& prop, std::size_t most);

// Takes out of `may_see` (write, read) and of `may_be_final` what makes some part of the goal false by itself. A part is one of several
// that must hold together; it is looked at if it depends on one read, or on the final value of one location, and nothing else.
void narrow(const program::Prop& goal, const Structure& structure, const Flow& flow, relation::Relation& may_see,
            relation::EventSet& may_be_final);

}  // namespace thinair::candidates
