// Three steps: the outcomes of the compiled test; these in the source's registers; and one question to the source's model, about
// these outcomes alone.
#include "conform/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "conform/herd7.hpp"
#include "program/lower.hpp"
#include "support/check.hpp"
#include "verdict/compare.hpp"

namespace thinair::conform {
namespace {

using search::State;

// A proposition about many states costs more at every step of a search than it saves.
constexpr std::size_t kMaxGoal = 16;

program::Prop any_of(const program::Test& test, const std::map<State, std::optional<std::size_t>>& states) {
  program::Prop any;
  any.kind = program::Prop::Kind::or_;
  for (const auto& [state, outcome] : states) any.kids.push_back(verdict::equals(test, state));
  if (any.kids.size() == 1) return program::Prop(any.kids[0]);
  return any;
}

}  // namespace

Result<CompiledTest> compile_test(const program::Test& source, const compile::Scheme& scheme, compile::Reader reader, Sources& sources) {
  auto compiled = compile::compile(source, scheme, reader);
  if (!compiled) return fail(std::move(compiled.error()));
  const std::uint32_t file = sources.add(fmt::format("{} compiled by {}", source.name, scheme.name), to_text(compiled->tree));
  auto test = program::read_test(sources, file, nullptr);
  if (!test) return fail(std::move(test.error()));
  test->program.unroll = source.program.unroll;
  return CompiledTest{std::move(*compiled), std::move(*test)};
}

State mapped_back(const program::Test& source, const CompiledTest& compiled, const State& state) {
  State back;
  back.threw = state.threw;
  for (const program::Observable& shown : source.shown) {
    const auto home = std::ranges::find(compiled.compiled.homes, shown, &compile::Home::source);
    check(home != compiled.compiled.homes.end(), "everything shown has a home");
    const litmus::Observable& target = home->target;
    const program::Program& program = compiled.test.program;
    const auto is_home = [&](const program::Observable& o) {
      if (o.is_location) return !target.thread && program.locations[o.index].name == target.name;
      return target.thread == program.registers[o.index].thread && program.registers[o.index].name == target.name;
    };
    const auto at = std::ranges::find_if(compiled.test.shown, is_home);
    check(at != compiled.test.shown.end(), "the compiled test shows what the source shows");
    back.values.push_back(state.values[static_cast<std::size_t>(at - compiled.test.shown.begin())]);
  }
  return back;
}

Result<Conformance> conform(const Request& request, Sources& sources) {
  const program::Test& source = *request.source.test;
  const bool herd = request.target_model == nullptr;
  auto compiled = compile_test(source, *request.scheme, herd ? compile::Reader::herd : compile::Reader::thinair, sources);
  if (!compiled) return fail(std::move(compiled.error()));

  Conformance out;
  out.target = compiled->test;
  std::map<State, std::optional<std::size_t>> states;  // in the source's registers, with an outcome of the target
  bool complete = true;
  if (herd) {
    auto found = herd_states(compiled->compiled, out.target);
    if (!found) return fail(std::move(found.error()));
    for (const State& state : *found) states.emplace(mapped_back(source, *compiled, state), std::nullopt);
  } else {
    model::Question question = request.source;
    question.test = &out.target;
    question.model = request.target_model;
    question.identity.reset();
    question.skipped.clear();
    question.variants.clear();
    Budget budget = request.budget();
    auto answer = model::solve(question, budget);
    if (!answer) return fail(std::move(answer.error()));
    out.answer = std::move(*answer);
    complete = out.answer.complete;
    out.limit = out.answer.reason;
    for (std::size_t i = 0; i < out.answer.outcomes.size(); ++i)
      states.emplace(mapped_back(source, *compiled, out.answer.outcomes[i].state), i);
  }
  out.states = states.size();

  bool source_complete = true;
  if (!states.empty()) {
    model::Question question = request.source;
    const program::Prop goal = states.size() <= kMaxGoal ? any_of(source, states) : program::Prop{};
    if (states.size() <= kMaxGoal) question.goal = &goal;
    Budget budget = request.budget();
    auto answer = model::solve(question, budget);
    if (!answer) return fail(std::move(answer.error()));
    std::set<State> found;
    for (const search::Outcome& outcome : answer->outcomes) found.insert(outcome.state);
    for (const auto& [state, outcome] : states)
      if (!found.contains(state) && !verdict::has(source, *answer, state)) out.breaches.push_back({state, outcome});
    source_complete = answer->complete;
    if (!source_complete && !out.breaches.empty()) out.limit = answer->reason;
  }
  if (!out.breaches.empty() && !source_complete) {
    out.breaches.clear();  // nobody knows whether they are
    return out;
  }
  if (out.breaches.empty()) {
    out.verdict = complete ? Conformance::Verdict::passes : Conformance::Verdict::unknown;
    return out;
  }
  out.verdict = Conformance::Verdict::fails;
  out.first = verdict::equals(source, out.breaches.front().state);
  model::Question question = request.source;
  question.goal = &out.first;
  Budget budget = request.budget();
  auto why = verdict::explain(question, budget);
  if (!why) return fail(std::move(why.error()));
  out.why = std::move(*why);
  return out;
}

}  // namespace thinair::conform
