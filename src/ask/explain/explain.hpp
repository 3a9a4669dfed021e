// Why a state is possible, or why it is not.
//
//   takes   a question whose goal is the state asked about
//   gives   an outcome with its witness (and justification); or the smallest reason against it (ask/explain/reason), how the checks of a
//           single-execution model reject each candidate (engine/axiomatic/refute), and under a multi-execution model how far the best
//           justification gets
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/model.hpp"
#include "ask/explain/reason.hpp"
#include "engine/axiomatic/refute.hpp"
#include "ask/verdict/verdict.hpp"

namespace thinair::verdict {

struct Explanation {
  Verdict verdict = Verdict::unknown;
  std::string limit;      // which one, if unknown
  axiomatic::Answer answer;  // if allowed: one outcome
  bool for_some_values = false;

  // If forbidden.
  enum class Why {
    values,      // no choice of reads-from gives these values
    checks,      // checks of the single-execution model exclude it
    thin_air,    // consistent executions have these values only out of thin air: no justified write writes them
    unjustified  // consistent executions exist, none is justified
  } why = Why::values;
  Reason reason;
  Refutation refutation;         // values, checks
  justified::Obstacle obstacle;  // unjustified
  axiomatic::Answer consistent;     // thin_air: an execution that only the conditions on justifications forbid
  // thin_air, unjustified: events of that execution (of the obstacle's target) in a circle, each there because of the one before it: a
  // read because of the write it sees, a write because of reads that it depends on. Empty if there is none.
  std::vector<EventId> circle;
  bool of_single() const { return why == Why::values || why == Why::checks; }  // the reason is about the single-execution model
};

Result<Explanation> explain(model::Question question, Budget& budget);

}  // namespace thinair::verdict
