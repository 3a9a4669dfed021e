// Every Java test of the catalogue by every shipped scheme: what is printed reads back as the same test, and no two observed
// registers share a home.
#include "ask/compile/compile.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ask/suite/embedded.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower.hpp"

namespace thinair::compile {
namespace {

// The tests of the catalogue that have a compiled form: objects, monitors and threads that start each other have none.
std::vector<program::Test> java_tests(const Scheme& scheme) {
  std::vector<program::Test> tests;
  for (const EmbeddedFile& file : suite::embedded_files()) {
    if (!file.path.ends_with(".litmus") || !file.text.starts_with("Java")) continue;
    Sources sources;
    auto test = read::read_test(sources, sources.add(std::string(file.path), std::string(file.text)), nullptr);
    EXPECT_TRUE(test) << file.path;
    if (!test) continue;
    const auto compiled = compile(*test, scheme, Reader::thinair);
    if (compiled || compiled.error().front().code != "compile-unsupported") tests.push_back(std::move(*test));
  }
  return tests;
}

Scheme scheme_named(const std::string& name) {
  Sources sources;
  auto scheme = load_scheme(sources, name);
  EXPECT_TRUE(scheme) << name;
  return scheme ? std::move(*scheme) : Scheme{};
}

TEST(Compile, ReadsBackAsTheSameTest) {
  for (const ShippedScheme& shipped : shipped_schemes()) {
    const Scheme scheme = scheme_named(shipped.name);
    const std::vector<program::Test> tests = java_tests(scheme);
    ASSERT_GT(tests.size(), 290U);
    for (const program::Test& test : tests) {
      for (const Reader reader : {Reader::thinair, Reader::herd}) {
        const auto compiled = compile(test, scheme, reader);
        ASSERT_TRUE(compiled) << test.name << " by " << shipped.name << ": " << compiled.error().front().message;
        const std::string text = litmus::to_text(compiled->tree);
        Sources sources;
        const std::uint32_t file = sources.add("compiled", text);
        const auto tree = litmus::parse(sources, file);
        ASSERT_TRUE(tree) << text;
        EXPECT_EQ(litmus::to_text(*tree), text);
        // The tree that was compiled and the one that was read lower to the same program.
        const auto from_tree = read::lower(sources, compiled->tree, nullptr);
        const auto from_text = read::lower(sources, *tree, nullptr);
        ASSERT_TRUE(from_tree && from_text) << text;
        EXPECT_EQ(program::to_text(from_tree->program), program::to_text(from_text->program));
      }
    }
  }
}

TEST(Compile, HomesAreOneToOne) {
  for (const ShippedScheme& shipped : shipped_schemes()) {
    const Scheme scheme = scheme_named(shipped.name);
    for (const program::Test& test : java_tests(scheme)) {
      const auto compiled = compile(test, scheme, Reader::thinair);
      ASSERT_TRUE(compiled);
      std::set<std::pair<std::optional<std::uint32_t>, std::string>> targets;
      std::set<program::Observable> sources;
      for (const Home& home : compiled->homes) {
        EXPECT_TRUE(targets.emplace(home.target.thread, home.target.name).second) << test.name;
        EXPECT_TRUE(sources.insert(home.source).second) << test.name;
      }
      for (const program::Observable& shown : test.shown) EXPECT_TRUE(sources.contains(shown)) << test.name;
    }
  }
}

program::Test java(const std::string& text) {
  Sources sources;
  auto test = read::read_test(sources, sources.add("test.litmus", text), nullptr);
  EXPECT_TRUE(test);
  return test ? std::move(*test) : program::Test{};
}

TEST(Compile, RenamesLocationsThatLookLikeRegisters) {
  const auto compiled =
      compile(java("Java T\n{ rax=0; }\nThread0 {\n  rax = 1;\n  int r1 = rax;\n}\nexists (rax=1)\n"), scheme_named("x86"), Reader::herd);
  ASSERT_TRUE(compiled);
  const std::string text = litmus::to_text(compiled->tree);
  EXPECT_NE(text.find("movl $1,(rax_)"), std::string::npos) << text;
  EXPECT_NE(text.find("exists (rax_=1)"), std::string::npos) << text;
}

TEST(Compile, AnOperandInTheResultsRegisterIsMovedAway) {
  const auto compiled = compile(
      java("Java T\n{ x=0; }\nThread0 {\n  int r1 = 2;\n  r1 = X.getAndSet(r1 + r1);\n  r1 = X.getAndAdd(r1);\n}\nexists (0:r1=4)\n"),
      scheme_named("aarch64"), Reader::thinair);
  ASSERT_TRUE(compiled);
  EXPECT_NE(litmus::to_text(compiled->tree).find("LDADDAL W"), std::string::npos);
}

TEST(Compile, SaysWhenRegistersRunOut) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += "  int r" + std::to_string(i) + " = X.get();\n";
  const auto compiled =
      compile(java("Java T\n{ x=0; }\nThread0 {\n" + body + "}\nexists (0:r1=4)\n"), scheme_named("x86"), Reader::thinair);
  ASSERT_FALSE(compiled);
  EXPECT_EQ(compiled.error().front().code, "compile-registers");
}

// A register that must be 0 in the end is used for nothing else, also where its instruction is jumped over.
TEST(Compile, AssumedRegistersAreKeptFree) {
  const auto compiled =
      compile(java("Java T\n{ x=0; y=0; }\nThread0 {\n  int r1 = X.get();\n  Y.set(r1 + 5);\n  if (r1 == 1) { int r2 = Y.getAndAdd(3); }\n"
                   "  Y.set(r1 + 7);\n}\nexists (0:r1=0)\n"),
              scheme_named("power"), Reader::thinair);
  ASSERT_TRUE(compiled);
  ASSERT_TRUE(compiled->tree.filter);
  const std::string kept = compiled->tree.filter->lhs.observable.name;
  const auto& program = std::get<litmus::assembly::Program>(compiled->tree.program);
  for (const auto& line : program.threads[0].lines) {
    if (line.operands.empty() || line.operands[0].word != kept) continue;
    EXPECT_EQ(line.mnemonic, "li");
    EXPECT_TRUE(line.operands[1].number == 0 || line.operands[1].number == 1);
  }
}

}  // namespace
}  // namespace thinair::compile
