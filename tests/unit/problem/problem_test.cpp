// A problem: what one question worked out serves the next; what a question leaves out is an assumption, and gone with it.
#include "problem/problem.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "ask/verdict/check.hpp"
#include "unit/support_helpers.hpp"

namespace thinair::problem {
namespace {

using tests::cat_of;
using tests::model_of;
using tests::test_of;

const std::string kBuffering =
    "Java SB\n{ x=0; y=0; }\nThread0 { X.setVolatile(1); int r1 = Y.getVolatile(); }\nThread1 { Y.setVolatile(1); int r2 = "
    "X.getVolatile(); }\n"
    "exists (0:r1=0 /\\ 1:r2=0)\nexists (0:r1=1 /\\ 1:r2=0)\nexists (0:r1=0 /\\ 1:r2=0)\n";

// n threads that write and read back two locations: many executions, and a question that needs none of them.
std::string crowd(int n, const std::string& condition) {
  std::string out = "Java crowd\n{ x=0; y=0; }\n";
  for (int i = 0; i < n; ++i) {
    const auto number = [](int value) { return std::to_string(value); };
    out += "Thread" + number(i) + " { X.set(" + number(2 * i + 1) + "); int r0 = X.get(); Y.set(" + number(2 * i + 2) +
           "); int r1 = Y.get(); }\n";
  }
  return out + "exists " + condition + "\n";
}

std::uint64_t steps(Problem& problem, const program::Prop& goal) {
  Budget budget;
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  EXPECT_TRUE(problem.ask(question, budget));
  return budget.steps();
}

TEST(Model, IsMadeReadyOncePerDialectAndVariants) {
  const Model model = model_of("jls04");
  const Model same = model;  // a handle
  const auto java = test_of(kBuffering);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(Problem::make(java, i % 2 ? model : same));
  EXPECT_EQ(model.times_resolved(), 1U);
  Options options;
  options.variants = {"other"};
  ASSERT_TRUE(Problem::make(java, model, options));
  EXPECT_EQ(model.times_resolved(), 2U);
}

TEST(Model, IsMadeReadyOnceByManyThreads) {
  const Model model = model_of("jam21");
  const auto test = test_of(kBuffering);
  std::vector<std::thread> threads;
  std::atomic<std::size_t> states = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      Budget budget;
      auto problem = Problem::make(test, model);
      if (problem) states += problem->outcomes(budget)->outcomes.size();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(states, 8U * 3U);
  EXPECT_EQ(model.times_resolved(), 1U);
}

TEST(Problem, AModelThatDoesNotFitIsNone) {
  const auto test = test_of(kBuffering);
  const auto problem = Problem::make(test, model_of("x86tso"));
  ASSERT_FALSE(problem);
  EXPECT_EQ(problem.error().front().code, "cat-architecture");
}

TEST(Problem, TheSecondQuestionCostsLessThanTheFirst) {
  const auto test = test_of(kBuffering);
  for (const std::string name : {"sc", "jls-hb", "jls04", "jam21"}) {
    auto problem = Problem::make(test, model_of(name));
    ASSERT_TRUE(problem);
    const std::uint64_t first = steps(*problem, test.clauses[0].prop);
    EXPECT_LT(steps(*problem, test.clauses[2].prop), first) << name;
  }
}

TEST(Problem, QuestionsDoNotLeaveTracesInEachOther) {
  const auto test = test_of(kBuffering);
  for (const std::string name : {"sc", "jls-hb", "jls04", "jam19"}) {
    auto problem = Problem::make(test, model_of(name));
    ASSERT_TRUE(problem);
    const auto ask = [&](const engine::Question& question) {
      Budget budget;
      const auto answer = problem->ask(question, budget);
      EXPECT_TRUE(answer && answer->complete);
      std::vector<answer::State> out;
      if (answer)
        for (const answer::Outcome& outcome : answer->outcomes) out.push_back(outcome.state);
      return out;
    };
    const auto before = ask({});
    EXPECT_EQ(before.size(), 3U) << name;
    engine::Question relaxed;  // all accesses plain
    for (std::uint32_t t = 0; t < 2; ++t)
      for (std::uint32_t i = 0; i < test.program.threads[t].code.size(); ++i)
        relaxed.without.facts.plain.push_back(program::instruction_at(test.program, t, i));
    if (name != "sc") EXPECT_EQ(ask(relaxed).size(), 4U) << name;
    engine::Question unruly;
    for (const language::RuleId rule : problem->engine().droppable()) unruly.without.rules.add(rule);
    EXPECT_EQ(ask(unruly).size(), 4U) << name;
    EXPECT_EQ(ask({}), before) << name;
  }
}

TEST(Problem, AQuestionThatTheSingleExecutionModelAnswersListsNoExecutions) {
  for (const int n : {5, 6, 8}) {
    const auto test = test_of(crowd(n, "(0:r0=0)"));
    auto problem = Problem::make(test, model_of("jls04"));
    ASSERT_TRUE(problem);
    Budget budget(std::nullopt, std::nullopt, 200'000);
    const auto checked = verdict::check(*problem, budget);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->judgements[0].verdict, verdict::Verdict::forbidden) << n << ", " << budget.steps() << " steps";
  }
}

TEST(Problem, AnAllowedOutcomeIsJustifiedWithoutListingTheOthers) {
  for (const int n : {5, 6, 8}) {
    const auto test = test_of(crowd(n, "(0:r0=3 /\\ 1:r1=2)"));
    auto problem = Problem::make(test, model_of("jls04"));
    ASSERT_TRUE(problem);
    Budget budget(std::nullopt, std::nullopt, 200'000);
    const auto checked = verdict::check(*problem, budget);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->judgements[0].verdict, verdict::Verdict::allowed) << n << ", " << budget.steps() << " steps";
  }
}

TEST(Problem, ALimitReachedOnceDoesNotSpoilTheNextQuestion) {
  const auto test = test_of(crowd(3, "(0:r0=3 /\\ 1:r1=2)"));
  for (const std::string name : {"jls-hb", "jls04"}) {
    auto fresh = Problem::make(test, model_of(name)), used = Problem::make(test, model_of(name));
    ASSERT_TRUE(fresh && used);
    Budget all;
    const auto expected = fresh->outcomes(all);
    for (const std::uint64_t few : {10U, 100U, 1000U, 10'000U}) {
      Budget budget(std::nullopt, std::nullopt, few);
      const auto part = used->outcomes(budget);
      ASSERT_TRUE(part);
      if (!part->complete) EXPECT_EQ(part->limit.kind, Incomplete::steps);
    }
    Budget enough;
    const auto again = used->outcomes(enough);
    ASSERT_TRUE(again && expected);
    EXPECT_TRUE(again->complete);
    EXPECT_EQ(again->outcomes.size(), expected->outcomes.size()) << name;
  }
}

TEST(Engine, AllThreeAnswerThroughOneInterface) {
  const auto test = test_of("Java t\n{ x=0; y=0; }\nThread0 { X.set(1); int r1 = Y.get(); }\nThread1 { Y.set(1); int r2 = X.get(); }\n");
  for (const std::string name : {"sc", "jls-hb", "jls04", "jls-revised"}) {
    const Model model = model_of(name);
    const auto fast = model.engine(test, {});
    ASSERT_TRUE(fast);
    const auto slow = model.reference_engine(test, {});
    for (engine::Engine* engine : {fast->get(), slow.get()}) {
      Budget budget;
      const auto answer = engine->ask({}, budget);
      ASSERT_TRUE(answer && answer->complete) << name;
      EXPECT_EQ(answer->outcomes.size(), name == "sc" ? 3U : 4U) << name;
    }
  }
}

TEST(Engine, TheReferenceEngineGivesReasonsToo) {
  const auto test = test_of(
      "Java t\n{ x=0; y=0; }\nThread0 { int r1 = X.get(); Y.set(r1); }\nThread1 { int r2 = Y.get(); X.set(1); }\n"
      "exists (0:r1=1 /\\ 1:r2=1)\n");
  const Model model = cat_of("\"two\"\nacyclic po | rf as first\nempty rf & 0 as never\n");
  const auto engine = model.reference_engine(test, {});
  engine::Question question;
  question.goal = &test.clauses[0].prop;
  Budget budget;
  EXPECT_TRUE(engine->ask(question, budget)->outcomes.empty());
  question.without.rules.add(0);
  EXPECT_EQ(engine->ask(question, budget)->outcomes.size(), 1U);
}

}  // namespace
}  // namespace thinair::problem
