// docs/mem-language.md must show what is so: its examples load and resolve, its version of Java's rules is the shipped one.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "language/mem/load.hpp"
#include "language/mem/parser.hpp"
#include "language/mem/print.hpp"
#include "language/mem/resolve.hpp"

namespace thinair::mem {
namespace {

std::string manual() {
  std::ifstream in(THINAIR_SOURCE_DIR "/docs/mem-language.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> examples() {
  std::vector<std::string> out;
  const std::string text = manual();
  const std::string fence = "\n```mem\n";
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
    const std::size_t begin = at + fence.size();
    out.push_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return out;
}

TEST(Manual, examples_load_and_resolve) {
  ASSERT_GE(examples().size(), 3U);
  for (const std::string& example : examples()) {
    Sources sources;
    const auto model = mem::load_text(sources, sources.add("example.mem", example), {.include_path = {}, .read_files = false});
    ASSERT_TRUE(model) << to_text(sources, model.error());
    EXPECT_EQ(to_text(sources, resolve(*model, {"V", "ACQ", "REL", "RA", "O", "FULL", "LL", "SS", "ACQF", "RELF", "FINAL", "SPIN"})), "");
  }
}

TEST(Manual, shows_the_shipped_rules_of_java) {
  Sources sources;
  const auto shipped = mem::load(sources, "jls04", {});
  ASSERT_TRUE(shipped);
  bool shown = false;
  for (const std::string& example : examples())
    if (const auto model = parse(sources, sources.add("example.mem", example))) shown = shown || to_text(*model) == to_text(*shipped);
  EXPECT_TRUE(shown);
}

}  // namespace
}  // namespace thinair::mem
