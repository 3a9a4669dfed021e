#include "ask/verdict/check.hpp"

namespace thinair::verdict {
namespace {

using axiomatic::Truth;

void add(axiomatic::Statistics& sum, const axiomatic::Statistics& more) {
  sum.structures += more.structures;
  sum.nodes += more.nodes;
  sum.propagations += more.propagations;
  sum.solver_calls += more.solver_calls;
}

}  // namespace

Result<Checked> check(model::Question question, Budget& budget) {
  Checked checked;
  for (const program::Clause& clause : question.test->clauses) {
    const program::Prop goal = sought(clause);
    question.goal = &goal;
    question.first_only = true;
    auto answer = model::solve(question, budget);
    if (!answer) return fail(std::move(answer.error()));
    add(checked.statistics, answer->statistics);

    Judgement judgement;
    for (const axiomatic::Outcome& outcome : answer->outcomes) {
      // The engine promises states that can satisfy the goal; asking again costs little and tells yes from open.
      const Truth truth = axiomatic::satisfies(*question.test, *answer, outcome, goal);
      if (truth == Truth::no) continue;
      judgement.shown_by = outcome.state;
      judgement.for_some_values = truth == Truth::open;
      break;
    }
    // One outcome is enough, so an answer cut short after finding it counts as found whatever `complete` says.
    judgement.verdict = decide(judgement.shown_by.has_value(), answer->complete);
    judgement.standing = standing(clause.kind, judgement.verdict);
    if (judgement.verdict == Verdict::unknown) judgement.reason = answer->reason;
    checked.judgements.push_back(std::move(judgement));
  }
  return checked;
}

}  // namespace thinair::verdict
