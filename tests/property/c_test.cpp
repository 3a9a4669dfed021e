// The engine against the plain evaluator on random C programs: states, flags and undefined behaviour; and laws of RC11.
#include <gtest/gtest.h>

#include "ask/generate/random_c.hpp"
#include "property/harness.hpp"

namespace thinair::tests {
namespace {

class CPrograms : public ::testing::TestWithParam<const char*> {
 protected:
  // How many could be compared.
  int compare(std::uint64_t first, std::uint64_t count, generate::CKnobs knobs) {
    int compared = 0;
    for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
      knobs.show_locations = seed % 2 == 0;
      knobs.plain = seed % 3 != 0;
      const Subject subject{generate::random_c(seed, knobs), GetParam()};
      const Comparison comparison = compare_engines(subject, {.steps = 10'000});
      compared += comparison.agreement != Agreement::skipped;
      if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, {.steps = 10'000}), {.steps = 3'000});
    }
    return compared;
  }
};

TEST_P(CPrograms, AgreeOnTwoThreads) { EXPECT_GT(compare(0, 150, {.max_accesses = 3}), 100); }

TEST_P(CPrograms, AgreeOnThreeThreads) { EXPECT_GT(compare(5000, 50, {.min_threads = 3, .max_threads = 3, .max_accesses = 2}), 30); }

INSTANTIATE_TEST_SUITE_P(Models, CPrograms, ::testing::Values("rc11", "sc", "coherence"),
                         [](const auto& instance) { return std::string(instance.param); });

// Every interleaving is an execution of RC11.
TEST(RepairedC11, AllowsWhatIsSequentiallyConsistent) {
  int compared = 0;
  for (std::uint64_t seed = 20'000; seed < 20'150 && !::testing::Test::HasFailure(); ++seed) {
    const Subject subject{generate::random_c(seed, {.max_accesses = 3, .show_locations = seed % 2 == 0}), "rc11"};
    const Comparison comparison = compare_with_sc(subject, {.steps = 10'000});
    compared += comparison.agreement != Agreement::skipped;
    if (comparison.agreement == Agreement::differ)
      ADD_FAILURE() << comparison.report << "\n" << shrink_with_sc(subject, {.steps = 10'000}).test;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace thinair::tests
