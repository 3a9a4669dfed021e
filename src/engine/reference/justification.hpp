// Is a justification that the engine presents one? Checked from the .mem file as written.
//
//   takes   a test and its unfolding, a multi-execution model, and what is claimed: stages, matchings, commitments
//   gives   confirmed; refuted, with the stage and the rule that fails; or unconfirmed, if there were too many total orders to try
//   does not search for other stages, and shares no code with engine/justified/, which has the claim made (engine/justified/claim.hpp)
//
// A claim holds only the part of each total order (so) that is forced. Rules speak of total orders, so one of the target and one
// of every stage must exist that extend these parts and satisfy all rules together. Two are tried: one that is made to agree
// with the other stages on what they commit, and, should a rule fail there, all of them up to a limit.
#pragma once

#include "language/mem/ast.hpp"
#include "engine/reference/meeting.hpp"
#include "engine/reference/witness.hpp"

namespace thinair::reference {

// A total order of which only a part is given.
struct ClaimedOrder {
  std::string name;           // as `with` binds it
  relation::Relation forced;  // transitive
  relation::EventSet scope;   // the events that it orders,
  relation::Relation pairs;   // and the pairs that it orders one way or the other
};

struct ClaimedExecution {
  std::shared_ptr<const events::Structure> structure;
  std::vector<EventId> reads_from;      // by event; meaningful for reading events
  std::vector<EventId> final_write;     // by LocId; kNoMatch where the single-execution model does not care
  std::vector<program::Value> read;     // by event; meaningful for reading events
  std::vector<program::Value> written;  // by event; meaningful for writing events
  std::vector<ClaimedOrder> orders;     // as the single-execution model asks for them

  std::size_t size() const { return structure->size(); }
};

struct ClaimedStage {
  std::size_t execution = 0;
  Matching matching;
  relation::EventSet committed;  // over the target's events; with those of the stages before
};

struct Claim {
  std::vector<ClaimedExecution> executions;
  std::size_t target = 0;
  std::vector<ClaimedStage> stages;  // the last is the target with all of its events
};

struct JustificationOptions {
  std::optional<mem::Identity> identity;  // instead of the model's own
  std::vector<std::string> variants;
  std::vector<std::string> skipped;  // checks of the single-execution model and conditions of this one to leave out
  std::size_t most_worlds = 200;     // total orders tried per execution
};

// Verdict::check is the rule, or "structure", "reads-from", "values", "matching", "committed", "end", or a check of the
// single-execution model; Verdict::why names the stage, counted from 1, or the target. Fails only when the model cannot be evaluated.
Result<Verdict> check_justification(const program::Test& test, const events::Unfolding& unfolding, const mem::Model& model,
                                    const Claim& claim, const JustificationOptions& options = {});

}  // namespace thinair::reference
