// Which states does one model allow that another does not?
//
//   takes   two answers to the same test
//   gives   the states that only one of them has, in order
//   does not treat an open state as a single one: `any v1` has every state that some value of v1 gives
#pragma once

#include <vector>

#include "answer/answer.hpp"

namespace thinair::verdict {

struct Difference {
  std::vector<answer::State> only_first;
  std::vector<answer::State> only_second;
  bool complete = true;  // both answers were; otherwise a state may be missing because nobody looked
  bool equal() const { return only_first.empty() && only_second.empty(); }
};

Difference compare(const program::Test& test, answer::Answer& first, answer::Answer& second);

// Does the answer have this state, be it as an instance of an open one? Adds terms to the answer's pool when it has to ask.
bool has(const program::Test& test, answer::Answer& answer, const answer::State& state);

// "Every shown value is the one of this state." For states without open values.
program::Prop equals(const program::Test& test, const answer::State& state);

// Does the general state have the special one among its instances, by the shape of its open values alone? Symbols of the
// general state stand for any value if they are unconstrained, and for themselves otherwise.
bool covers(const answer::State& general, const answer::State& special);

}  // namespace thinair::verdict
