// What excludes an outcome: the checks that explain names are enough, and every one of them is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "program/lower.hpp"
#include "verdict/explain.hpp"

namespace thinair::verdict {
namespace {

struct Case {
  Sources sources;
  program::Test test;
  model::Model model;
  std::vector<std::string> skipped;

  Case(const std::string& test_path, const std::string& model_name) {
    std::ifstream in(std::string(THINAIR_SOURCE_DIR) + "/" + test_path);
    std::stringstream text;
    text << in.rdbuf();
    test = program::read_test(sources, sources.add(test_path, text.str()), nullptr).value();
    model = model::load(sources, model_name, {}).value();
  }

  // A model of the test's own, from a file.
  Case(const std::string& test_path, const std::string& name, const std::string& text) : Case(test_path, "sc") {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << text;
    model = model::load(sources, path, {}).value();
  }

  Explanation explain() {
    const program::Prop goal = sought(test.clauses.at(0));
    Budget budget;
    return verdict::explain(question(goal), budget).value();
  }

  bool possible(std::vector<std::string> left_out) {
    const program::Prop goal = sought(test.clauses.at(0));
    model::Question q = question(goal);
    q.skipped = std::move(left_out);
    q.first_only = true;
    Budget budget;
    return !model::solve(q, budget).value().outcomes.empty();
  }

 private:
  model::Question question(const program::Prop& goal) const {
    model::Question q;
    q.test = &test;
    q.model = &model;
    q.goal = &goal;
    q.skipped = skipped;
    return q;
  }
};

class Excluded : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Excluded, TheChecksAreEnoughAndEachIsNeeded) {
  Case c(GetParam().first, GetParam().second);
  const Explanation e = c.explain();
  ASSERT_EQ(e.verdict, Verdict::forbidden);
  ASSERT_EQ(e.why, Explanation::Why::checks);
  EXPECT_TRUE(e.all_needed);
  ASSERT_FALSE(e.checks.empty());
  std::vector<std::string> others;
  for (const std::string& name : check_names(c.model.single()))
    if (std::ranges::find(e.checks, name) == e.checks.end()) others.push_back(name);
  EXPECT_FALSE(c.possible(others)) << "the checks named exclude it without the others";
  for (const std::string& name : e.checks) {
    std::vector<std::string> without = others;
    without.push_back(name);
    EXPECT_TRUE(c.possible(without)) << name << " is needed";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, Excluded,
    testing::Values(std::pair{"litmus/classic/SB.litmus", "sc"}, std::pair{"litmus/classic/SB+vol.litmus", "jls-hb"},
                    std::pair{"litmus/classic/SB+vol.litmus", "jam19"}, std::pair{"litmus/classic/SB+vol.litmus", "jam21"},
                    std::pair{"litmus/classic/IRIW+vol.litmus", "jam19"}, std::pair{"litmus/classic/IRIW+vol.litmus", "jls04"},
                    std::pair{"litmus/classic/MP+rel+acq.litmus", "jam21"}, std::pair{"litmus/jmt/SB+rfis.litmus", "jam21"}));

constexpr auto kTwo =
    "\"two\"\ninclude \"cos.cat\"\nacyclic po | rf as unrelated\nacyclic po | rf | co | fr as first\nacyclic po | fr as second\n";

TEST(Explain, OfTwoChecksThatEachSufficeOneIsNamed) {
  Case c("litmus/classic/SB.litmus", "two.cat", kTwo);
  EXPECT_EQ(c.explain().checks, std::vector<std::string>{"second"});
  c.skipped = {"second"};
  EXPECT_EQ(c.explain().checks, std::vector<std::string>{"first"});
}

TEST(Explain, ACheckWithoutANameIsCalledByItsText) {
  Case c("litmus/classic/SB.litmus", "unnamed.cat", "\"unnamed\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n");
  const Explanation e = c.explain();
  EXPECT_EQ(e.why, Explanation::Why::checks);
  EXPECT_EQ(e.checks, std::vector<std::string>{"acyclic po | rf | co | fr"});
}

TEST(Explain, ALimitIsNoReasonAgainst) {
  Case c("litmus/classic/SB.litmus", "two.cat", kTwo);
  const program::Prop goal = sought(c.test.clauses.at(0));
  model::Question q;
  q.test = &c.test;
  q.model = &c.model;
  q.goal = &goal;
  Budget budget(1e-9, std::nullopt);
  const Explanation e = explain(q, budget).value();
  EXPECT_EQ(e.verdict, Verdict::unknown);
  EXPECT_FALSE(e.reason.empty());
}

TEST(Explain, WhyAnOutcomeIsNotJustified) {
  EXPECT_EQ(Case("litmus/jmt/thin-air.litmus", "jls04").explain().why, Explanation::Why::thin_air);
  const Explanation unjustified = Case("docs/examples/never-written.litmus", "jls04").explain();
  EXPECT_EQ(unjustified.why, Explanation::Why::unjustified);
  EXPECT_FALSE(unjustified.obstacle.stopped_by.empty());
}

TEST(Explain, AnAllowedOutcomeComesWithItsJustification) {
  const Explanation e = Case("litmus/jmt/LbOdd.litmus", "jls04").explain();
  ASSERT_EQ(e.verdict, Verdict::allowed);
  ASSERT_TRUE(e.answer.outcomes.front().proof);
  EXPECT_FALSE(e.answer.outcomes.front().proof->justification.stages.empty());
}

}  // namespace
}  // namespace thinair::verdict
