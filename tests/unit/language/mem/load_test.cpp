#include "language/mem/load.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "language/mem/print.hpp"
#include "language/mem/resolve.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::mem {
namespace {

namespace fs = std::filesystem;

using tests::kJava;

class Shipped : public testing::TestWithParam<std::string> {};

TEST_P(Shipped, loads_and_resolves) {
  Sources sources;
  const auto model = mem::load(sources, GetParam(), {});
  ASSERT_TRUE(model) << to_text(sources, model.error());
  EXPECT_EQ(model->name, GetParam());
  EXPECT_FALSE(model->title.empty());
  EXPECT_EQ(model->single_name, "jls-hb.cat");
  EXPECT_EQ(model->single.name, "jls-hb");
  EXPECT_FALSE(model->single.statements.empty());
  EXPECT_EQ(to_text(sources, resolve(*model, kJava)), "");
}

INSTANTIATE_TEST_SUITE_P(Models, Shipped, testing::Values("jls04", "jls-revised"), [](const auto& instance) {
  std::string name = instance.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Load, reads_the_rules_of_java) {
  Sources sources;
  const auto model = mem::load(sources, "jls04", {});
  ASSERT_TRUE(model);
  EXPECT_EQ(model->identity, Identity::nth);
  ASSERT_EQ(model->definitions.size(), 2U);
  ASSERT_EQ(model->conditions.size(), 8U);
  EXPECT_EQ(model->conditions[7].name, "rule-9");
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(model->conditions[i].name, "rule-" + std::to_string(i + 1));
  EXPECT_EQ(model->conditions[0].kind, Condition::Kind::subset);
  EXPECT_EQ(model->conditions[1].kind, Condition::Kind::equal);
  EXPECT_EQ(model->conditions[3].kind, Condition::Kind::values);
  EXPECT_FALSE(model->conditions[3].right);
  ASSERT_EQ(model->keeps.size(), 1U);
  EXPECT_EQ(model->keeps[0].relation, "sw");
  EXPECT_EQ(model->keeps[0].name, "rule-8");
}

TEST(Load, knows_what_is_shipped) {
  EXPECT_TRUE(is_shipped("jls04"));
  EXPECT_TRUE(is_shipped("jls04.mem"));
  EXPECT_FALSE(is_shipped("jls-hb"));
  EXPECT_FALSE(is_shipped("jls-hb.cat"));
  EXPECT_FALSE(is_shipped(""));
}

TEST(Load, shipped_models_are_listed_with_those_of_cat) {
  const auto models = cat::shipped_models();
  const auto found = std::ranges::find(models, "jls04", &cat::ShippedModel::name);
  ASSERT_NE(found, models.end());
  EXPECT_EQ(found->title, "Java SE: JLS 17.4.8");
  EXPECT_TRUE(found->summary.starts_with("Java's own memory model"));
  EXPECT_TRUE(std::ranges::is_sorted(models, {}, &cat::ShippedModel::name));
  ASSERT_TRUE(cat::shipped_text("jls04"));
  EXPECT_EQ(cat::shipped_text("jls04"), cat::shipped_text("jls04.mem"));
}

TEST(Load, an_unknown_name_lists_the_shipped_ones) {
  Sources sources;
  const auto model = mem::load(sources, "jls05", {});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error()[0].code, "mem-model");
  EXPECT_EQ(model.error()[0].message, "unknown model 'jls05'");
  EXPECT_TRUE(model.error()[0].hint.starts_with("did you mean 'jls04'? shipped models: aarch64, aarch64-flat, causal,"));
  EXPECT_NE(model.error()[0].hint.find("jls-revised, jls04"), std::string::npos);
  const auto missing = mem::load(sources, "folder/none.mem", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error()[0].message, "there is no model file 'folder/none.mem'");
}

// In a folder of its own, removed again.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fs::path("thinair-mem-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "library");
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  fs::path folder_;
};

TEST_F(Files, the_single_execution_model_is_beside_the_file) {
  write("jls-hb.cat", "let mine = po\n");
  const std::string path = write("m.mem", "single \"jls-hb.cat\"\nrequire G.mine subset T.mine as mine\n");
  Sources sources;
  const auto model = mem::load(sources, path, {});
  ASSERT_TRUE(model) << to_text(sources, model.error());
  EXPECT_EQ(model->name, "m");
  EXPECT_EQ(to_text(sources, resolve(*model, kJava)), "");
}

TEST_F(Files, then_in_the_include_path_then_among_the_shipped) {
  write("library/own.cat", "let mine = po\n");
  const std::string path = write("m.mem", "single \"own.cat\"\nrequire G.mine subset T.mine as mine\n");
  Sources sources;
  EXPECT_FALSE(mem::load(sources, path, {}));
  const auto model = mem::load(sources, path, {.include_path = {(folder_ / "library").string()}});
  ASSERT_TRUE(model) << to_text(sources, model.error());
  EXPECT_EQ(to_text(sources, resolve(*model, kJava)), "");
  EXPECT_TRUE(mem::load(sources, write("n.mem", "single \"sc.cat\"\n"), {}));
}

TEST_F(Files, a_path_is_found_in_the_include_path) {
  write("library/m.mem", "single \"sc.cat\"\n");
  Sources sources;
  EXPECT_TRUE(mem::load(sources, "m.mem", {.include_path = {(folder_ / "library").string()}}));
}

TEST(Load, shipped_models_read_what_a_race_is_when_it_is_asked_for) {
  Sources sources;
  const auto model = mem::load(sources, "jls04", {});
  ASSERT_TRUE(model && model->drf);
  EXPECT_TRUE(model->drf->races->is_late());
  EXPECT_FALSE(model->drf->races->get().rules.empty());
}

TEST_F(Files, what_a_race_is_in_a_file_of_ones_own_is_read_at_once) {
  write("races.cat", "let = po\n");
  const std::string path = write("m.mem", "single \"sc.cat\"\ndrf-sc \"races.cat\"\n");
  Sources sources;
  EXPECT_FALSE(mem::load(sources, path, {}));
  write("races.cat", "~empty po as race\n");
  const auto model = mem::load(sources, path, {});
  ASSERT_TRUE(model && model->drf);
  EXPECT_FALSE(model->drf->races->is_late());
  EXPECT_FALSE(model->drf->races->get().rules.empty());
}

TEST(Load, reads_no_files_when_told_so) {
  Sources sources;
  EXPECT_TRUE(mem::load(sources, "jls04", {.include_path = {}, .read_files = false}));
  EXPECT_FALSE(mem::load(sources, std::string(THINAIR_SOURCE_DIR) + "/models/none.mem", {.include_path = {}, .read_files = false}));
}

}  // namespace
}  // namespace thinair::mem
