#include "engine/satisfies.hpp"

#include "engine/candidates/condition.hpp"
#include "engine/candidates/open_values.hpp"

namespace thinair::engine {

using answer::Truth;

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

}  // namespace thinair::engine
