// Is a justification that the engine presents one? Checked from the .mem file as written.
//
//   takes   a test and its unfolding, a multi-execution model, and what is claimed: stages, matchings, commitments
//   gives   confirmed; refuted, with the stage and the rule that fails; or unconfirmed, if there were too many total orders to try
//   does not search for other stages, and shares no code with engine/justified/
//
// A claim holds only the part of each total order (so) that is forced. Rules speak of total orders, so one of the target and one
// of every stage must exist that extend these parts and satisfy all rules together. Two are tried: one that is made to agree
// with the other stages on what they commit, and, should a rule fail there, all of them up to a limit.
#pragma once

#include "answer/justification.hpp"
#include "engine/reference/stage_pair.hpp"
#include "engine/reference/witness.hpp"
#include "language/mem/ast.hpp"

namespace thinair::reference {

struct JustificationOptions {
  std::optional<mem::Identity> identity;  // instead of the model's own
  std::vector<std::string> variants;
  std::vector<std::string> skipped;  // checks of the single-execution model and conditions of this one to leave out
  std::size_t most_worlds = 200;     // total orders tried per execution
};

// Verdict::check is the rule, or "structure", "reads-from", "values", "matching", "committed", "end", or a check of the
// single-execution model; Verdict::why names the stage, counted from 1, or the target. Fails only when the model cannot be evaluated.
Result<Verdict> check_justification(const program::Test& test, const events::Unfolding& unfolding, const mem::Model& model,
                                    const answer::Justification& claim, const JustificationOptions& options = {});

}  // namespace thinair::reference
