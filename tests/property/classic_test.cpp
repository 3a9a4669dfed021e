// The classic models, shipped with orders of writes only, against their definitions, which have total orders of whole views.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ask/generate/random.hpp"
#include "property/harness.hpp"

namespace thinair::tests {
namespace {

class Classic : public ::testing::TestWithParam<const char*> {
 protected:
  std::string literal() const {
    const std::string name = std::string(GetParam()) + "-literal.cat";
    std::ostringstream out;
    out << std::ifstream(std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "property" / "models" / name).rdbuf();
    return out.str();
  }

  // How many could be compared.
  int compare(std::uint64_t first, std::uint64_t count, generate::Knobs knobs) {
    int compared = 0;
    const std::string text = literal();
    for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
      knobs.show_locations = seed % 2 == 0;
      const Subject subject{generate::random_test(seed, knobs), GetParam()};
      const Comparison comparison = compare_models(subject, text);
      compared += comparison.agreement != Agreement::skipped;
      if (comparison.agreement != Agreement::differ) continue;
      const Subject small = shrink_models(subject, text);
      ADD_FAILURE() << small.test << compare_models(small, text).report;
    }
    return compared;
  }
};

TEST_P(Classic, IsItsDefinitionOnTwoThreads) { EXPECT_GT(compare(0, 150, {.max_threads = 2, .max_accesses = 4, .data = false}), 140); }

TEST_P(Classic, IsItsDefinitionOnThreeThreads) {
  EXPECT_GT(compare(5000, 80, {.min_threads = 3, .max_accesses = 3, .max_locations = 2, .data = false}), 70);
}

INSTANTIATE_TEST_SUITE_P(Models, Classic, ::testing::Values("coherence", "pram", "causal", "pc"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace thinair::tests
