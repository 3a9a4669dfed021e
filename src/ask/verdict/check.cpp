#include "ask/verdict/check.hpp"

#include "engine/satisfies.hpp"
#include "problem/problem.hpp"

namespace thinair::verdict {
using answer::Truth;

Result<Judgement> judge(problem::Problem& problem, const program::Clause& clause, Budget& budget, answer::Statistics& statistics) {
  const program::Prop goal = sought(clause);
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  auto answer = problem.ask(question, budget);
  if (!answer) return fail(std::move(answer.error()));
  statistics += answer->statistics;

  Judgement judgement;
  for (answer::Outcome outcome : answer->outcomes) {
    // The engine promises states that can satisfy the goal; asking again costs little and tells yes from open.
    const Truth truth = engine::satisfies(problem.test(), *answer, outcome, goal);
    if (truth == Truth::no) continue;
    judgement.for_some_values = truth == Truth::open;
    if (judgement.for_some_values) engine::settle(problem.test(), *answer, outcome, goal);
    judgement.shown_by = outcome.state;
    break;
  }
  // One outcome is enough, so an answer cut short after finding it counts as found whatever `complete` says.
  judgement.verdict = decide(judgement.shown_by.has_value(), answer->complete);
  if (judgement.verdict == Verdict::unknown) judgement.limit = answer->limit;
  // A language gives a program with undefined behaviour no meaning: whatever comes out is allowed.
  if (judgement.verdict == Verdict::forbidden) {
    const auto undefined = problem.undefined(budget);
    if (!undefined) return fail(undefined.error());
    judgement.by_undefined = !undefined->undefined.empty();
    judgement.verdict = decide(judgement.by_undefined, undefined->complete);
    if (judgement.verdict == Verdict::unknown) judgement.limit = undefined->limit;
  }
  judgement.standing = standing(clause.kind, judgement.verdict);
  return judgement;
}

Result<Checked> check(problem::Problem& problem, Budget& budget) {
  Checked checked;
  for (const program::Clause& clause : problem.test().clauses) {
    auto judgement = judge(problem, clause, budget, checked.statistics);
    if (!judgement) return fail(std::move(judgement.error()));
    checked.judgements.push_back(std::move(*judgement));
  }
  const auto undefined = problem.undefined(budget);
  if (!undefined) return fail(undefined.error());
  checked.undefined = undefined->undefined;
  return checked;
}

}  // namespace thinair::verdict
