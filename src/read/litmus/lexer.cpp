#include "read/litmus/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace thinair::litmus {
namespace {

// Longest first, so that the first match is the longest one.
constexpr std::array<std::string_view, 31> kSymbols = {
    ">>>=", "<<=", ">>=", ">>>", "<<", ">>", "<=", ">=", "==", "!=", "<>", "=>", "&&", "||", "/\\", "\\/",
    "->",   "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "{",  "}",  "(",  ")"};
constexpr std::string_view kSingles = "[];,.:?&|^!<>=+-*/%~@";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_nested_comment(std::string_view text, std::size_t at) {
  std::size_t open = 0;
  while (at + 1 < text.size()) {
    if (text[at] == '(' && text[at + 1] == '*') {
      ++open;
      at += 2;
    } else if (text[at] == '*' && text[at + 1] == ')') {
      at += 2;
      if (--open == 0) return at;
    } else {
      ++at;
    }
  }
  return std::string_view::npos;
}

std::size_t word_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_word_part(text[length])) ++length;
  return length;
}

// Of a number with a fraction or a signed exponent at the beginning of the text, with what it ends with; 0 if there is none.
std::size_t floating_length(std::string_view text) {
  const auto digits = [&](std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  std::size_t at = digits(0);
  const bool fraction = at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1]);
  if (fraction) at = digits(at + 1);
  const bool exponent = at + 2 < text.size() && (text[at] == 'e' || text[at] == 'E') && (text[at + 1] == '-' || text[at + 1] == '+') &&
                        is_digit(text[at + 2]);
  if (exponent) at = digits(at + 2);
  return fraction || exponent ? at + word_length(text.substr(at)) : 0;
}

}  // namespace

bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_word_part(char c) { return is_word_start(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

std::size_t skip_opened_comment(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return at;
  const char first = text[at];
  const char second = text[at + 1];
  if (first == '(' && second == '*') return skip_nested_comment(text, at);
  if (first == '/' && second == '/') {
    const std::size_t newline = text.find('\n', at);
    return newline == std::string_view::npos ? text.size() : newline;
  }
  if (first == '/' && second == '*') {
    const std::size_t close = text.find("*/", at + 2);
    return close == std::string_view::npos ? close : close + 2;
  }
  return at;
}

std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && length < 4 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return length;
}

bool is_foreign_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  if (text.empty() || byte(0) < 0xC2 || byte(0) > 0xF4) return false;
  const std::size_t length = byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  if (text.size() < length) return false;
  std::uint32_t code = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3FU);
  const bool sign = code < 0xC0 || code == 0xD7 || code == 0xF7 || (code >= 0x2000 && code < 0x2C00);  // punctuation, arrows, operators
  return !sign;
}

std::string folded(std::string_view text) {
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t after = skip_comment(text, at);
    if (after == std::string_view::npos) break;
    if (after != at || is_blank(text[at])) {
      gap = true;
      at = after != at ? after : at + 1;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    out += text[at++];
  }
  return out;
}

Token Lexer::token(Token::Kind kind, std::size_t length) {
  const Token result{kind, text_.substr(at_, length), {file_, at_, at_ + static_cast<std::uint32_t>(length)}};
  at_ = result.where.end;
  return result;
}

Token Lexer::next() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
      continue;
    }
    const std::size_t after = c_code_ && text_[at_] == '(' ? at_ : skip_comment(text_, at_);
    if (after == std::string_view::npos) return token(Token::Kind::bad, 2);
    if (after == at_) break;
    at_ = static_cast<std::uint32_t>(after);
  }
  const std::string_view rest = text_.substr(at_);
  if (rest.empty()) return token(Token::Kind::end, 0);
  if (is_word_part(rest[0])) {
    std::size_t length = word_length(rest);
    if (!is_digit(rest[0])) return token(Token::Kind::word, length);
    return token(Token::Kind::number, std::max(length, floating_length(rest)));
  }
  for (const std::string_view symbol : kSymbols)
    if (symbol.front() == rest.front() && rest.starts_with(symbol)) return token(Token::Kind::symbol, symbol.size());
  if (kSingles.find(rest[0]) != std::string_view::npos) return token(Token::Kind::symbol, 1);
  if (rest[0] == '"' || rest[0] == '\'') {
    std::size_t close = rest.find_first_of(rest[0] == '"' ? "\"\n" : "'\n", 1);
    if (rest.starts_with("'\\'") && rest.size() > 3) close = rest[3] == '\'' ? 3 : close;  // '\''
    if (close != std::string_view::npos && rest[close] == rest[0])
      return token(rest[0] == '"' ? Token::Kind::string : Token::Kind::character, close + 1);
  }
  return token(Token::Kind::bad, character_length(rest));
}

Number number(std::string_view text) {
  Number result;
  std::uint64_t base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const char mark = text[1];
    base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
    text.remove_prefix(base == 8 ? 1 : 2);
    result.decimal = false;
    // Java: no underscore next to the base mark; after the leading 0 of an octal literal it may stand.
    if (base != 8 && text.starts_with('_')) return {Number::Status::malformed};
  }
  if (text.empty() || text.back() == '_') return {Number::Status::malformed};
  for (const char c : text) {
    if (c == '_') continue;
    std::uint64_t digit = 99;
    if (is_digit(c)) digit = static_cast<std::uint64_t>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<std::uint64_t>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') digit = static_cast<std::uint64_t>(c - 'A') + 10;
    if (digit >= base) return {Number::Status::malformed};
    if (result.magnitude > (UINT64_MAX - digit) / base) {
      result.status = Number::Status::too_big;  // keep reading: a wrong digit is the better message
      continue;
    }
    result.magnitude = result.magnitude * base + digit;
  }
  return result;
}

std::optional<Floating> floating(std::string_view text) {
  const bool other_base = text.size() > 1 && text[0] == '0' && (is_word_start(text[1]) && text[1] != 'e' && text[1] != 'E') &&
                          std::string_view("fFdD").find(text[1]) == std::string_view::npos;
  if (text.empty() || !is_digit(text[0]) || other_base) return std::nullopt;
  Floating out;
  if (std::string_view("fFdD").find(text.back()) != std::string_view::npos) {
    out.single = text.back() == 'f' || text.back() == 'F';
    text.remove_suffix(1);
  } else if (text.find_first_of(".eE") == std::string_view::npos) {
    return std::nullopt;
  }
  const char* const end = text.data() + text.size();
  // Java rounds what is written to the type at once.
  float single = 0;
  const auto read = out.single ? std::from_chars(text.data(), end, single) : std::from_chars(text.data(), end, out.value);
  if (out.single) out.value = static_cast<double>(single);
  if (read.ptr != end || read.ec != std::errc{}) return std::nullopt;
  return out;
}

}  // namespace thinair::litmus
