#include "property/harness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "answer/answer.hpp"
#include "ask/generate/shrink.hpp"
#include "engine/reference/outcomes.hpp"
#include "engine/reference/witness.hpp"
#include "engine/satisfies.hpp"
#include "language/cat/load.hpp"
#include "language/cat/resolve.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

Result<cat::Model> read_model(Sources& sources, const std::string& model) {
  if (model.find_first_of(" \n") == std::string::npos) return cat::load(sources, model, {.include_path = {}, .read_files = false});
  return cat::load_text(sources, sources.add("model.cat", model), {.include_path = {}, .read_files = false});
}

std::string state_text(const program::Test& test, const reference::State& state) {
  std::string out;
  for (std::size_t i = 0; i < state.values.size(); ++i)
    out += fmt::format("{}={}; ", to_text(test.program, test.shown[i]), state.values[i]);
  for (const std::uint32_t t : state.threw) out += fmt::format("thread {} threw; ", t);
  for (const std::uint32_t t : state.blocked) out += fmt::format("thread {} is blocked; ", t);
  return out;
}

// The engine's state as a plain one; none if a value is open.
std::optional<reference::State> closed(const answer::State& state) {
  reference::State out;
  for (const answer::Datum& datum : state.values) {
    const auto* value = std::get_if<program::Value>(&datum);
    if (!value) return std::nullopt;
    out.values.push_back(*value);
  }
  out.threw = state.threw;
  out.blocked = state.blocked;
  return out;
}

program::Prop is_state(const program::Test& test, const reference::State& state) {
  program::Prop all;
  all.kind = program::Prop::Kind::and_;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    program::Prop atom;
    atom.kind = program::Prop::Kind::atom;
    atom.lhs.observable = test.shown[i];
    atom.rhs.is_constant = true;
    atom.rhs.value = state.values[i];
    all.kids.push_back(atom);
  }
  return all;
}

class Compare {
 public:
  explicit Compare(const Subject& subject, const Limits& limits) : limits_(limits) {
    Diagnostics warnings;
    test_ = read::read_test(sources_, sources_.add("test.litmus", subject.test), &warnings);
    model_ = read_model(sources_, subject.model);
  }

  Comparison run() {
    if (!test_) return skip(to_text(sources_, test_.error()));
    if (!model_) return skip(to_text(sources_, model_.error()));
    const Diagnostics problems = cat::resolve(*model_, test_->program.set_names);
    if (std::any_of(problems.begin(), problems.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }))
      return skip(to_text(sources_, problems));
    Budget plain_budget(std::nullopt, std::nullopt, limits_.steps);
    const auto plain = reference::outcomes(*test_, *model_, {}, plain_budget);
    if (plain && !plain->complete) return skip("too large to enumerate");
    auto problem = problem::Problem::make(*test_, problem::Model::of("model.cat", *model_));
    Budget engine_budget;
    auto engine = problem ? problem->outcomes(engine_budget) : fail(std::move(problem.error()));
    if (!plain || !engine) {
      if (!plain && !engine) return skip("neither side can evaluate this model");
      return differ(fmt::format("only one side can evaluate this model:\n{}", to_text(sources_, plain ? engine.error() : plain.error())));
    }
    if (!engine->complete) return differ("the engine gives up: " + engine->limit.text);
    comparison_.states = plain->states.size();
    comparison_.value_cycle = plain->value_cycle;
    compare_states(*plain, *engine);
    if (!plain->value_cycle && plain->flags != std::set<std::string>(engine->flags.begin(), engine->flags.end()))
      differ(fmt::format("flags: plain {}, engine {}", fmt::join(plain->flags, " "), fmt::join(engine->flags, " ")));
    if (!plain->value_cycle && plain->undefined != std::set<std::string>(engine->undefined.begin(), engine->undefined.end()))
      differ(fmt::format("undefined: plain {}, engine {}", fmt::join(plain->undefined, " "), fmt::join(engine->undefined, " ")));
    for (const answer::Outcome& outcome : engine->outcomes) check_outcome(*engine, outcome);
    if (!plain->value_cycle) compare_learning(*plain, *problem);
    return comparison_;
  }

 private:
  Comparison skip(std::string why) { return {Agreement::skipped, std::move(why), 0, false}; }
  Comparison& differ(const std::string& what) {
    comparison_.agreement = Agreement::differ;
    comparison_.report += what + "\n";
    return comparison_;
  }

  void compare_states(const reference::Outcomes& plain, answer::Answer& engine) {
    std::set<reference::State> closed_states;
    for (const answer::Outcome& outcome : engine.outcomes) {
      const auto state = closed(outcome.state);
      if (state && !closed_states.insert(*state).second) differ("the engine has a state twice: " + state_text(*test_, *state));
      if (state && !plain.value_cycle && !plain.states.contains(*state)) differ("only the engine has: " + state_text(*test_, *state));
      if (!state && !plain.value_cycle) differ("the engine leaves a value open although values do not flow in a cycle");
    }
    for (const reference::State& state : plain.states) {
      if (closed_states.contains(state)) continue;
      const program::Prop prop = is_state(*test_, state);
      const bool found = std::any_of(engine.outcomes.begin(), engine.outcomes.end(), [&](const answer::Outcome& outcome) {
        return !closed(outcome.state) && outcome.state.threw == state.threw && outcome.state.blocked == state.blocked &&
               engine::satisfies(*test_, engine, outcome, prop) != answer::Truth::no;
      });
      if (!found) differ("only the plain evaluator has: " + state_text(*test_, state));
    }
  }

  // Single states, possible and not, asked of a search that learns from the first conflict on: those that there are, and each with one
  // value taken from another.
  void compare_learning(const reference::Outcomes& plain, problem::Problem& problem) {
    constexpr std::size_t kMost = 24;
    std::set<std::vector<program::Value>> allowed, asked;
    for (const reference::State& state : plain.states) allowed.insert(state.values);
    for (const auto& values : allowed)
      for (const auto& other : allowed)
        for (std::size_t i = 0; i < values.size() && asked.size() < kMost; ++i) {
          std::vector<program::Value> mixed = values;
          mixed[i] = other[i];
          asked.insert(mixed);
        }
    for (const auto& values : asked) {
      const program::Prop goal = is_state(*test_, {.values = values, .threw = {}, .blocked = {}});
      engine::Question question;
      question.goal = &goal;
      question.first_only = true;
      question.patience = 0;
      Budget unlimited;
      const auto answer = problem.ask(question, unlimited);
      const std::string name = state_text(*test_, {.values = values, .threw = {}, .blocked = {}});
      if (!answer || !answer->complete)
        differ("learning gives up on " + name);
      else if (answer->outcomes.empty() == allowed.contains(values))
        differ(fmt::format("learning {} {}", answer->outcomes.empty() ? "does not find" : "finds", name));
      else
        for (const answer::Outcome& outcome : answer->outcomes) check_outcome(*answer, outcome);
    }
  }

  void check_outcome(const answer::Answer& engine, const answer::Outcome& outcome) {
    const auto verdict = reference::check_witness(*test_, *engine.unfolding, *model_, outcome.witness);
    const auto state = closed(outcome.state);
    const std::string name = state ? state_text(*test_, *state) : "an open state";
    if (!verdict)
      differ(fmt::format("the witness of {} cannot be checked:\n{}", name, to_text(sources_, verdict.error())));
    else if (verdict->kind == reference::Verdict::Kind::refuted)
      differ(fmt::format("the witness of {} fails: {}: {}", name, verdict->check, verdict->why));
    else if (verdict->kind == reference::Verdict::Kind::unconfirmed && state)
      differ(fmt::format("the witness of {} is not confirmed", name));
    if (state) check_shown(engine, outcome, *state, name);
  }

  // The state must be what the witness ends with.
  void check_shown(const answer::Answer& engine, const answer::Outcome& outcome, const reference::State& state, const std::string& name) {
    const events::Execution& x = outcome.witness;
    const value::TermPool& pool = engine.unfolding->pool;
    for (std::size_t i = 0; i < test_->shown.size(); ++i) {
      const program::Observable& o = test_->shown[i];
      const auto& accessed = engine.unfolding->accessed;
      if (o.is_location && std::find(accessed.begin(), accessed.end(), o.index) == accessed.end()) continue;
      const value::TermId term = o.is_location ? x.structure->events[x.final_write[o.index]].written : x.structure->registers[o.index];
      const auto value = pool.evaluate(term, [&](value::VarId v) -> std::optional<program::Value> {
        for (std::size_t e = 0; e < x.structure->size(); ++e)
          if (x.structure->events[e].reads() && x.structure->events[e].variable == v) return pool.as_constant(x.read_values[e]);
        return std::nullopt;
      });
      // A value that is open inside the witness may still be closed in the state; then there is nothing to compare.
      if (value && *value != state.values[i])
        differ(fmt::format("the witness of {} ends with another value of {}", name, to_text(test_->program, o)));
    }
  }

  const Limits limits_;
  Sources sources_;
  Result<program::Test> test_ = tl::unexpected(Diagnostics{});
  Result<cat::Model> model_ = tl::unexpected(Diagnostics{});
  Comparison comparison_;
};

}  // namespace

Comparison compare_engines(const Subject& subject, const Limits& limits) { return Compare(subject, limits).run(); }

Subject shrink_subject(const Subject& subject, const Limits& limits) {
  const auto fails = [&](const Subject& s) { return compare_engines(s, limits).agreement == Agreement::differ; };
  Subject small = subject;
  small.test = generate::shrink(small.test, [&](const std::string& test) { return fails({test, small.model}); });
  if (small.model.find('\n') != std::string::npos)
    small.model = generate::shrink(small.model, [&](const std::string& model) { return fails({small.test, model}); });
  small.test = generate::shrink(small.test, [&](const std::string& test) { return fails({test, small.model}); });
  return small;
}

Comparison compare_models(const Subject& subject, const std::string& other) {
  Sources sources;
  const auto skip = [&](const std::string& why) { return Comparison{Agreement::skipped, why, 0, false}; };
  const auto test = read::read_test(sources, sources.add("test.litmus", subject.test), nullptr);
  if (!test) return skip(to_text(sources, test.error()));
  Comparison out;
  std::set<reference::State> states[2];
  for (const int side : {0, 1}) {
    auto model = read_model(sources, side == 0 ? subject.model : other);
    if (!model) return skip(to_text(sources, model.error()));
    auto problem = problem::Problem::make(*test, problem::Model::of("model.cat", *model));
    Budget unlimited;
    const auto answer = problem ? problem->outcomes(unlimited) : fail(std::move(problem.error()));
    if (!answer) return {Agreement::differ, to_text(sources, answer.error()), 0, false};
    for (const answer::Outcome& outcome : answer->outcomes) {
      const auto state = closed(outcome.state);
      if (!state) return skip("a value is open");
      states[side].insert(*state);
    }
  }
  out.states = states[0].size();
  for (const int side : {0, 1})
    for (const reference::State& state : states[side])
      if (!states[1 - side].contains(state)) {
        out.agreement = Agreement::differ;
        out.report += fmt::format("only the {} model has: {}\n", side == 0 ? "first" : "second", state_text(*test, state));
      }
  return out;
}

Subject shrink_models(const Subject& subject, const std::string& other) {
  const auto fails = [&](const std::string& test) { return compare_models({test, subject.model}, other).agreement == Agreement::differ; };
  return {generate::shrink(subject.test, fails), subject.model};
}

std::string report(const Subject& subject, const Limits& limits) {
  return fmt::format("{}--- model\n{}\n--- {}", subject.test, subject.model, compare_engines(subject, limits).report);
}

}  // namespace thinair::tests
