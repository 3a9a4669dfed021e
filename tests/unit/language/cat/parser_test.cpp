// The lexer and the parser: precedence, the forms of every statement, and printing as parsing's inverse.
#include "language/cat/parser.hpp"

#include <gtest/gtest.h>

#include "language/cat/lexer.hpp"
#include "language/cat/print.hpp"
#include "support/cpu_time.hpp"
#include "unit/hostile.hpp"

namespace thinair::cat {
namespace {

// Of work: no input may make the parser hang. Less than a second where no sanitizer slows it down; what is not linear takes hours.
constexpr double kPatience = 120;

Model parsed(const std::string& text) {
  Sources sources;
  auto model = parse(sources, sources.add("test.cat", text));
  EXPECT_TRUE(model) << text << "\n" << (model ? "" : to_text(sources, model.error()));
  return model ? *model : Model{};
}

std::string error_of(const std::string& text) {
  Sources sources;
  auto model = parse(sources, sources.add("test.cat", text));
  EXPECT_FALSE(model) << text.substr(0, 200);
  return model ? "" : to_text(sources, model.error());
}

std::string understood(const std::string& expr) {
  const Model model = parsed("let x = " + expr);
  if (model.statements.size() != 1) return "not one statement";
  return to_text(*model.statements[0].bindings[0].value, Parens::all);
}

struct Reading {
  const char* text;
  const char* meaning;
};

class Precedence : public testing::TestWithParam<Reading> {};

TEST_P(Precedence, IsAsInHerd) { EXPECT_EQ(understood(GetParam().text), GetParam().meaning) << GetParam().text; }

INSTANTIATE_TEST_SUITE_P(Table, Precedence,
                         testing::ValuesIn(std::vector<Reading>{
                             {"a | b | c", "a | (b | c)"},
                             {"a ; b ; c", "a ; (b ; c)"},
                             {"a & b & c", "a & (b & c)"},
                             {"a * b * c", "a * (b * c)"},
                             {"a ++ b ++ c", "a ++ (b ++ c)"},
                             {"a \\ b \\ c", "(a \\ b) \\ c"},
                             {"a | b ++ c", "a | (b ++ c)"},
                             {"a ++ b ; c", "a ++ (b ; c)"},
                             {"a ; b \\ c", "a ; (b \\ c)"},
                             {"a \\ b & c", "a \\ (b & c)"},
                             {"a & b * c", "a & (b * c)"},
                             {"a * b & c", "(a * b) & c"},
                             {"a & b \\ c", "(a & b) \\ c"},
                             {"a \\ b ; c", "(a \\ b) ; c"},
                             {"a ; b | c", "(a ; b) | c"},
                             {"~a | b", "(~a) | b"},
                             {"~a & b", "(~a) & b"},
                             {"~a*", "~(a*)"},
                             {"~~a", "~(~a)"},
                             {"a^-1 ; b", "(a^-1) ; b"},
                             {"a ^ -1", "a^-1"},
                             {"a+ ; b* ; c?", "(a+) ; ((b*) ; (c?))"},
                             {"a** * b", "((a*)*) * b"},
                             {"a* & b", "(a*) & b"},
                             {"a*+?", "((a*)+)?"},
                             {"(a*)", "a*"},
                             {"a * [b]", "a * [b]"},
                             {"a*(b)", "a * b"},
                             {"f x y", "(f(x))(y)"},
                             {"f x*", "(f(x))*"},
                             {"f x * g y", "(f(x)) * (g(y))"},
                             {"f (x,y) | z", "(f(x, y)) | z"},
                             {"f {} [W] 0 _", "(((f{})[W])(0))(_)"},
                             {"a, b | c", "(a, (b | c))"},
                             {"fun x -> a | b", "fun x -> a | b"},
                             {"fun x->x;y", "fun x -> x ; y"},
                             {"a | fun (x,y) -> x", "a | (fun (x, y) -> x)"},
                             {"try a | b with c | d", "try a | b with c | d"},
                             {"let y = a in y | b", "let y = a in y | b"},
                             {"begin a | b end & c", "(a | b) & c"},
                             {"a-b", "a-b"},
                             {"a' | _b.c", "a' | _b.c"},
                             {"{a, b | c}", "{a, (b | c)}"},
                             {"if \"v\" && not \"w\" || \"u\" then a else b | c", "if \"v\" && not \"w\" || \"u\" then a else b | c"},
                             {"if (a | b) & c = d then a else b", "if ((a | b) & c) = d then a else b"},
                             {"if not (\"v\" || a subset b) then a else b", "if not (\"v\" || a subset b) then a else b"},
                             {"match a with || {} -> b || x ++ xs -> c | x end", "match a with || {} -> b || x ++ xs -> c | x end"},
                             {"match a with s | x ++ t -> s || {} -> {} end", "match a with || s | x ++ t -> s || {} -> {} end"},
                         }));

// Each prints as itself, in the printer's form.
class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, PrintsWhatWasRead) {
  const std::string text = std::string(GetParam()) + "\n";
  EXPECT_EQ(to_text(parsed(text)), text);
}

INSTANTIATE_TEST_SUITE_P(
    Statements, RoundTrip,
    testing::Values("\"a title\"", "X86 \"a title\"", "\"title\" catdep", "catdep", "let a = b and c = d",
                    "let rec a = b | c and c = a ; d", "let rec a = b when irreflexive a as early", "let f(x) = x", "let f(x, y) = x ; y",
                    "let f() = a", "let (a, b) = f(c)", "let rec f(x) = f(x)", "let f(x) (y) = x", "let f = fun x -> x",
                    "acyclic a | b as name", "~empty a", "~irreflexive a as n", "flag ~empty a as race", "assert empty a",
                    "undefined_unless acyclic a as ok", "show a, b", "show a & b as c, d as e", "unshow a, b", "include \"cos.cat\"",
                    "procedure p(a, b) =\n  empty a \\ b\n  let c = a\nend", "procedure rec p(a) =\n  call p(a)\nend", "call p(a, b) as n",
                    "call p()", "call p[a]", "enum t = 'a || 'b", "forall x in s do\n  empty x\nend", "with x from f(a)",
                    "match 'a with\n|| 'b ->\n  empty a\n|| _ ->\n  empty b\nend", "if \"v\" then\n  empty a\nelse\n  empty b\nend",
                    "if a = b then\n  empty a\nend", "debug a | b", "let x = (a | b) & c", "let x = a \\ (b \\ c)", "let x = (a | b) | c",
                    "let x = (a ; b)*", "let x = (fun y -> y)(a)", "let x = (try a with b) | c"));

TEST(Parser, PostfixStarBeforeANegatedCheck) {
  const Model model = parsed("let a = po*\n~empty a\nlet b = po*\nacyclic b*");
  ASSERT_EQ(model.statements.size(), 4u);
  EXPECT_EQ(model.statements[0].bindings[0].value->kind, Expr::Kind::star);
  EXPECT_TRUE(model.statements[1].checks[0].negated);
}

TEST(Parser, Titles) {
  EXPECT_EQ(parsed("").title, "");
  EXPECT_EQ(parsed("\"A title\" let a = b").title, "A title");
  EXPECT_EQ(parsed("SC let a = b").title, "SC");
  EXPECT_EQ(parsed("SC let a = b").architecture, "");
  EXPECT_EQ(parsed("X86 TSO let a = b").architecture, "X86");
  EXPECT_EQ(parsed("X86 TSO let a = b").title, "TSO");
  EXPECT_EQ(parsed("Java \"JAM 21\" catdep").architecture, "Java");
  EXPECT_TRUE(parsed("Java \"JAM 21\" catdep let a = b").catdep);
  EXPECT_TRUE(parsed("SC catdep").catdep);
  EXPECT_FALSE(parsed("SC").catdep);
}

TEST(Parser, Comments) {
  const Model model = parsed("(* one (* nested *) still *)\n# line\n// line\nlet a = b (* c *) | d # e\n");
  ASSERT_EQ(model.statements.size(), 1u);
  EXPECT_EQ(to_text(model), "let a = b | d\n");
}

TEST(Parser, DefinitionsMayEndWithIn) { EXPECT_EQ(parsed("let a = b in let c = d in empty c").statements.size(), 3u); }

TEST(Parser, FunctionSugarIsALambda) {
  const Model model = parsed("let f(x, y) = x");
  const Expr& value = *model.statements[0].bindings[0].value;
  EXPECT_EQ(value.kind, Expr::Kind::lambda);
  EXPECT_TRUE(value.sugar);
  EXPECT_TRUE(value.pattern.tuple);
  EXPECT_EQ(to_text(parsed("let f x = x")), "let f(x) = x\n");
}

TEST(Parser, SpansCoverTheText) {
  Sources sources;
  const auto model = parse(sources, sources.add("test.cat", "let a = (b | c) ; d\n  acyclic a as n"));
  ASSERT_TRUE(model);
  EXPECT_EQ(sources.text(model->statements[1].span), "acyclic a as n");
  EXPECT_EQ(sources.text(model->statements[0].bindings[0].value->kids[0]->span), "b | c");
}

TEST(Parser, GoesOnAfterAnError) {
  const std::string errors = error_of("let = a\nlet b = )\nlet c = d\nacyclic\nshow (a)|b\n");
  EXPECT_NE(errors.find("test.cat:1:5"), std::string::npos) << errors;
  EXPECT_NE(errors.find("test.cat:2:9"), std::string::npos) << errors;
  EXPECT_NE(errors.find("test.cat:5:1"), std::string::npos) << errors;
}

std::string repeated(const std::string& piece, std::size_t n) {
  std::string out;
  out.reserve(piece.size() * n);
  for (std::size_t i = 0; i < n; ++i) out += piece;
  return out;
}

// Whatever the shape of the nesting: a message, soon, and no stack overflow.
class Nesting : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Nesting, IsLimited) {
  const auto [before, piece] = GetParam();
  const double start = thread_cpu_seconds();
  const std::string errors = error_of(before + repeated(piece, 100'000));
  EXPECT_LT(errors.size(), 4'000u);
  EXPECT_LT(thread_cpu_seconds() - start, kPatience);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Nesting,
                         testing::ValuesIn(std::vector<std::pair<const char*, const char*>>{
                             {"let x = ", "("},
                             {"let x = ", "["},
                             {"let x = ", "{"},
                             {"let x = ", "~"},
                             {"let x = ", "begin "},
                             {"let x = ", "fun y -> "},
                             {"let x = ", "a | "},
                             {"let x = a", " | a"},
                             {"let x = a", "+"},
                             {"let x = a", " \\ a"},
                             {"let x = f", " a"},
                             {"let x = ", "let y = a in "},
                             {"let x = ", "try a with "},
                             {"let x = ", "if \"v\" then a else "},
                             {"if ", "not "},
                             {"if \"v\"", " && \"v\""},
                             {"if ", "("},
                             {"let x = ", "if ("},
                             {"", "if \"v\" "},
                             {"", "procedure p() = "},
                             {"", "forall x in a do "},
                             {"", "match 'a with 'b -> "},
                             {"let x = ", "match a with {} -> "},
                             {"", "(*"},
                             {"", "\xff"},
                             {"", "let f x "},
                             {"let x = a", ";a|a;a\\a"},
                         }));

TEST(Parser, MegabytesOfBrackets) {
  for (const char* piece : {"(", "[", "{", ")", "()", "[[]", "let x = ("}) {
    const double start = thread_cpu_seconds();
    EXPECT_NE(error_of(repeated(piece, tests::kHostile / std::string(piece).size())), "");
    EXPECT_LT(thread_cpu_seconds() - start, kPatience) << piece;
  }
}

TEST(Parser, LongModelsAreFine) {
  const Model model = parsed(repeated("let x = (a | b) ; [c]\n", 50'000));
  EXPECT_EQ(model.statements.size(), 50'000u);
}

TEST(Lexer, Tokens) {
  Sources sources;
  const auto file = sources.add("test.cat", "a-b.c' ^-1 ++ + || | && & -> 'tag _x _ 0 \"s\" not");
  const auto tokens = lex(sources, file);
  ASSERT_TRUE(tokens);
  using K = Token::Kind;
  const std::vector<K> kinds{K::name,  K::hat_inverse, K::plus_plus, K::plus,       K::bar_bar, K::bar,    K::amp_amp, K::amp,
                             K::arrow, K::tag,         K::name,      K::underscore, K::zero,    K::string, K::keyword, K::end};
  ASSERT_EQ(tokens->size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(static_cast<int>((*tokens)[i].kind), static_cast<int>(kinds[i])) << i;
}

}  // namespace
}  // namespace thinair::cat
