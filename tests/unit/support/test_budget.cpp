#include <gtest/gtest.h>
#include <time.h>

#include <vector>

#include "support/budget.hpp"

namespace thinair {
namespace {

TEST(Budget, WithoutLimitsNothingIsReached) {
  Budget budget;
  EXPECT_TRUE(budget.spend(std::uint64_t{1} << 62));
  EXPECT_TRUE(budget.room_for(std::uint64_t{1} << 62));
  EXPECT_EQ(budget.limit(), Limit{});
  EXPECT_FALSE(budget.seconds_left());
}

TEST(Budget, StepsEndAtTheSamePlace) {
  Budget budget(std::nullopt, std::nullopt, 10);
  std::size_t done = 0;
  while (!budget.exhausted()) ++done;
  EXPECT_EQ(done, 10U);
  EXPECT_EQ(budget.limit(), (Limit{Incomplete::steps, "limit of 10 steps reached"}));
  EXPECT_EQ(budget.reason(), budget.limit().text);
}

TEST(Budget, TimeIsSeenAtTheFirstStep) {
  Budget budget(1e-9, std::nullopt);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.limit().kind, Incomplete::time);
  EXPECT_EQ(budget.seconds_left(), 0.0);
}

TEST(Budget, TimeIsSeenByWhoAsksRarely) {
  Budget budget(0.05, std::nullopt);
  EXPECT_FALSE(budget.exhausted());
  while (*budget.seconds_left() > 0) continue;
  const timespec nap{0, 20'000'000};
  nanosleep(&nap, nullptr);  // the coarse clock moves on
  EXPECT_TRUE(budget.exhausted());
}

TEST(Budget, MemoryInUse) {
  Budget budget(std::nullopt, 1);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.limit().kind, Incomplete::memory);
}

TEST(Budget, MemoryIsRefusedBeforeItIsTaken) {
  Budget budget(std::nullopt, 100'000);
  EXPECT_TRUE(budget.room_for(1 << 20));
  EXPECT_FALSE(budget.room_for(std::uint64_t{200'000} << 20));
  EXPECT_EQ(budget.limit(), (Limit{Incomplete::memory, "memory limit of 100000 MiB reached"}));
}

TEST(Budget, ManySmallAmountsAreMuch) {
  Budget budget(std::nullopt, (resident_bytes() >> 20) + 64);
  std::vector<std::vector<char>> kept;
  while (kept.size() < 4096 && budget.room_for(1 << 16)) kept.emplace_back(1 << 16, 'x');
  EXPECT_GT(kept.size(), 256U);
  EXPECT_LT(kept.size(), 2048U);
}

TEST(Budget, AFlagStopsIt) {
  std::atomic<bool> stop = false;
  Budget budget(std::nullopt, std::nullopt, std::nullopt, &stop);
  EXPECT_FALSE(budget.exhausted());
  stop = true;
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.limit().kind, Incomplete::stopped);
  stop = false;
  EXPECT_TRUE(budget.exhausted());
}

TEST(Budget, TheFirstLimitStays) {
  Budget budget;
  budget.exhaust(Incomplete::paths, "paths");
  budget.exhaust(Incomplete::solver, "solver");
  EXPECT_EQ(budget.limit(), (Limit{Incomplete::paths, "paths"}));
}

TEST(Budget, AnotherPartOfTheQuestionHasWhatIsLeft) {
  Budget budget(1e6, std::nullopt, 10);
  EXPECT_TRUE(budget.spend(4));
  budget.exhaust(Incomplete::paths, "paths");
  Budget part = budget.again();
  EXPECT_FALSE(part.limit().reached());
  EXPECT_TRUE(part.spend(6));
  EXPECT_FALSE(part.spend(1));
  EXPECT_TRUE(part.again().limit().reached());
  EXPECT_EQ(budget.steps(), 11U);
  EXPECT_LE(*part.again().seconds_left(), 1e6);
}

}  // namespace
}  // namespace thinair
