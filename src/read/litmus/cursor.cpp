#include "read/litmus/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::litmus {
namespace {

constexpr std::size_t kLongestQuoted = 40;

bool printable(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) return false;
  return true;
}

}  // namespace

std::string described(const Token& token) {
  if (token.kind == Token::Kind::end) return "end of file";
  if (token.text.size() > kLongestQuoted) return fmt::format("'{}...'", token.text.substr(0, kLongestQuoted));
  return fmt::format("'{}'", token.text);
}

Cursor::Cursor(const Sources& sources, std::uint32_t file, std::uint32_t offset)
    : sources_(sources), lexer_(sources.text(file), file, offset), last_{file, offset, offset} {
  current_ = lexer_.next();
  ahead_ = lexer_.next();
  settle();
}

void Cursor::move_to(std::uint32_t offset) {
  if (error_) return;
  last_ = {last_.file, offset, offset};
  lexer_ = Lexer(whole_text(), last_.file, offset);
  current_ = lexer_.next();
  ahead_ = lexer_.next();
  settle();
}

void Cursor::in_c_code(bool on) {
  if (error_) return;
  lexer_ = Lexer(whole_text(), last_.file, current_.where.begin, on);
  current_ = lexer_.next();
  ahead_ = lexer_.next();
  settle();
}

void Cursor::settle() {
  if (current_.kind == Token::Kind::word && current_.text.size() > kMaxName)
    fail("litmus-name", current_.where, fmt::format("name of more than {} characters", kMaxName));
  if (current_.kind != Token::Kind::bad) return;
  if (current_.text == "(*" || current_.text == "/*") {
    fail("litmus-comment", current_.where, "this comment does not end", current_.text == "(*" ? "expected a '*)'" : "expected a '*/'");
  } else if (printable(current_.text)) {
    fail("litmus-character", current_.where, fmt::format("unexpected character '{}'", current_.text),
         current_.text == "@" ? "annotations are not supported: leave them out" : "");
  } else {
    fail("litmus-character", current_.where, "unexpected character",
         is_foreign_letter(current_.text) ? std::string(kNamesAreAscii)
                                          : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(current_.text[0])));
  }
}

Token Cursor::take() {
  const Token taken = current_;
  if (taken.kind == Token::Kind::end) return taken;
  last_ = taken.where;
  current_ = ahead_;
  if (ahead_.kind != Token::Kind::end && ahead_.kind != Token::Kind::bad) ahead_ = lexer_.next();
  settle();
  return taken;
}

bool Cursor::accept(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

Token Cursor::expect(std::string_view text, std::string_view context, std::string hint) {
  if (at(text)) return take();
  const Token found = current_;
  fail("litmus-syntax", missing(), fmt::format("expected '{}' {}, found {}", text, context, described(found)), std::move(hint));
  return found;
}

// What should have been there belongs to the line before, if the next token is on another one.
Span Cursor::missing() const {
  const Span gap{last_.file, last_.end, current_.where.begin};
  if (gap.begin < gap.end && text(gap).find('\n') != std::string_view::npos) return {gap.file, gap.begin, gap.begin};
  return current_.where;
}

Token Cursor::expect_word(std::string_view what) {
  if (at_word()) return take();
  const Token found = current_;
  fail_expected(what);
  return found;
}

bool Cursor::at_constant() const { return at_number() || at("-") || at("+") || at("true") || at("false"); }

std::int64_t Cursor::constant(std::string_view what) {
  if (accept("true")) return 1;
  if (accept("false")) return 0;
  const bool negative = at("-");
  if (negative || at("+")) take();
  if (at_number()) return literal(take(), negative);
  fail_expected(what);
  return 0;
}

std::optional<double> Cursor::floating_constant() {
  const bool sign = at("-") || at("+");
  const Token& digits = sign ? ahead_ : current_;
  const auto parsed = digits.kind == Token::Kind::number && !wide_ ? floating(digits.text) : std::nullopt;
  if (!parsed) return std::nullopt;
  const bool negative = at("-");
  if (sign) take();
  take();
  return negative ? -parsed->value : parsed->value;
}

std::int64_t Cursor::literal(const Token& token, bool negative) {
  const bool is_long = token.text.ends_with('l') || token.text.ends_with('L');
  const Number parsed = number(token.text.substr(0, token.text.size() - (is_long ? 1 : 0)));
  if (parsed.status == Number::Status::malformed) {
    fail("litmus-number", token.where, fmt::format("{} is not an integer", described(token)));
    return 0;
  }
  if (wide_) {
    if (parsed.status == Number::Status::too_big || (negative && parsed.magnitude > std::uint64_t{1} << 63))
      fail("litmus-range", token.where, fmt::format("{} does not fit into 64 bits", described(token)));
    return static_cast<std::int64_t>(negative ? std::uint64_t{0} - parsed.magnitude : parsed.magnitude);
  }
  // Java's rule (JLS 3.10.1): decimal literals reach 2^31 - 1, and 2^31 behind a minus; others give 32 bits. With an L it is 64.
  const unsigned bits = is_long ? 64 : 32;
  const std::uint64_t half = std::uint64_t{1} << (bits - 1);
  const std::uint64_t limit = !parsed.decimal ? half + (half - 1) : negative ? half : half - 1;
  if (parsed.status == Number::Status::too_big || parsed.magnitude > limit) {
    fail("litmus-range", token.where, fmt::format("{} does not fit into {}", described(token), is_long ? "a long" : "an int"),
         is_long ? "" : "the range is -2147483648 to 2147483647; a long ends with L");
    return 0;
  }
  const auto value = is_long          ? static_cast<std::int64_t>(parsed.magnitude)
                     : parsed.decimal ? static_cast<std::int64_t>(parsed.magnitude)
                                      : std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(parsed.magnitude))};
  if (!negative) return value;
  const bool smallest = value == (is_long ? INT64_MIN : std::int64_t{INT32_MIN});
  return smallest ? value : -value;
}

std::uint32_t Cursor::index(const Token& token) {
  const std::size_t zeros = std::min(token.text.find_first_not_of('0'), token.text.size() - 1);
  const Number parsed = number(token.text.substr(zeros));  // decimal whatever it starts with
  if (token.text.find_first_not_of("0123456789") != std::string_view::npos || parsed.status == Number::Status::malformed) {
    fail("litmus-number", token.where, fmt::format("{} is not a plain number", described(token)));
  } else if (parsed.status == Number::Status::too_big || parsed.magnitude > 1'000'000) {
    fail("litmus-range", token.where, fmt::format("{} is too big", described(token)), "at most 1000000");
  } else {
    return static_cast<std::uint32_t>(parsed.magnitude);
  }
  return 0;
}

void Cursor::fail(std::string_view code, Span where, std::string message, std::string hint) {
  if (error_) return;
  error_ = Diagnostic{Severity::error, std::string(code), where, std::move(message), std::move(hint), {}, true};
  current_ = ahead_ = Token{Token::Kind::end, {}, {where.file, last_.end, last_.end}};
}

void Cursor::fail_expected(std::string_view what, std::string hint) {
  const Span where = at_end() ? missing() : current_.where;
  fail("litmus-syntax", where, fmt::format("expected {}, found {}", what, described(current_)), std::move(hint));
}

void Cursor::count_node() {
  if (++nodes_ > kMaxNodes)
    fail("litmus-size", current_.where, fmt::format("more than {} statements, expressions and conditions", kMaxNodes),
         "this is too big for a litmus test");
}

Cursor::Level::Level(Cursor& cursor) : cursor_(cursor) {
  if (++cursor_.depth_ > kMaxNesting)
    cursor_.fail("litmus-nesting", cursor_.peek().where, fmt::format("nested more than {} levels deep", kMaxNesting));
}

}  // namespace thinair::litmus
