#include "read/litmus/header.hpp"

#include <fmt/format.h>

#include <string_view>

#include "read/litmus/cursor.hpp"
#include "read/litmus/lexer.hpp"

namespace thinair::litmus {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_name_part(char c) { return is_word_part(c) || std::string_view("/.-+[]:").find(c) != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class Reader {
 public:
  Reader(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  Result<Header> read() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    skip_blanks();
    header_.dialect = run(is_word_part);
    if (empty(header_.dialect)) expected("the name of a dialect such as Java");
    skip_blanks();
    header_.name = run(is_name_part);
    if (at_ < text_.size() && is_foreign_letter(text_.substr(at_))) {
      error("litmus-character", span(at_, at_ + character_length(text_.substr(at_))), "unexpected character", std::string(kNamesAreAscii));
    } else if (empty(header_.name)) {
      expected("a name for the test");
    } else if (header_.name.end - header_.name.begin > kMaxName) {
      error("litmus-name", header_.name, fmt::format("name of more than {} characters", kMaxName));
    }
    skip_texname();
    bool line_starts = false;  // the rest of the first line may hold a doc string and no Key=value
    while (!error_ && at_ < text_.size() && text_[at_] != '{' && !(line_starts && at_declaration())) line_starts = step(line_starts);
    if (!error_ && at_ == text_.size()) expected("the '{' of the init block");
    if (error_) return fail(std::move(*error_));
    header_.end = static_cast<std::uint32_t>(at_);
    return std::move(header_);
  }

 private:
  // A line that begins a class, or a method outside of classes: only Java has these, and nobody writes `class X {` in prose. The brace may
  // stand on the next line.
  bool at_declaration() const {
    std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    std::size_t next = at_ + line.size();
    while (next < text_.size() && is_blank(text_[next])) ++next;
    const bool brace = line.find('{') != std::string_view::npos;
    const bool brace_below = next < text_.size() && text_[next] == '{';
    bool declares = false, names = false;
    for (const std::string_view word : {"public ", "final ", "abstract ", "static ", "class ", "interface ", "enum ", "record "}) {
      if (!line.starts_with(word)) continue;
      line.remove_prefix(word.size());
      declares = declares || word == "static " || word == "class " || word == "interface " || word == "enum " || word == "record ";
      names = names || word == "class " || word == "interface ";
    }
    // `class Node`, `static int next(int n)`: words that could be prose, but for the capital and the parenthesis.
    const bool looks_so = names ? !line.empty() && line[0] >= 'A' && line[0] <= 'Z' : line.find('(') != std::string_view::npos;
    return declares && (brace || (brace_below && looks_so && line.find('.') == std::string_view::npos));
  }

  // One piece of the header; says whether nothing but blanks has been seen since the last newline.
  bool step(bool line_starts) {
    if (text_[at_] == '\n') {
      ++at_;
      return true;
    }
    if (is_blank(text_[at_])) {
      ++at_;
      return line_starts;
    }
    if (text_[at_] == '"' && (line_starts || header_.doc.empty())) {
      read_doc();
      return false;
    }
    if (line_starts && read_line()) return false;
    if (skip_one_comment()) return line_starts;
    if (is_word_part(text_[at_])) {
      run(is_word_part);
    } else {
      ++at_;
    }
    return false;
  }

  void read_doc() {
    const std::size_t close = text_.find('"', at_ + 1);
    if (close == std::string_view::npos) {
      error("litmus-string", span(at_, at_ + 1), "this string does not end", "expected a '\"'");
      return;
    }
    if (header_.doc.empty()) header_.doc = text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
  }

  // `Key=value`, the value up to the end of the line or to the '{'. Only `(* *)` is a comment here: values hold addresses.
  bool read_line() {
    std::size_t end = at_;
    if (!is_word_start(text_[end])) return false;
    while (end < text_.size() && (is_word_part(text_[end]) || text_[end] == '-')) ++end;
    const std::string_view key = text_.substr(at_, end - at_);
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    if (end == text_.size() || text_[end] != '=') return false;
    at_ = end + 1;
    std::string value;
    while (!error_ && at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '{') {
      if (text_.substr(at_).starts_with("(*") && skip_one_comment()) {
        value += ' ';
      } else {
        value += text_[at_++];
      }
    }
    header_.lines.emplace_back(key, trimmed(value));
    return true;
  }

  // `(name for TeX)` behind the test's name, which thinair has no use for.
  void skip_texname() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (error_ || at_ == text_.size() || text_[at_] != '(' || text_.substr(at_).starts_with("(*")) return;
    const std::size_t close = text_.find_first_of(")\n", at_);
    if (close != std::string_view::npos && text_[close] == ')') at_ = close + 1;
  }

  bool skip_one_comment() {
    const std::size_t after = skip_comment(text_, at_);
    if (after == at_) return false;
    if (after == std::string_view::npos) {
      error("litmus-comment", span(at_, at_ + 2), "this comment does not end", text_[at_] == '(' ? "expected a '*)'" : "expected a '*/'");
    } else {
      at_ = after;
    }
    return true;
  }

  void skip_blanks() {
    while (!error_ && at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (!skip_one_comment()) {
        return;
      }
    }
  }

  template <class Predicate>
  Span run(Predicate part) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && part(text_[at_])) ++at_;
    return span(begin, at_);
  }

  void expected(std::string_view what) {
    const std::size_t end = at_ < text_.size() ? at_ + 1 : at_;
    error("litmus-syntax", span(at_, end), fmt::format("expected {}{}", what, at_ == text_.size() ? ", found end of file" : ""));
  }

  void error(std::string_view code, Span where, std::string message, std::string hint = {}) {
    if (!error_) error_ = Diagnostic{Severity::error, std::string(code), where, std::move(message), std::move(hint), {}, true};
  }

  Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  static bool empty(Span span) { return span.begin == span.end; }

  std::string_view text_;
  std::uint32_t file_;
  std::size_t at_ = 0;
  Header header_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<Header> read_header(const Sources& sources, std::uint32_t file) { return Reader(sources.text(file), file).read(); }

}  // namespace thinair::litmus
