#include "language/cat/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace thinair::cat {
namespace {

using Kind = Token::Kind;

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"acyclic", "and",   "as",   "assert",    "begin", "call", "debug",  "do",   "else",    "empty",
     "end",     "enum",  "flag", "forall",    "from",  "fun",  "if",     "in",   "include", "irreflexive",
     "let",     "match", "not",  "procedure", "rec",   "show", "subset", "then", "try",     "undefined_unless",
     "unshow",  "when",  "with"});
static_assert(std::ranges::is_sorted(kKeywords), "keep kKeywords sorted");

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
bool goes_on(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-'; }

class Lexer {
 public:
  Lexer(const Sources& sources, std::uint32_t file, Words words) : text_(sources.text(file)), file_(file), words_(words) {}

  Result<std::vector<Token>> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
    while (!fatal_) {
      if (!skip_blanks()) break;
      if (at_ >= text_.size()) break;
      if (tokens_.size() >= kMaxTokens) {
        error(at_, at_, fmt::format("the model has more than {} tokens", kMaxTokens));
        break;
      }
      token();
    }
    if (!errors_.empty()) return fail(std::move(errors_));
    // Right behind the last token: that is where something is missing, not at the end of the trailing blanks.
    at_ = tokens_.empty() ? 0 : tokens_.back().end;
    push(Kind::end, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool next_is(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void error(std::size_t begin, std::size_t end, std::string message, std::string hint = {}) {
    errors_.push_back({.code = "cat-syntax",
                       .where = {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                       .message = std::move(message),
                       .hint = std::move(hint),
                       .notes = {}});
    // Past a dozen stray characters this is some other kind of file.
    if (errors_.size() >= 12) fatal_ = true;
  }

  void push(Kind kind, std::size_t begin) { tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}); }

  void take(Kind kind, std::size_t length) {
    const std::size_t begin = at_;
    at_ += length;
    push(kind, begin);
  }

  // False when a comment does not end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '#' || next_is("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (next_is("(*")) {
        if (!skip_comment()) return false;
      } else {
        break;
      }
    }
    return true;
  }

  bool skip_comment() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      if (next_is("(*")) {
        ++depth;
        at_ += 2;
      } else if (next_is("*)")) {
        at_ += 2;
        if (--depth == 0) return true;
      } else {
        ++at_;
      }
    }
    error(begin, begin + 2, "this comment does not end", depth > 1 ? "comments nest: every '(*' needs its own '*)'" : "");
    return false;
  }

  // The end of an identifier that starts at `begin`, or nothing if none does.
  std::optional<std::size_t> identifier(std::size_t begin) const {
    std::size_t i = begin;
    const auto at = [&](std::size_t k) { return k < text_.size() ? text_[k] : '\0'; };
    if (at(i) == '_') ++i;
    if (!is_letter(at(i))) return std::nullopt;
    while (goes_on(at(i))) ++i;
    if (at(i - 1) == '-' && at(i) == '>') return i - 1;
    if (at(i) == '\'') ++i;
    return i;
  }

  void bracket(Kind kind, bool opens) {
    if (opens && ++depth_ > kMaxDepth) {
      error(at_, at_ + 1, fmt::format("brackets are nested more than {} deep", kMaxDepth));
      fatal_ = true;
      return;
    }
    if (!opens && depth_ > 0) --depth_;
    take(kind, 1);
  }

  void token() {
    const std::size_t begin = at_;
    if (const auto end = identifier(at_)) {
      at_ = *end;
      push(is_keyword(text_.substr(begin, at_ - begin)) ? Kind::keyword : Kind::name, begin);
      return;
    }
    if (words_ == Words::machine && machine_token()) return;
    switch (peek()) {
      case '(': return bracket(Kind::lparen, true);
      case ')': return bracket(Kind::rparen, false);
      case '{': return bracket(Kind::lbrace, true);
      case '}': return bracket(Kind::rbrace, false);
      case '[': return bracket(Kind::lbracket, true);
      case ']': return bracket(Kind::rbracket, false);
      case '_': return take(Kind::underscore, 1);
      case '~': return take(Kind::tilde, 1);
      case '*': return take(Kind::star, 1);
      case '\\': return take(Kind::backslash, 1);
      case '?': return take(Kind::question, 1);
      case '=': return take(Kind::equal, 1);
      case ';': return take(Kind::semicolon, 1);
      case ',': return take(Kind::comma, 1);
      case '|': return next_is("||") ? take(Kind::bar_bar, 2) : take(Kind::bar, 1);
      case '&': return next_is("&&") ? take(Kind::amp_amp, 2) : take(Kind::amp, 1);
      case '+': return next_is("++") ? take(Kind::plus_plus, 2) : take(Kind::plus, 1);
      case '"': return string();
      case '\'': return tag();
      case '^': return hat();
      default: break;
    }
    if (next_is("->")) return take(Kind::arrow, 2);
    if (peek() == '0' && !is_digit(peek(1)) && !is_letter(peek(1))) return take(Kind::zero, 1);
    stray();
  }

  bool machine_token() {
    static constexpr std::pair<std::string_view, Kind> kSymbols[] = {
        {":=", Kind::assign},        {"+=", Kind::plus_equal}, {"-=", Kind::minus_equal}, {"!=", Kind::not_equal}, {"<=", Kind::less_equal},
        {">=", Kind::greater_equal}, {"<", Kind::less},        {">", Kind::greater},      {":", Kind::colon}};
    for (const auto& [symbol, kind] : kSymbols)
      if (next_is(symbol)) {
        take(kind, symbol.size());
        return true;
      }
    if (!is_digit(peek())) return false;
    std::size_t length = 1;
    while (is_digit(peek(length))) ++length;
    if (is_letter(peek(length))) return false;
    take(Kind::number, length);
    return true;
  }

  void string() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      error(begin, begin + 1, "this string does not end on its line");
      fatal_ = true;
      return;
    }
    take(Kind::string, end + 1 - begin);
  }

  void tag() {
    const auto end = identifier(at_ + 1);
    if (!end) return stray();
    take(Kind::tag, *end - at_);
  }

  void hat() {
    std::size_t i = at_ + 1;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    if (text_.substr(i).starts_with("-1")) return take(Kind::hat_inverse, i + 2 - at_);
    error(at_, at_ + 1, "'^' must be followed by -1", "the inverse of r is r^-1, its closures are r+ and r*");
    ++at_;
  }

  void stray() {
    const std::size_t begin = at_;
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (is_digit(text_[at_])) {
      while (is_digit(peek()) || is_letter(peek())) ++at_;
      return error(begin, at_, fmt::format("'{}' is no value of a model", text_.substr(begin, at_ - begin)),
                   "0 is the empty relation; there are no other numbers");
    }
    ++at_;
    while (at_ < text_.size() && byte >= 0x80 && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80) ++at_;
    if (byte < 0x20 || byte == 0x7F)
      error(begin, at_, fmt::format("a control character (0x{:02x}) cannot stand here", byte));
    else
      error(begin, at_, "this character has no meaning in a model", text_[begin] == '-' ? "difference is written '\\'" : "");
  }

  std::string_view text_;
  std::uint32_t file_;
  Words words_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;
  bool fatal_ = false;
  std::vector<Token> tokens_;
  Diagnostics errors_;
};

}  // namespace

bool is_keyword(std::string_view word) { return std::ranges::binary_search(kKeywords, word); }

Result<std::vector<Token>> lex(const Sources& sources, std::uint32_t file, Words words) { return Lexer(sources, file, words).run(); }

std::string describe(const Sources& sources, std::uint32_t file, const Token& token) {
  constexpr std::size_t kLongest = 40;
  if (token.kind == Kind::end) return "the end of the file";
  std::string_view text = sources.text(Span{file, token.begin, token.end});
  if (text.size() > kLongest) return fmt::format("'{}...'", text.substr(0, kLongest));
  if (token.kind == Kind::string) return fmt::format("the string {}", text);
  if (token.kind == Kind::tag) return fmt::format("the tag {}", text);
  return fmt::format("'{}'", text);
}

}  // namespace thinair::cat
