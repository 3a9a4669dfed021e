// tests/errors/cat: one mistake per file, and beside it the exact text that thinair prints. To accept new texts after reading them,
// run with THINAIR_BLESS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "language/cat/load.hpp"
#include "language/cat/resolve.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::cat {
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
  fs::current_path(path.parent_path());  // so that included files, too, show without a folder
  const auto model = load_text(sources, sources.add(path.filename().string(), text), {});
  fs::current_path(home);
  if (!model) return to_text(sources, model.error());
  if (const Diagnostics wrong = check_architecture(*model, "Java"); !wrong.empty()) return to_text(sources, wrong);
  return to_text(sources, resolve(*model, kJava, {.variants = {}, .registers = false}));
}

std::vector<fs::path> cases() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "tests" / "errors" / "cat"))
    if (entry.path().extension() == ".cat" && !entry.path().filename().string().starts_with("included-")) out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

class ModelErrors : public testing::TestWithParam<fs::path> {};

TEST_P(ModelErrors, ReadAsExpected) {
  const std::string text = printed(GetParam());
  fs::path expectation = GetParam();
  expectation.replace_extension(".expect");
  if (std::getenv("THINAIR_BLESS")) std::ofstream(expectation, std::ios::binary) << text;
  EXPECT_NE(text, "") << "there is no mistake in this file";
  EXPECT_EQ(text, read(expectation));
}

INSTANTIATE_TEST_SUITE_P(Cases, ModelErrors, testing::ValuesIn(cases()), [](const testing::TestParamInfo<fs::path>& param) {
  std::string name = param.param.stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace thinair::cat
