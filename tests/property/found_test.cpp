// Disagreements that were found once: NAME.litmus with NAME.cat or NAME.mem in tests/found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "property/harness.hpp"

namespace thinair::tests {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

TEST(Found, NoneComesBack) {
  const std::filesystem::path folder = std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "found";
  std::vector<std::filesystem::path> tests;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".litmus") tests.push_back(entry.path());
  std::sort(tests.begin(), tests.end());
  ASSERT_FALSE(tests.empty()) << "there is nothing in " << folder;
  constexpr Limits kEnough{.steps = 1'000'000};
  for (const auto& path : tests) {
    SCOPED_TRACE(path.filename().string());
    const auto rules = std::filesystem::path(path).replace_extension(".mem"), model = std::filesystem::path(path).replace_extension(".cat");
    std::vector<Comparison> comparisons;
    if (std::filesystem::exists(rules))
      for (const bool free_identity : {false, true})
        comparisons.push_back(compare_causality({read(path), read(rules), free_identity, {}}, kEnough));
    if (std::filesystem::exists(model)) comparisons.push_back(compare_engines({read(path), read(model)}, kEnough));
    EXPECT_FALSE(comparisons.empty()) << "no model";
    for (const Comparison& comparison : comparisons) EXPECT_EQ(comparison.agreement, Agreement::agree) << comparison.report;
  }
}

}  // namespace
}  // namespace thinair::tests
