// tests/errors/litmus: one mistake per NAME.litmus, the exact text of what thinair says in NAME.expect.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "read/lower.hpp"

namespace thinair {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "tests/errors/litmus"))
    if (entry.path().extension() == ".litmus") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

class Mistake : public testing::TestWithParam<std::string> {};

TEST_P(Mistake, gets_the_expected_message) {
  const fs::path base = fs::path(THINAIR_SOURCE_DIR) / "tests/errors/litmus" / GetParam();
  const fs::path expect = fs::path(base).concat(".expect");
  ASSERT_TRUE(fs::exists(expect)) << "every .litmus here needs its .expect";
  Sources sources;
  const std::uint32_t file = sources.add(GetParam() + ".litmus", contents(fs::path(base).concat(".litmus")));
  Diagnostics warnings;
  const Result<program::Test> test = read::read_test(sources, file, &warnings);
  EXPECT_EQ(test.has_value(), GetParam().starts_with("warning-"));
  EXPECT_EQ(to_text(sources, warnings) + (test ? "" : to_text(sources, test.error())), contents(expect));
}

INSTANTIATE_TEST_SUITE_P(Litmus, Mistake, testing::ValuesIn(cases()), [](const auto& instance) {
  std::string name = instance.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Mistakes, cover_every_code) {
  std::set<std::string> seen;
  for (const std::string& name : cases()) {
    const std::string text = contents(fs::path(THINAIR_SOURCE_DIR) / "tests/errors/litmus" / (name + ".expect"));
    for (std::size_t at = text.find("[litmus-"); at != std::string::npos; at = text.find("[litmus-", at + 1))
      seen.insert(text.substr(at + 1, text.find(']', at) - at - 1));
  }
  const std::set<std::string> codes = {
      "litmus-arguments",     "litmus-character",      "litmus-columns",      "litmus-comment",        "litmus-dialect",
      "litmus-duplicate",     "litmus-final",          "litmus-handle",       "litmus-ignored",        "litmus-init",
      "litmus-mode",          "litmus-name",           "litmus-nesting",      "litmus-no-threads",     "litmus-no-value",
      "litmus-number",        "litmus-operand",        "litmus-order",        "litmus-plain-atomic",   "litmus-range",
      "litmus-recursion",     "litmus-redeclared",     "litmus-size",         "litmus-string",         "litmus-syntax",
      "litmus-thread",        "litmus-type",           "litmus-unassigned",   "litmus-unbound-handle", "litmus-unknown-instruction",
      "litmus-unknown-label", "litmus-unknown-method", "litmus-unknown-name", "litmus-unread",         "litmus-unsequenced",
      "litmus-unsupported"};
  EXPECT_EQ(seen, codes);
}

}  // namespace
}  // namespace thinair
