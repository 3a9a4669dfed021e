#include "ask/verdict/verdict.hpp"

#include <algorithm>

#include "engine/satisfies.hpp"

namespace thinair::verdict {

using answer::Truth;
using program::Clause;
using program::Prop;

Prop sought(const Clause& clause) {
  if (clause.kind != Clause::Kind::forall) return clause.prop;
  Prop negation;
  negation.kind = Prop::Kind::not_;
  negation.kids.push_back(clause.prop);
  return negation;
}

Verdict decide(bool found, bool complete) {
  if (found) return Verdict::allowed;
  return complete ? Verdict::forbidden : Verdict::unknown;
}

Standing standing(Clause::Kind kind, Verdict verdict) {
  // `exists` only asks. Whether it was answered still matters: unknown is not an answer.
  if (verdict == Verdict::unknown) return Standing::undecided;
  switch (kind) {
    case Clause::Kind::exists: return Standing::met;
    case Clause::Kind::required: return verdict == Verdict::allowed ? Standing::met : Standing::not_met;
    case Clause::Kind::not_exists:
    case Clause::Kind::forbidden:
    case Clause::Kind::forall: return verdict == Verdict::forbidden ? Standing::met : Standing::not_met;
  }
  return Standing::undecided;
}

Standing worst(const std::vector<Judgement>& judgements) {
  const auto any = [&](Standing s) { return std::ranges::any_of(judgements, [s](const Judgement& j) { return j.standing == s; }); };
  if (any(Standing::not_met)) return Standing::not_met;
  return any(Standing::undecided) ? Standing::undecided : Standing::met;
}

Tally tally(const std::vector<Truth>& truths) {
  Tally count;
  for (const Truth truth : truths) {
    if (truth != Truth::no) ++count.positive;
    if (truth != Truth::yes) ++count.negative;
  }
  return count;
}

Tally tally(const program::Test& test, answer::Answer& answer, const Prop& prop) {
  std::vector<Truth> truths;
  for (const answer::Outcome& outcome : answer.outcomes) truths.push_back(engine::satisfies(test, answer, outcome, prop));
  return tally(truths);
}

}  // namespace thinair::verdict
