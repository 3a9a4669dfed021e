#include "read/litmus/parser.hpp"

#include <gtest/gtest.h>

#include "read/litmus/cursor.hpp"
#include "support/cpu_time.hpp"
#include "unit/hostile.hpp"

namespace thinair::litmus {
namespace {

Result<litmus::Test> parse_text(std::string text) {
  Sources sources;
  return parse(sources, sources.add("t.litmus", std::move(text)));
}

// Prints what was read, or the message of the first error.
std::string printed(std::string text) {
  Sources sources;
  const Result<litmus::Test> test = parse(sources, sources.add("t.litmus", std::move(text)));
  return test ? to_text(*test) : test.error()[0].message;
}

std::string printed_thread(const std::string& body) {
  const std::string all = printed("Java t\n{ x=0; }\nThread0 { " + body + " }\n");
  const std::string before = "Thread0 {\n  ";
  const std::size_t begin = all.find(before);
  if (begin == std::string::npos) return all;
  return all.substr(begin + before.size(), all.rfind("\n}") - begin - before.size());
}

std::string printed_clauses(const std::string& clauses) {
  const std::string all = printed("Java t\n{ x=0; }\nThread0 {}\n" + clauses);
  const std::string before = "Thread0 {\n}\n";
  const std::size_t begin = all.find(before);
  return begin == std::string::npos ? all : all.substr(begin + before.size());
}

TEST(Header, name_doc_and_lines) {
  const Result<litmus::Test> test = parse_text(
      "(* c *) JAVA a/b.c-d+e[f]:g (tex) \"the {doc}\" ;\nKey=value\nSource = http://a.b/c // d\nK2=(* c *) v (* { *)\n"
      "free { x=0; }\nThread0 {}\n");
  ASSERT_TRUE(test);
  EXPECT_EQ(test->dialect, "JAVA");
  EXPECT_EQ(test->name, "a/b.c-d+e[f]:g");
  EXPECT_EQ(test->doc, "the {doc}");
  const std::vector<std::pair<std::string, std::string>> lines = {{"Key", "value"}, {"Source", "http://a.b/c // d"}, {"K2", "v"}};
  EXPECT_EQ(test->header, lines);
}

TEST(Header, comments_hide_braces) {
  EXPECT_EQ(printed("Java t\n// {\n/* { */ (* { *)\n{ x=0; }\nThread0 {}\n"), "Java t\n{ x = 0; }\nThread0 {\n}\n");
}

TEST(Header, byte_order_mark_and_carriage_returns) {
  EXPECT_EQ(printed("\xEF\xBB\xBFJava t\r\nK=v\r\n{ x=0;\r\n}\r\nThread0 {\r\n}\r\n"), "Java t\nK=v\n{ x = 0; }\nThread0 {\n}\n");
}

TEST(Init, every_form) {
  EXPECT_EQ(printed("Java t\n{ x; int y; [z] = -3; volatile int v = 0x10, w; int* 0:X = &x; P0:Y=y; 0:r1=5; int a[2]={0,1}; boolean "
                    "b=true; ;}\nThread0 {}\n"),
            "Java t\n{ x; int y; z = -3; volatile int v = 16; volatile int w; int * 0:X = x; 0:Y = y; 0:r1 = 5; int a[2] = {0, 1}; boolean "
            "b = 1; }\n"
            "Thread0 {\n}\n");
}

TEST(Threads, numbers_are_decimal) { EXPECT_EQ(printed_clauses("exists (P010:r=1 /\\ 000:r=1)"), "exists (10:r=1 /\\ 0:r=1)\n"); }

TEST(Threads, every_spelling_of_a_header) {
  EXPECT_EQ(printed("Java t\n{}\nThread0 {} thread1 {} P2 {}\n"), "Java t\n{ }\nThread0 {\n}\nThread1 {\n}\nThread2 {\n}\n");
}

TEST(Expressions, precedence_is_java_s) {
  // Parentheses are printed only where the tree needs them: each line shows how the flat text groups.
  EXPECT_EQ(printed_thread("r = a || (b && c);"), "r = a || b && c;");
  EXPECT_EQ(printed_thread("r = (a || b) && c;"), "r = (a || b) && c;");
  EXPECT_EQ(printed_thread("r = a && (b | c);"), "r = a && b | c;");
  EXPECT_EQ(printed_thread("r = a | (b ^ (c & (d == (e < (f << (g + (h * i)))))));"), "r = a | b ^ c & d == e < f << g + h * i;");
  EXPECT_EQ(printed_thread("r = ((((((a * b) + c) << d) < e) == f) & g) ^ h;"), "r = a * b + c << d < e == f & g ^ h;");
  EXPECT_EQ(printed_thread("r = (a - b) - c;"), "r = a - b - c;");
  EXPECT_EQ(printed_thread("r = a - (b - c);"), "r = a - (b - c);");
  EXPECT_EQ(printed_thread("r = a ? b : (c ? d : e);"), "r = a ? b : c ? d : e;");
  EXPECT_EQ(printed_thread("r = (a ? b : c) ? d : e;"), "r = (a ? b : c) ? d : e;");
  EXPECT_EQ(printed_thread("r = (a ? b : c) + 1;"), "r = (a ? b : c) + 1;");
  EXPECT_EQ(printed_thread("r = -(a + b) * ~c % !d;"), "r = -(a + b) * ~c % !d;");
}

TEST(Expressions, signs_and_literals) {
  EXPECT_EQ(printed_thread("r = r1-1;"), "r = r1 - 1;");
  EXPECT_EQ(printed_thread("r = - -1;"), "r = - -1;");
  EXPECT_EQ(printed_thread("r = -(1);"), "r = -(1);");
  EXPECT_EQ(printed_thread("r = + +a - -a;"), "r = + +a - -a;");
  EXPECT_EQ(printed_thread("r = -2147483648;"), "r = -2147483648;");
  EXPECT_EQ(printed_thread("r = 0xFFFFFFFF;"), "r = -1;");
  EXPECT_EQ(printed_thread("r = -0x80000000;"), "r = -2147483648;");
  EXPECT_EQ(printed_thread("r = 010 + 0b11 + 1_000;"), "r = 8 + 3 + 1000;");
  EXPECT_EQ(printed_thread("r = -(2147483648);"), "'2147483648' does not fit into an int");
}

TEST(Statements, every_form) {
  EXPECT_EQ(printed_thread("final int a = 1, b; boolean c;"), "final int a = 1, b;\n  boolean c;");
  EXPECT_EQ(printed_thread("r += 1; r >>>= 2; r++; --r;"), "r += 1;\n  r >>>= 2;\n  r++;\n  r--;");
  EXPECT_EQ(printed_thread("X.get(); (X.set(1)); fullFence(); VarHandle.fullFence();"),
            "X.get();\n  X.set(1);\n  fullFence();\n  VarHandle.fullFence();");
  EXPECT_EQ(printed_thread("; { } { ; }"), ";\n  {\n  }\n  {\n    ;\n  }");
}

TEST(Statements, a_dangling_else_goes_to_the_nearest_if) {
  EXPECT_EQ(printed_thread("if (a) if (b) r = 1; else r = 2;"), "if (a)\n    if (b)\n      r = 1;\n    else\n      r = 2;");
  EXPECT_EQ(printed_thread("if (a) { if (b) r = 1; } else if (c) r = 2; else { r = 3; }"),
            "if (a) {\n    if (b)\n      r = 1;\n  } else if (c)\n    r = 2;\n  else {\n    r = 3;\n  }");
}

TEST(Statements, printing_adds_braces_where_an_else_would_be_swallowed) {
  Result<litmus::Test> test = parse_text("Java t\n{}\nThread0 { if (a) if (b) r = 1; else r = 2; }\n");
  ASSERT_TRUE(test);
  // Moves the else from the inner to the outer if, which no text without braces can say.
  java::Stmt& outer = std::get<java::Program>(test->program).threads[0].body[0];
  java::Stmt otherwise = std::move(outer.body[0].body[1]);
  outer.body[0].body.pop_back();
  outer.body.push_back(std::move(otherwise));
  const std::string text = to_text(*test);
  EXPECT_NE(text.find("if (a) {"), std::string::npos);
  EXPECT_EQ(printed(text), text);
}

TEST(Statements, words_of_conditions_can_name_locals) {
  EXPECT_EQ(printed_thread("exists = 1; int filter = exists; final int forall = 2; cases++;"),
            "exists = 1;\n  int filter = exists;\n  final int forall = 2;\n  cases++;");
  EXPECT_EQ(printed_thread("exists (x=1)"), "'exists' inside a thread");
  EXPECT_EQ(printed_thread("locations [x]"), "'locations' inside a thread");
}

TEST(Clauses, kinds_in_any_number_and_order) {
  EXPECT_EQ(
      printed_clauses("required (x=1) exists x=1 ~exists (x=2) forall true (x=3) final x=4 forbidden (false) locations [x;0:r] filter x=1"),
      "locations [x;0:r;]\nfilter x=1\nrequired (x=1)\nexists (x=1)\n~exists (x=2)\nforall (true)\nexists (x=3)\nexists (x=4)\nforbidden "
      "(false)\n");
}

TEST(Clauses, atoms) {
  EXPECT_EQ(
      printed_clauses("exists ([x]=1 /\\ P0:r==2 /\\ x!=3 /\\ x<>4 /\\ 0:r=1:s /\\ x<1 /\\ x<=2 /\\ x>3 /\\ x>=-4 /\\ x=y /\\ x=true)"),
      "exists (x=1 /\\ 0:r=2 /\\ x!=3 /\\ x!=4 /\\ 0:r=1:s /\\ x<1 /\\ x<=2 /\\ x>3 /\\ x>=-4 /\\ x=y /\\ x=1)\n");
}

TEST(Clauses, precedence) {
  EXPECT_EQ(printed_clauses("exists (a=1 \\/ (b=1 /\\ (~ c=1)) => (d=1 => e=1))"), "exists (a=1 \\/ b=1 /\\ not c=1 => d=1 => e=1)\n");
  EXPECT_EQ(printed_clauses("exists ((a=1 => b=1) => c=1)"), "exists ((a=1 => b=1) => c=1)\n");
  EXPECT_EQ(printed_clauses("exists ((a=1 \\/ b=1) /\\ not (c=1 /\\ d=1))"), "exists ((a=1 \\/ b=1) /\\ not (c=1 /\\ d=1))\n");
}

TEST(Clauses, keep_the_text_as_written) {
  const Result<litmus::Test> test = parse_text("Java t\n{}\nThread0 {}\nexists ( x=1  (* c *) /\\\n y==2 )\nforall x<>1\n");
  ASSERT_TRUE(test);
  EXPECT_EQ(test->clauses[0].text, "( x=1 /\\ y==2 )");
  EXPECT_EQ(test->clauses[1].text, "x<>1");
}

TEST(Clauses, a_long_conjunction_is_not_deep) {
  std::string clause = "exists (x=0";
  for (int i = 0; i < 20'000; ++i) clause += " /\\ x=1";
  const Result<litmus::Test> test = parse_text("Java t\n{}\nThread0 {}\n" + clause + ")");
  ASSERT_TRUE(test);
  EXPECT_EQ(test->clauses[0].prop.kids.size(), 20'001U);
  EXPECT_EQ(test->clauses[0].prop.height, 2U);
}

// Megabytes of one thing, in every place where a parser might recurse or pile up memory.
class Hostile : public testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {};

TEST_P(Hostile, fails_fast_with_a_short_message) {
  const auto& [before, unit, code] = GetParam();
  std::string many = unit;
  while (many.size() < tests::kHostile) many += many;
  Sources sources;
  const std::uint32_t file = sources.add("big.litmus", before + many);
  const double start = thread_cpu_seconds();
  const Result<litmus::Test> test = parse(sources, file);
  const double taken = thread_cpu_seconds() - start;
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error()[0].code, code);
  EXPECT_LT(to_text(sources, test.error()).size(), 1000U);
  EXPECT_LT(taken, 60.0);  // of work; a tenth of a second, where nothing slows it down. What is not linear takes hours.
}

const std::string kThread = "Java t\n{ x=0; }\nThread0 { ";
INSTANTIATE_TEST_SUITE_P(
    Megabytes, Hostile,
    testing::Values(std::tuple{"", "{", "litmus-syntax"}, std::tuple{"", "[", "litmus-syntax"}, std::tuple{"", "a", "litmus-syntax"},
                    std::tuple{"Java t ", "(", "litmus-syntax"}, std::tuple{"Java t (*", "(*", "litmus-comment"},
                    std::tuple{"Java t {", "[", "litmus-syntax"}, std::tuple{"Java t {", "x;", "litmus-size"},
                    std::tuple{"Java t { x={", "1,", "litmus-size"}, std::tuple{kThread, "{", "litmus-nesting"},
                    std::tuple{kThread, "{}", "litmus-size"}, std::tuple{kThread, ";", "litmus-size"},
                    std::tuple{kThread, "if(a)", "litmus-nesting"}, std::tuple{kThread, "if(a);else ", "litmus-nesting"},
                    std::tuple{kThread + "r=", "(", "litmus-nesting"}, std::tuple{kThread + "r=", "- ", "litmus-nesting"},
                    std::tuple{kThread + "r=", "1+", "litmus-nesting"}, std::tuple{kThread + "r=", "a?", "litmus-nesting"},
                    std::tuple{kThread + "r=", "a?b:", "litmus-nesting"}, std::tuple{kThread + "r=", "X.get(", "litmus-nesting"},
                    std::tuple{kThread + "X.set(", "1,", "litmus-size"}, std::tuple{kThread + "r=", "1", "litmus-range"},
                    std::tuple{kThread, "a", "litmus-name"}, std::tuple{kThread + "} exists ", "(", "litmus-nesting"},
                    std::tuple{kThread + "} exists ", "not ", "litmus-nesting"},
                    std::tuple{kThread + "} exists ", "x=1 => ", "litmus-nesting"},
                    std::tuple{kThread + "} exists ", "x=1 /\\ ", "litmus-size"},
                    std::tuple{kThread + "} locations [", "x;", "litmus-size"}));

}  // namespace
}  // namespace thinair::litmus
