// A place in the token stream, and the first mistake found there.
//
//   takes   a file of Sources and the offset to start at
//   gives   the current token and one more to look ahead; accept/expect; numbers checked against Java's int
//   does not recover: after the first error every token is the end of the file, so every loop of a parser stops by itself
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "read/litmus/lexer.hpp"
#include "support/diagnostic.hpp"

namespace thinair::litmus {

// Brackets, blocks and operators may nest this deep. More is a mistake or an attack, and would cost stack.
inline constexpr unsigned kMaxNesting = 200;
// Height of an expression tree: `a+a+...` is as high as it is long.
inline constexpr unsigned kMaxHeight = 1000;
// Height of a condition. Printing puts parentheses around it, each worth two levels of nesting: it must stay readable.
inline constexpr unsigned kMaxPropHeight = 90;

// Statements, expressions, conditions and items of the init block. A limit on memory; no test comes near it.
inline constexpr std::size_t kMaxNodes = 200'000;
// Longest name. What compares names by edit distance relies on it.
inline constexpr std::size_t kMaxName = 200;

class Cursor {
 public:
  Cursor(const Sources& sources, std::uint32_t file, std::uint32_t offset);

  const Token& peek() const { return current_; }
  const Token& ahead() const { return ahead_; }
  Token take();  // the current token; moves on
  bool at_end() const { return current_.kind == Token::Kind::end; }
  bool at(std::string_view text) const { return current_.text == text && current_.kind != Token::Kind::end; }
  bool at_word() const { return current_.kind == Token::Kind::word; }
  bool at_number() const { return current_.kind == Token::Kind::number; }
  bool accept(std::string_view text);

  // Takes `text` or fails with "expected 'text' <context>, found ...".
  Token expect(std::string_view text, std::string_view context, std::string hint = {});
  // Takes a word or fails with "expected <what>, found ...".
  Token expect_word(std::string_view what);
  // A literal with an optional sign, `true` or `false`.
  bool at_constant() const;
  std::int64_t constant(std::string_view what);
  // The same, if it is a floating number.
  std::optional<double> floating_constant();
  // The value of a number token, negated if `negative`, as Java's int; of 64 bits where numbers are wide.
  std::int64_t literal(const Token& token, bool negative);
  // A small decimal number: a thread's or an array's size.
  std::uint32_t index(const Token& token);

  void fail(std::string_view code, Span where, std::string message, std::string hint = {});
  void fail_expected(std::string_view what, std::string hint = {});  // at the current token
  bool failed() const { return error_.has_value(); }
  const Diagnostic& error() const { return *error_; }

  // Accounts for one node of the tree.
  void count_node();

  Span last() const { return last_; }  // of the token taken last
  Span since(Span begin) const { return join(begin, last_); }
  std::string_view text(Span span) const { return sources_.text(span); }

  // From here on numbers have 64 bits; those from 2^63 on wrap round.
  void set_wide(bool wide) { wide_ = wide; }
  bool wide() const { return wide_; }

  // For sections with another syntax: the whole file, and going on at an offset of it.
  std::string_view whole_text() const { return sources_.text(last_.file); }
  void move_to(std::uint32_t offset);
  // From the current token on, which must not be a comment in either language: C code, where `(*` begins no comment, or not.
  void in_c_code(bool on);

  // One level of nesting, for as long as it lives.
  class Level {
   public:
    explicit Level(Cursor& cursor);
    ~Level() { --cursor_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Cursor& cursor_;
  };

 private:
  Span missing() const;  // where to point when something is missing before the current token
  void settle();         // reports a bad token that has become the current one
  const Sources& sources_;
  Lexer lexer_;
  Token current_, ahead_;
  Span last_;
  unsigned depth_ = 0;
  std::size_t nodes_ = 0;
  bool wide_ = false;
  std::optional<Diagnostic> error_;
};

// "'foo'", "end of file".
std::string described(const Token& token);

}  // namespace thinair::litmus
