#include "show/report/rule_text.hpp"

#include <algorithm>

namespace thinair::report {
namespace {

constexpr std::size_t kLongestTitle = 240;  // a comment that goes on is about more than the rule below it

bool blank_char(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string on_one_line(std::string_view text) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    if (blank_char(c)) {
      space = true;
      continue;
    }
    if (space && !out.empty()) out += ' ';
    space = false;
    out += c;
  }
  return out;
}

// As a title: a capital first, no full stop.
std::string as_title(std::string_view comment) {
  std::string out = on_one_line(comment);
  while (out.ends_with('.')) out.pop_back();
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out.size() > kLongestTitle ? "" : out;
}

// The comment on the same line behind `from`, if nothing else is there before it.
std::string behind(std::string_view text, std::size_t from) {
  const std::size_t line_end = std::min(text.find('\n', from), text.size());
  const std::size_t open = text.find("(*", from);
  if (open >= line_end) return "";
  const std::size_t close = text.find("*)", open);
  return close == std::string_view::npos ? "" : as_title(text.substr(open + 2, close - open - 2));
}

// The comment that ends on the line before `line_start`, unless it is the one that opens the file.
std::string above(std::string_view text, std::size_t line_start) {
  if (line_start == 0) return "";
  std::size_t end = line_start - 1;  // the newline before
  while (end > 0 && blank_char(text[end - 1]) && text[end - 1] != '\n') --end;
  if (end < 4 || text.substr(end - 2, 2) != "*)") return "";
  const std::size_t open = text.rfind("(*", end - 3);
  if (open == std::string_view::npos) return "";
  // A comment behind something else belongs to that.
  const std::size_t start = text.rfind('\n', open) == std::string_view::npos ? 0 : text.rfind('\n', open) + 1;
  if (!std::ranges::all_of(text.substr(start, open - start), blank_char)) return "";
  return as_title(text.substr(open + 2, end - 2 - open - 2));
}

std::string without_comments(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("(*", at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find("*)", open);
    if (close == std::string_view::npos) break;
    at = close + 2;
  }
  return out;
}

}  // namespace

RuleText rule_text(const language::Rule& rule, const Sources& sources) {
  if (rule.where.end <= rule.where.begin || rule.where.file >= sources.size()) return {};
  const std::string_view text = sources.text(rule.where.file);
  const std::size_t before = rule.where.begin == 0 ? std::string_view::npos : text.rfind('\n', rule.where.begin - 1);
  const std::size_t line_start = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t line_end = std::min(text.find('\n', rule.where.end - 1), text.size());
  RuleText out;
  out.formula = on_one_line(without_comments(text.substr(line_start, line_end - line_start)));
  out.title = behind(text, rule.where.end);
  if (out.title.empty()) out.title = above(text, line_start);
  return out;
}

}  // namespace thinair::report
