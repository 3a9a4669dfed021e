#include "ask/find/side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/verdict/compare.hpp"

namespace thinair::find {

using answer::Answer;
using answer::State;

Side::Side(const problem::ConfiguredModel& model, std::shared_ptr<Subject> subject, const Settings& settings)
    : model_(model),
      settings_(settings),
      subject_(std::move(subject)),
      looks_at_(settings.shortcuts.same_sets ? model.model.looks_at(subject_->test().program, model.options.variants)
                                             : ~program::SetMask{0}) {}

Result<Answer*> Side::states_of(const program::Test& test) {
  const auto [known, fresh] = by_sets_.try_emplace(subject_->sets_within(looks_at_), nullptr);
  if (!fresh) return known->second;
  auto made = ask(test);
  if (!made) {
    by_sets_.erase(known);
    return fail(std::move(made.error()));
  }
  return known->second = *made;
}

Result<Answer*> Side::ask(const program::Test& test) {
  auto problem = model_.problem(test);
  if (!problem) return fail(std::move(problem.error()));
  Budget budget = settings_.budget();
  std::optional<std::string> likeness;
  if (settings_.shortcuts.same_network) {
    likeness = problem->engine().likeness(budget);
    if (likeness)
      if (const auto at = by_network_.find(*likeness); at != by_network_.end()) return at->second;
  }
  auto made = problem->outcomes(budget);
  if (!made) return fail(std::move(made.error()));
  Answer& answer = answers_.emplace_back(std::move(*made));
  if (likeness && answer.complete) by_network_.emplace(std::move(*likeness), &answer);
  return &answer;
}

namespace {

bool open(const State& state) {
  return std::ranges::any_of(state.values, [](const answer::Datum& d) { return std::holds_alternative<answer::Open>(d); });
}

}  // namespace

std::optional<State> extra(const program::Test& test, Answer& more, Answer& less) {
  std::optional<State> found;
  for (std::size_t i = 0; i < more.outcomes.size(); ++i) {
    State state = more.outcomes.state(i);
    if (verdict::has(test, less, state)) continue;
    if (!open(state)) return state;
    if (!found) found = std::move(state);
  }
  return found;
}

Breach breach_of(const program::Test& test, const State& state, std::string forbids, std::string allows) {
  Breach out{.forbids = std::move(forbids), .allows = std::move(allows), .state = {}, .clause = {}, .note = {}, .rule = {}, .way = {}};
  for (std::size_t i = 0; i < test.shown.size(); ++i) {
    const std::string name = program::to_text(test.program, test.shown[i]);
    const auto* value = std::get_if<program::Value>(&state.values[i]);
    const std::string text = value ? fmt::format("{}", *value) : "any " + std::get<answer::Open>(state.values[i]).symbol;
    out.state += fmt::format("{}{}={};", i == 0 ? "" : " ", name, text);
    if (!open(state)) out.clause += fmt::format("{}{}={}", i == 0 ? "" : " /\\ ", name, text);
  }
  return out;
}

}  // namespace thinair::find
