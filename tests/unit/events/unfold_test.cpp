#include "unit/support_helpers.hpp"

namespace thinair::events {
namespace {

Unfolding unfolded(const program::Test& test) {
  Budget budget;
  return unfold(test.program, budget);
}

std::string labels(const program::Program& program, const ThreadPath& path) {
  std::string out;
  for (const Event& e : path.events) out += (out.empty() ? "" : ", ") + label(program, e);
  return out;
}

TEST(Unfold, BranchesGiveOnePathEach) {
  const auto test = tests::test_of("Java t\n{ x = 0; y = 0; }\nThread0 { int r = x; if (r == 1) { y = 1; } else { y = 2; y = 3; } }\n");
  const auto u = unfolded(test);
  ASSERT_EQ(u.threads[0].size(), 2U);
  EXPECT_EQ(labels(test.program, u.threads[0][0]), "R x, W y");
  EXPECT_EQ(labels(test.program, u.threads[0][1]), "R x, W y, W y");
}

TEST(Unfold, ConstantConditionsAreNotFollowedBothWays) {
  const auto test = tests::test_of("Java t\n{ x = 0; }\nThread0 { int r = x; if ((r ^ r) == 0) { x = 1; } else { x = 2; } }\n");
  EXPECT_EQ(unfolded(test).threads[0].size(), 1U);
}

TEST(Unfold, AConditionIsNotTakenBothWaysOnOnePath) {
  const auto test = tests::test_of("Java t\n{ x = 0; }\nThread0 { int r = x; if (r == 0) { x = 1; } if (r == 0) { x = 2; } }\n");
  EXPECT_EQ(unfolded(test).threads[0].size(), 2U);
}

TEST(Unfold, CompareAndSetIsOneEventEitherWay) {
  const auto test = tests::test_of("Java t\n{ x = 0; }\nThread0 { boolean ok = x.compareAndSet(0, 1); }\n");
  const auto u = unfolded(test);
  ASSERT_EQ(u.threads[0].size(), 2U);
  EXPECT_EQ(u.threads[0][0].events.size(), 1U);
  EXPECT_EQ(u.threads[0][1].events.size(), 1U);
}

TEST(Unfold, DependenciesAreSyntactic) {
  const auto test = tests::test_of("Java t\n{ x = 0; y = 0; }\nThread0 { int r = x; y = r ^ r; if (r != r) { x = 1; } y = 2; }\n");
  const auto u = unfolded(test);
  ASSERT_EQ(u.threads[0].size(), 1U);
  const ThreadPath& path = u.threads[0][0];
  ASSERT_EQ(path.data.size(), 1U);  // r^r is 0 and depends on r
  EXPECT_EQ(path.data[0].from, 0U);
  EXPECT_EQ(path.data[0].to, 1U);
  EXPECT_TRUE(path.ctrl.empty());  // nothing in the branch happens, and what follows the join does not depend on it
}

TEST(Unfold, DivisionByZeroEndsTheThread) {
  const auto test = tests::test_of("Java t\n{ x = 0; y = 0; }\nThread0 { int r = x; int q = 1 / r; y = 1; }\n");
  const auto u = unfolded(test);
  ASSERT_EQ(u.threads[0].size(), 2U);
  EXPECT_EQ(u.threads[0][0].threw + u.threads[0][1].threw, 1);
  for (const ThreadPath& path : u.threads[0]) EXPECT_EQ(path.events.size(), path.threw ? 1U : 2U);
}

}  // namespace
}  // namespace thinair::events
