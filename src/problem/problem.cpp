#include "problem/problem.hpp"

#include <algorithm>

#include "engine/reference/engine.hpp"
#include "engine/satisfies.hpp"
#include "support/check.hpp"

namespace thinair::problem {

Result<Problem> Problem::make(const program::Test& test, const Model& model, const Options& options) {
  auto engine = model.engine(test, options);
  if (!engine) return fail(std::move(engine.error()));
  return Problem(test, model, options, std::move(*engine));
}

// The second opinion: slow and obvious code that shares nothing with the engines.
void Problem::verify(const answer::Answer& answer, const Budget& budget) {
  if (model_.machine()) return verify_by_machine(answer, budget);
  const reference::Engine second(*test_, model_.single(), model_.multi(),
                                 {options_.identity, options_.variants, model_.rules_named(options_.without)});
  for (const answer::Outcome& outcome : answer.outcomes) {
    const auto verdict = second.verify(*answer.unfolding, outcome);
    check(verdict.has_value(), "the reference engine reads every model that the others read");
    check(verdict->kind != reference::Verdict::Kind::refuted,
          "a witness of test " + test_->name + " under " + model_.name() + " does not stand: " + verdict->check + ": " + verdict->why);
    if (verdict->kind == reference::Verdict::Kind::confirmed) ++confirmed_;
  }
}

// The machine as it is written, without normal forms and without a goal that cuts anything: it must come to each state as well. That takes
// longer, within the limits of the question; where they do not let it come to its end, states are confirmed by nobody.
void Problem::verify_by_machine(const answer::Answer& answer, const Budget& budget) {
  if (!literal_) {
    Budget rest = budget.again();
    auto all = model_.reference_engine(*test_, options_)->ask({}, rest);
    check(all.has_value(), "the machine as it is written runs where its shorter form does");
    if (rest.limit().reached()) return;
    literal_.emplace();
    for (const answer::Outcome& outcome : all->outcomes) literal_->insert(outcome.state);
  }
  for (const answer::Outcome& outcome : answer.outcomes) {
    check(literal_->contains(outcome.state), "the machine " + model_.name() + " does not come to a state of test " + test_->name);
    ++confirmed_;
  }
}

Result<answer::Answer> Problem::ask(const engine::Question& question, Budget& budget) {
  auto answer = engine_->ask(question, budget);
  const bool as_it_is = question.without.facts.empty() && question.without.rules.empty();
  if (answer && options_.verify && as_it_is) verify(*answer, budget);
  return answer;
}

Result<answer::Answer> Problem::undefined(Budget& budget) {
  if (undefined_) return *undefined_;
  // A multi-execution model says which executions there are; what is undefined in others does not count, and nobody has said more.
  if (!model_.single().may_be_undefined || model_.multi()) return *(undefined_ = answer::Answer{});
  engine::Question question;
  question.undefined = true;
  auto answer = engine_->ask(question, budget);
  if (answer && answer->complete) undefined_ = *answer;
  return answer;
}

Result<answer::Explanation> Problem::explain(const program::Prop& goal, Budget& budget, const engine::ExplainOptions& options) {
  auto out = engine_->explain(goal, options, budget);
  if (!out) return out;
  out->single_model = model_.single().name;
  if (out->verdict == answer::Verdict::forbidden) {
    auto undefined = this->undefined(budget);
    if (!undefined) return fail(std::move(undefined.error()));
    out->undefined = undefined->undefined;
    if (!undefined->complete && undefined->undefined.empty()) {
      out->verdict = answer::Verdict::unknown;
      out->limit = undefined->limit;
    }
  }
  if (options_.verify) verify(out->answer, budget);
  if (out->for_some_values) {
    answer::Outcome settled = out->answer.outcomes.front();
    engine::settle(*test_, out->answer, settled, goal);
    out->answer.outcomes = {settled};
  }
  return out;
}

}  // namespace thinair::problem
