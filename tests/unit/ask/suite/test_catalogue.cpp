#include <gtest/gtest.h>

#include "ask/suite/expectations.hpp"
#include "ask/suite/tally.hpp"

namespace thinair::suite {
namespace {

constexpr auto kTest = "Java t\n{ x=0; }\nThread0 {\n  x.set(1);\n}\nexists (x=1 /\\ x=1)\nforbidden (x=2)\n";

struct World {
  Sources sources;
  Diagnostics problems;
  Catalogue catalogue;
  explicit World(const std::vector<File>& files) : catalogue(read_catalogue(sources, files, problems)) {}

  Result<Expectations> table(const std::string& rows) {
    return read_expectations(sources, sources.add("sc.csv", "test,outcome,verdict,source,note\n" + rows), catalogue);
  }
  std::string complaint(const std::string& rows) {
    const auto read = table(rows);
    return read ? "" : to_text(sources, read.error());
  }
};

World two_tests() {
  return World({{"b/two.litmus", "b/two.litmus", kTest}, {"a/one.litmus", "a/one.litmus", kTest}, {"expected/sc.csv", "", ""}});
}

TEST(Catalogue, TestsAreNamedByFamilyAndFile) {
  const World world = two_tests();
  ASSERT_EQ(world.catalogue.tests.size(), 2U);
  EXPECT_EQ(world.catalogue.tests[0].id, "a/one");
  EXPECT_EQ(world.catalogue.tests[1].family, "b");
  EXPECT_EQ(world.catalogue.tests[1].name, "two");
  EXPECT_TRUE(world.problems.empty());
}

TEST(Catalogue, ARejectedTestDoesNotStopTheOthers) {
  World world({{"a/bad.litmus", "a/bad.litmus", "Java"}, {"a/good.litmus", "a/good.litmus", kTest}});
  EXPECT_EQ(world.catalogue.tests.size(), 1U);
  EXPECT_EQ(world.catalogue.rejected, std::vector<std::string>{"a/bad"});
  EXPECT_FALSE(world.problems.empty());
  EXPECT_EQ(world.complaint("a/bad,x=1,allowed,s,\n"), "") << "the test was complained about already";
}

TEST(Catalogue, NoTestTwice) {
  const World world({{"a/one.litmus", "first", kTest}, {"a/one.litmus", "second", kTest}});
  EXPECT_EQ(world.catalogue.tests.size(), 1U);
  ASSERT_EQ(world.problems.size(), 1U);
  EXPECT_EQ(world.problems[0].code, "suite-duplicate");
}

TEST(Catalogue, PropositionsAreComparedWithoutSpaceAndOuterBrackets) {
  EXPECT_EQ(canonical(" ( (x=1 /\\\n y=2) ) "), "x=1/\\y=2");
  EXPECT_EQ(canonical("(x=1) \\/ (y=2)"), "(x=1)\\/(y=2)");
  EXPECT_EQ(canonical("()"), "");
  EXPECT_EQ(canonical("(("), "((");
}

TEST(Catalogue, Patterns) {
  Entry entry;
  entry.id = "pugh/test17";
  entry.name = "test17";
  for (const auto* yes : {"test17", "*", "test*", "*17", "t?st1?", "pugh/*", "*/test17", "**7*"}) EXPECT_TRUE(matches(yes, entry)) << yes;
  for (const auto* no : {"", "test", "test1", "?", "pugh", "*8", "test17?"}) EXPECT_FALSE(matches(no, entry)) << no;
}

TEST(Expectations, AreFoundByTestAndOutcome) {
  World world = two_tests();
  const auto table = world.table("a/one,x=1 /\\ x=1,allowed,derived,\nb/two,(x=2),forbidden,\"a, b\",but not c\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->size(), 2U);
  ASSERT_TRUE(table->find("a/one", "(x=1 /\\ x=1)"));
  EXPECT_EQ(table->find("a/one", "(x=1 /\\ x=1)")->verdict, verdict::Verdict::allowed);
  EXPECT_EQ(table->find("b/two", "x=2")->note, "but not c");
  EXPECT_FALSE(table->find("b/two", "x=1 /\\ x=1"));
}

TEST(Expectations, MistakesHaveAPlace) {
  World world = two_tests();
  const auto has = [&](const std::string& rows, const std::string& piece) {
    EXPECT_NE(world.complaint(rows).find(piece), std::string::npos) << world.complaint(rows);
  };
  has("a/onee,x=2,allowed,s,\n", "sc.csv:2:1: error: no test is called 'a/onee' [suite-no-test]");
  has("a/onee,x=2,allowed,s,\n", "did you mean 'a/one'?");
  has("a/one,x=3,allowed,s,\n", "sc.csv:2:7: error: no clause of 'a/one' is about this outcome");
  has("a/one,x=2,maybe,s,\n", "sc.csv:2:11: error: 'maybe' is no verdict");
  has("a/one,x=2,allowed,,\n", "an expectation names its source");
  has("a/one,x=2,allowed,s\n", "this row has 4 fields instead of 5");
  has("a/one,x=2,allowed,s,\na/one, (x = 2),allowed,s,\n", "sc.csv:3:1: error: a second expectation for this outcome");
}

TEST(Tally, CountsByFamilyInTheOrderOfTheCatalogue) {
  const World world = two_tests();
  suite::Run run;
  run.models = {{"sc", "sc"}};
  for (const Entry& entry : world.catalogue.tests)
    run.tests.push_back({&entry, {{{.status = Status::pass, .reason = ""}, {.status = Status::fail, .reason = ""}}}});
  const auto families = tally(run);
  ASSERT_EQ(families.size(), 2U);
  EXPECT_EQ(families[0].family, "a");
  EXPECT_EQ(families[0].by_model[0][Status::pass], 1U);
  EXPECT_EQ(total(families).by_model[0][Status::fail], 2U);
  EXPECT_EQ(total(families).outcomes, 4U);
  EXPECT_EQ(total(families).by_model[0].total(), 4U);
}

TEST(Tally, TestsOfAnotherArchitectureDoNotCount) {
  const World world = two_tests();
  suite::Run run;
  run.models = {{"x86tso", "x86tso"}};
  for (const Entry& entry : world.catalogue.tests)
    run.tests.push_back({&entry, {{{.status = Status::foreign, .reason = ""}, {.status = Status::foreign, .reason = ""}}}});
  EXPECT_EQ(total(tally(run)).by_model[0].total(), 0U);
}

TEST(Tally, TheSlowestFirst) {
  const World world = two_tests();
  suite::Run run;
  run.models = {{"sc", "sc"}, {"jls04", "jls04"}};
  for (const Entry& entry : world.catalogue.tests) run.tests.push_back({&entry, {{}, {}}, {1.0, run.tests.empty() ? 4.0 : 2.0}});
  const auto slow = slowest(run, 3);
  ASSERT_EQ(slow.size(), 3U);
  EXPECT_EQ(slow[0].test->entry->id, "a/one");
  EXPECT_EQ(slow[0].model, 1U);
  EXPECT_EQ(slow[0].seconds, 4.0);
  EXPECT_EQ(slow[1].seconds, 2.0);
  EXPECT_EQ(slow[2].test->entry->id, "a/one");  // of equals the first
  EXPECT_EQ(cpu_seconds(run), 8.0);
}

TEST(Times, ARowNamesATestANumberAndASource) {
  World world = two_tests();
  const auto read = [&](const std::string& text) {
    return read_times(world.sources, world.sources.add("times.csv", text), world.catalogue);
  };
  const auto good = read("test,model,seconds,source\na/one,sc,1.5,somebody\n");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->at(0).test, "a/one");
  EXPECT_EQ(good->at(0).seconds, 1.5);
  const auto complaint = [&](const std::string& text) {
    const auto bad = read(text);
    return bad ? std::string() : to_text(world.sources, bad.error());
  };
  const std::string head = "test,model,seconds,source\n";
  EXPECT_NE(complaint("").find("the columns of a table of times are"), std::string::npos);
  EXPECT_NE(complaint("test,model,minutes,source\n").find("suite-columns"), std::string::npos);
  EXPECT_NE(complaint(head + "a/two,sc,1,s\n").find("times.csv:2:1: error: no test is called 'a/two'"), std::string::npos);
  EXPECT_NE(complaint(head + "a/one,sc,-1,s\n").find("'-1' is no number of seconds"), std::string::npos);
  EXPECT_NE(complaint(head + "a/one,sc,1 s,s\n").find("'1 s' is no number of seconds"), std::string::npos);
  EXPECT_NE(complaint(head + "a/one,sc,1,\n").find("a time names its source"), std::string::npos);
  EXPECT_NE(complaint(head + "a/one,sc,1\n").find("this row has 3 fields instead of 4"), std::string::npos);
}

}  // namespace
}  // namespace thinair::suite
