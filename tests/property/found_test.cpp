// Disagreements that were found once: NAME.litmus with NAME.cat or NAME.mem in tests/found; and those with abstract machines
// (property/interleavings, property/histories), NAME.litmus in tests/found/java.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "property/harness.hpp"
#include "property/java_harness.hpp"

namespace thinair::tests {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

std::vector<std::filesystem::path> found_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> tests;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".litmus") tests.push_back(entry.path());
  std::sort(tests.begin(), tests.end());
  return tests;
}

const std::filesystem::path kFolder = std::filesystem::path(THINAIR_SOURCE_DIR) / "tests" / "found";

TEST(Found, NoneComesBackOfJava) {
  const auto tests = found_in(kFolder / "java");
  ASSERT_FALSE(tests.empty());
  for (const auto& path : tests) {
    SCOPED_TRACE(path.filename().string());
    std::vector<Comparison> comparisons = {compare_with_interleavings({read(path), "sc"})};
    const std::vector<std::string> models = {"jls-hb", "jls04", "jls-revised"};
    for (const std::string& model : models) comparisons.push_back(compare_with_interleavings({read(path), model}));
    for (const Comparison& histories : compare_with_histories_under(read(path), models))  // some have too many
      EXPECT_NE(histories.agreement, Agreement::differ) << histories.report;
    if (path.stem() == "acquire-after-own-update") comparisons.push_back(compare_with_interleavings({read(path), "java"}));
    for (const Comparison& comparison : comparisons) EXPECT_EQ(comparison.agreement, Agreement::agree) << comparison.report;
  }
}

TEST(Found, NoneComesBack) {
  const auto tests = found_in(kFolder);
  ASSERT_FALSE(tests.empty()) << "there is nothing in " << kFolder;
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
