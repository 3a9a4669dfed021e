#include "language/mem/parser.hpp"

#include <gtest/gtest.h>

#include <string>

#include "language/cat/print.hpp"
#include "language/mem/load.hpp"
#include "language/mem/print.hpp"
#include "language/mem/resolve.hpp"

namespace thinair::mem {
namespace {

std::string reprinted(const std::string& text) {
  Sources sources;
  const auto model = parse(sources, sources.add("m.mem", text));
  return model ? to_text(*model) : to_text(sources, model.error());
}

std::string wrong(const std::string& text) {
  Sources sources;
  const auto model = mem::load_text(sources, sources.add("m.mem", text), {.include_path = {}, .read_files = false});
  if (!model) return to_text(sources, model.error());
  return to_text(sources, resolve(*model, {"V", "FINAL", "SPIN"}));
}

TEST(Parser, every_statement) {
  const std::string text =
      "\"A title\"\n"
      "single \"jls-hb.cat\"\n"
      "identity free\n"
      "let new = C \\ D\n"
      "let seen(r, S) = domain(r ; [S])\n"
      "require C subset G.E as a\n"
      "require G.rf ; [D & R] = T.rf ; [D & R] as b\n"
      "require values C & W as c\n"
      "require empty G.rf \\ G.hb as d\n"
      "require acyclic G.hb | T.hb as e\n"
      "require irreflexive G.hb ; T.rf as f\n"
      "keep G.sw & _ * new in sw as g\n";
  EXPECT_EQ(reprinted(text), text);
}

TEST(Parser, the_identity_is_nth_unless_told) {
  EXPECT_EQ(reprinted("single \"a.cat\""), "single \"a.cat\"\nidentity nth\n");
  EXPECT_EQ(reprinted("identity free single \"a.cat\""), "single \"a.cat\"\nidentity free\n");
}

TEST(Parser, comments_are_those_of_cat) {
  EXPECT_EQ(reprinted("(* a (* b *) *) single // c\n\"a.cat\" # d\n"), "single \"a.cat\"\nidentity nth\n");
}

TEST(Parser, a_statement_may_follow_an_expression_on_the_next_line) {
  EXPECT_EQ(reprinted("single \"a.cat\"\nlet r = G.hb*\nrequire r* subset r as x\nlet s = C\nkeep r in po as y"),
            "single \"a.cat\"\nidentity nth\nlet r = G.hb*\nlet s = C\nrequire r* subset r as x\nkeep r in po as y\n");
}

TEST(Parser, shipped_models_print_and_parse_to_the_same) {
  for (const std::string name : {"jls04", "jls-revised"}) {
    const std::string once = reprinted(std::string(*cat::shipped_text(name)));
    EXPECT_EQ(reprinted(once), once);
    EXPECT_NE(once.find("require"), std::string::npos);
  }
}

TEST(Parser, words_of_the_language_are_no_names) {
  EXPECT_NE(reprinted("single \"a.cat\"\nlet keep = C").find("'keep' is a word of the language"), std::string::npos);
}

TEST(Parser, deep_nesting_is_an_error) {
  const std::string many(100'000, '(');
  EXPECT_NE(reprinted("single \"a.cat\" require " + many).find("[mem-syntax]"), std::string::npos);
  std::string chain = "single \"a.cat\" require empty G.hb";
  for (int i = 0; i < 100'000; ++i) chain += "^-1";
  EXPECT_NE(reprinted(chain + " as a").find("[mem-syntax]"), std::string::npos);
}

TEST(Resolve, functions_take_sets_and_relations) {
  EXPECT_EQ(wrong("single \"jls-hb.cat\"\nlet seen(r, S) = domain(r ; [S])\nrequire seen(G.rf | T.rf, C & V) subset D as a\n"), "");
  EXPECT_NE(wrong("single \"jls-hb.cat\"\nlet seen(r, S) = domain(r ; [S])\nrequire seen(C, G.rf) subset D as a\n").find("[mem-kind]"),
            std::string::npos);
}

TEST(Resolve, a_parameter_hides_a_function) {
  EXPECT_EQ(wrong("single \"jls-hb.cat\"\nlet f(x) = x & C\nlet g(f) = f & D\nrequire g(C) subset f(D) as a\n"), "");
}

TEST(Resolve, names_of_the_library_belong_to_the_single_execution_model) {
  EXPECT_EQ(wrong("single \"jls-hb.cat\"\nrequire G.rfe subset T.po-loc | G.ext as a\n"), "");
}

TEST(Resolve, sets_without_prefix_are_those_of_both_executions) {
  EXPECT_EQ(wrong("single \"jls-hb.cat\"\nrequire R | W | IW | V subset G.E | T.E as a\nrequire id & G.hb subset 0 as b\n"), "");
}

// Each function doubles the one before: without the bound the last would be 2^200 operations.
TEST(Parser, definitions_do_not_grow_without_bound) {
  std::string text = "single \"jls-hb.cat\"\nlet f0(r) = r ; r\n";
  for (int i = 1; i < 200; ++i)
    text += "let f" + std::to_string(i) + "(r) = f" + std::to_string(i - 1) + "(f" + std::to_string(i - 1) + "(r))\n";
  EXPECT_NE(reprinted(text).find("more than 100000 operations [mem-size]"), std::string::npos);

  std::string chain = "single \"jls-hb.cat\"\nlet a0 = G.hb\n";
  for (int i = 1; i < 2000; ++i) chain += "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + "^-1\n";
  EXPECT_NE(reprinted(chain).find("nested more than 500 deep [mem-size]"), std::string::npos);

  std::string wide = "single \"jls-hb.cat\"\nlet a0 = G.hb | G.rf\n";
  for (int i = 1; i < 14; ++i) wide += "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " | a" + std::to_string(i - 1) + "\n";
  EXPECT_EQ(wrong(wide + "require empty a13 as first\n"), "");
  EXPECT_NE(wrong(wide + "require empty a13 as first\nrequire a13 = a13 as second\n").find("[mem-size]"), std::string::npos);
}

}  // namespace
}  // namespace thinair::mem
