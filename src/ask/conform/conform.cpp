// Three steps: the outcomes of the compiled test; these in the source's registers; and one question to the source's model, about
// these outcomes alone.
#include "ask/conform/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/conform/herd7.hpp"
#include "ask/verdict/compare.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::conform {
namespace {

using answer::State;

// A proposition about many states costs more at every step of a search than it saves.
constexpr std::size_t kMaxGoal = 16;

// The states of a compiled test in the source's registers, each with an outcome that shows it.
using Shown = std::map<State, std::optional<std::size_t>>;

program::Prop any_of(const program::Test& test, const std::set<State>& states) {
  program::Prop any;
  any.kind = program::Prop::Kind::or_;
  for (const State& state : states) any.kids.push_back(verdict::equals(test, state));
  if (any.kids.size() == 1) return program::Prop(any.kids[0]);
  return any;
}

}  // namespace

Result<CompiledTest> compile_test(const program::Test& source, const compile::Compilers& compilers, compile::Reader reader,
                                  Sources& sources) {
  auto compiled = compile::compile(source, compilers, reader);
  if (!compiled) return fail(std::move(compiled.error()));
  const std::uint32_t file = sources.add(fmt::format("{} compiled by {}", source.name, compilers.name), to_text(compiled->tree));
  auto test = read::read_test(sources, file, nullptr);
  if (!test) return fail(std::move(test.error()));
  test->program.unroll = source.program.unroll;
  return CompiledTest{std::move(*compiled), std::move(*test)};
}

State mapped_back(const program::Test& source, const CompiledTest& compiled, const State& state) {
  State back;
  back.threw = state.threw;
  back.blocked = state.blocked;
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

namespace {

// The first two steps: fills `out` with the compiled test and its outcomes.
Result<Shown> run_target(const program::Test& source, const Target& target, const Asking& asking, Sources& sources, Conformance& out) {
  const auto reader = target.model == nullptr ? compile::Reader::herd : compile::Reader::thinair;
  auto compiled = compile_test(source, target.compilers, reader, sources);
  if (!compiled) return fail(std::move(compiled.error()));
  out.target = compiled->test;
  Shown shown;
  if (target.model == nullptr) {
    auto found = herd_states(compiled->compiled, out.target, asking.budget, asking.stop);
    if (!found) return fail(std::move(found.error()));
    for (const State& state : found->states) shown.emplace(mapped_back(source, *compiled, state), std::nullopt);
    out.answer.complete = !found->limit.reached();
    out.answer.limit = found->limit;
  } else {
    problem::Options options;
    options.verify = asking.verify;
    auto problem = problem::Problem::make(out.target, *target.model, options);
    if (!problem) return fail(std::move(problem.error()));
    Budget budget = asking.budget;
    auto answer = problem->outcomes(budget);
    if (!answer) return fail(std::move(answer.error()));
    out.answer = std::move(*answer);
    for (std::size_t i = 0; i < out.answer.outcomes.size(); ++i)
      shown.emplace(mapped_back(source, *compiled, out.answer.outcomes.state(i)), i);
  }
  out.limit = out.answer.limit.text;
  out.states = shown.size();
  return shown;
}

// The third: which of them does the source's model not allow?
Result<void> judge(Budget budget, problem::Problem& problem, const Shown& shown, answer::Answer& allowed, const std::set<State>& found,
                   Conformance& out) {
  const program::Test& source = problem.test();
  for (const auto& [state, outcome] : shown)
    if (!found.contains(state) && !verdict::has(source, allowed, state)) out.breaches.push_back({state, outcome});
  if (out.breaches.empty()) {
    out.verdict = out.answer.complete ? Conformance::Verdict::passes : Conformance::Verdict::unknown;
    return {};
  }
  if (!allowed.complete) {
    out.breaches.clear();  // nobody knows whether they are
    out.limit = allowed.limit.text;
    return {};
  }
  out.verdict = Conformance::Verdict::fails;
  out.first = verdict::equals(source, out.breaches.front().state);
  auto why = problem.explain(out.first, budget);
  if (!why) return fail(std::move(why.error()));
  out.why = std::move(*why);
  return {};
}

}  // namespace

Result<CompiledStates> compiled_states(const program::Test& source, const Target& target, const Asking& asking, Sources& sources) {
  Conformance run;
  auto shown = run_target(source, target, asking, sources, run);
  if (!shown) return fail(std::move(shown.error()));
  CompiledStates out;
  for (const auto& [state, outcome] : *shown) out.states.push_back(state);
  out.limit = run.answer.limit;
  return out;
}

Result<std::vector<std::vector<Conformance>>> conform(const Request& request, Sources& sources) {
  std::vector<Conformance> compiled(request.targets.size());
  std::vector<Shown> shown;
  std::set<State> wanted;
  for (std::size_t i = 0; i < request.targets.size(); ++i) {
    const Asking asking{request.budget(), request.models.front()->options.verify, request.stop};
    auto states = run_target(*request.source, request.targets[i], asking, sources, compiled[i]);
    if (!states) return fail(std::move(states.error()));
    for (const auto& [state, outcome] : *states) wanted.insert(state);
    shown.push_back(std::move(*states));
  }
  const bool few = wanted.size() <= kMaxGoal;
  const program::Prop goal = few ? any_of(*request.source, wanted) : program::Prop{};
  std::vector<std::vector<Conformance>> out;
  for (const problem::ConfiguredModel* model : request.models) {
    auto problem = model->problem(*request.source);
    if (!problem) return fail(std::move(problem.error()));
    engine::Question question;
    if (few) question.goal = &goal;
    Budget budget = request.budget();
    auto allowed = problem->ask(question, budget);
    if (!allowed) return fail(std::move(allowed.error()));
    std::set<State> found;
    for (std::size_t i = 0; i < allowed->outcomes.size(); ++i) found.insert(allowed->outcomes.state(i));
    out.push_back(compiled);
    for (std::size_t i = 0; i < compiled.size(); ++i)
      if (auto judged = judge(budget.again(), *problem, shown[i], *allowed, found, out.back()[i]); !judged)
        return fail(std::move(judged.error()));
  }
  return out;
}

}  // namespace thinair::conform
