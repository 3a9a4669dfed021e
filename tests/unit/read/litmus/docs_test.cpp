// Every litmus block of docs/litmus-format.md is a test that is accepted without a warning.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "read/lower.hpp"

namespace thinair {
namespace {

TEST(Docs, examples_are_accepted) {
  std::ifstream in(std::filesystem::path(THINAIR_SOURCE_DIR) / "docs/litmus-format.md");
  ASSERT_TRUE(in);
  std::string block;
  bool inside = false;
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    if (!inside) {
      inside = line == "```litmus";
      block.clear();
    } else if (line != "```") {
      block += line + '\n';
    } else {
      inside = false;
      ++count;
      Sources sources;
      Diagnostics warnings;
      const Result<program::Test> test = read::read_test(sources, sources.add("example", block), &warnings);
      EXPECT_TRUE(test) << block << to_text(sources, test.error());
      EXPECT_TRUE(warnings.empty()) << to_text(sources, warnings);
    }
  }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace thinair
