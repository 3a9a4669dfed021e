// Plain causality on tests whose verdicts are published, and the checker of justifications on ones that are not right.
#include "engine/reference/causality.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/reference/justification.hpp"
#include "engine/reference/value_domain.hpp"
#include "language/mem/load.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::reference {
namespace {

using States = std::set<std::vector<program::Value>>;

// A test and a shipped model, and what both sides say about them.
struct Case {
  Sources sources;
  program::Test test;
  mem::Model model;

  explicit Case(const std::string& text, const std::string& model_name = "jls04")
      : test(*read::read_test(sources, sources.add("test.litmus", text), nullptr)),
        model(*mem::load(sources, model_name, {.include_path = {}, .read_files = false})) {}

  States states(std::optional<mem::Identity> identity = {}, std::vector<std::string> skipped = {}) const {
    Budget budget;
    const auto found = justified_outcomes(test, model, {.identity = identity, .variants = {}, .skipped = std::move(skipped)}, budget);
    EXPECT_TRUE(found && found->complete);
    States out;
    for (const State& state : found->states) out.insert(state.values);
    return out;
  }

  answer::Answer solve(std::vector<std::string> skipped = {}) const {
    Budget budget;
    problem::Options options;
    options.without = std::move(skipped);
    auto problem = problem::Problem::make(test, problem::Model::of("jls04", model), options);
    return *problem->outcomes(budget);
  }
};

const std::string kBuffering = R"(Java LB
{ x = 0; y = 0; }
Thread0 { int r0 = x.get(); y.set(1); }
Thread1 { int r0 = y.get(); x.set(r0); }
)";
const std::string kThinAir = R"(Java thin-air
{ x = 0; y = 0; }
Thread0 { int r0 = x.get(); y.set(r0); }
Thread1 { int r0 = y.get(); x.set(r0); }
)";
const std::string kNeverWritten = R"(Java never-written
{ x = 0; y = 0; }
Thread0 { int r0 = x.get(); if (r0 == 1) { y.set(1); } }
Thread1 { int r0 = y.get(); if (r0 == 1) { x.set(1); } }
)";
const std::string kMessage = R"(Java MP
{ x = 0; y = 0; }
Thread0 { x.set(1); y.setVolatile(1); }
Thread1 { int r0 = y.getVolatile(); int r1 = x.get(); }
)";

TEST(PlainCausality, LoadBuffering) {
  EXPECT_EQ(Case(kBuffering).states(), (States{{0, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(Case(kThinAir).states(), (States{{0, 0}}));
  EXPECT_EQ(Case(kThinAir, "jls-revised").states(), (States{{0, 0}}));
  EXPECT_EQ(Case(kNeverWritten).states(), (States{{0, 0}}));
  EXPECT_EQ(Case(kNeverWritten).states({}, {"rule-7"}), (States{{0, 0}, {1, 1}}));
}

// Which events are the same decides Pugh's test 17, here with 2 for 42.
TEST(PlainCausality, Identity) {
  const Case test17(
      "Java ct17\n{ x = 0; y = 0; }\n"
      "Thread0 { int r3 = x.get(); if (r3 != 2) { x.set(2); } int r1 = x.get(); y.set(r1); }\n"
      "Thread1 { int r2 = y.get(); x.set(r2); }\n");
  EXPECT_FALSE(test17.states(mem::Identity::nth).contains({2, 2, 2}));
  EXPECT_TRUE(test17.states(mem::Identity::free).contains({2, 2, 2}));
}

// The first read sees a write that is volatile in the target and happens to be one of several of its thread and location in a stage.
TEST(PlainCausality, ModesMixedOnOneLocation) {
  const Case mixed(
      "Java mixed\n{ x = 0; }\n"
      "Thread0 { int r0 = x.get(); if (r0 == 1) { x.set(1); } x.setVolatile(1); }\n"
      "Thread1 { x.setVolatile(1); }\n");
  EXPECT_EQ(mixed.states(), (States{{0}, {1}}));  // 1 is an interleaving
}

TEST(PlainCausality, GivesUpAfterSoManySteps) {
  const Case subject(kBuffering);
  for (std::uint64_t steps = 0; steps < 50; steps += 10) {
    Budget budget(std::nullopt, std::nullopt, steps);
    EXPECT_FALSE(justified_outcomes(subject.test, subject.model, {}, budget)->complete);
  }
}

TEST(PlainCausality, ValuesThatCanBeInMemory) {
  const auto values = [](const std::string& text) {
    const Case subject("Java values\n{ x = 0; y = 5; }\n" + text);
    Budget budget;
    return possible_values(subject.test.program, events::unfold(subject.test.program, budget), budget);
  };
  EXPECT_EQ(values("Thread0 { int r0 = x.get(); }\nThread1 { int r0 = y.get(); x.set(r0); }\n"), (std::set<program::Value>{0, 5}));
  // One addition is executed at most once.
  EXPECT_EQ(values("Thread0 { int r0 = x.get(); x.set(r0 + 1); }\n"), (std::set<program::Value>{0, 1}));
  EXPECT_EQ(values("Thread0 { int r0 = x.get(); x.set(r0 + 1); }\nThread1 { int r0 = x.get(); x.set(r0 + 1); }\n"),
            (std::set<program::Value>{0, 1, 2}));
  // Nobody writes 7, so nobody reads it.
  EXPECT_EQ(values("Thread0 { int r0 = x.get(); if (r0 == 7) { x.set(8); } }\n"), (std::set<program::Value>{0}));
}

TEST(PlainCausality, MessagePassing) { EXPECT_EQ(Case(kMessage).states(), (States{{0, 0}, {0, 1}, {1, 1}})); }

// The justification of the state with these values, and the checker's verdict on it after a change.
class Justifications : public ::testing::Test {
 protected:
  Verdict after(const std::string& test, const std::vector<program::Value>& values,
                const std::function<void(answer::Justification&)>& change, std::vector<std::string> skipped = {}) {
    const Case subject(test);
    const answer::Answer answer = subject.solve(std::move(skipped));
    for (const answer::Outcome& outcome : answer.outcomes) {
      std::vector<program::Value> found;
      for (const answer::Datum& datum : outcome.state.values) found.push_back(std::get<program::Value>(datum));
      if (found != values) continue;
      answer::Justification claim = *outcome.justification;
      change(claim);
      return *check_justification(subject.test, *answer.unfolding, subject.model, claim);
    }
    return {Verdict::Kind::unconfirmed, "", "no such state"};
  }
  static std::string refuted(const Verdict& verdict) {
    return verdict.kind == Verdict::Kind::refuted ? verdict.check : "not refuted: " + verdict.why;
  }
};

TEST_F(Justifications, OfTheEngineAreConfirmed) {
  const auto as_is = [](answer::Justification&) {};
  for (const auto& values : States{{0, 0}, {0, 1}, {1, 1}}) {
    EXPECT_EQ(after(kBuffering, values, as_is).kind, Verdict::Kind::confirmed);
    EXPECT_EQ(after(kMessage, values, as_is).kind, Verdict::Kind::confirmed);
  }
}

TEST_F(Justifications, MustEndWithTheTarget) {
  EXPECT_EQ(refuted(after(kBuffering, {1, 1}, [](answer::Justification& c) { c.stages.pop_back(); })), "end");
  EXPECT_EQ(refuted(after(kBuffering, {1, 1}, [](answer::Justification& c) { c.stages.clear(); })), "end");
}

TEST_F(Justifications, MustNotTakeBack) {
  EXPECT_EQ(refuted(after(kBuffering, {1, 1},
                          [](answer::Justification& c) {
                            c.stages.insert(c.stages.end() - 1, c.stages.front());
                            c.stages[c.stages.size() - 2].committed = relation::EventSet(c.stages.back().committed.size());
                          })),
            "committed");
}

TEST_F(Justifications, MustNotCommitReadsBeforeTheirWrites) {
  const Verdict verdict = after(kBuffering, {1, 1}, [](answer::Justification& c) { c.stages.erase(c.stages.begin(), c.stages.end() - 1); });
  EXPECT_EQ(refuted(verdict), "rule-6");
  EXPECT_EQ(verdict.why, "stage 1 breaks it");
}

TEST_F(Justifications, MustBeOfThisModel) {
  // Found with a rule left out, checked with all of them.
  EXPECT_EQ(refuted(after(kThinAir, {0, 0}, [](answer::Justification&) {}, {"rule-6"})), "not refuted: ");
  EXPECT_EQ(refuted(after(kBuffering, {1, 1}, [](answer::Justification&) {}, {"rule-6"})), "rule-6");
}

TEST_F(Justifications, MustBeOfTheProgram) {
  const auto target = [](answer::Justification& c) -> answer::ConcreteExecution& { return c.executions[c.target]; };
  const auto some_read = [](const answer::ConcreteExecution& x) {
    for (EventId e = 0; e < x.size(); ++e)
      if (x.structure->events[e].reads()) return e;
    return kNoMatch;
  };
  EXPECT_EQ(refuted(after(kBuffering, {1, 1}, [&](answer::Justification& c) { target(c).read[some_read(target(c))] = 7; })), "values");
  EXPECT_EQ(refuted(after(kBuffering, {1, 1},
                          [&](answer::Justification& c) { target(c).reads_from[some_read(target(c))] = some_read(target(c)); })),
            "reads-from");
  EXPECT_EQ(refuted(after(kBuffering, {1, 1}, [&](answer::Justification& c) { target(c).written.back() = 7; })), "values");
  EXPECT_EQ(
      refuted(after(kBuffering, {1, 1}, [&](answer::Justification& c) { std::swap(c.stages[0].matching[2], c.stages[0].matching[3]); })),
      "matching");
  // An execution that lacks an event: none of the program's, and no longer the one that its stages' matchings speak of.
  const std::string cut = refuted(after(kMessage, {1, 1}, [&](answer::Justification& c) {
    auto s = std::make_shared<events::Structure>(*target(c).structure);
    s->events.pop_back();
    target(c).structure = s;
  }));
  EXPECT_TRUE(cut == "structure" || cut == "matching") << cut;
}

}  // namespace
}  // namespace thinair::reference
