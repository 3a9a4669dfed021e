// Machines against models that judge executions: two engines that share no search must find the same states. And against themselves without
// reductions: normal forms, local steps first, steps that may come first.
#include <gtest/gtest.h>

#include "ask/generate/random.hpp"
#include "ask/generate/random_assembly.hpp"
#include "property/java_harness.hpp"
#include "property/machine_harness.hpp"
#include "property/mixed_programs.hpp"

namespace thinair::tests {
namespace {

void expect_agreement(const Subject& subject, const std::string& twin, int& compared) {
  const Comparison comparison = compare_machine(subject, twin);
  compared += comparison.agreement != Agreement::skipped;
  if (comparison.agreement != Agreement::differ) return;
  const Subject small = shrink_machine(subject, twin);
  ADD_FAILURE() << small.test << compare_machine(small, twin).report;
}

MachineKnobs knobs(std::uint64_t seed, bool locks) {
  return {.threads = seed % 3 == 0 ? 3U : 2U,
          .accesses = seed % 3 == 0 ? 2U : 3U,
          .locations = 1 + static_cast<unsigned>(seed % 3),
          .lock_percent = locks ? 40U : 0U,
          .fences = seed % 5 == 0,
          .show_locations = false};
}

TEST(Machines, HaveTheStatesOfTheirTwins) {
  for (const auto& [machine, twin] : kTwins) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 40 && !HasFailure(); ++seed)
      expect_agreement({machine_program(seed, knobs(seed, false)), machine}, twin, compared);
    EXPECT_GE(compared, 35) << machine;
  }
}

TEST(Machines, HaveTheStatesOfTheirTwinsWithMonitors) {
  for (const auto& [machine, twin] : kTwins) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 25 && !HasFailure(); ++seed)
      expect_agreement({machine_program(seed, knobs(seed, true)), machine}, twin, compared);
    EXPECT_GE(compared, 20) << machine;
  }
}

TEST(Machines, HaveTheStatesOfTheirTwinsWithUpdatesAndModes) {
  for (const auto& [machine, twin] : kTwins) {
    int compared = 0;
    if (std::string_view(machine) == "jmm-mp") continue;  // a location is volatile or not
    for (std::uint64_t seed = 0; seed < 25 && !HasFailure(); ++seed)
      expect_agreement(
          {mixed_program(
               seed,
               {.accesses = 3 + static_cast<unsigned>(seed % 3), .update_percent = 20, .fences = true, .show_locations = seed % 2 == 0}),
           machine},
          twin, compared);
    EXPECT_GE(compared, 20) << machine;
  }
}

TEST(Machines, X86HasTheStatesOfItsTwin) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed)
    expect_agreement(
        {generate::random_assembly(generate::Machine::x86, seed, {.max_threads = 2, .max_pieces = 3, .show_locations = seed % 2 == 0}),
         "x86-tso"},
        "x86tso", compared);
  EXPECT_GE(compared, 20);
}

TEST(Machines, ReductionsChangeNothing) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 20 && !HasFailure(); ++seed)
    for (const char* machine : {"umm-pram", "jmm-mp"})
      expect_agreement({machine_program(seed, knobs(seed, seed % 2 == 0)), machine}, "", compared);
  EXPECT_GE(compared, 35);
}

TEST(Machines, FromStrongToWeak) {
  constexpr std::pair<const char*, const char*> kOrder[] = {
      {"umm-sc", "tso"}, {"tso", "pso"}, {"pso", "jmm-mp"}, {"umm-sc", "umm-coherence"}, {"umm-sc", "umm-pram"}};
  for (std::uint64_t seed = 100; seed < 130 && !HasFailure(); ++seed) {
    const std::string test = machine_program(seed, knobs(seed, seed % 2 == 0));
    for (const auto& [strong, weak] : kOrder) {
      const Comparison comparison = compare_inclusion(test, strong, weak);
      EXPECT_NE(comparison.agreement, Agreement::differ) << test << comparison.report;
    }
  }
}

TEST(Machines, AreSequentiallyConsistentWithoutRaces) {
  int compared = 0;
  for (std::uint64_t seed = 200; seed < 230 && !HasFailure(); ++seed) {
    MachineKnobs k = knobs(seed, true);
    k.lock_percent = k.volatile_percent = 80;
    const std::string test = machine_program(seed, k);
    for (const char* machine : {"tso", "pso", "jmm-mp"}) {
      const Comparison comparison = compare_without_races({test, machine});
      EXPECT_NE(comparison.agreement, Agreement::differ) << test << comparison.report;
      compared += comparison.agreement == Agreement::agree;
    }
  }
  EXPECT_GE(compared, 20);
}

}  // namespace
}  // namespace thinair::tests
