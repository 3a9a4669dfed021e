// A second opinion: herd7 on the compiled test, if it is in the PATH.
#pragma once

#include <atomic>
#include <vector>

#include "answer/answer.hpp"
#include "ask/compile/compile.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::conform {

struct HerdStates {
  std::vector<answer::State> states;
  Limit limit;  // if one was reached, there are no states
};

// The states that herd7 finds under its own model of the architecture, over what the test shows. It has the time that the budget has left;
// `stop`, once set, ends it.
Result<HerdStates> herd_states(const compile::Compiled& compiled, const program::Test& test, const Budget& budget,
                               const std::atomic<bool>* stop = nullptr);

// The states in herd's output, the same way; what is wrong with the output as text.
Result<std::vector<answer::State>> read_herd_states(const std::string& output, const program::Test& test);

}  // namespace thinair::conform
