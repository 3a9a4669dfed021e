// What excludes an outcome: the checks that explain names are enough, and every one of them is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "ask/verdict/verdict.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::verdict {
namespace {

using answer::Explanation;
using answer::Rule;

struct Asked {
  Sources sources;
  program::Test test;
  problem::Model model;
  std::vector<std::string> skipped;

  Asked(const std::string& test_path, const std::string& model_name) {
    std::ifstream in(std::string(THINAIR_SOURCE_DIR) + "/" + test_path);
    std::stringstream text;
    text << in.rdbuf();
    test = read::read_test(sources, sources.add(test_path, text.str()), nullptr).value();
    model = problem::load(sources, model_name, {}).value();
  }

  // A model of the test's own, from a file.
  Asked(const std::string& test_path, const std::string& name, const std::string& text) : Asked(test_path, "sc") {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << text;
    model = problem::load(sources, path, {}).value();
  }

  Explanation explain() {
    const program::Prop goal = sought(test.clauses.at(0));
    Budget budget;
    auto problem = problem::Problem::make(test, model, options(skipped)).value();
    return problem.explain(goal, budget).value();
  }

  // The checks among the rules of a reason, by name.
  static std::vector<std::string> checks(const Explanation& e) {
    std::vector<std::string> out;
    for (const Rule& rule : e.reason.rules)
      if (rule.kind == Rule::Kind::check) out.push_back(rule.name);
    return out;
  }

  bool possible(std::vector<std::string> left_out) {
    const program::Prop goal = sought(test.clauses.at(0));
    auto problem = problem::Problem::make(test, model).value();
    engine::Question q;
    q.goal = &goal;
    q.first_only = true;
    for (language::RuleId id = 0; id < model.rules().size(); ++id)
      if (std::ranges::find(left_out, model.rules()[id].name) != left_out.end()) q.without.rules.add(id);
    Budget budget;
    return !problem.ask(q, budget).value().outcomes.empty();
  }

  static problem::Options options(std::vector<std::string> without) {
    problem::Options out;
    out.without = std::move(without);
    return out;
  }
};

class Excluded : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Excluded, TheChecksAreEnoughAndEachIsNeeded) {
  Asked c(GetParam().first, GetParam().second);
  const Explanation e = c.explain();
  ASSERT_EQ(e.verdict, Verdict::forbidden);
  ASSERT_EQ(e.why, Explanation::Why::checks);
  EXPECT_TRUE(e.reason.minimal);
  const std::vector<std::string> checks = c.checks(e);
  ASSERT_FALSE(checks.empty());
  std::vector<std::string> others;
  for (const Rule& rule : e.rules)
    if (rule.kind == Rule::Kind::check && std::ranges::find(checks, rule.name) == checks.end()) others.push_back(rule.name);
  EXPECT_FALSE(c.possible(others)) << "the checks named exclude it without the others";
  for (const std::string& name : checks) {
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
  Asked c("litmus/classic/SB.litmus", "two.cat", kTwo);
  EXPECT_EQ(c.checks(c.explain()), std::vector<std::string>{"second"});
  c.skipped = {"second"};
  EXPECT_EQ(c.checks(c.explain()), std::vector<std::string>{"first"});
}

TEST(Explain, ACheckWithoutANameIsCalledByItsText) {
  Asked c("litmus/classic/SB.litmus", "unnamed.cat", "\"unnamed\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n");
  const Explanation e = c.explain();
  EXPECT_EQ(e.why, Explanation::Why::checks);
  EXPECT_EQ(c.checks(e), std::vector<std::string>{"acyclic po | rf | co | fr"});
}

TEST(Explain, ALimitIsNoReasonAgainst) {
  Asked c("litmus/classic/SB.litmus", "two.cat", kTwo);
  const program::Prop goal = sought(c.test.clauses.at(0));
  auto problem = problem::Problem::make(c.test, c.model).value();
  Budget budget(1e-9, std::nullopt);
  const Explanation e = problem.explain(goal, budget).value();
  EXPECT_EQ(e.verdict, Verdict::unknown);
  EXPECT_TRUE(e.limit.reached());
}

TEST(Explain, AModeThatIsLeftOutDoesNotHideARule) {
  // Without its mode the second write is one that the first check excludes; the test as it stands needs both checks.
  Asked c("litmus/classic/MP+vol.litmus", "modes.cat",
          "\"modes\"\nempty [W \\ V \\ IW] ; rf as plain-writes\nempty [W & V] ; rf as volatile-writes\nempty rf as none\n");
  c.skipped = {"none"};
  for (const std::string& name : c.checks(c.explain())) EXPECT_TRUE(c.possible({"none", name})) << name;
}

TEST(Explain, ReasonsNameWhatTheLiteratureNames) {
  const auto names = [](const char* test, const char* model) {
    std::vector<std::string> out;
    for (const Rule& rule : Asked(test, model).explain().reason.rules) out.push_back(rule.name);
    return out;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("litmus/pugh/causality-04.litmus", "jls04"), (Names{"rule-4", "rule-6", "rule-7"}));
  EXPECT_EQ(names("litmus/pugh/causality-05.litmus", "jls04"), (Names{"rule-4", "rule-6", "rule-7"}));
  EXPECT_EQ(names("litmus/pugh/causality-10.litmus", "jls04"), (Names{"rule-6", "rule-7"}));
  EXPECT_EQ(names("litmus/classic/SB+vol.litmus", "jls-hb"), (Names{"hb-overwritten", "with so"}));
  EXPECT_EQ(names("litmus/lea/CoRR-opq.litmus", "jam21"), (Names{"coherence"}));
}

TEST(Explain, EveryCandidateIsAccountedFor) {
  const Explanation e = Asked("litmus/classic/SB+vol.litmus", "jls-hb").explain();
  ASSERT_EQ(e.refutation.count, 1U);
  ASSERT_TRUE(e.refutation.complete);
  const auto& cases = e.refutation.candidates[0].cases;
  ASSERT_EQ(cases.size(), 2U);  // the two writes are ordered one way or the other
  EXPECT_EQ(cases[0].assumed[0].first, cases[1].assumed[0].second);
  for (const answer::Case& c : cases) {
    ASSERT_FALSE(c.finding.steps.empty());
    EXPECT_EQ(c.finding.rule, "hb-overwritten");
    EXPECT_EQ(c.finding.steps.front().from, c.finding.steps.back().to) << "a cycle";
    for (std::size_t i = 1; i < c.finding.steps.size(); ++i) EXPECT_EQ(c.finding.steps[i - 1].to, c.finding.steps[i].from);
  }
}

TEST(Explain, ThinAirGoesInACircle) {
  const Explanation e = Asked("litmus/pugh/causality-04.litmus", "jls04").explain();
  ASSERT_EQ(e.why, Explanation::Why::thin_air);
  EXPECT_EQ(e.circle.size(), 4U);
  EXPECT_FALSE(e.consistent.outcomes.empty());
}

TEST(Explain, WhyAnOutcomeIsNotJustified) {
  EXPECT_EQ(Asked("litmus/jmt/thin-air.litmus", "jls04").explain().why, Explanation::Why::thin_air);
  const Explanation unjustified = Asked("docs/examples/never-written.litmus", "jls04").explain();
  EXPECT_EQ(unjustified.why, Explanation::Why::unjustified);
  EXPECT_FALSE(unjustified.obstacle.stopped_by.empty());
}

TEST(Explain, AnAllowedOutcomeComesWithItsJustification) {
  const Explanation e = Asked("litmus/jmt/LbOdd.litmus", "jls04").explain();
  ASSERT_EQ(e.verdict, Verdict::allowed);
  ASSERT_TRUE(e.answer.outcomes.front().justification);
  EXPECT_FALSE(e.answer.outcomes.front().justification->stages.empty());
}

}  // namespace
}  // namespace thinair::verdict
