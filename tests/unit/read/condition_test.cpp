#include <gtest/gtest.h>

#include "read/lower.hpp"

namespace thinair::read {
namespace {

program::Test read(const std::string& text) {
  Sources sources;
  const Result<program::Test> test = read_test(sources, sources.add("folder/file.name.litmus", text), nullptr);
  EXPECT_TRUE(test) << to_text(sources, test.error());
  return test.value_or(program::Test{});
}

const std::string kProgram =
    "Java t\n{ x=0; y=0; 0:k=1; }\nThread0 { int r2 = x; int r1 = y; int never; }\nThread1 { boolean ok = X.compareAndSet(0, 1); }\n";

std::string shown(const program::Test& test) {
  std::string out;
  for (const Observable& observable : test.shown) out += (out.empty() ? "" : " ") + to_text(test.program, observable);
  return out;
}

std::string prop(const std::string& condition) {
  const program::Test test = read(kProgram + "exists (" + condition + ")\n");
  return test.clauses.empty() ? "" : to_text(test.program, test.clauses[0].prop);
}

TEST(Conditions, atoms_are_resolved_and_printed_as_herd_does) {
  EXPECT_EQ(prop("0:r1=1 /\\ [x]=2 /\\ P1:ok=true /\\ 0:r1=0:r2 /\\ x<>y"), "0:r1=1 /\\ x=2 /\\ 1:ok=1 /\\ 0:r1=0:r2 /\\ x!=y");
  EXPECT_EQ(prop("x<1 \\/ x<=2 \\/ x>3 \\/ x>=4 \\/ 5=x"), "x<1 \\/ x<=2 \\/ x>3 \\/ x>=4 \\/ 5=x");
  EXPECT_EQ(prop("not (x=1 /\\ y=1) => (true \\/ false) /\\ x=0"), "not (x=1 /\\ y=1) => (true \\/ false) /\\ x=0");
  EXPECT_EQ(prop("(x=1 => y=1) => x=0"), "(x=1 => y=1) => x=0");
}

TEST(Conditions, a_local_that_the_init_block_or_a_declaration_names_exists) {
  EXPECT_EQ(prop("0:k=1 /\\ 0:never=0"), "0:k=1 /\\ 0:never=0");
}

TEST(Conditions, kinds_and_text) {
  const program::Test test = read(kProgram + "exists (x=1)\n~exists x=2\nforall (x = 3)\nrequired (x=4)\nforbidden ( x=5 )\nfilter y=1\n");
  ASSERT_EQ(test.clauses.size(), 5U);
  EXPECT_EQ(test.clauses[0].kind, Clause::Kind::exists);
  EXPECT_EQ(test.clauses[1].kind, Clause::Kind::not_exists);
  EXPECT_EQ(test.clauses[2].kind, Clause::Kind::forall);
  EXPECT_EQ(test.clauses[3].kind, Clause::Kind::required);
  EXPECT_EQ(test.clauses[4].kind, Clause::Kind::forbidden);
  EXPECT_EQ(test.clauses[1].text, "x=2");
  EXPECT_EQ(test.clauses[2].text, "(x = 3)");
  EXPECT_EQ(test.clauses[4].text, "( x=5 )");
  ASSERT_TRUE(test.filter);
  EXPECT_EQ(to_text(test.program, *test.filter), "y=1");
}

TEST(Shown, without_locations_every_assigned_register_and_what_clauses_mention) {
  EXPECT_EQ(shown(read(kProgram)), "0:r2 0:r1 1:ok");
  EXPECT_EQ(shown(read(kProgram + "exists (y=1 /\\ 0:k=1)\nforbidden (x=1)")), "0:r2 0:r1 0:k 1:ok x y");
  EXPECT_EQ(shown(read(kProgram + "filter y=1")), "0:r2 0:r1 1:ok");
}

TEST(Shown, with_locations_only_those_and_what_clauses_mention) {
  EXPECT_EQ(shown(read(kProgram + "locations [y; 0:r1]")), "0:r1 y");
  EXPECT_EQ(shown(read(kProgram + "locations []\nexists (1:ok=1)")), "1:ok");
}

TEST(Test, name_doc_and_header) {
  const program::Test test = read("Java -- \"a doc\"\nKey=value\n{}\nThread0 {}\n");
  EXPECT_EQ(test.name, "file.name");
  EXPECT_EQ(test.doc, "a doc");
  ASSERT_EQ(test.header.size(), 1U);
  EXPECT_EQ(test.header[0], (std::pair<std::string, std::string>{"Key", "value"}));
}

TEST(Lowering, finds_all_mistakes_up_to_a_limit) {
  Sources sources;
  std::string text = "Java t\n{}\nThread0 {}\nexists (";
  for (int i = 0; i < 50'000; ++i) text += "no_such_name" + std::to_string(i) + "=1 /\\ ";
  const Result<program::Test> test = read_test(sources, sources.add("t.litmus", text + "true)"), nullptr);
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().size(), 20U);
}

}  // namespace
}  // namespace thinair::read
