#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "support/parallel.hpp"

namespace thinair {
namespace {

TEST(Parallel, ResultsOfAnyTypeInOrder) {
  for (const unsigned threads : {0U, 1U, 2U, 8U}) {
    std::vector<std::size_t> seen;
    const auto delivered = run_in_order(
        100, {.threads = threads}, [](std::size_t i) { return std::make_unique<std::size_t>(i * i); },
        [&](std::size_t i, std::unique_ptr<std::size_t> square) {
          EXPECT_EQ(*square, i * i);
          seen.push_back(i);
        });
    EXPECT_EQ(delivered, 100U);
    ASSERT_EQ(seen.size(), 100U);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
  }
}

TEST(Parallel, NoJobs) {
  EXPECT_EQ(run_in_order(
                0, {.threads = 4}, [](std::size_t) { return 0; }, [](std::size_t, int) { FAIL(); }),
            0U);
}

TEST(Parallel, SeveralAtATime) {
  std::latch both(2);  // nobody gets on alone
  run_in_order(
      2, {.threads = 2},
      [&](std::size_t) {
        both.arrive_and_wait();
        return 0;
      },
      [](std::size_t, int) {});
}

TEST(Parallel, OneThreadIsTheCallers) {
  const auto me = std::this_thread::get_id();
  run_in_order(
      3, {.threads = 1}, [&](std::size_t) { return std::this_thread::get_id(); },
      [&](std::size_t, std::thread::id worker) { EXPECT_EQ(worker, me); });
}

// The first job waits until the others have gone as far ahead as they may.
TEST(Parallel, NobodyIsFurtherAheadThanTheWindow) {
  constexpr std::size_t kWindow = 5;
  std::mutex mutex;
  std::set<std::size_t> begun;
  std::atomic<std::size_t> delivered = 0;
  run_in_order(
      200, {.threads = 3, .window = kWindow},
      [&](std::size_t i) {
        {
          const std::lock_guard lock(mutex);
          begun.insert(i);
          EXPECT_LE(i, delivered + kWindow);
        }
        while (i == 0) {
          const std::lock_guard lock(mutex);
          if (begun.size() == kWindow) break;
        }
        return i;
      },
      [&](std::size_t i, std::size_t) {
        if (i == 0) {
          const std::lock_guard lock(mutex);
          EXPECT_EQ(begun.size(), kWindow);
        }
        ++delivered;
      });
  EXPECT_EQ(delivered, 200U);
}

TEST(Parallel, WhatAJobThrowsIsThrownInItsTurn) {
  for (const unsigned threads : {1U, 4U}) {
    std::size_t delivered = 0;
    const auto run = [&] {
      run_in_order(
          50, {.threads = threads},
          [](std::size_t i) {
            if (i == 20) throw std::runtime_error("twenty");
            return i;
          },
          [&](std::size_t, std::size_t) { ++delivered; });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(delivered, 20U);
  }
}

TEST(Parallel, WhatTheReceiverThrowsEndsIt) {
  const auto run = [] {
    run_in_order(
        50, {.threads = 4}, [](std::size_t i) { return i; },
        [](std::size_t i, std::size_t) {
          if (i == 3) throw std::runtime_error("three");
        });
  };
  EXPECT_THROW(run(), std::runtime_error);
}

TEST(Parallel, StoppedItDeliversWhatWasBegun) {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<bool> stop = false;
    std::atomic<std::size_t> begun = 0;
    std::size_t last = 0;
    const auto delivered = run_in_order(
        100'000, {.threads = threads, .stop = &stop},
        [&](std::size_t i) {
          ++begun;
          if (i == 10) stop = true;
          return i;
        },
        [&](std::size_t i, std::size_t) { last = i; });
    EXPECT_EQ(delivered, begun);
    EXPECT_EQ(last + 1, delivered);
    EXPECT_GE(delivered, 11U);
    EXPECT_LT(delivered, 100'000U);
  }
}

}  // namespace
}  // namespace thinair
