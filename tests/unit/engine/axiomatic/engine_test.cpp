#include "unit/support_helpers.hpp"

namespace thinair::axiomatic {
namespace {

using tests::cat_of;
using tests::model_of;
using tests::states;

TEST(Engine, ValueCyclesAreSolvedNotLost) {
  // herd answers two outcomes here: it substitutes forward only.
  EXPECT_EQ(
      states(
          "Java t\n{ x = 0; y = 0; }\nThread0 { int r0 = x; if (r0 != 1) { y = 1; } else { y = r0; } }\nThread1 { int r1 = y; x = r1; }\n",
          model_of("jls-hb")),
      "0:r0=0 1:r1=0\n0:r0=0 1:r1=1\n0:r0=1 1:r1=1\n");
}

TEST(Engine, ACycleOfCopiesLeavesTheCommonValueOpen) {
  EXPECT_EQ(states("Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; y = r1; }\nThread1 { int r2 = y; x = r2; }\n", model_of("jls-hb")),
            "0:r1=0 1:r2=0\n0:r1=any v1 1:r2=any v1\n");
}

TEST(Engine, ManySolutionsAreOneOpenState) {
  EXPECT_EQ(states("Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; y = r1 | 1; }\nThread1 { int r2 = y; x = r2; }\n", model_of("jls-hb")),
            "0:r1=0 1:r2=0\n0:r1=0 1:r2=1\n0:r1=any v1 where v1 == (v1 | 1) 1:r2=any v1 where v1 == (v1 | 1)\n");
}

TEST(Engine, FewSolutionsAreListed) {
  // v = v & 3 with v > 1: the solver finds 2 and 3.
  EXPECT_EQ(states("Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; if (r1 > 1) { y = r1 & 3; } }\nThread1 { int r2 = y; x = r2; }\n",
                   model_of("jls-hb")),
            "0:r1=0 1:r2=0\n0:r1=2 1:r2=2\n0:r1=3 1:r2=3\n");
}

TEST(Engine, FinalValuesComeFromCoherence) {
  const std::string two_writes = "Java t\n{ x = 0; }\nThread0 { x = 1; x = 2; }\nlocations [x;]\n";
  EXPECT_EQ(states(two_writes, model_of("sc")), "x=2\n");
}

TEST(Engine, AFilterMayMentionWhatIsNotShown) {
  EXPECT_EQ(states("Java t\n{ x = 0; }\nThread0 { x = 1; }\nThread1 { int a = x; int b = x; }\nlocations [1:a;]\nfilter (1:b=1)\n",
                   model_of("sc")),
            "1:a=0\n1:a=1\n");
}

TEST(Engine, ModelsThatLookInsideRelationsRunReadByRead) {
  const auto by_cases = cat_of("\"cases\"\nlet r = if rf subset po then po else 0\nacyclic r | rf\n");
  const auto plain = cat_of("\"plain\"\nacyclic rf\n");
  const std::string test = "Java t\n{ x = 0; }\nThread0 { x = 1; int a = x; }\nThread1 { int b = x; }\n";
  EXPECT_EQ(states(test, by_cases), states(test, plain));
}

TEST(Engine, ListingOrdersOneByOneGivesTheSameAnswer) {
  const auto searched =
      cat_of("\"searched\"\nwith co from per-location-orders(W, co0)\nlet fr = (rf^-1 ; co) \\ id\nacyclic po | rf | co | fr\n");
  const auto listed = cat_of(
      "\"listed\"\ninclude \"cross.cat\"\nwith co from cross(co_locs(co0, classes-loc(W)))\nlet fr = (rf^-1 ; co) \\ id\nacyclic po | rf | "
      "co | fr\n");
  const std::string test =
      "Java t\n{ x = 0; y = 0; }\nThread0 { x = 1; y = 2; int a = y; }\nThread1 { y = 1; x = 2; int b = x; }\nlocations [x; y;]\n";
  EXPECT_EQ(states(test, searched), states(test, listed));
}

TEST(Engine, FlagsOfAllowedExecutionsAreRaised) {
  const auto model = cat_of("\"flags\"\nacyclic po | rf\nflag ~empty rf & ext as external\nflag ~empty rf & po as internal\n");
  const auto test = tests::test_of("Java t\n{ x = 0; }\nThread0 { int a = x; }\n");
  model::Question question;
  question.test = &test;
  question.model = &model;
  Budget budget;
  const auto answer = model::solve(question, budget);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->flags, std::vector<std::string>{"external"});  // the initial write is external
}

TEST(Engine, ALimitIsUnknownAndNeverAnEmptyAnswer) {
  std::string text = "Java t\n{ x = 0; }\n";
  for (int i = 0; i < 12; ++i) text += "Thread" + std::to_string(i) + " { int r = x.getAndAdd(1); }\n";
  const auto test = tests::test_of(text);
  const auto model = model_of("sc");
  model::Question question;
  question.test = &test;
  question.model = &model;
  Budget budget(std::nullopt, std::nullopt, 1000);
  const auto answer = model::solve(question, budget);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->complete);
  EXPECT_EQ(answer->reason, "limit of 1000 steps reached");
}

TEST(Engine, StructuresOfMoreThanOneWordPerRow) {
  // 40 locations, 40 initial writes, 80 accesses: rows of three words.
  std::string init, first, second;
  for (int i = 0; i < 40; ++i) {
    init += "v" + std::to_string(i) + " = 0; ";
    first += "v" + std::to_string(i) + " = 1; ";
  }
  second = "int a = v39; int b = v0; ";
  const std::string text = "Java t\n{ " + init + "}\nThread0 { " + first + "}\nThread1 { " + second + "}\n";
  EXPECT_EQ(states(text, model_of("sc")), "1:a=0 1:b=0\n1:a=0 1:b=1\n1:a=1 1:b=1\n");
}

}  // namespace
}  // namespace thinair::axiomatic
