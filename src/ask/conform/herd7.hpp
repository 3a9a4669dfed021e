// A second opinion: herd7 on the compiled test, if it is in the PATH.
#pragma once

#include <atomic>
#include <vector>

#include "answer/answer.hpp"
#include "ask/compile/compile.hpp"
#include "program/condition.hpp"
#include "support/diagnostic.hpp"

namespace thinair::conform {

// The states that herd7 finds under its own model of the architecture, over what the test shows. `stop`, once set, ends it.
Result<std::vector<answer::State>> herd_states(const compile::Compiled& compiled, const program::Test& test,
                                               const std::atomic<bool>* stop = nullptr);

// The states in herd's output, the same way; what is wrong with the output as text.
Result<std::vector<answer::State>> read_herd_states(const std::string& output, const program::Test& test);

}  // namespace thinair::conform
