#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/generate/shrink.hpp"
#include "engine/reference/outcomes.hpp"
#include "language/cat/load.hpp"
#include "language/cat/resolve.hpp"
#include "problem/problem.hpp"
#include "property/harness.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

const cat::LoadOptions kShippedOnly{.include_path = {}, .read_files = false};

// The engine's answer under a shipped model of either language.
Result<answer::Answer> answer_under(Sources& sources, const program::Test& test, const std::string& name) {
  Budget unlimited;
  const auto model = problem::load(sources, name, kShippedOnly);
  if (!model) return fail(model.error());
  auto problem = problem::Problem::make(test, *model);
  if (!problem) return fail(std::move(problem.error()));
  return problem->outcomes(unlimited);
}

// The values of the state; an open one stands for any.
bool fits(const answer::State& open, const reference::State& state) {
  if (open.threw != state.threw || open.blocked != state.blocked) return false;
  for (std::size_t i = 0; i < state.values.size(); ++i)
    if (const auto* value = std::get_if<program::Value>(&open.values[i]); value && *value != state.values[i]) return false;
  return true;
}

}  // namespace

Comparison compare_with_sc(const Subject& subject, const Limits& limits) {
  Sources sources;
  Comparison out;
  const auto skip = [&](std::string why) { return Comparison{Agreement::skipped, std::move(why), 0, false}; };
  const auto test = read::read_test(sources, sources.add("test.litmus", subject.test), nullptr);
  if (!test) return skip(to_text(sources, test.error()));
  const auto sc = cat::load(sources, "sc", kShippedOnly);
  Budget budget(std::nullopt, std::nullopt, limits.steps);
  const auto possible = reference::outcomes(*test, *sc, {}, budget);
  if (!possible || !possible->complete) return skip("too large to enumerate");
  const auto engine = answer_under(sources, *test, subject.model);
  if (!engine) return {Agreement::differ, "the engine fails:\n" + to_text(sources, engine.error()), 0, false};
  out.states = possible->states.size();
  for (const reference::State& state : possible->states) {
    if (std::ranges::any_of(engine->outcomes, [&](const answer::Outcome& outcome) { return fits(outcome.state, state); })) continue;
    out.agreement = Agreement::differ;
    out.report += fmt::format("an interleaving that {} forbids:", subject.model);
    for (std::size_t i = 0; i < state.values.size(); ++i)
      out.report += fmt::format(" {}={};", to_text(test->program, test->shown[i]), state.values[i]);
    out.report += "\n";
  }
  return out;
}

Subject shrink_with_sc(const Subject& subject, const Limits& limits) {
  return {generate::shrink(subject.test,
                           [&](const std::string& test) {
                             return compare_with_sc({test, subject.model}, limits).agreement == Agreement::differ;
                           }),
          subject.model};
}

std::vector<std::map<std::string, program::Value>> states_under(const std::string& text, const std::string& model) {
  Sources sources;
  std::vector<std::map<std::string, program::Value>> out;
  const auto test = read::read_test(sources, sources.add("test.litmus", text), nullptr);
  if (!test) return out;
  const auto answer = answer_under(sources, *test, model);
  if (!answer) return out;
  for (const answer::Outcome& outcome : answer->outcomes) {
    out.emplace_back();
    for (std::size_t i = 0; i < test->shown.size(); ++i)
      out.back()[to_text(test->program, test->shown[i])] = std::get<program::Value>(outcome.state.values[i]);
    for (const std::uint32_t t : outcome.state.threw) out.back()[fmt::format("{} threw", t)] = 1;
    for (const std::uint32_t t : outcome.state.blocked) out.back()[fmt::format("{} is blocked", t)] = 1;
  }
  return out;
}

std::vector<std::string> models_for_java() {
  std::vector<std::string> out;
  const program::Program java;
  for (const cat::ShippedModel& shipped : cat::shipped_models()) {
    Sources sources;
    const auto model = problem::load(sources, shipped.name, kShippedOnly);
    const bool twin = shipped.name.ends_with("-axiomatic");
    const bool machine = twin || (model && model->kind() == problem::Model::Kind::machine);  // machine_test has these
    if (model && !machine && model->other_architecture(java).empty()) out.push_back(shipped.name);
  }
  return out;
}

}  // namespace thinair::tests
