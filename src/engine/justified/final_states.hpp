// The states that a candidate ends in, and the witness that shows one.
#pragma once

#include <functional>
#include <vector>

#include "answer/state.hpp"
#include "engine/justified/candidate.hpp"
#include "program/condition.hpp"

namespace thinair::justified {

Value value_of(const program::Test& test, const Candidate& c, const std::vector<EventId>& final_write, const program::Observable& o);

// One state, unless the model leaves the final write of a shown location open.
void final_states(const program::Test& test, const Candidate& c,
                  const std::function<void(const answer::State&, const std::vector<EventId>&)>& use);

events::Execution witness_of(const Candidate& c, const std::vector<EventId>& final_write, value::TermPool& pool);

}  // namespace thinair::justified
