#include "engine/justified/candidates.hpp"
#include "engine/justified/value_domain.hpp"
#include "unit/support_helpers.hpp"

namespace thinair::justified {
namespace {

using tests::model_of;
using tests::states;

const std::string kCopies = "Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; y = r1; }\nThread1 { int r2 = y; x = r2; }\n";
const std::string kOdd = "Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; y = r1 | 1; }\nThread1 { int r2 = y; x = r2; }\n";
const std::string kTest17 =
    "Java t\n{ x = 0; y = 0; }\nThread0 { int r3 = x; if (r3 != 42) { x = 42; } int r1 = x; y = r1; }\nThread1 { int r2 = y; x = r2; }\n";

problem::Options with(std::optional<mem::Identity> identity, std::vector<std::string> without = {}) {
  problem::Options options;
  options.identity = identity;
  options.without = std::move(without);
  return options;
}

TEST(Justify, NothingComesOutOfThinAir) { EXPECT_EQ(states(kCopies, model_of("jls04")), "0:r1=0 1:r2=0\n"); }

TEST(Justify, OddHasOneAndNotFive) { EXPECT_EQ(states(kOdd, model_of("jls04")), "0:r1=0 1:r2=0\n0:r1=0 1:r2=1\n0:r1=1 1:r2=1\n"); }

TEST(Justify, IdentityDecidesTest17) {
  const std::string all = "0:r3=42 0:r1=42 1:r2=42\n";
  EXPECT_EQ(states(kTest17, model_of("jls04"), with(mem::Identity::nth)).find(all), std::string::npos);
  EXPECT_NE(states(kTest17, model_of("jls04"), with(mem::Identity::free)).find(all), std::string::npos);
  EXPECT_NE(states(kTest17, model_of("jls-revised")).find(all), std::string::npos);
}

TEST(Justify, RulesThatDoNotGroundValuesMakeNoClaimOfCompleteness) {
  EXPECT_EQ(states(kCopies, model_of("jls04"), with(std::nullopt, {"rule-7"})).find("incomplete"), 0U);
  EXPECT_EQ(states(kCopies, model_of("jls04"), with(std::nullopt, {"rule-3"})), "0:r1=0 1:r2=0\n");
}

TEST(Justify, LeavingOutRule7LetsTest13Through) {
  const std::string test13 =
      "Java t\n{ x = 0; y = 0; }\nThread0 { int r1 = x; if (r1 == 1) { y = 1; } }\nThread1 { int r2 = y; if (r2 == 1) { x = 1; } }\n";
  EXPECT_EQ(states(test13, model_of("jls04")), "0:r1=0 1:r2=0\n");
  EXPECT_NE(states(test13, model_of("jls04"), with(std::nullopt, {"rule-7"})).find("0:r1=1 1:r2=1\n"), std::string::npos);
}

TEST(Rules, TheShippedModelsAreOfTheFormsThatAreFast) {
  for (const std::string name : {"jls04", "jls-revised"}) {
    const auto model = model_of(name);
    CompileOptions options;
    for (const std::string& mentioned : mentioned_names(*model.multi()))
      options.is_set[mentioned] = mentioned == "E" || mentioned == "R" || mentioned == "W" || mentioned == "IW" || mentioned == "External";
    options.orders = {"so"};
    options.external = false;  // conditions on external actions are another form
    const auto rules = compile(*model.multi(), options);
    ASSERT_TRUE(rules) << name;
    EXPECT_TRUE(rules->races_are_committed) << name;
    EXPECT_TRUE(rules->values_are_grounded) << name;
    EXPECT_TRUE(rules->commits_split) << name;
    EXPECT_TRUE(rules->writes_can_be_safe) << name;
  }
}

TEST(ValueDomain, IsBoundedWhereArithmeticWouldGoOn) {
  const auto test = tests::test_of("Java t\n{ x = 0; y = 0; }\nThread0 { int r = x; y = r + 1; }\nThread1 { int r = y; x = r + 1; }\n");
  Budget budget;
  const auto unfolding = events::unfold(test.program, budget);
  const ValueDomain domain = value_domain(test.program, unfolding, {}, budget);
  EXPECT_EQ(domain[0], (std::set<Value>{0, 1, 2, 3}));
  EXPECT_EQ(domain[1], (std::set<Value>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace thinair::justified
