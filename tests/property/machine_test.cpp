// Machines against a model that judges executions: two engines that share no search must find the same states.
#include <gtest/gtest.h>

#include <algorithm>

#include "property/harness.hpp"
#include "property/mixed_programs.hpp"

namespace thinair::tests {
namespace {

TEST(Machines, ScIsSc) {
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    const std::string test = mixed_program(
        seed, {.accesses = 3 + static_cast<unsigned>(seed % 4), .update_percent = 20, .fences = true, .show_locations = seed % 2 == 0});
    EXPECT_EQ(states_under(test, "umm-sc"), states_under(test, "sc")) << test;
  }
}

TEST(Machines, StoreBuffersLoseNoInterleaving) {
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    const std::string test = mixed_program(seed, {.accesses = 4, .update_percent = 10, .fences = seed % 2 == 0});
    const auto strong = states_under(test, "umm-sc"), weak = states_under(test, "tso"), weaker = states_under(test, "pso");
    for (const auto& state : strong) EXPECT_NE(std::ranges::find(weak, state), weak.end()) << test;
    for (const auto& state : weak) EXPECT_NE(std::ranges::find(weaker, state), weaker.end()) << test;
  }
}

}  // namespace
}  // namespace thinair::tests
