// Machines against models that judge executions: two engines that share no search, and must find the same states.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "ask/generate/random.hpp"
#include "property/harness.hpp"
#include "property/mixed_programs.hpp"

namespace thinair::tests {
namespace {

std::string twin(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "property" / "models" / (name + "-twin.cat")).rdbuf();
  return out.str();
}

// How many programs could be compared.
int compare(const std::string& machine, const std::string& other, std::uint64_t count,
            const std::function<std::string(std::uint64_t)>& program) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Subject subject{program(seed), machine};
    const Comparison comparison = compare_models(subject, other);
    compared += comparison.agreement != Agreement::skipped;
    if (comparison.agreement != Agreement::differ) continue;
    const Subject small = shrink_models(subject, other);
    ADD_FAILURE() << small.test << compare_models(small, other).report;
    break;
  }
  return compared;
}

TEST(Machines, ScIsSc) {
  EXPECT_GT(compare("umm-sc", "sc", 200,
                    [](std::uint64_t seed) {
                      return mixed_program(seed, {.accesses = 3 + static_cast<unsigned>(seed % 4),
                                                  .update_percent = 20,
                                                  .fences = true,
                                                  .show_locations = seed % 2 == 0});
                    }),
            190);
}

TEST(Machines, ScIsScOnProgramsWithBranchesAndArithmetic) {
  EXPECT_GT(compare("umm-sc", "sc", 150,
                    [](std::uint64_t seed) { return generate::random_test(seed, {.division = true, .show_locations = seed % 2 == 0}); }),
            120);
}

class Twins : public ::testing::TestWithParam<const char*> {};

TEST_P(Twins, AgreeOnPlainAccesses) {
  EXPECT_GT(compare(GetParam(), twin(GetParam()), 120,
                    [](std::uint64_t seed) {
                      return generate::random_test(
                          seed, {.max_accesses = 3, .max_locations = 2, .modes = false, .fences = false, .updates = false, .data = false});
                    }),
            110);
}

INSTANTIATE_TEST_SUITE_P(Models, Twins, ::testing::Values("tso", "pso", "umm-coherence", "jmm-mp"), [](const auto& model) {
  std::string name = model.param;
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace thinair::tests
