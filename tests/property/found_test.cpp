// Disagreements that were found once: NAME.litmus and NAME.cat in tests/found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "property/harness.hpp"

namespace thinair::testing {
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
    const Subject subject{read(path), read(std::filesystem::path(path).replace_extension(".cat"))};
    const Comparison comparison = compare_engines(subject, {.seconds = 10});
    EXPECT_EQ(comparison.agreement, Agreement::agree) << comparison.report;
  }
}

}  // namespace
}  // namespace thinair::testing
