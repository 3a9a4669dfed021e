// Shipped models, includes, and what goes wrong with files.
#include "language/cat/load.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "language/cat/embedded.hpp"
#include "language/cat/parser.hpp"
#include "language/cat/print.hpp"
#include "language/cat/resolve.hpp"
#include "read/assembly/isa.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::cat {
namespace {

namespace fs = std::filesystem;

using tests::kJava;

// A folder of model files that goes away with the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("thinair-load-test-" + std::to_string(::getpid()))) { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string load_error(const std::string& name, const LoadOptions& options = {}) {
  Sources sources;
  const auto model = load(sources, name, options);
  EXPECT_FALSE(model);
  return model ? "" : to_text(sources, model.error());
}

TEST(Shipped, TheFourModelsAreListed) {
  std::vector<std::string> names;
  for (const ShippedModel& m : shipped_models()) {
    names.push_back(m.name);
    EXPECT_FALSE(m.title.empty()) << m.name;
    EXPECT_FALSE(m.summary.empty()) << m.name;
    EXPECT_TRUE(shipped_text(m.name)) << m.name;
  }
  for (const char* name : {"causal", "coherence", "jam19", "jam21", "jls-hb", "pc", "pram", "sc"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  EXPECT_FALSE(shipped_text("no-such-model"));
}

// The event sets of the architecture that the model's title names; Java's if it names none.
std::vector<std::string> sets_for(const Model& model) {
  using program::Arch;
  constexpr std::pair<std::string_view, Arch> kArchitectures[] = {
      {"X86", Arch::x86}, {"AArch64", Arch::aarch64}, {"RISCV", Arch::riscv}, {"PPC", Arch::ppc}};
  for (const auto& [name, arch] : kArchitectures)
    if (model.architecture == name) return read::isa_of(arch)->set_names();
  return kJava;
}

TEST(Shipped, EveryFileLoadsResolvesAndPrintsStably) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.ends_with(".cat")) continue;
    Sources sources;
    const auto model = load(sources, std::string(file.path), {});
    ASSERT_TRUE(model) << to_text(sources, model.error());
    const Diagnostics errors = resolve(*model, sets_for(*model));
    EXPECT_TRUE(errors.empty()) << file.path << "\n" << to_text(sources, errors);
    const std::string printed = to_text(*model);
    const auto again = parse(sources, sources.add("again.cat", printed));
    ASSERT_TRUE(again) << to_text(sources, again.error());
    EXPECT_EQ(to_text(*again), printed);
  }
}

TEST(Shipped, FencesOfTheirOwnAreNotNeededElsewhere) {
  Sources sources;
  const auto model = load(sources, "jam21", {});
  ASSERT_TRUE(model);
  EXPECT_TRUE(resolve(*model, {"V", "ACQ", "REL", "RA", "O"}).empty());
}

TEST(Load, TheStandardLibraryComesFirst) {
  Sources sources;
  const auto model = load_text(sources, sources.add("m.cat", "acyclic po-loc | rfe"), {});
  ASSERT_TRUE(model);
  ASSERT_EQ(model->statements.size(), 2u);
  EXPECT_EQ(model->statements[0].kind, Stmt::Kind::include);
  EXPECT_EQ(model->statements[0].name, "stdlib.cat");
  EXPECT_FALSE(model->statements[0].body.empty());
  EXPECT_EQ(model->name, "m");
  EXPECT_EQ(to_text(*model), "acyclic po-loc | rfe\n");
}

TEST(Load, ShippedByNameOrFileName) {
  Sources sources;
  EXPECT_EQ(load(sources, "sc", {})->name, "sc");
  EXPECT_EQ(load(sources, "sc.cat", {})->name, "sc");
  EXPECT_EQ(load(sources, "uniproc.cat", {})->name, "uniproc");
}

TEST(Load, IncludesAreSearchedBesideTheFileThenInThePathThenShipped) {
  const Folder folder;
  folder.write("lib/defs.cat", "let from-path = po\n");
  folder.write("defs2.cat", "let beside = rf\n");
  folder.write("lib/defs2.cat", "let hidden = rf\n");
  const std::string file =
      folder.write("m.cat", "include \"defs.cat\"\ninclude \"defs2.cat\"\ninclude \"cos.cat\"\nacyclic from-path | beside | co\n");
  Sources sources;
  const auto model = load(sources, file, {.include_path = {folder.path("lib")}});
  ASSERT_TRUE(model) << to_text(sources, model.error());
  EXPECT_TRUE(resolve(*model, {}).empty());
  EXPECT_EQ(model->name, "m");
}

TEST(Load, AnIncludePathCanReplaceALibraryFile) {
  const Folder folder;
  folder.write("lib/cos.cat", "let co = loc\n");
  Sources sources;
  const auto model = load_text(sources, sources.add("m.cat", "include \"cos.cat\"\n"), {.include_path = {folder.path("lib")}});
  ASSERT_TRUE(model);
  EXPECT_EQ(model->statements[1].body.size(), 1u);
}

TEST(Load, IncludedTwiceRunsTwice) {
  const Folder folder;
  folder.write("a.cat", "let a = po\n");
  Sources sources;
  const auto model = load(sources, folder.write("m.cat", "include \"a.cat\"\ninclude \"a.cat\"\n"), {});
  ASSERT_TRUE(model);
  ASSERT_EQ(model->statements.size(), 3u);
  EXPECT_EQ(model->statements[1].body.size(), 1u);
  EXPECT_EQ(model->statements[2].body.size(), 1u);
}

TEST(Load, CyclesAreErrors) {
  const Folder folder;
  const std::string self = folder.write("self.cat", "include \"./self.cat\"\n");
  EXPECT_NE(load_error(self).find("self.cat:1:1: error: './self.cat' includes itself [cat-include]"), std::string::npos)
      << load_error(self);
  folder.write("b.cat", "include \"c.cat\"\n");
  folder.write("c.cat", "let x = po\ninclude \"b.cat\"\n");
  const std::string loop = load_error(folder.write("a.cat", "include \"b.cat\"\n"));
  EXPECT_NE(loop.find("c.cat:2:1: error: 'b.cat' includes itself"), std::string::npos) << loop;
}

TEST(Load, ManyIncludesAreLimited) {
  const Folder folder;
  for (int i = 0; i < 30; ++i) {
    const std::string next = fmt::format("include \"f{}.cat\"\n", i + 1);
    folder.write(fmt::format("f{}.cat", i), next + next);
  }
  folder.write("f30.cat", "let x = po\n");
  EXPECT_NE(load_error(folder.path("f0.cat")).find("more than 500 files are included"), std::string::npos);
}

TEST(Load, ErrorsInIncludedFilesAreThere) {
  const Folder folder;
  folder.write("bad.cat", "let x =\n");
  const std::string errors = load_error(folder.write("m.cat", "include \"bad.cat\"\n"));
  EXPECT_NE(errors.find("bad.cat:1:8: error: expected an expression, found the end of the file"), std::string::npos) << errors;
}

TEST(Load, UnknownModels) {
  EXPECT_EQ(
      load_error("jam12").find("thinair: error: unknown model 'jam12' [cat-model]\n"
                               "  did you mean 'jam19'? shipped models: aarch64, aarch64-flat, causal, coherence, jam19, jam21, java, "),
      0U);
  EXPECT_NE(load_error("no/such.cat").find("there is no model file 'no/such.cat'"), std::string::npos);
  EXPECT_NE(load_error("").find("unknown model ''"), std::string::npos);
  EXPECT_NE(load_error("./").find("'./' is a directory, not a model file"), std::string::npos);
}

TEST(Load, WithoutFilesOnlyShippedOnesAreFound) {
  const Folder folder;
  const std::string file = folder.write("a.cat", "let a = po\n");
  Sources sources;
  EXPECT_FALSE(load_text(sources, sources.add("m.cat", "include \"" + file + "\"\n"), {.include_path = {}, .read_files = false}));
  EXPECT_TRUE(load_text(sources, sources.add("m.cat", "include \"cos.cat\"\n"), {.include_path = {}, .read_files = false}));
}

}  // namespace
}  // namespace thinair::cat
