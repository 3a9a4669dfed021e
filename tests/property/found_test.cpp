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
  for (const auto& path : tests) {
    SCOPED_TRACE(path.filename().string());
    std::vector<Comparison> comparisons;
    if (const auto model = std::filesystem::path(path).replace_extension(".mem"); std::filesystem::exists(model)) {
      for (const bool free_identity : {false, true})
        comparisons.push_back(compare_causality({read(path), read(model), free_identity, {}}, {.seconds = 10}));
    } else {
      comparisons.push_back(compare_engines({read(path), read(std::filesystem::path(path).replace_extension(".cat"))}, {.seconds = 10}));
    }
    for (const Comparison& comparison : comparisons) EXPECT_EQ(comparison.agreement, Agreement::agree) << comparison.report;
  }
}

}  // namespace
}  // namespace thinair::tests
