// Machines on small tests: what they come to, what they cannot do, and the traces that they leave.
#include <gtest/gtest.h>

#include "engine/engine.hpp"
#include "language/op/load.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::problem {
namespace {

struct Asked {
  std::vector<std::vector<program::Value>> states;
  std::vector<answer::Outcome> outcomes;
  std::string problem;  // a code
  std::uint64_t nodes = 0;
  bool complete = true;
};

Asked ask(const std::string& machine, const std::string& litmus, bool verify = true) {
  Asked out;
  Sources sources;
  auto test = read::read_test(sources, sources.add("t.litmus", litmus), nullptr);
  EXPECT_TRUE(test) << to_text(sources, test.error());
  const bool shipped = machine.find('\n') == std::string::npos;
  Result<Model> model = shipped ? load(sources, machine, {}) : [&]() -> Result<Model> {
    auto loaded = op::load_text(sources, sources.add("t.op", machine), {});
    if (!loaded) return fail(std::move(loaded.error()));
    return Model::of("t.op", std::move(*loaded));
  }();
  EXPECT_TRUE(model) << to_text(sources, model.error());
  Options options;
  options.verify = verify;
  auto problem = Problem::make(*test, *model, options);
  EXPECT_TRUE(problem) << to_text(sources, problem.error());
  Budget budget;
  auto answer = problem->outcomes(budget);
  if (!answer) {
    out.problem = answer.error().front().code;
    return out;
  }
  out.complete = answer->complete;
  out.nodes = answer->statistics.nodes;
  for (const answer::Outcome& outcome : answer->outcomes) {
    auto& values = out.states.emplace_back();
    for (const answer::Datum& datum : outcome.state.values) values.push_back(std::get<program::Value>(datum));
    out.outcomes.push_back(outcome);
  }
  return out;
}

const std::string kStoreBuffering =
    "Java SB\n{ x=0; y=0; }\nThread0 { x = 1; int r1 = y; }\nThread1 { y = 1; int r2 = x; }\nexists (0:r1=0 /\\ 1:r2=0)\n";

using States = std::vector<std::vector<program::Value>>;

TEST(Machine, StoreBuffers) {
  EXPECT_EQ(ask("umm-sc", kStoreBuffering).states, (States{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ask("tso", kStoreBuffering).states, (States{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST(Machine, KeepsSomethingForTwoKeys) {
  // Each thread has its own view: what it wrote itself, and nothing of others.
  const std::string alone =
      "\"Views\"\nthreads in-order\nstate view : thread -> location -> event\n"
      "rule i in next & R do i reads view[i.thread][i.loc] as read\n"
      "rule i in next & W do view[i.thread][i.loc] := i, done i as write\n";
  EXPECT_EQ(ask(alone, kStoreBuffering).states, (States{{0, 0}}));
  EXPECT_EQ(ask(alone,
                "Java t\n{ x=0; y=0; }\nThread0 { x = 1; int r1 = x; int r2 = y; }\nThread1 { y = 2; int r3 = y; }\nlocations [0:r1; 0:r2; "
                "1:r3;]\n")
                .states,
            (States{{1, 0, 2}}));
}

TEST(Machine, TakesWhatMayComeFirstAlone) {
  // Marks commute with everything: with the promise there are fewer configurations, and the same states.
  const auto machine = [](const std::string& promise) {
    return "\"Marks\"\nthreads in-order\nstate mem : location -> event\nstate marked : set\nfinal when W \\ IW subset marked\n"
           "rule i in next & R do i reads mem[i.loc] as read\n"
           "rule i in next & W do mem[i.loc] := i, done i as write\n"
           "rule i in finished & W \\ IW \\ marked do marked += i as mark " +
           promise + "\n";
  };
  const Asked plain = ask(machine(""), kStoreBuffering), first = ask(machine("first when not empty W"), kStoreBuffering);
  EXPECT_EQ(plain.states, (States{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(first.states, plain.states);
  EXPECT_LT(first.nodes, plain.nodes);
}

// Nothing goes on without the event that no rule does; with a goal that cuts everything else this must not look like an answer.
TEST(Machine, RefusesWhatNoRuleDoesWhateverIsAsked) {
  Sources sources;
  const auto test = read::read_test(
      sources,
      sources.add("t.litmus",
                  "Java t\nclass Box { final int field; Box() { field = 1; } }\n{ Box box = null; }\nThread0 { box = new Box(); }\n"
                  "Thread1 { Box r1 = box; }\nexists (1:r1 != null)\n"),
      nullptr);
  ASSERT_TRUE(test);
  const auto model = load(sources, "umm-coherence", {});
  auto problem = Problem::make(*test, *model);
  engine::Question question;
  question.goal = &test->clauses.front().prop;
  question.first_only = true;
  Budget budget;
  const auto answer = problem->ask(question, budget);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().front().code, "op-no-rule");
  const std::string update =
      "Java t\n{ x=0; }\nThread0 { int r1 = X.getAndAddAcquire(1); }\nThread1 { int r2 = X.getAndAddAcquire(1); }\nlocations [0:r1; "
      "1:r2;]\n";
  EXPECT_EQ(ask("jmm-mp", update).problem, "op-no-rule");
}

TEST(Machine, NeedsTestsThatItIsFor) {
  const std::string both = "Java t\n{ x=0; }\nThread0 { X.set(1); }\nThread1 { int r1 = X.getVolatile(); }\nlocations [1:r1;]\n";
  EXPECT_EQ(ask("jmm-mp", both).problem, "op-needs");
  EXPECT_EQ(ask("tso", both).problem, "");
}

// A write whose place is not known yet is not overtaken by a read of the same place.
TEST(Machine, AnAddressThatIsNotKnownHoldsUpItsLocation) {
  const std::string test =
      "Java t\n{ x=0; int[] a = {1, 2}; }\nThread0 { int r1 = x; a[r1] = 0; int r2 = a[0]; }\nThread1 { x = 1; }\nlocations [0:r1; "
      "0:r2;]\n";
  EXPECT_EQ(ask("umm-coherence", test).states, (States{{0, 0}, {1, 1}}));
}

TEST(Machine, TellsWhatElseCouldBeRead) {
  Sources sources;
  const auto test = read::read_test(
      sources,
      sources.add("t.litmus",
                  "Java t\n{ a=0; }\nThread0 { int r1 = a; a = 1; }\nThread1 { int r2 = a; a = r2; }\nexists (0:r1=1 /\\ 1:r2=1)\n"),
      nullptr);
  const auto model = load(sources, "jmm-mp", {});
  auto problem = Problem::make(*test, *model);
  Budget budget;
  const auto why = problem->explain(test->clauses.front().prop, budget, {});
  ASSERT_TRUE(why && why->verdict == answer::Verdict::allowed);
  const auto& steps = why->answer.outcomes.front().trace->steps;
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].cells.size(), 1u);  // the write comes before the read
  EXPECT_EQ(steps[0].cells.front().name, "bypass[free,PW]");
  EXPECT_EQ(steps[1].also.size(), 1u);  // the initial write
  EXPECT_EQ(steps[0].changed.size(), 1u);
  EXPECT_EQ(steps[0].changed.front().name, "gib");
}

TEST(Machine, AVolatileWriteEmptiesTheBuffer) {
  EXPECT_EQ(
      ask("tso",
          "Java SB\n{ volatile x=0; volatile y=0; }\nThread0 { x = 1; int r1 = y; }\nThread1 { y = 1; int r2 = x; }\nexists (0:r1=0)\n")
          .states,
      (States{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(Machine, OneMonitorAtATime) {
  EXPECT_EQ(ask("umm-sc",
                "Java M\n{ x=0; Object m = new Object(); }\nThread0 { synchronized (m) { int r1 = x; x = r1 + 1; } }\n"
                "Thread1 { synchronized (m) { int r2 = x; x = r2 + 1; } }\nlocations [x]\nexists (x=1)\n")
                .states,
            (States{{2}}));
}

TEST(Machine, ThreadsStartAndJoin) {
  EXPECT_EQ(
      ask("umm-sc", "Java J\n{ x=0; }\nThread0 { Thread1.start(); Thread1.join(); int r1 = x; }\nThread1 { x = 1; }\nexists (0:r1=0)\n")
          .states,
      (States{{1}}));
}

TEST(Machine, TracesAreShortestAndComplete) {
  const Asked asked = ask("tso", kStoreBuffering);
  for (const answer::Outcome& outcome : asked.outcomes) {
    ASSERT_TRUE(outcome.trace);
    EXPECT_EQ(outcome.trace->steps.size(), 6u);  // four accesses, two flushes
  }
}

TEST(Machine, BypassTables) {
  const std::string early =
      "Java E\n{ x=0; }\nThread0 { int r1 = x; x = 1; }\nThread1 { int r2 = x; x = r2; }\nexists (0:r1=1 /\\ 1:r2=1)\n";
  EXPECT_EQ(ask("umm-coherence", early).states, (States{{0, 0}, {0, 1}}));
  EXPECT_EQ(ask("jmm-mp", early).states, (States{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(Machine, WithoutAMemoryFinalValuesAreNotDefined) {
  EXPECT_EQ(ask("umm-pram", "Java W\n{ x=0; }\nThread0 { x = 1; }\nexists (x=1)\n").problem, "op-memory");
}

const std::string kHead = "\"t\"\nthreads in-order\nstate mem : location -> event\nmemory x = mem[x]\n";
const std::string kOneWrite = "Java W\n{ x=0; }\nThread0 { x = 1; }\nexists (x=1)\n";

TEST(Machine, WhatNoRuleDoesIsNotForbidden) {
  EXPECT_EQ(
      ask(kHead + "rule i in next & R do i reads mem[i.loc] as read\nrule i in next & V do mem[i.loc] := i, done i as other\n", kOneWrite)
          .problem,
      "op-no-rule");
}

TEST(Machine, SequencesDoNotGrowForever) {
  EXPECT_EQ(ask(kHead + "state q : sequence\nrule i in next & W do push i on q, mem[i.loc] := i as write\n"
                        "rule i in next & W when length(q) < 0 do done i as never\n",
                kOneWrite)
                .problem,
            "op-unbounded");
}

TEST(Machine, ValuesAreKnownBeforeTheyAreWritten) {
  EXPECT_EQ(
      ask("\"t\"\nthreads window\nstate mem : location -> event\nmemory x = mem[x]\nrule i in pending & R do i reads mem[i.loc] as read\n"
          "rule i in pending & W do mem[i.loc] := i, done i as write\n",
          "Java C\n{ x=0; y=0; }\nThread0 { int r1 = x; y = r1; }\nexists (y=0)\n")
          .problem,
      "op-value");
}

// Reads take the writes of their own thread, done or not.
const std::string kForward =
    "state mem : location -> event\nmemory x = mem[x]\nlet latest = ([W];(po & loc);[R]) \\ ((po & loc);[W];(po & loc))\n"
    "rule i in pending & R \\ range(latest) do i reads mem[i.loc] as read\n"
    "rule (w, i) in latest;[pending] do i reads w as forward\n"
    "rule i in pending & W do mem[i.loc] := i, done i as write\n";
const std::string kReadsBack = "Java C\n{ x=0; y=0; }\nThread0 { int r1 = x; y = r1; int r2 = y; }\nThread1 { x = 1; }\nexists (0:r2=1)\n";

TEST(Machine, AReadInAWindowTakesOnlyWhatIsKnown) { EXPECT_EQ(ask("\"t\"\nthreads window\n" + kForward, kReadsBack).problem, "op-value"); }

TEST(Machine, ASpeculativeReadHasItsValueLater) {
  const auto asked = ask("\"t\"\nthreads speculative\n" + kForward, kReadsBack);
  EXPECT_EQ(asked.problem, "");
  EXPECT_EQ(asked.states.size(), 2U);
}

TEST(Machine, SpeculationGoesPastBranches) {
  const std::string rules =
      "state mem : location -> event\nmemory x = mem[x]\nrule i in pending & R do i reads mem[i.loc] as read\n"
      "rule i in pending & W \\ range([~finished];po) do mem[i.loc] := i, done i as write\n";
  const std::string test =
      "Java C\n{ x=0; y=0; }\nThread0 { x = 1; y = 1; }\nThread1 { int r1 = y; if (r1 == 1) { int r2 = x; } }\nlocations [1:r1; "
      "1:r2;]\nexists (1:r1=1)\n";
  EXPECT_EQ(ask("\"t\"\nthreads window\n" + rules, test).states.size(), 2U);
  EXPECT_EQ(ask("\"t\"\nthreads speculative\n" + rules, test).states.size(), 3U);
}

TEST(Machine, AValueIsNotMadeOfItself) {
  EXPECT_EQ(ask("\"t\"\nthreads speculative\nstate mem : location -> event\nmemory x = mem[x]\n"
                "rule (w, i) in ([W \\ IW];loc;[R]) & (_ * pending) do i reads w as read\n"
                "rule i in pending & W do mem[i.loc] := i, done i as write\n",
                "Java C\n{ x=0; }\nThread0 { int r1 = x; x = r1; }\nexists (0:r1=0)\n")
                .problem,
            "op-value");
}

TEST(Machine, ThereMustBeSomethingToPop) {
  EXPECT_EQ(ask(kHead + "state q : sequence\nrule i in next & W do pop q, mem[i.loc] := i, done i as write\n", kOneWrite).problem,
            "op-run");
}

TEST(Machine, LoopsBeyondTheBoundAreUnknown) {
  const Asked asked = ask(
      "umm-sc", "Java L\n{ x=0; y=0; }\nThread0 { int i = 0; while (y == 0) { x = i; i = i + 1; } }\nThread1 { y = 1; }\nexists (x=9)\n");
  EXPECT_FALSE(asked.complete);
}

}  // namespace
}  // namespace thinair::problem
