#include "ask/compile/scheme_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "ask/compile/check_rule.hpp"
#include "read/assembly/parser.hpp"
#include "read/java/methods.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::compile {
namespace {

using litmus::assembly::Isa;

struct TargetWord {
  std::string_view word;
  Isa isa;
};
constexpr std::array<TargetWord, 4> kTargets = {
    {{"X86_64", Isa::x86_64}, {"AArch64", Isa::aarch64}, {"RISCV", Isa::riscv}, {"PPC", Isa::ppc}}};

class Parser {
 public:
  Parser(const Sources& sources, std::uint32_t file) : file_(file), text_(sources.text(file)), cursor_(sources, file, 0) {}

  Result<Scheme> parse() {
    while (at_ < text_.size() && errors_.empty()) {
      skip_comments();
      if (at_ == text_.size() || !errors_.empty()) break;
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line(at_, end);
      at_ = std::min(end + 1, text_.size());
    }
    if (errors_.empty()) finish();
    if (!errors_.empty()) return fail(std::move(errors_));
    return std::move(scheme_);
  }

 private:
  // Comments of the litmus format. Those that begin a line must not look like an instruction; those inside one are the cell's.
  void skip_comments() {
    while (at_ < text_.size() && errors_.empty()) {
      std::size_t first = at_;
      while (first < text_.size() && (text_[first] == ' ' || text_[first] == '\t')) ++first;
      const std::size_t after = first < text_.size() ? litmus::skip_comment(text_, first) : first;
      if (after == first) return;
      if (after == std::string_view::npos) {
        error(span(first, first + 2), "this comment does not end");
        return;
      }
      at_ = after;
      // What is left of its last line is no instruction unless something stands there.
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      if (text_.substr(at_, end - at_).find_first_not_of(" \t\r") == std::string_view::npos) at_ = std::min(end + 1, text_.size());
    }
  }

  void line(std::size_t begin, std::size_t end) {
    const bool indented = text_[begin] == ' ' || text_[begin] == '\t';
    while (begin < end && litmus::is_blank(text_[begin])) ++begin;
    while (begin < end && litmus::is_blank(text_[end - 1])) --end;
    if (begin == end) return;
    const std::string_view words = text_.substr(begin, end - begin);
    if (indented) return instruction(words, span(begin, end));
    if (words.starts_with("target ") || words.starts_with("model ") || words.starts_with("title ")) return setting(words, span(begin, end));
    heading(words, begin, end);
  }

  void setting(std::string_view words, Span where) {
    const std::size_t blank = words.find(' ');
    std::string_view value = words.substr(words.find_first_not_of(' ', blank));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (words.starts_with("model")) {
      scheme_.model = value;
    } else if (words.starts_with("title")) {
      scheme_.summary = value;
    } else {
      const auto* const found = std::ranges::find(kTargets, value, &TargetWord::word);
      if (found == kTargets.end()) return error(where, fmt::format("unknown target '{}'", value), "one of X86_64, AArch64, RISCV and PPC");
      scheme_.isa = found->isa;
      has_target_ = true;
    }
  }

  void heading(std::string_view words, std::size_t begin, std::size_t end) {
    if (!has_target_) return error(span(begin, end), "expected the target first", "as in 'target X86_64'");
    close();
    where_ = span(begin, end);
    rule_ = Rule{{}, {}, "", where_};
    nothing_ = false;
    constexpr std::string_view kForHerd = " for herd";
    for_herd_ = words.ends_with(kForHerd);
    if (for_herd_) words.remove_suffix(kForHerd.size());
    std::size_t at = begin;
    while (true) {
      const std::size_t comma = std::min(words.find(','), words.size());
      std::string_view name = words.substr(0, comma);
      const std::size_t lead = std::min(name.find_first_not_of(' '), name.size());
      name.remove_prefix(lead);
      while (name.ends_with(' ')) name.remove_suffix(1);
      operation(name, span(at + lead, at + lead + name.size()));
      if (comma == words.size()) return;
      words.remove_prefix(comma + 1);
      at += comma + 1;
    }
  }

  void operation(std::string_view name, Span where) {
    const read::java::Method* method = read::java::find_method(name);
    if (method != nullptr && method->same_as != name)
      return error(where, fmt::format("'{}' has no rule of its own", name), fmt::format("it is compiled as '{}'", method->same_as));
    if (method == nullptr) {
      std::vector<std::string> known;
      for (const auto& candidate : read::java::methods())
        if (candidate.same_as == candidate.name) known.push_back(candidate.name);
      const std::string near = nearest(name, known);
      return error(where, fmt::format("unknown operation '{}'", name), near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    const auto& rules = for_herd_ ? scheme_.rules_for_herd : scheme_.rules;
    if (rules.contains(name) || std::ranges::find(operations_, name) != operations_.end())
      return error(where, fmt::format("'{}' already has a rule", name));
    operations_.emplace_back(name);
  }

  void instruction(std::string_view words, Span where) {
    if (operations_.empty()) return error(where, "these instructions belong to no operation", "headings start at the beginning of a line");
    if (words == "nothing") {
      nothing_ = true;
      return;
    }
    if (words.starts_with("note \"") && words.ends_with('"') && words.size() > 6) {
      rule_.note = words.substr(6, words.size() - 7);
      return;
    }
    if (words.starts_with("assume ")) return assumption(words, where);
    rule_.lines.push_back(litmus::assembly::parse_line(cursor_, words, where, true));
    if (cursor_.failed()) errors_.push_back(cursor_.error());
  }

  // assume {t}=0
  void assumption(std::string_view words, Span where) {
    constexpr std::string_view kForm = "as in 'assume {t}=0'";
    const std::size_t open = words.find('{'), close = words.find("}=");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      return error(where, "expected a temporary and its value", std::string(kForm));
    std::string_view digits = words.substr(close + 2);
    const litmus::Number value = litmus::number(digits);
    if (value.status != litmus::Number::Status::ok || value.magnitude > INT32_MAX)
      return error(where, fmt::format("'{}' is not a number", digits), std::string(kForm));
    rule_.assumptions.push_back({std::string(words.substr(open + 1, close - open - 1)), static_cast<std::int64_t>(value.magnitude), where});
  }

  // Puts the rule under each of its operations, if it makes sense for them.
  void close() {
    if (operations_.empty()) return;
    if (rule_.lines.empty() && !nothing_)
      return error(where_, "this operation has no instructions", "write 'nothing' below it if that is meant");
    for (const std::string& name : operations_) {
      Diagnostics problems = check_rule(rule_, *read::java::find_method(name), scheme_.isa);
      if (!problems.empty()) {
        errors_ = std::move(problems);
        return;
      }
      (for_herd_ ? scheme_.rules_for_herd : scheme_.rules).emplace(name, rule_);
    }
    operations_.clear();
  }

  void finish() {
    close();
    if (!errors_.empty()) return;
    if (!has_target_) error(span(0, 0), "the scheme names no target", "as in 'target X86_64'");
    if (scheme_.model.empty()) error(span(0, 0), "the scheme names no model for its target", "as in 'model x86tso'");
  }

  void error(Span where, std::string message, std::string hint = {}) {
    errors_.push_back({Severity::error, "scheme", where, std::move(message), std::move(hint), {}, true});
  }

  Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::uint32_t file_;
  std::string_view text_;
  litmus::Cursor cursor_;
  std::size_t at_ = 0;
  Scheme scheme_;
  bool has_target_ = false;
  // The rule in the making.
  std::vector<std::string> operations_;
  Rule rule_;
  Span where_;
  bool for_herd_ = false;
  bool nothing_ = false;
  Diagnostics errors_;
};

}  // namespace

std::string_view dialect_of(Isa isa) {
  for (const TargetWord& target : kTargets)
    if (target.isa == isa) return target.word;
  return "";
}

Result<Scheme> parse_scheme(const Sources& sources, std::uint32_t file) { return Parser(sources, file).parse(); }

}  // namespace thinair::compile
