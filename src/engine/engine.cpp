#include "engine/engine.hpp"

#include "engine/minimiser.hpp"
#include "engine/satisfies.hpp"

namespace thinair::engine {

using answer::Explanation;
using answer::Verdict;

void begin(const Engine& engine, const program::Prop& goal, answer::Answer answer, Explanation& out) {
  out.answer = std::move(answer);
  out.why = Explanation::Why::checks;
  for (const language::RuleId id : engine.droppable()) out.rules.push_back(engine.rules()[id]);
  if (!out.answer.outcomes.empty()) {
    out.verdict = Verdict::allowed;
    out.for_some_values = satisfies(engine.test(), out.answer, out.answer.outcomes.front(), goal) == answer::Truth::open;
  } else if (out.answer.complete) {
    out.verdict = Verdict::forbidden;
  } else {
    out.limit = out.answer.limit;
  }
}

Result<Explanation> Engine::explain(const program::Prop& goal, const ExplainOptions& options, Budget& budget) {
  Explanation out;
  Question question;
  question.goal = &goal;
  question.first_only = true;
  auto answer = ask(question, budget);
  if (!answer) return fail(std::move(answer.error()));
  begin(*this, goal, std::move(*answer), out);
  if (out.verdict == Verdict::forbidden) out.reason = Minimiser(*this, goal, budget, options.effort).run();
  return out;
}

}  // namespace thinair::engine
