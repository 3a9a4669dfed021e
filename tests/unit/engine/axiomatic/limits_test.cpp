// Limits hold where single steps are long: tests with hundreds of accesses, whose relations have a million pairs.
#include <gtest/gtest.h>

#include "problem/model.hpp"
#include "support/cpu_time.hpp"
#include "unit/support_helpers.hpp"

namespace thinair {
namespace {

program::Test writes_and_reads(int n) {
  std::string writes, reads;
  for (int i = 0; i < n; ++i) {
    writes += "x = " + std::to_string(i + 1) + "; ";
    reads += "int r" + std::to_string(i) + " = x; ";
  }
  return tests::test_of("Java t\n{ x = 0; }\nThread0 { " + writes + "}\nThread1 { " + reads + "}\nexists (1:r0=1)\n");
}

class Limits : public ::testing::TestWithParam<const char*> {
 protected:
  Limit solve(const program::Test& test, Budget& budget) {
    Sources sources;
    const auto model = problem::load(sources, GetParam(), {});
    auto problem = problem::Problem::make(test, *model);
    const auto answer = problem->outcomes(budget);
    EXPECT_TRUE(answer);
    EXPECT_FALSE(answer->complete);
    EXPECT_EQ(answer->limit, budget.limit());
    return budget.limit();
  }
};

TEST_P(Limits, Memory) {
  const auto test = writes_and_reads(400);
  const std::uint64_t before = resident_bytes() >> 20, room = 30;
  Budget budget(std::nullopt, before + room);
  EXPECT_EQ(solve(test, budget).kind, Incomplete::memory);
  EXPECT_LT((peak_resident_bytes() >> 20), before + 3 * room);
}

TEST_P(Limits, Steps) {
  const auto test = writes_and_reads(100);
  for (const std::uint64_t steps : {100U, 1'000U, 10'000U}) {
    Budget one(std::nullopt, std::nullopt, steps), two(std::nullopt, std::nullopt, steps);
    EXPECT_EQ(solve(test, one).kind, Incomplete::steps);
    solve(test, two);
    EXPECT_EQ(one.steps(), two.steps());
    EXPECT_LT(one.steps(), steps + 1'000);  // no piece of work is worth more
  }
}

TEST_P(Limits, Time) {
  const auto test = writes_and_reads(1000);
  Budget budget(0.2, 4000);
  const double start = thread_cpu_seconds();
  EXPECT_EQ(solve(test, budget).kind, Incomplete::time);
  EXPECT_LT(thread_cpu_seconds() - start, 10.0);  // of work; without a look at the clock it is minutes
}

TEST_P(Limits, Stop) {
  const auto test = writes_and_reads(50);
  const std::atomic<bool> stop = true;
  Budget budget(std::nullopt, std::nullopt, std::nullopt, &stop);
  EXPECT_EQ(solve(test, budget).kind, Incomplete::stopped);
  EXPECT_LT(budget.steps(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(Models, Limits, ::testing::Values("sc", "jam21", "jls04"));

}  // namespace
}  // namespace thinair
