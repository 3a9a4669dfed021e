// The catalogue's Java tests against abstract machines (property/interleavings), which share with thinair what reads a test and nothing
// that judges it: under sc the states are those in which interleavings end, and what a memory that remembers all writes lets a thread see
// is allowed by the models of chapter 17.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "property/java_harness.hpp"

namespace thinair::tests {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> kNotJava = {"expected", "hardware", "c11"};

std::vector<std::string> folders() {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "litmus"))
    if (const std::string name = entry.path().filename().string(); entry.is_directory() && !kNotJava.contains(name)) out.push_back(name);
  std::ranges::sort(out);
  return out;
}

std::vector<fs::path> tests_of(const std::string& folder) {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "litmus" / folder))
    if (entry.path().extension() == ".litmus") out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

std::string text_of(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

TEST(Catalogue, HasItsFolders) {
  const std::vector<std::string> all = folders();
  for (const char* known : {"algorithms", "jcstress", "jpr", "manson", "pugh", "umm"})
    EXPECT_NE(std::ranges::find(all, known), all.end()) << known;
}

class Catalogue : public ::testing::TestWithParam<std::string> {};

const std::set<std::string> kLarge = {"nemos/test-03"};  // more interleavings than the machine follows

TEST_P(Catalogue, EndsAsInterleavingsDo) {
  for (const fs::path& path : tests_of(GetParam())) {
    const Comparison comparison = compare_with_interleavings({text_of(path), "sc"});
    const std::string name = GetParam() + "/" + path.stem().string();
    const bool left_out = kLarge.contains(name);
    EXPECT_EQ(comparison.agreement, left_out ? Agreement::skipped : Agreement::agree) << path << "\n" << comparison.report;
  }
}

TEST_P(Catalogue, AllowsWhatHistoriesAllow) {
  const std::vector<std::string> models = {"jls-hb", "jls04", "jls-revised"};
  for (const fs::path& path : tests_of(GetParam())) {
    const std::vector<Comparison> comparisons = compare_with_histories_under(text_of(path), models);
    ASSERT_EQ(comparisons.size(), models.size());
    for (std::size_t m = 0; m < models.size(); ++m)
      EXPECT_NE(comparisons[m].agreement, Agreement::differ) << path << " under " << models[m] << "\n" << comparisons[m].report;
  }
}

INSTANTIATE_TEST_SUITE_P(Folders, Catalogue, ::testing::ValuesIn(folders()), [](const auto& folder) {
  std::string name = folder.param;
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace thinair::tests
