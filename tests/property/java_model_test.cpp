// What is asked of `java`, the model of all of Java, on random programs: docs/java-model.md. THINAIR_CAMPAIGN=N takes N times as many.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "ask/generate/shrink.hpp"
#include "property/harness.hpp"
#include "property/java_programs.hpp"
#include "property/mixed_programs.hpp"
#include "property/seeds.hpp"

namespace thinair::tests {
namespace {

using States = std::set<std::map<std::string, program::Value>>;

States states(const std::string& test, const std::string& model) {
  const auto all = states_under(test, model);
  return {all.begin(), all.end()};
}

struct Pair {
  const char* ours;
  const char* chapter17;
};
void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.ours; }

class JavaModel : public ::testing::TestWithParam<Pair> {};

// Where chapter 17 speaks of everything, nothing changes.
TEST_P(JavaModel, IsChapter17WithoutModes) {
  const auto differs = [&](const std::string& test) { return states(test, GetParam().ours) != states(test, GetParam().chapter17); };
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < seeds(100) && !HasFailure(); ++seed) {
    const std::string test = seed % 2 == 0 ? mixed_program(seed, {.accesses = 3 + static_cast<unsigned>(seed % 5),
                                                                  .update_percent = 0,
                                                                  .show_locations = seed % 3 == 0,
                                                                  .by_location = true})
                                           : java_program(seed, {.actions = 3 + static_cast<unsigned>(seed % 4)});
    ++programs;
    if (differs(test)) ADD_FAILURE() << generate::shrink(test, differs);
  }
  RecordProperty("programs", std::to_string(programs));
}

INSTANTIATE_TEST_SUITE_P(Rules, JavaModel, ::testing::Values(Pair{"java", "jls04"}, Pair{"java-revised", "jls-revised"}),
                         [](const auto& pair) {
                           std::string name = pair.param.ours;
                           std::erase(name, '-');
                           return name;
                         });

// The fences that only some accesses heed.
TEST(JavaModelFences, LoseNoInterleaving) {
  for (std::uint64_t seed = 0; seed < seeds(40) && !HasFailure(); ++seed) {
    const MixedKnobs knobs{.accesses = 4 + static_cast<unsigned>(seed % 3), .half_fences = true, .show_locations = seed % 2 == 0};
    const Subject subject{mixed_program(seed, knobs), "java"};
    if (compare_with_sc(subject).agreement != Agreement::differ) continue;
    const Subject small = shrink_with_sc(subject);
    ADD_FAILURE() << small.test << compare_with_sc(small).report;
  }
}

TEST(JavaModelFences, AgreeWithTheReferenceEvaluator) {
  for (std::uint64_t seed = 0; seed < seeds(30) && !HasFailure(); ++seed) {
    const MixedKnobs knobs{.accesses = 3 + static_cast<unsigned>(seed % 3), .half_fences = true};
    const CausalitySubject subject{mixed_program(seed, knobs), "java", false, {}};
    if (compare_causality(subject).agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject));
  }
}

// Fences let each thread see what the other wrote before, and values go round: nothing comes out of thin air, and nothing is claimed to.
TEST(JavaModelFences, LetNoValueGoRound) {
  const std::string round =
      "Java round\n{ x = 0; y = 0; z = 0; w = 0; }\n"
      "Thread0 { int r0 = w.getAcquire(); int r1 = z.get(); x.set(r1); storeStoreFence(); y.setOpaque(1); }\n"
      "Thread1 { int r2 = y.getAcquire(); int r3 = x.get(); z.set(r3); storeStoreFence(); w.setOpaque(1); }\n";
  for (const auto& state : states(round, "java")) {
    EXPECT_EQ(state.at("0:r1"), 0);
    EXPECT_EQ(state.at("1:r3"), 0);
  }
}

// Each access in turn in the next stronger mode.
std::vector<std::string> strengthened(const std::string& test) {
  static const std::vector<std::pair<std::string, std::string>> kStronger = {
      {".set(", ".setOpaque("},
      {".setOpaque(", ".setRelease("},
      {".setRelease(", ".setVolatile("},
      {".get(", ".getOpaque("},
      {".getOpaque(", ".getAcquire("},
      {".getAcquire(", ".getVolatile("},
      {".getAndAddAcquire(", ".getAndAdd("},
      {".getAndAddRelease(", ".getAndAdd("},
  };
  std::vector<std::string> out;
  for (const auto& [weak, strong] : kStronger)
    for (std::size_t at = test.find(weak); at != std::string::npos; at = test.find(weak, at + 1))
      out.push_back(std::string(test).replace(at, weak.size(), strong));
  return out;
}

TEST(JavaModelModes, AStrongerModeAddsNothing) {
  const auto worse = [&](const std::string& test) -> std::string {
    const States before = states(test, "java");
    for (const std::string& stronger : strengthened(test))
      if (!std::ranges::includes(before, states(stronger, "java"))) return stronger;
    return "";
  };
  std::uint64_t programs = 0;
  int found = 0;
  for (std::uint64_t seed = 0; seed < seeds(30) && found < 3; ++seed) {
    const std::string test = mixed_program(
        seed, {.accesses = 3 + static_cast<unsigned>(seed % 4), .update_percent = seed % 2 == 0 ? 25U : 0U, .fences = seed % 3 == 0});
    ++programs;
    if (worse(test).empty()) continue;
    ++found;
    const std::string small = generate::shrink(test, [&](const std::string& t) { return !worse(t).empty(); });
    ADD_FAILURE() << small << "stronger:\n" << worse(small);
  }
  RecordProperty("programs", std::to_string(programs));
}

}  // namespace
}  // namespace thinair::tests
