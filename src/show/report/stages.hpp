// What each stage of a justification does, in sentences.
//
//   takes   a justification, or as much of one as there is
//   gives   for each stage what is committed in it, what reads see that they did not see before, and what they may see from there on
//   does not say more than the executions of the stages show: who sees which write, what depends on what, and when each was committed
#pragma once

#include <string>
#include <vector>

#include "answer/justification.hpp"
#include "program/condition.hpp"

namespace thinair::report {

struct StageText {
  std::vector<std::string> sentences;  // never empty
  std::string formula;                 // "C3 = C2 with 1:R y=0"
};

// One for each stage as people count them: the first has the initial writes alone, the one after it is stages[0]. Empty if there is
// no stage at all.
std::vector<StageText> stage_texts(const program::Test& test, const answer::Justification& justification);

}  // namespace thinair::report
