#include "ask/jcstress/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "ask/jcstress/ids.hpp"

namespace thinair::jcstress {
namespace {

class PatternReader {
 public:
  explicit PatternReader(const std::string& pattern) : pattern_(pattern) {}

  std::string problem() {
    for (at_ = 0; at_ < pattern_.size() && problem_.empty(); ++at_) step();
    if (problem_.empty() && open_ > 0) problem_ = "a '(' is not closed";
    return problem_;
  }

 private:
  void step() {
    const char c = pattern_[at_];
    switch (c) {
      case '\\': return escape();
      case '[': return char_class();
      case '(':
        ++open_;
        repeatable_ = false;
        if (next() == '?') at_ += 1;  // (?: (?= (?< and flags: what follows is read as usual
        return;
      case ')':
        if (open_ == 0) problem_ = "a ')' closes nothing";
        open_ -= open_ > 0 ? 1 : 0;
        repeatable_ = true;
        return;
      case '|': repeatable_ = false; return;
      case '*':
      case '+':
      case '?':
        if (!repeatable_) problem_ = fmt::format("there is nothing to repeat before '{}'", c);
        if (next() == '?' || next() == '+') ++at_;  // lazy or possessive
        repeatable_ = false;
        return;
      case '{': return repetition();
      default: repeatable_ = true;
    }
  }

  char next() const { return at_ + 1 < pattern_.size() ? pattern_[at_ + 1] : '\0'; }

  void escape() {
    const char c = next();
    if (c == '\0') {
      problem_ = "a '\\' stands at the end";
      return;
    }
    // Letters that java.util.regex.Pattern gives a meaning; all others are kept for the future and rejected.
    constexpr std::string_view kLetters = "tnrfaecxu0bBAGZzRXkpPdDhHsSvVwWQEN";
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalpha(byte) && kLetters.find(c) == std::string_view::npos) problem_ = fmt::format("'\\{}' is no escape", c);
    ++at_;
    if (c == 'Q') {
      const std::size_t end = pattern_.find("\\E", at_);
      at_ = end == std::string::npos ? pattern_.size() : end + 1;
    }
    repeatable_ = true;
  }

  void char_class() {
    std::size_t depth = 0;
    const std::size_t start = at_;
    for (; at_ < pattern_.size(); ++at_) {
      if (pattern_[at_] == '\\') {
        ++at_;
      } else if (pattern_[at_] == '[') {
        ++depth;  // Java nests classes
      } else if (pattern_[at_] == ']' && at_ > start + 1 && --depth == 0) {
        repeatable_ = true;
        return;
      }
    }
    problem_ = "a '[' is not closed";
  }

  void repetition() {
    const std::size_t end = pattern_.find('}', at_);
    const std::string inside = end == std::string::npos ? "" : pattern_.substr(at_ + 1, end - at_ - 1);
    const bool counts = !inside.empty() && std::isdigit(static_cast<unsigned char>(inside.front())) &&
                        inside.find_first_not_of("0123456789,") == std::string::npos && std::ranges::count(inside, ',') <= 1;
    if (!counts || !repeatable_) {
      problem_ = "a '{' starts no repetition";
      return;
    }
    at_ = end;
    repeatable_ = false;
  }

  const std::string& pattern_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;
  bool repeatable_ = false;
  std::string problem_;
};

}  // namespace

std::string pattern_problem(const std::string& pattern) { return PatternReader(pattern).problem(); }

std::vector<std::string> lint(const ListedTest& test) {
  std::vector<std::string> out;
  struct Earlier {
    std::string id;
    std::string expect;
  };
  std::vector<Earlier> earlier;
  const ListedOutcome* fallback = nullptr;
  for (const ListedOutcome& outcome : test.outcomes) {
    if (outcome.is_default()) {
      if (fallback) out.push_back(fmt::format("everything else is graded twice: {}, then {}", fallback->expect, outcome.expect));
      if (!fallback) fallback = &outcome;
      continue;
    }
    for (const std::string& id : outcome.ids) {
      if (const std::string problem = pattern_problem(id); !problem.empty())
        out.push_back(fmt::format("'{}' is no valid regular expression, jcstress will not start: {}", id, problem));
      for (const Earlier& before : earlier) {
        if (before.id == id)
          out.push_back(before.expect == outcome.expect
                            ? fmt::format("'{}' is graded twice, both times {}", id, outcome.expect)
                            : fmt::format("'{}' is graded twice: {} counts, {} does not", id, before.expect, outcome.expect));
        else if (is_pattern(before.id) && !is_pattern(id) && id_fits(before.id, id))
          out.push_back(fmt::format("'{}' is never reached: '{}' before it matches, {}", id, before.id, before.expect));
        else
          continue;
        break;
      }
      earlier.push_back({id, outcome.expect});
    }
  }
  if (test.outcomes.empty()) out.emplace_back("there are no gradings: every result is forbidden");
  return out;
}

}  // namespace thinair::jcstress
