// tests/errors/mem: one mistake per NAME.mem, the exact text of what thinair says in NAME.expect. To accept new texts after reading
// them, run with THINAIR_BLESS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "language/mem/load.hpp"
#include "language/mem/resolve.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::mem {
namespace {

namespace fs = std::filesystem;

using tests::kJava;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string printed(const fs::path& path) {
  Sources sources;
  const std::string text = read(path);
  const fs::path home = fs::current_path();
  fs::current_path(path.parent_path());  // so that the single-execution model, too, shows without a folder
  const auto model = mem::load_text(sources, sources.add(path.filename().string(), text), {});
  fs::current_path(home);
  return to_text(sources, model ? resolve(*model, kJava) : model.error());
}

std::vector<fs::path> cases() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "tests/errors/mem"))
    if (entry.path().extension() == ".mem") out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

class ModelMistake : public testing::TestWithParam<fs::path> {};

TEST_P(ModelMistake, gets_the_expected_message) {
  const std::string text = printed(GetParam());
  fs::path expectation = GetParam();
  expectation.replace_extension(".expect");
  if (std::getenv("THINAIR_BLESS")) std::ofstream(expectation, std::ios::binary) << text;
  EXPECT_NE(text, "") << "there is no mistake in this file";
  EXPECT_EQ(text, read(expectation));
}

INSTANTIATE_TEST_SUITE_P(Mem, ModelMistake, testing::ValuesIn(cases()), [](const auto& instance) {
  std::string name = instance.param.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

// mem-model is about the command line, mem-size needs a big file; load_test and parser_test have them.
TEST(ModelMistakes, cover_every_code) {
  std::set<std::string> seen;
  for (const fs::path& path : cases()) {
    const std::string text = read(fs::path(path).replace_extension(".expect"));
    for (std::size_t at = text.find("[mem-"); at != std::string::npos; at = text.find("[mem-", at + 1))
      seen.insert(text.substr(at + 1, text.find(']', at) - at - 1));
  }
  const std::set<std::string> codes{"mem-duplicate", "mem-identity", "mem-kind",        "mem-reserved", "mem-single",
                                    "mem-syntax",    "mem-unbound",  "mem-unsupported", "mem-writes"};
  EXPECT_EQ(seen, codes);
}

}  // namespace
}  // namespace thinair::mem
