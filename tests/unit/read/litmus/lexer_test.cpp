#include "read/litmus/lexer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace thinair::litmus {
namespace {

std::vector<std::string> tokens(std::string_view text) {
  Lexer lexer(text, 0, 0);
  std::vector<std::string> all;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    all.emplace_back(token.text);
    if (token.kind == Token::Kind::bad) break;
  }
  return all;
}

using Strings = std::vector<std::string>;

TEST(Lexer, takes_the_longest_symbol) {
  EXPECT_EQ(tokens("a>>>=b>>>c>>=d>>e>=f>g"), (Strings{"a", ">>>=", "b", ">>>", "c", ">>=", "d", ">>", "e", ">=", "f", ">", "g"}));
  EXPECT_EQ(tokens("x/\\y\\/z=>w<>v"), (Strings{"x", "/\\", "y", "\\/", "z", "=>", "w", "<>", "v"}));
}

TEST(Lexer, minus_is_never_part_of_a_number) { EXPECT_EQ(tokens("r1-1 -2"), (Strings{"r1", "-", "1", "-", "2"})); }

TEST(Lexer, a_number_goes_to_the_end_of_its_letters) { EXPECT_EQ(tokens("0x1F_f 12L 0:r1"), (Strings{"0x1F_f", "12L", "0", ":", "r1"})); }

TEST(Lexer, skips_all_three_kinds_of_comment) {
  EXPECT_EQ(tokens("a(* b (* c *) d *)e/* f (* */g// h\ni"), (Strings{"a", "e", "g", "i"}));
  EXPECT_EQ(tokens("a // to the end"), (Strings{"a"}));
}

TEST(Lexer, a_comment_without_end_is_bad) {
  EXPECT_EQ(tokens("a (* (* *)"), (Strings{"a", "(*"}));
  EXPECT_EQ(tokens("a /* b"), (Strings{"a", "/*"}));
  EXPECT_EQ(tokens("a (*"), (Strings{"a", "(*"}));
}

TEST(Lexer, a_bad_token_is_one_whole_character) { EXPECT_EQ(tokens("a \xC3\x97"), (Strings{"a", "\xC3\x97"})); }

TEST(Lexer, spans_are_offsets_into_the_file) {
  Lexer lexer("ab  cd", 3, 1);
  EXPECT_EQ(lexer.next().where, (Span{3, 1, 2}));
  EXPECT_EQ(lexer.next().where, (Span{3, 4, 6}));
  EXPECT_EQ(lexer.next().where, (Span{3, 6, 6}));
}

TEST(Number, reads_what_java_reads) {
  const auto value = [](std::string_view text) { return number(text).magnitude; };
  EXPECT_EQ(value("0"), 0U);
  EXPECT_EQ(value("2147483647"), 2147483647U);
  EXPECT_EQ(value("0xFFFF_FFFF"), 4294967295U);
  EXPECT_EQ(value("0b1010"), 10U);
  EXPECT_EQ(value("017"), 15U);
  EXPECT_EQ(value("0_7"), 7U);
  EXPECT_EQ(value("1__000"), 1000U);
}

TEST(Number, rejects_what_java_rejects) {
  for (const std::string_view text : {"0x", "0b", "0x_1", "1_", "08", "0b2", "12L", "1e3", "0xG"})
    EXPECT_EQ(number(text).status, Number::Status::malformed) << text;
  for (const std::string_view text : {"18446744073709551616", "0x10000000000000000", "99999999999999999999999999"})
    EXPECT_EQ(number(text).status, Number::Status::too_big) << text;
}

TEST(Folded, drops_comments_and_folds_blanks) { EXPECT_EQ(folded("  (x=1 (* c *)\n /\\\ty=2)  "), "(x=1 /\\ y=2)"); }

}  // namespace
}  // namespace thinair::litmus
