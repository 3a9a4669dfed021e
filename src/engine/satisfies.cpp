#include "engine/satisfies.hpp"

#include <map>

#include "engine/candidates/condition.hpp"
#include "engine/candidates/open_values.hpp"
#include "value/smt.hpp"

namespace thinair::engine {

using answer::Truth;

namespace {
constexpr double kSecondsToSettle = 5;  // an example is a courtesy
}

Truth satisfies(const program::Test& test, answer::Answer& answer, const answer::Outcome& outcome, const program::Prop& prop) {
  value::TermPool& pool = answer.unfolding->pool;
  const value::TermId term = candidates::as_term(prop, observed(test), outcome.terms, pool);
  if (const auto value = pool.as_constant(term)) return *value != 0 ? Truth::yes : Truth::no;
  Budget budget;
  candidates::OpenValues open(pool, budget);
  std::vector<value::TermId> with = outcome.constraints, against = outcome.constraints;
  with.push_back(term);
  against.push_back(pool.logical_not(term));
  if (!open.satisfiable(std::move(with))) return Truth::no;
  return open.satisfiable(std::move(against)) ? Truth::open : Truth::yes;
}

void settle(const program::Test& test, answer::Answer& answer, answer::Outcome& outcome, const program::Prop& prop) {
  value::TermPool& pool = answer.unfolding->pool;
  value::Smt solver(pool);
  solver.require(candidates::as_term(prop, observed(test), outcome.terms, pool));
  for (const value::TermId constraint : outcome.constraints) solver.require(constraint);
  if (solver.solve(kSecondsToSettle) != value::Satisfiability::sat) return;
  std::map<value::VarId, value::Value> values;  // each asked for once: a variable that does not matter must not change between two terms
  const auto value_of = [&](value::VarId var) {
    const auto known = values.find(var);
    return known != values.end() ? known->second : values.emplace(var, solver.value(var)).first->second;
  };
  for (std::size_t i = 0; i < outcome.state.values.size(); ++i)
    if (auto* open = std::get_if<answer::Open>(&outcome.state.values[i]))
      open->example = pool.evaluate(outcome.terms[i], [&](value::VarId var) { return std::optional(value_of(var)); });
  for (value::TermId& read : outcome.witness.read_values)
    read = pool.substitute(read, [&](value::VarId var) { return std::optional(pool.constant(value_of(var))); });
}

}  // namespace thinair::engine
