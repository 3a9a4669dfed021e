// Text -> tokens, one at a time, for every section but the header and hardware programs.
//
//   takes   a text and an offset in it
//   gives   the next token; comments (`(* *)`, nested as in herd; `/* */`; `//`) and white space are skipped
//   does not know words: `exists` and `int` are words like any other
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/source.hpp"

namespace thinair::litmus {

struct Token {
  // number: starts with a digit, read to the end of the letters and digits, not checked yet (number() and floating() do)
  // bad: a character that starts no token, or a comment without end
  // string, character: with their quotes
  enum class Kind : std::uint8_t { end, word, number, symbol, string, character, bad } kind = Kind::end;
  std::string_view text;
  Span where;
};

// Does a letter start here that is not ASCII? Names have none, and messages say so.
bool is_foreign_letter(std::string_view text);
inline constexpr std::string_view kNamesAreAscii = "names are ASCII";
// The bytes of the character that starts here, so that a caret covers it.
std::size_t character_length(std::string_view text);

class Lexer {
 public:
  // `c_code`: `(*` begins no comment, as in `if (*x)`.
  Lexer(std::string_view text, std::uint32_t file, std::uint32_t offset, bool c_code = false)
      : text_(text), file_(file), at_(offset), c_code_(c_code) {}
  Token next();

 private:
  Token token(Token::Kind kind, std::size_t length);
  std::string_view text_;
  std::uint32_t file_;
  std::uint32_t at_;
  bool c_code_;
};

// Where the comment that starts at `at` ends; `at` itself if none starts there; npos if it has no end.
std::size_t skip_opened_comment(std::string_view text, std::size_t at);  // of a text that may open one here
inline std::size_t skip_comment(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '(' || text[at] == '/') ? skip_opened_comment(text, at) : at;
}

// The text without comments, white space folded to single blanks.
std::string folded(std::string_view text);

bool is_word_start(char c);
bool is_word_part(char c);
bool is_blank(char c);

// An integer literal as Java writes it: decimal, 0x, 0b, octal with a leading 0, single or repeated _ between digits.
struct Number {
  enum class Status : std::uint8_t { ok, malformed, too_big } status = Status::ok;
  std::uint64_t magnitude = 0;  // less than 2^64
  bool decimal = true;
};
Number number(std::string_view text);

// A floating literal of Java, without a sign: it has a fraction, an exponent, or ends with f or d.
struct Floating {
  double value = 0;
  bool single = false;  // a float; the value is rounded to one
};
std::optional<Floating> floating(std::string_view text);

}  // namespace thinair::litmus
