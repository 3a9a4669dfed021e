// Multi-execution models: the engine against plain enumeration, and every justification against the rules as written. Seeds are
// fixed. What is too large to enumerate is left out; the counts make sure that enough is not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "generate/random.hpp"
#include "generate/rng.hpp"
#include "property/harness.hpp"

namespace thinair::testing {
namespace {

constexpr Limits kLimits{.seconds = 0.3};

struct Tally {
  int compared = 0, with_states = 0;
};

void compare(const CausalitySubject& subject, Tally& tally) {
  const Comparison comparison = compare_causality(subject, kLimits);
  tally.compared += comparison.agreement != Agreement::skipped;
  tally.with_states += comparison.states > 0;
  if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, kLimits), kLimits);
}

// Plain and volatile accesses, copies, arithmetic and branches; an update now and then.
std::string tiny_test(std::uint64_t seed) {
  return generate::random_test(seed, {.max_threads = 2,
                                      .max_accesses = seed % 3 == 0 ? 3u : 2u,
                                      .max_locations = 2,
                                      .modes = seed % 2 == 0,
                                      .fences = false,
                                      .updates = seed % 5 == 0,
                                      .operators = false,
                                      .show_locations = seed % 7 == 0});
}

std::string variant(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "property" / "models" / (name + ".mem")).rdbuf();
  return out.str();
}

class Causality : public ::testing::TestWithParam<const char*> {};

TEST_P(Causality, AgreesOnRandomTests) {
  const bool shipped = std::string(GetParam()).starts_with("jls");
  Tally tally;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed)
    compare({tiny_test(seed), shipped ? GetParam() : variant(GetParam()), seed % 4 == 3, {}}, tally);
  EXPECT_GT(tally.compared, 40);
  EXPECT_GT(tally.with_states, 40);
}

INSTANTIATE_TEST_SUITE_P(Models, Causality,
                         ::testing::Values("jls04", "jls-revised", "total-orders", "all-at-once", "mixed-seven", "program-order", "later-reads"),
                         [](const auto& model) { std::string name = model.param; std::erase(name, '-'); return name; });

TEST(Causality, AgreesWithoutARule) {
  Tally tally;
  generate::Rng rng(7);
  for (std::uint64_t seed = 500; seed < 580 && !HasFailure(); ++seed)
    compare({tiny_test(seed), "jls04", rng.chance(25), {"rule-" + std::to_string(rng.between(1, 8))}}, tally);
  EXPECT_GT(tally.compared, 50);
}

}  // namespace
}  // namespace thinair::testing
