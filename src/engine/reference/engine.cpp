#include "engine/reference/engine.hpp"

#include <algorithm>

#include "engine/reference/causality.hpp"
#include "engine/reference/enumerate.hpp"
#include "engine/reference/justification.hpp"
#include "engine/reference/outcomes.hpp"

namespace thinair::reference {
namespace {

// What a state says of what the test shows.
Look look_at(const program::Test& test, const State& state) {
  return [&](const program::Observable& o) {
    for (std::size_t i = 0; i < test.shown.size(); ++i)
      if (test.shown[i] == o) return state.values[i];
    return program::Value{0};
  };
}

Diagnostic unsupported(std::string message) {
  Diagnostic d;
  d.code = "reference-unsupported";
  d.has_position = false;
  d.message = std::move(message);
  return d;
}

bool is_shown(const program::Prop& prop, const program::Test& test) {
  const auto shown = [&](const program::Operand& o) {
    return o.is_constant || std::find(test.shown.begin(), test.shown.end(), o.observable) != test.shown.end();
  };
  if (prop.kind == program::Prop::Kind::atom) return shown(prop.lhs) && shown(prop.rhs);
  for (const program::Prop& kid : prop.kids)
    if (!is_shown(kid, test)) return false;
  return true;
}

}  // namespace

Engine::Engine(const program::Test& test, const cat::Model& single, const mem::Model* multi, ModelOptions options)
    : test_(test), single_(single), multi_(multi), options_(std::move(options)) {}

// Checks and conditions that the model's text names.
std::vector<language::RuleId> Engine::droppable() const {
  std::vector<language::RuleId> out;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (rules()[id].named && rules()[id].kind != language::Rule::Kind::order && !options_.without.has(id)) out.push_back(id);
  return out;
}

std::vector<std::string> Engine::left_out(const language::RuleSet& more) const {
  std::vector<std::string> out;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (options_.without.has(id) || more.has(id)) out.push_back(rules()[id].name);
  return out;
}

Result<answer::Answer> Engine::ask(const engine::Question& question, Budget& budget) {
  if (!question.without.facts.empty()) return fail(unsupported("the reference engine knows programs as they were read only"));
  if (question.goal && !is_shown(*question.goal, test_))
    return fail(unsupported("the reference engine can be asked only about what the test shows"));
  Result<Outcomes> found = [&]() -> Result<Outcomes> {
    if (multi_) {
      CausalityOptions options;
      options.identity = options_.identity;
      options.variants = options_.variants;
      options.skipped = left_out(question.without.rules);
      return justified_outcomes(test_, *multi_, options, budget);
    }
    OutcomeOptions options;
    options.variants = options_.variants;
    options.skipped = left_out(question.without.rules);
    return outcomes(test_, single_, options, budget);
  }();
  if (!found) return fail(std::move(found.error()));
  answer::Answer out;
  out.unfolding = std::make_shared<events::Unfolding>(events::Unfolding{value::TermPool(test_.program.bits), {}, {}});
  for (const State& state : found->states) {
    if (question.undefined) break;
    if (question.goal && !holds(*question.goal, look_at(test_, state))) continue;
    answer::Outcome outcome;
    for (const program::Value value : state.values) {
      outcome.state.values.emplace_back(value);
      outcome.terms.push_back(out.unfolding->pool.constant(value));
    }
    outcome.state.threw = state.threw;
    outcome.state.blocked = state.blocked;
    out.outcomes.add(outcome);
    if (question.first_only) break;
  }
  out.flags.assign(found->flags.begin(), found->flags.end());
  out.undefined.assign(found->undefined.begin(), found->undefined.end());
  out.limit = budget.limit();
  if (!out.limit.reached() && found->value_cycle && !multi_)
    out.limit = {Incomplete::unsupported, "values flow in a cycle, and only some were tried"};
  if (!out.limit.reached() && found->loops_on) out.limit = {Incomplete::bound, "a loop may go round more often than the bound lets it"};
  if (!out.limit.reached() && !found->complete) out.limit = {Incomplete::bound, "the enumeration was not complete"};
  out.complete = !out.limit.reached();
  return out;
}

Result<Verdict> Engine::verify(const events::Unfolding& unfolding, const answer::Outcome& outcome) const {
  if (multi_ && outcome.justification) {
    JustificationOptions options;
    options.identity = options_.identity;
    options.variants = options_.variants;
    options.skipped = left_out({});
    return check_justification(test_, unfolding, *multi_, *outcome.justification, options);
  }
  WitnessOptions options;
  options.variants = options_.variants;
  options.skipped = left_out({});
  return check_witness(test_, unfolding, single_, outcome.witness, options);
}

}  // namespace thinair::reference
