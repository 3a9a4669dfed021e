// What an answer means for one clause of a test.
//
//   takes   a clause, and whether a search found the state that decides it
//   gives   a verdict (allowed, forbidden, unknown) and whether the clause is met
//   does not search (ask/verdict/check asks the engine) and does not print (show/report/ does)
//
// A state that was found settles its clause for good. A state that was not found settles it only when the search was complete:
// a limit that was reached is the answer unknown, never forbidden.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answer/explanation.hpp"
#include "program/condition.hpp"

namespace thinair::verdict {

using answer::Verdict;

enum class Standing { met, not_met, undecided };

// The proposition whose possibility decides the clause: P itself, but not P for `forall P`.
program::Prop sought(const program::Clause& clause);

struct Judgement {
  Verdict verdict = Verdict::unknown;  // of the proposition that sought() gives
  Standing standing = Standing::undecided;
  std::optional<answer::State> shown_by;  // if allowed: a state that satisfies it
  bool by_undefined = false;              // allowed, as everything is: the program has undefined behaviour
  bool for_some_values = false;           // shown_by has open values, and only some of them satisfy it
  Limit limit;                            // if unknown: which one
};

// `found`: some outcome satisfies sought(clause). `complete`: the search looked at everything.
Verdict decide(bool found, bool complete);
Standing standing(program::Clause::Kind kind, Verdict verdict);

// The worst of several: not_met, then undecided, then met. Of none: met.
Standing worst(const std::vector<Judgement>& judgements);

// How many of an answer's states satisfy a proposition and how many do not. An open state that does for some values only
// stands for states of both kinds and is counted in both.
struct Tally {
  std::size_t positive = 0;
  std::size_t negative = 0;
};
Tally tally(const std::vector<answer::Truth>& truths);
Tally tally(const program::Test& test, answer::Answer& answer, const program::Prop& prop);

}  // namespace thinair::verdict
