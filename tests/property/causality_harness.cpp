#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "ask/generate/shrink.hpp"
#include "engine/reference/causality.hpp"
#include "engine/reference/justification.hpp"
#include "language/mem/load.hpp"
#include "language/mem/resolve.hpp"
#include "problem/problem.hpp"
#include "property/harness.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

Result<mem::Model> read_mem(Sources& sources, const std::string& model) {
  const cat::LoadOptions options{.include_path = {}, .read_files = false};
  if (model.find_first_of(" \n") == std::string::npos) return mem::load(sources, model, options);
  return mem::load_text(sources, sources.add("model.mem", model), options);
}

class CompareCausality {
 public:
  CompareCausality(const CausalitySubject& subject, const Limits& limits)
      : subject_(subject), limits_(limits), identity_(subject.free_identity ? mem::Identity::free : mem::Identity::nth) {
    Diagnostics warnings;
    test_ = read::read_test(sources_, sources_.add("test.litmus", subject.test), &warnings);
    model_ = read_mem(sources_, subject.model);
  }

  Comparison run() {
    if (!test_) return skip(to_text(sources_, test_.error()));
    if (!model_) return skip(to_text(sources_, model_.error()));
    const Diagnostics problems = mem::resolve(*model_, test_->program.set_names);
    if (std::ranges::any_of(problems, [](const Diagnostic& d) { return d.severity == Severity::error; }))
      return skip(to_text(sources_, problems));

    Budget plain_budget(std::nullopt, std::nullopt, limits_.steps);
    const auto plain =
        reference::justified_outcomes(*test_, *model_, {.identity = identity_, .variants = {}, .skipped = subject_.skipped}, plain_budget);
    if (plain && !plain->complete) return skip("too large to enumerate");
    problem::Options options;
    options.identity = identity_;
    options.without = subject_.skipped;
    auto problem = problem::Problem::make(*test_, problem::Model::of("model.mem", *model_), options);
    Budget unlimited;
    const auto engine = problem ? problem->outcomes(unlimited) : fail(std::move(problem.error()));
    std::set<reference::State> engine_states;
    if (engine)
      for (const answer::Outcome& outcome : engine->outcomes) engine_states.insert(closed(outcome.state));
    if (!plain || !engine) {
      if (!plain && !engine) return skip("neither side can evaluate this model");
      return differ(fmt::format("only one side can evaluate this model:\n{}", to_text(sources_, plain ? engine.error() : plain.error())));
    }
    comparison_.states = plain->states.size();
    comparison_.value_cycle = plain->value_cycle;
    for (const reference::State& state : engine_states)
      if (!plain->states.contains(state)) differ("only the engine has: " + state_text(state));
    // The engine says so when it leaves values out: it lists none that come out of thin air.
    for (const reference::State& state : plain->states)
      if (engine->complete && !engine_states.contains(state)) differ("only the plain evaluator has: " + state_text(state));
    for (const answer::Outcome& outcome : engine->outcomes) check_proof(*engine, outcome);
    return comparison_;
  }

 private:
  Comparison skip(std::string why) { return {Agreement::skipped, std::move(why), 0, false}; }
  Comparison& differ(const std::string& what) {
    comparison_.agreement = Agreement::differ;
    comparison_.report += what + "\n";
    return comparison_;
  }

  static reference::State closed(const answer::State& state) {
    reference::State out;
    for (const answer::Datum& datum : state.values) out.values.push_back(std::get<program::Value>(datum));
    out.threw = state.threw;
    out.blocked = state.blocked;
    return out;
  }

  std::string state_text(const reference::State& state) const {
    std::string out;
    for (std::size_t i = 0; i < state.values.size(); ++i)
      out += fmt::format("{}={}; ", to_text(test_->program, test_->shown[i]), state.values[i]);
    for (const std::uint32_t t : state.threw) out += fmt::format("thread {} threw; ", t);
    for (const std::uint32_t t : state.blocked) out += fmt::format("thread {} is blocked; ", t);
    return out;
  }

  void check_proof(const answer::Answer& engine, const answer::Outcome& outcome) {
    const std::string name = state_text(closed(outcome.state));
    if (model_->writes) {  // an execution is all that there is to show
      const auto verdict = reference::check_witness(*test_, *engine.unfolding, model_->single, outcome.witness);
      if (!verdict || verdict->kind != reference::Verdict::Kind::confirmed) differ("the witness is not confirmed: " + name);
      return;
    }
    if (!outcome.justification) {
      differ("no justification of " + name);
      return;
    }
    const auto verdict = reference::check_justification(*test_, *engine.unfolding, *model_, *outcome.justification,
                                                        {.identity = identity_, .variants = {}, .skipped = subject_.skipped});
    if (!verdict)
      differ(fmt::format("the justification of {} cannot be checked:\n{}", name, to_text(sources_, verdict.error())));
    else if (verdict->kind != reference::Verdict::Kind::confirmed)
      differ(fmt::format("the justification of {} is {}: {}: {}", name,
                         verdict->kind == reference::Verdict::Kind::refuted ? "refuted" : "not confirmed", verdict->check, verdict->why));
  }

  const CausalitySubject& subject_;
  const Limits limits_;
  const mem::Identity identity_;
  Sources sources_;
  Result<program::Test> test_ = tl::unexpected(Diagnostics{});
  Result<mem::Model> model_ = tl::unexpected(Diagnostics{});
  Comparison comparison_;
};

}  // namespace

Comparison compare_causality(const CausalitySubject& subject, const Limits& limits) { return CompareCausality(subject, limits).run(); }

CausalitySubject shrink_subject(const CausalitySubject& subject, const Limits& limits) {
  CausalitySubject small = subject;
  small.test = generate::shrink(small.test, [&](const std::string& test) {
    CausalitySubject other = small;
    other.test = test;
    return compare_causality(other, limits).agreement == Agreement::differ;
  });
  return small;
}

std::string report(const CausalitySubject& subject, const Limits& limits) {
  return fmt::format("{}--- model, identity {}, without [{}]\n{}\n--- {}", subject.test, subject.free_identity ? "free" : "nth",
                     fmt::join(subject.skipped, " "), subject.model, compare_causality(subject, limits).report);
}

}  // namespace thinair::tests
