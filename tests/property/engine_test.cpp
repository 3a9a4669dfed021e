// The engine against the plain evaluator, on tests and models that nobody wrote. Seeds are fixed: a failure is a failure
// tomorrow too. What takes too many steps to enumerate is left out; the counts make sure that little is. Longer hunts with other seeds:
// thinair_fuzz.
#include <gtest/gtest.h>

#include "ask/generate/random.hpp"
#include "ask/generate/random_model.hpp"
#include "ask/generate/rng.hpp"
#include "property/harness.hpp"

namespace thinair::tests {
namespace {

constexpr Limits kEngineLimits{.steps = 6'000};

struct Tally {
  int compared = 0, skipped = 0, with_states = 0, cycles = 0;
};

// Adds a failure with the shrunk subject when the two sides differ.
void compare(const Subject& subject, Tally& tally) {
  const Comparison comparison = compare_engines(subject, kEngineLimits);
  tally.skipped += comparison.agreement == Agreement::skipped;
  tally.compared += comparison.agreement != Agreement::skipped;
  tally.with_states += comparison.states > 0;
  tally.cycles += comparison.value_cycle;
  if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, kEngineLimits), kEngineLimits);
}

class Shipped : public ::testing::TestWithParam<const char*> {};

TEST_P(Shipped, AgreesOnRandomTests) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed)
    compare(
        {generate::random_test(seed, {.max_threads = 2, .max_accesses = 3, .data = false, .show_locations = seed % 2 == 0}), GetParam()},
        tally);
  EXPECT_GT(tally.compared, 75);
  EXPECT_GT(tally.with_states, 75);
}

TEST_P(Shipped, AgreesWhereValuesFlowInCycles) {
  Tally tally;
  for (std::uint64_t seed = 1000; seed < 1100 && !HasFailure(); ++seed)
    compare({generate::random_test(seed, {.max_threads = 2, .max_accesses = 3, .fences = false, .updates = false, .division = true}),
             GetParam()},
            tally);
  EXPECT_GT(tally.compared, 50);
}

TEST_P(Shipped, AgreesOnThreeThreads) {
  Tally tally;
  for (std::uint64_t seed = 2000; seed < 2060 && !HasFailure(); ++seed)
    compare({generate::random_test(seed, {.min_threads = 3, .max_accesses = 2, .max_locations = 2, .show_locations = seed % 2 == 0}),
             GetParam()},
            tally);
  EXPECT_GT(tally.compared, 20);
}

TEST_P(Shipped, AgreesOnASampleOfTheSmallWorld) {
  Tally tally;
  generate::Rng rng(42);
  for (int i = 0; i < 150 && !HasFailure(); ++i)
    compare({generate::SmallWorld::test(rng.next() % generate::SmallWorld::size()), GetParam()}, tally);
  EXPECT_GT(tally.compared, 100);
  EXPECT_GT(tally.with_states, 100);
}

INSTANTIATE_TEST_SUITE_P(Models, Shipped, ::testing::Values("sc", "jls-hb", "jam19", "jam21", "coherence", "pram", "causal", "pc"),
                         [](const auto& model) {
                           std::string name = model.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(RandomModels, AgreeOnRandomTests) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    const generate::Knobs program{
        .max_threads = 2, .max_accesses = 3, .max_locations = 2, .data = seed % 4 == 0, .show_locations = seed % 2 == 0};
    compare({generate::random_test(seed, program), generate::random_model(seed, {.flags = seed % 5 == 0})}, tally);
  }
  EXPECT_GT(tally.compared, 100);
  EXPECT_GT(tally.with_states, 30);
}

}  // namespace
}  // namespace thinair::tests
