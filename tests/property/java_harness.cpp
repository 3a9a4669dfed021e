#include "property/java_harness.hpp"

#include <fmt/format.h>

#include <set>

#include "ask/generate/shrink.hpp"
#include "language/cat/load.hpp"
#include "problem/problem.hpp"
#include "property/interleavings.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

using States = std::set<reference::State>;

std::string text(const program::Test& test, const reference::State& state) {
  std::string out;
  for (std::size_t i = 0; i < state.values.size(); ++i)
    out += fmt::format(" {}={};", to_text(test.program, test.shown[i]), state.values[i]);
  for (const std::uint32_t t : state.threw) out += fmt::format(" thread {} threw;", t);
  for (const std::uint32_t t : state.blocked) out += fmt::format(" thread {} is blocked;", t);
  return out;
}

// What the engine finds; or why it does not find all.
struct Found {
  States states;
  bool open = false;  // a value was left open
  std::string failure;
  bool complete = true;
};

Found under(Sources& sources, const program::Test& test, const std::string& name, std::uint64_t patience = 300) {
  Found out;
  const cat::LoadOptions shipped_only{.include_path = {}, .read_files = false};
  const bool shipped = name.find('\n') == std::string::npos;
  const auto model = shipped ? problem::load(sources, name, shipped_only) : [&]() -> Result<problem::Model> {
    auto tree = cat::load_text(sources, sources.add("model.cat", name), shipped_only);
    if (!tree) return fail(std::move(tree.error()));
    return problem::Model::of("model.cat", std::move(*tree));
  }();
  if (!model) return {{}, false, to_text(sources, model.error()), true};
  auto problem = problem::Problem::make(test, *model);
  if (!problem) return {{}, false, to_text(sources, problem.error()), true};
  Budget budget(std::nullopt, std::nullopt, 2'000'000);
  engine::Question question;
  question.patience = patience;
  const auto answer = problem->ask(question, budget);
  if (!answer) return {{}, false, to_text(sources, answer.error()), true};
  out.complete = answer->complete;
  for (const answer::Outcome& outcome : answer->outcomes) {
    reference::State state;
    for (const answer::Datum& datum : outcome.state.values) {
      const auto* value = std::get_if<program::Value>(&datum);
      if (!value) out.open = true;
      state.values.push_back(value ? *value : 0);
    }
    state.threw = outcome.state.threw;
    state.blocked = outcome.state.blocked;
    out.states.insert(state);
  }
  return out;
}

Comparison skip(std::string why) { return {Agreement::skipped, std::move(why), 0, false}; }

void expect_all(const program::Test& test, const States& of, const States& in, const std::string& complaint, Comparison& out) {
  for (const reference::State& state : of) {
    if (in.contains(state)) continue;
    out.agreement = Agreement::differ;
    out.report += complaint + text(test, state) + "\n";
  }
}

Comparison compare_histories(Sources& sources, const program::Test& test, const States& possible, const std::string& model) {
  const Found engine = under(sources, test, model);
  if (!engine.failure.empty()) return {Agreement::differ, "the engine fails:\n" + engine.failure, 0, false};
  if (engine.open) return skip("a value is left open");
  if (!engine.complete) return skip("the engine reached a limit");
  Comparison out;
  out.states = possible.size();
  expect_all(test, possible, engine.states, "the machine has, and the engine forbids:", out);
  if (model == in_time_model()) expect_all(test, engine.states, possible, "only the engine has:", out);
  return out;
}

}  // namespace

std::string race_model() {
  return R"("Executions of sc with a race"
include "races.cat"
)";
}

Comparison compare_with_interleavings(const Subject& subject) {
  Sources sources;
  const auto test = read::read_test(sources, sources.add("test.litmus", subject.test), nullptr);
  if (!test) return skip(to_text(sources, test.error()));
  const auto possible = interleavings(*test);
  if (!possible) return skip("too many interleavings");
  const Found engine = under(sources, *test, subject.model);
  if (!engine.failure.empty()) return {Agreement::differ, "the engine fails:\n" + engine.failure, 0, false};
  if (engine.open) return skip("a value is left open");
  if (!engine.complete) return skip("the engine reached a limit");
  Comparison out;
  out.states = possible->size();
  expect_all(*test, *possible, engine.states, fmt::format("an interleaving that {} forbids:", subject.model), out);
  if (subject.model == "sc") expect_all(*test, engine.states, *possible, "no interleaving ends with", out);
  return out;
}

std::string in_time_model() {
  return R"("Happens-before, in time"
updates as pairs
include "jls-hb.cat"
acyclic po | rf | so as in-time
)";
}

Comparison compare_with_histories(const Subject& subject) { return compare_with_histories_under(subject.test, {subject.model}).front(); }

std::vector<Comparison> compare_with_histories_under(const std::string& text, const std::vector<std::string>& models) {
  constexpr std::size_t kMost = 30'000;
  Sources sources;
  const auto skip_all = [&](const std::string& why) { return std::vector<Comparison>(models.size(), skip(why)); };
  const auto test = read::read_test(sources, sources.add("test.litmus", text), nullptr);
  if (!test) return skip_all(to_text(sources, test.error()));
  const auto possible = interleavings(*test, kMost, Remembers::all);
  if (!possible) return skip_all("too many histories");
  std::vector<Comparison> out;
  for (const std::string& model : models) out.push_back(compare_histories(sources, *test, *possible, model));
  return out;
}

Comparison compare_without_races(const Subject& subject) {
  Sources sources;
  const auto test = read::read_test(sources, sources.add("test.litmus", subject.test), nullptr);
  if (!test) return skip(to_text(sources, test.error()));
  const Found races = under(sources, *test, race_model());
  if (!races.failure.empty()) return {Agreement::differ, "the engine fails:\n" + races.failure, 0, false};
  if (!races.states.empty() || !races.complete) return skip("it has a race");
  const Found sc = under(sources, *test, "sc");
  // With so much patience the engine never relies on the guarantee that is tested here; without any it does at once.
  const Found engine = under(sources, *test, subject.model, UINT64_MAX);
  const Found relying = under(sources, *test, subject.model, 0);
  if (!engine.failure.empty()) return {Agreement::differ, "the engine fails:\n" + engine.failure, 0, false};
  if (!engine.complete || !sc.complete) return skip("the engine reached a limit");
  Comparison out;
  out.states = sc.states.size();
  expect_all(*test, engine.states, sc.states, "without races, but not sequentially consistent:", out);
  expect_all(*test, sc.states, engine.states, fmt::format("an interleaving that {} forbids:", subject.model), out);
  expect_all(*test, engine.states, relying.states, "lost when the guarantee is relied on:", out);
  expect_all(*test, relying.states, engine.states, "only when the guarantee is relied on:", out);
  return out;
}

Subject shrink_by(const Subject& subject, Comparer compare) {
  return {generate::shrink(subject.test,
                           [&](const std::string& test) {
                             return compare({test, subject.model}).agreement == Agreement::differ;
                           }),
          subject.model};
}

}  // namespace thinair::tests
