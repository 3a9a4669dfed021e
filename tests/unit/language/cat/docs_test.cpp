// docs/cat-language.md must show what is so: its examples load and resolve, its table of primitives is the one in language/cat/primitives.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "language/cat/load.hpp"
#include "language/cat/primitives.hpp"
#include "language/cat/resolve.hpp"

namespace thinair::cat {
namespace {

std::string manual() {
  std::ifstream in(THINAIR_SOURCE_DIR "/docs/cat-language.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Manual, ExamplesLoadAndResolve) {
  const std::string text = manual();
  const std::string fence = "\n```cat\n";
  std::size_t examples = 0;
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
    const std::size_t begin = at + fence.size();
    Sources sources;
    const auto model = load_text(sources, sources.add("example.cat", text.substr(begin, text.find("```", begin) - begin)), {});
    ASSERT_TRUE(model) << to_text(sources, model.error());
    EXPECT_EQ(to_text(sources, resolve(*model, {"V", "ACQ", "REL", "RA", "O", "FULL", "LL", "SS", "ACQF", "RELF", "FINAL", "SPIN"})), "");
    ++examples;
  }
  EXPECT_GE(examples, 5u);
}

TEST(Manual, HasTheTableOfPrimitives) {
  EXPECT_NE(manual().find(primitive_table()), std::string::npos) << "the end of docs/cat-language.md should be:\n" << primitive_table();
}

}  // namespace
}  // namespace thinair::cat
