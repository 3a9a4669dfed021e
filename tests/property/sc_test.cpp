// Whatever an interleaving of the threads does is allowed, under every shipped model for Java.
#include <gtest/gtest.h>

#include <algorithm>

#include "property/harness.hpp"
#include "property/mixed_programs.hpp"

namespace thinair::tests {
namespace {

class Interleavings : public ::testing::TestWithParam<std::string> {};

TEST_P(Interleavings, AreAllowed) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    const MixedKnobs knobs{.accesses = 3 + static_cast<unsigned>(seed % 4),
                           .update_percent = seed % 5 == 0 ? 50u : 10u,
                           .fences = seed % 3 == 0,
                           .show_locations = seed % 2 == 0};
    const Subject subject{mixed_program(seed, knobs), GetParam()};
    const Comparison comparison = compare_with_sc(subject);
    compared += comparison.agreement != Agreement::skipped;
    if (comparison.agreement != Agreement::differ) continue;
    const Subject small = shrink_with_sc(subject);
    ADD_FAILURE() << small.test << compare_with_sc(small).report;
  }
  if (!HasFailure()) {
    EXPECT_GT(compared, 50);
  }
}

// Threads that count: every update finds another number, and what is left is how many there were.
TEST_P(Interleavings, LoseNoUpdate) {
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    const CountingProgram program = counting_program(seed);
    const auto states = states_under(program.test, GetParam());
    ASSERT_FALSE(states.empty()) << program.test;
    for (const auto& state : states)
      for (const auto& [location, updates] : program.updates) {
        std::vector<program::Value> found, wanted;
        for (const std::string& reg : updates) found.push_back(state.at(reg));
        std::ranges::sort(found);
        for (std::size_t i = 0; i < updates.size(); ++i) wanted.push_back(static_cast<program::Value>(i));
        EXPECT_EQ(found, wanted) << location << " in\n" << program.test;
        EXPECT_EQ(state.at(location), static_cast<program::Value>(updates.size())) << program.test;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Interleavings, ::testing::ValuesIn(models_for_java()), [](const auto& model) {
  std::string name = model.param;
  std::erase(name, '-');
  return name;
});

TEST(ModelsForJava, AreAllThere) {
  const std::vector<std::string> models = models_for_java();
  for (const char* known :
       {"sc", "coherence", "pram", "causal", "pc", "jls-hb", "jls04", "jls-revised", "java", "java-revised", "jam19", "jam21"})
    EXPECT_NE(std::ranges::find(models, known), models.end()) << known;
  EXPECT_EQ(std::ranges::find(models, "x86tso"), models.end());
}

}  // namespace
}  // namespace thinair::tests
