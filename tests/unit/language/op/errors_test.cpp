// tests/errors/op: one mistake per NAME.op, the exact text of what thinair says in NAME.expect. To accept new texts after reading
// them, run with THINAIR_BLESS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "language/op/load.hpp"
#include "language/op/resolve.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::op {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string printed(const fs::path& path) {
  Sources sources;
  const auto model =
      op::load_text(sources, sources.add(path.filename().string(), contents(path)), {.include_path = {}, .read_files = false});
  if (!model) return to_text(sources, model.error());
  const auto machine = resolve(*model, tests::kJava);
  return machine ? "" : to_text(sources, machine.error());
}

std::vector<fs::path> cases() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "tests/errors/op"))
    if (entry.path().extension() == ".op") out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

class MachineMistake : public testing::TestWithParam<fs::path> {};

TEST_P(MachineMistake, gets_the_expected_message) {
  const std::string text = printed(GetParam());
  fs::path expectation = GetParam();
  expectation.replace_extension(".expect");
  if (std::getenv("THINAIR_BLESS")) std::ofstream(expectation, std::ios::binary) << text;
  EXPECT_NE(text, "") << "there is no mistake in this file";
  EXPECT_EQ(text, contents(expectation));
}

INSTANTIATE_TEST_SUITE_P(Op, MachineMistake, testing::ValuesIn(cases()), [](const auto& instance) {
  std::string name = instance.param.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

// What a machine may do wrong only when it runs is in tests/unit/engine/machine.
TEST(MachineMistakes, cover_every_code) {
  std::set<std::string> seen;
  for (const fs::path& path : cases()) {
    const std::string text = contents(fs::path(path).replace_extension(".expect"));
    for (std::size_t at = text.find("[op-"); at != std::string::npos; at = text.find("[op-", at + 1))
      seen.insert(text.substr(at + 1, text.find(']', at) - at - 1));
  }
  const std::set<std::string> codes{"op-duplicate", "op-include", "op-kind",  "op-never",   "op-not-monotone", "op-rule",
                                    "op-state",     "op-syntax",  "op-table", "op-unbound", "op-unsupported"};
  EXPECT_EQ(seen, codes);
}

TEST(ShippedMachines, AreWithoutMistakes) {
  for (const char* name : {"umm-sc", "umm-coherence", "umm-pram", "jmm-mp", "tso", "pso"}) {
    Sources sources;
    const auto model = op::load(sources, name, {});
    ASSERT_TRUE(model) << to_text(sources, model.error());
    const auto machine = resolve(*model, tests::kJava);
    EXPECT_TRUE(machine) << to_text(sources, machine.error());
  }
}

}  // namespace
}  // namespace thinair::op
