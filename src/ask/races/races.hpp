// Data races of a program: is it correctly synchronised, JLS 17.4.5?
//
//   takes   a Java test
//   gives   every pair of accesses that race in some interleaving, each with one that shows it; or that there is none (races/finder)
//   does not look at executions that are not sequentially consistent: races are defined by those that are (the DRF theorem needs no more)
//
// What a race is, is text: models/lib/races.cat. Which accesses race is asked pair by pair: the two instructions are put into event sets of
// their own, and a model that includes races.cat asks for a race between these.
#pragma once

#include <vector>

#include "answer/answer.hpp"

namespace thinair::races {

// A pair, in the order of the text. One instruction may be executed several times, on several locations.
struct Race {
  program::InstrId first, second;
  events::EventId first_event = 0, second_event = 0;  // of the witness
  answer::Answer answer;                              // one outcome: an interleaving in which the two race
};

struct Races {
  std::vector<Race> found;
  bool complete = true;  // if not, there may be more, or some
  Limit limit;

  bool race_free() const { return complete && found.empty(); }
};

}  // namespace thinair::races
