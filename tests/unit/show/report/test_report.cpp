// The printers on results made by hand. What whole commands print is in tests/golden.
#include <gtest/gtest.h>

#include "show/report/herd.hpp"
#include "show/report/json.hpp"
#include "show/report/text.hpp"

namespace thinair::report {
namespace {

using answer::Open;
using answer::Value;
using program::Clause;

// Registers 0:r1 and 1:r2 and location x, all shown; one clause that asks nothing of them.
program::Test a_test(Clause::Kind kind = Clause::Kind::exists) {
  program::Test test;
  test.name = "T";
  test.program.registers = {{.thread = 0, .name = "r1"}, {.thread = 1, .name = "r2"}};
  test.program.locations = {{.name = "x"}};
  test.program.threads.resize(2);
  test.shown = {{false, 0}, {false, 1}, {true, 0}};
  test.clauses.push_back({.kind = kind, .prop = {}, .where = {0, 1, 2}, .text = "(true)"});
  return test;
}

answer::Answer an_answer(std::vector<answer::State> states) {
  answer::Answer answer;
  for (answer::State& state : states) {
    answer::Outcome outcome;
    outcome.state = std::move(state);
    answer.outcomes.add(outcome);
  }
  return answer;
}

TEST(TextOutcomes, AlignsColumnsAndCountsStates) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Value{-10}, Value{1}}, {}}, {{Value{1}, Value{2}, Value{3}}, {}}});
  EXPECT_EQ(text::outcomes({test, "sc", answer}, {}),
            "T under sc: 2 states\n"
            "  0:r1  1:r2  x\n"
            "     0   -10  1\n"
            "     1     2  3\n");
}

TEST(TextOutcomes, ShowsOpenValuesTheirConstraintsAndThrownThreads) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Open{"v1", "v1 > 3"}, Open{"v1", "v1 > 3"}, Value{0}}, {1}}});
  EXPECT_EQ(text::outcomes({test, "sc", answer}, {}),
            "T under sc: 1 state\n"
            "    0:r1    1:r2  x\n"
            "  any v1  any v1  0  thread 1 threw\n"
            "    where v1 > 3\n");
}

TEST(TextOutcomes, ShowsBlockedThreads) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Value{0}, Value{0}}, {}, {1}}, {{Value{1}, Value{0}, Value{0}}, {0}, {1, 2}}});
  EXPECT_EQ(text::outcomes({test, "sc", answer}, {}),
            "T under sc: 2 states\n"
            "  0:r1  1:r2  x\n"
            "     0     0  0  thread 1 is blocked\n"
            "     1     0  0  thread 0 threw; threads 1 and 2 are blocked\n");
  EXPECT_EQ(text::state_line(test, answer.outcomes[0].state), "0:r1=0; 1:r2=0; x=0; (thread 1 is blocked)");
}

TEST(TextOutcomes, SaysUnknownWhenALimitWasReached) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({});
  answer.complete = false;
  answer.limit = {Incomplete::time, "time limit of 1 s reached"};
  EXPECT_EQ(text::outcomes({test, "sc", answer}, {}), "T under sc: unknown: time limit of 1 s reached (0 states found so far)\n");
}

TEST(JsonOutcomes, IsTheContract) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Open{"v1", ""}, Open{"v2", "v2 > 3"}}, {}}});
  EXPECT_EQ(json::outcomes({test, "sc", answer}, {}),
            R"({"test":"T","model":"sc","complete":true,"states":[{"0:r1":0,"1:r2":{"any":"v1"},"x":{"any":"v2","where":"v2 > 3"}}]})"
            "\n");
}

TEST(JsonOutcomes, TellsExceptionsBesideTheStates) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Value{0}, Value{0}}, {}}, {{Value{1}, Value{0}, Value{0}}, {0, 1}}});
  const std::string line = json::outcomes({test, "sc", answer}, {});
  EXPECT_NE(line.find(R"("threw":[[],[0,1]])"), std::string::npos) << line;
}

TEST(JsonOutcomes, TellsBlockedThreadsBesideTheStates) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Value{0}, Value{0}}, {}, {1}}, {{Value{1}, Value{0}, Value{0}}, {}}});
  const std::string line = json::outcomes({test, "sc", answer}, {});
  EXPECT_NE(line.find(R"("blocked":[[1],[]])"), std::string::npos) << line;
  EXPECT_EQ(line.find("threw"), std::string::npos) << line;
}

TEST(JsonOutcomes, BytesThatAreNotUtf8AreReplaced) {
  program::Test test = a_test();
  test.name = "\xff";
  answer::Answer answer = an_answer({});
  EXPECT_NE(json::outcomes({test, "sc", answer}, {}).find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(Colour, OnlyWhenAskedFor) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({{{Value{0}, Value{0}, Value{0}}, {}}});
  EXPECT_EQ(text::outcomes({test, "sc", answer}, {}).find('\x1b'), std::string::npos);
  EXPECT_NE(text::outcomes({test, "sc", answer}, {.colour = true}).find('\x1b'), std::string::npos);
}

verdict::Checked checked(verdict::Verdict verdict, verdict::Standing standing) {
  verdict::Checked c;
  auto& judgement = c.judgements.emplace_back();
  judgement.verdict = verdict;
  judgement.standing = standing;
  return c;
}

TEST(TextCheck, MarksClauses) {
  using verdict::Standing;
  using verdict::Verdict;
  const auto print = [](Clause::Kind kind, Verdict verdict) {
    const program::Test test = a_test(kind);
    const auto c = checked(verdict, verdict::standing(kind, verdict));
    return text::check({test, "sc", c}, {});
  };
  EXPECT_EQ(print(Clause::Kind::required, Verdict::forbidden), "T under sc\n  NOT MET  required (true)  forbidden\n");
  EXPECT_EQ(print(Clause::Kind::exists, Verdict::forbidden), "T under sc\n  asked    exists (true)  forbidden\n");
  EXPECT_EQ(print(Clause::Kind::forall, Verdict::forbidden), "T under sc\n  ok       forall (true)  holds\n");
  EXPECT_EQ(print(Clause::Kind::forall, Verdict::unknown), "T under sc\n  unknown  forall (true)  unknown\n");
}

TEST(JsonCheck, AnUndecidedClauseIsNeitherMetNorNot) {
  const program::Test test = a_test(Clause::Kind::required);
  auto c = checked(verdict::Verdict::unknown, verdict::Standing::undecided);
  c.judgements[0].limit = {Incomplete::memory, "memory limit of 1 MiB reached"};
  EXPECT_EQ(json::check({test, "sc", c}, {}),
            R"_({"test":"T","model":"sc","met":null,"clauses":[{"kind":"required","condition":"(true)","verdict":"unknown","met":null,)_"
            R"_("reason":"memory limit of 1 MiB reached","limit":"memory"}]})_"
            "\n");
}

TEST(HerdLog, ChoosesTheConditionThatHerdWouldKnow) {
  program::Test test = a_test(Clause::Kind::required);
  EXPECT_EQ(herd::log_clause(test)->kind, Clause::Kind::required);
  test.clauses.push_back({.kind = Clause::Kind::forall, .prop = {}, .where = {}, .text = "(true)"});
  EXPECT_EQ(herd::log_clause(test)->kind, Clause::Kind::forall);
  test.clauses.clear();
  EXPECT_EQ(herd::log_clause(test), nullptr);
}

TEST(HerdLog, ACutSearchObservesNothing) {
  const program::Test test = a_test();
  answer::Answer answer = an_answer({});
  answer.complete = false;
  const std::string log = herd::outcomes({test, "sc", answer}, {.times = false});
  EXPECT_EQ(log, "Test T Allowed\nStates 0\nCondition exists (true)\n\n");
}

TEST(JsonCompare, ListsBothDirections) {
  const program::Test test = a_test();
  verdict::Difference d;
  d.only_first = {{{Value{0}, Value{0}, Value{0}}, {}}};
  EXPECT_EQ(json::compare({test, "a", "b", d}),
            R"({"test":"T","models":["a","b"],"only":{"a":[{"0:r1":0,"1:r2":0,"x":0}],"b":[]},"equal":false,"complete":true})"
            "\n");
}

}  // namespace
}  // namespace thinair::report
