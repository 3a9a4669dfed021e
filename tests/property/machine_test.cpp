// Machines against models that judge executions: two engines that share no search must find the same states. And against themselves without
// reductions: normal forms, local steps first, steps that may come first.
#include <gtest/gtest.h>

#include "ask/generate/random.hpp"
#include "ask/generate/random_assembly.hpp"
#include "language/op/load.hpp"
#include "problem/runs.hpp"
#include "property/java_harness.hpp"
#include "property/machine_harness.hpp"
#include "property/mixed_programs.hpp"
#include "read/lower.hpp"

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

TEST(Machines, OfProcessorsHaveTheStatesOfTheirTwins) {
  for (const auto& [machine, twin, processor] : kProcessors) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed)
      expect_agreement(
          {generate::random_assembly(processor, seed, {.max_threads = 2, .max_pieces = 3, .show_locations = seed % 2 == 0}), machine}, twin,
          compared);
    EXPECT_GE(compared, 20) << machine;
  }
}

// A machine that has too few runs is found out by executions even where states are the same.
TEST(Machines, AreComparedByExecutions) {
  Sources sources;
  const auto test = read::read_test(
      sources, sources.add("t.litmus", "Java t\n{ x=0; }\nThread0 { x = 1; x = 1; }\nThread1 { int r1 = x; }\nlocations [1:r1;]\n"),
      nullptr);
  ASSERT_TRUE(test);
  const std::string head =
      "\"One memory\"\nthreads in-order\nstate mem : location -> event\nmemory x = mem[x]\n"
      "rule i in next & R do i reads mem[i.loc] as read\n";
  const auto runs_of = [&](const std::string& machine) {
    auto loaded = op::load_text(sources, sources.add("t.op", machine), {});
    EXPECT_TRUE(loaded) << to_text(sources, loaded.error());
    const auto sc = problem::load(sources, "sc", {.include_path = {}, .read_files = false});
    auto first = problem::Problem::make(*test, problem::Model::of("t.op", std::move(*loaded)));
    auto second = problem::Problem::make(*test, *sc);
    Budget budget;
    const auto answer = first->outcomes(budget);
    EXPECT_EQ(answer->outcomes.size(), 2U);  // as under sc
    return problem::runs(*first, *second, *answer, budget);
  };
  const auto good = runs_of(head + "rule i in next & W do mem[i.loc] := i, done i as write\n");
  ASSERT_TRUE(good);
  EXPECT_TRUE(good->equal());
  EXPECT_EQ(good->executions, 3U);
  // With this one the read never sees the second write: the states are the same.
  const auto bad = runs_of(head +
                           "rule i in next & W when empty W & at[i.loc] & (po^-1)[i] \\ IW or empty (R & at[i.loc]) \\ finished "
                           "do mem[i.loc] := i, done i as write\n");
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->no_run.size(), 1U);
  EXPECT_TRUE(bad->no_execution.empty());
}

TEST(Machines, NeedNoBoundWhereStatesRepeat) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 15 && !HasFailure(); ++seed)
    for (const char* machine : {"umm-sc", "tso", "pso"}) {
      const std::string test = loop_program(seed);
      const Comparison comparison = compare_turns(test, machine);
      EXPECT_NE(comparison.agreement, Agreement::differ) << test << comparison.report;
      compared += comparison.agreement == Agreement::agree;
    }
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
  for (std::uint64_t seed = 100; seed < 130 && !HasFailure(); ++seed) {
    const std::string test = machine_program(seed, knobs(seed, seed % 2 == 0));
    for (const auto& [strong, weak] : kStrongerThan) {
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
