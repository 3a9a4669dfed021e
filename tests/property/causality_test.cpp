// Multi-execution models: the engine against plain enumeration, and every justification against the rules as written. Seeds are
// fixed. What is too large to enumerate is left out; the counts make sure that enough is not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ask/generate/random.hpp"
#include "ask/generate/random_causality.hpp"
#include "ask/generate/rng.hpp"
#include "property/harness.hpp"
#include "property/mixed_programs.hpp"

namespace thinair::tests {
namespace {

constexpr Limits kCausalityLimits{.steps = 20'000};

struct CausalityTally {
  int compared = 0, with_states = 0;
};

void compare(const CausalitySubject& subject, CausalityTally& tally) {
  const Comparison comparison = compare_causality(subject, kCausalityLimits);
  tally.compared += comparison.agreement != Agreement::skipped;
  tally.with_states += comparison.states > 0;
  if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, kCausalityLimits), kCausalityLimits);
}

// Mostly reads that feed writes; the rest is anything.
std::string tiny_test(std::uint64_t seed) {
  if (seed % 4 == 0)
    return generate::random_test(
        seed, {.max_threads = 2, .max_accesses = 2, .max_locations = 2, .modes = false, .updates = seed % 8 == 0, .operators = false});
  return generate::random_causality_test(
      seed, {.max_accesses = seed % 5 == 0 ? 3u : 2u, .volatile_percent = seed % 3 == 0 ? 30u : 0u, .show_locations = seed % 7 == 0});
}

std::string variant(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "property" / "models" / (name + ".mem")).rdbuf();
  return out.str();
}

class Causality : public ::testing::TestWithParam<const char*> {};

TEST_P(Causality, AgreesOnRandomTests) {
  const bool shipped = std::string(GetParam()).starts_with("j");
  CausalityTally tally;
  for (std::uint64_t seed = 0; seed < 120 && !HasFailure(); ++seed)
    compare({tiny_test(seed), shipped ? GetParam() : variant(GetParam()), seed % 4 == 3, {}}, tally);
  EXPECT_GT(tally.compared, 80);
  EXPECT_GT(tally.with_states, 80);
}

INSTANTIATE_TEST_SUITE_P(Models, Causality,
                         ::testing::Values("jls04", "jls-revised", "jpr", "total-orders", "all-at-once", "mixed-seven", "program-order",
                                           "later-reads"),
                         [](const auto& model) {
                           std::string name = model.param;
                           std::erase(name, '-');
                           return name;
                         });

// A thread that reads x, writes y, and copies what it read through z; another that copies y to x; in random order, with random extras.
std::string reads_back(std::uint64_t seed) {
  generate::Rng rng(seed);
  const auto value = [&] { return std::to_string(rng.between(1, 2)); };
  std::string copy = "z.set(r1); int r2 = z.get();";
  if (rng.chance(30)) copy = "if (r1 == 1) { z.set(r1); int r2 = z.get(); w.set(r2); }";
  if (rng.chance(30)) copy += " w.set(r1 + " + value() + "); int r3 = w.get();";
  const std::string write = rng.chance(50) ? "y.set(" + value() + ");" : "y.set(r1 | 1);";
  const std::string first = rng.chance(50) ? write + " " + copy : copy + " " + write;
  return "Java back\n{ x = 0; y = 0; z = 0; w = 0; }\nThread0 { int r1 = x.get(); " + first + " }\nThread1 { int r4 = y.get(); x.set(r4" +
         (rng.chance(30) ? " + 1" : "") + "); }\nlocations [0:r1; z; w;]\n";
}

// Java PathRelaxer's approximation has all that Java allows, whichever rules; that it has no more than jls-hb, every witness above shows.
TEST(JavaPathRelaxer, AllowsAllThatIsLegal) {
  std::size_t more = 0;
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    // Threads that write few locations read back what they wrote; then an early read gives that a value which it never had.
    const bool few = seed % 4 == 3;
    const std::string test =
        few ? reads_back(seed)
            : generate::random_causality_test(
                  seed, {.max_accesses = 4, .volatile_percent = seed % 3 == 0 ? 30u : 0u, .show_locations = seed % 7 == 0});
    const auto approximated = states_under(test, "jpr");
    for (const std::string model : {"jls04", "jls-revised"}) {
      const auto legal = states_under(test, model);
      more += approximated.size() - std::min(approximated.size(), legal.size());
      for (const auto& state : legal) EXPECT_TRUE(std::ranges::find(approximated, state) != approximated.end()) << model << "\n" << test;
    }
  }
  EXPECT_GT(more, 0U);  // it is an approximation
}

TEST(CausalityWithoutARule, AgreesOnRandomTests) {
  CausalityTally tally;
  generate::Rng rng(7);
  for (std::uint64_t seed = 500; seed < 700 && !HasFailure(); ++seed)
    compare({tiny_test(seed), "jls04", rng.chance(25), {"rule-" + std::to_string(rng.between(1, 8))}}, tally);
  EXPECT_GT(tally.compared, 150);
}

// Pugh's test 17, with 2 for 42: which events are the same decides it.
TEST(CausalityTest17, AgreesUnderBothIdentities) {
  const std::string test =
      "Java ct17\n{ x = 0; y = 0; }\n"
      "Thread0 { int r3 = x.get(); if (r3 != 2) { x.set(2); } int r1 = x.get(); y.set(r1); }\n"
      "Thread1 { int r2 = y.get(); x.set(r2); }\n";
  const Comparison nth = compare_causality({test, "jls04", false, {}}, {.steps = 5'000'000});
  const Comparison free = compare_causality({test, "jls04", true, {}}, {.steps = 5'000'000});
  EXPECT_EQ(nth.agreement, Agreement::agree) << nth.report;
  EXPECT_EQ(free.agreement, Agreement::agree) << free.report;
  EXPECT_LT(nth.states, free.states);
}

// Modes mixed on one location, equal and distinct values, branches, updates.
class MixedModes : public ::testing::TestWithParam<const char*> {};

TEST_P(MixedModes, AgreeOnRandomPrograms) {
  CausalityTally tally;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    const MixedKnobs knobs{.accesses = 3 + static_cast<unsigned>(seed % 3),
                           .update_percent = seed % 2 == 0 ? 25u : 0u,
                           .fences = seed % 5 == 0,
                           .show_locations = seed % 7 == 0};
    compare({mixed_program(seed, knobs), GetParam(), seed % 4 == 3, {}}, tally);
  }
  EXPECT_GT(tally.compared, 35);
  EXPECT_GT(tally.with_states, 35);
}

INSTANTIATE_TEST_SUITE_P(Models, MixedModes, ::testing::Values("jls04", "jls-revised", "java", "java-revised"), [](const auto& model) {
  std::string name = model.param;
  std::erase(name, '-');
  return name;
});

TEST(RandomRules, AgreeOnRandomPrograms) {
  CausalityTally tally;
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed)
    compare({mixed_program(seed, {.accesses = 3 + static_cast<unsigned>(seed % 2)}), random_rules(seed), seed % 4 == 3, {}}, tally);
  EXPECT_GT(tally.compared, 150);
  EXPECT_GT(tally.with_states, 100);
}

}  // namespace
}  // namespace thinair::tests
