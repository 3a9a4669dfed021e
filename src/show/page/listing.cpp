// Java's classes, methods, init block and threads stand one below the other, each in braces behind its heading. Threads of processors
// are columns of a table that begins with a line of names, which is looked for backwards from the first access.
#include "show/page/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "show/draw/svg.hpp"

namespace thinair::report::html {
namespace {

using draw::escaped;

struct Range {
  std::size_t begin = 0, end = 0;
};

struct ThreadText {
  std::string name;
  std::vector<Range> lines;
};

bool space_char(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool word_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

Range stripped(std::string_view text, Range r) {
  while (r.begin < r.end && space_char(text[r.begin])) ++r.begin;
  while (r.end > r.begin && space_char(text[r.end - 1])) --r.end;
  return r;
}

bool makes_event(const program::Instr& instr) {
  using namespace program;
  return std::holds_alternative<Load>(instr.op) || std::holds_alternative<Store>(instr.op) ||
         std::holds_alternative<StoreConditional>(instr.op) || std::holds_alternative<Update>(instr.op) ||
         std::holds_alternative<CompareUpdate>(instr.op) || std::holds_alternative<Fence>(instr.op) ||
         std::holds_alternative<Synchronise>(instr.op) || std::holds_alternative<StartThread>(instr.op) ||
         std::holds_alternative<JoinThread>(instr.op) || std::holds_alternative<IsAlive>(instr.op) ||
         std::holds_alternative<Print>(instr.op);
}

class Listing {
 public:
  Listing(const program::Test& test, const Sources& sources) : test_(test) {
    for (const program::Thread& thread : test.program.threads) {
      std::optional<std::size_t> first;
      for (const program::Instr& instr : thread.code) {
        if (instr.where.end <= instr.where.begin || instr.where.file >= sources.size()) continue;
        if (!file_) file_ = instr.where.file;
        if (instr.where.file != *file_) continue;
        first = std::min<std::size_t>(first.value_or(instr.where.begin), instr.where.begin);
        last_ = std::max<std::size_t>(last_, instr.where.end);
        if (makes_event(instr)) marks_.insert({instr.where.begin, instr.where.end});
      }
      firsts_.push_back(first);
    }
    if (file_) text_ = sources.text(*file_);
  }

  std::string html() {
    if (!file_) return "";
    const auto threads = program::is_language(test_.program.arch) ? blocks() : columns();
    if (threads.size() != firsts_.size()) return "";
    std::string out = "<div class=\"program\" role=\"group\" aria-label=\"The program\">\n";
    if (!declared_.empty()) {
      out += "<pre class=\"declared\">";
      for (const Range& line : declared_) out += line_html(line);
      out += "</pre>\n";
    }
    if (const std::string start = initial(); !start.empty()) out += fmt::format("<pre class=\"initial\">{}</pre>\n", escaped(start));
    out += "<div class=\"threads\">\n";
    for (const ThreadText& thread : threads) {
      out += fmt::format("<div class=\"thread\"><div class=\"name\">{}</div><pre>", escaped(thread.name));
      for (const Range& line : thread.lines) out += line_html(line);
      out += "</pre></div>\n";
    }
    return out + "</div>\n</div>\n";
  }

 private:
  // The place behind a thread's name, backwards from `from`; npos if there is none. `at` is where the name begins.
  std::size_t heading(std::size_t thread, std::size_t from, std::size_t& at) const {
    std::size_t best = std::string_view::npos, end = std::string_view::npos;
    for (const std::string_view prefix : {"Thread", "thread", "P"}) {
      const std::string name = fmt::format("{}{}", prefix, thread);
      for (std::size_t found = text_.rfind(name, from); found != std::string_view::npos; found = text_.rfind(name, found - 1)) {
        const std::size_t after = found + name.size();
        const bool whole = (found == 0 || !word_char(text_[found - 1])) && (after >= text_.size() || !word_char(text_[after]));
        if (whole && (best == std::string_view::npos || found > best)) {
          best = found;
          end = after;
        }
        if (whole || found == 0) break;
      }
    }
    at = best;
    return end;
  }

  // Behind the comment that begins at `at`; `at` itself if none does.
  std::size_t past_comment(std::size_t at) const {
    const std::string_view here = text_.substr(at, 2);
    std::size_t end = at;
    if (here == "//") end = text_.find('\n', at);
    if (here == "/*") end = text_.find("*/", at + 2);
    if (here == "(*" && test_.program.arch != program::Arch::c) end = text_.find("*)", at + 2);  // C: `if (*x)`
    if (end == at) return at;
    if (end == std::string_view::npos) return text_.size();
    return here == "//" ? end : end + 2;
  }

  // A piece in braces, with what stands before it: a class, a method, the init block, a thread.
  struct Block {
    std::size_t begin = 0, open = 0, close = 0;
  };

  // The brace that closes the one before `at`; the end of the text if none does.
  std::size_t closing(std::size_t at) const {
    for (std::size_t depth = 1; at < text_.size(); ++at) {
      if (const std::size_t past = past_comment(at); past != at) {
        at = past - 1;
        continue;
      }
      if (text_[at] == '{') ++depth;
      if (text_[at] == '}' && --depth == 0) break;
    }
    return at;
  }

  // `Source=..` and the like, in the header.
  bool at_metadata(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && word_char(text_[end])) ++end;
    return end > at && end < text_.size() && text_[end] == '=';
  }

  std::vector<Block> all_blocks() const {
    std::vector<Block> out;
    constexpr std::size_t kNone = std::string_view::npos;
    std::size_t begin = kNone;
    bool first_line = true;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (space_char(text_[at])) continue;
      if (const std::size_t past = past_comment(at); past != at) {
        at = past - 1;
      } else if (first_line || (begin == kNone && out.empty() && at_metadata(at))) {
        at = std::min(text_.find('\n', at), text_.size());
        first_line = false;
      } else if (text_[at] == '"') {
        at = std::min(text_.find('"', at + 1), text_.size());
      } else if (text_[at] == '{') {
        const std::size_t close = closing(at + 1);
        if (close >= text_.size()) break;
        out.push_back({begin == kNone ? at : begin, at, close});
        begin = kNone;
        at = close;
      } else if (begin == kNone) {
        begin = at;
      }
    }
    return out;
  }

  std::string heading_of(const Block& block) const {
    const Range name = stripped(text_, {block.begin, block.open});
    return std::string(text_.substr(name.begin, name.end - name.begin));
  }

  std::vector<ThreadText> blocks() {
    const std::vector<Block> all = all_blocks();
    const auto zero = std::ranges::find_if(all, [&](const Block& block) {
      const std::string name = heading_of(block);
      return name == "Thread0" || name == "thread0" || name == "P0" || name.starts_with("P0(") || name.starts_with("P0 (");
    });
    if (static_cast<std::size_t>(all.end() - zero) < firsts_.size()) return {};
    start_ = zero->begin;
    const auto init = std::find_if(all.begin(), zero, [](const Block& block) { return block.begin == block.open; });
    if (init != all.begin()) declared_ = lines({all.front().begin, std::prev(init)->close + 1});
    std::vector<ThreadText> out;
    for (auto block = zero; out.size() < firsts_.size(); ++block)
      out.push_back({heading_of(*block), lines({block->open + 1, block->close})});
    return out;
  }

  // Lines without what they are all indented by. A block on one line has a line for each statement.
  std::vector<Range> lines(Range block) const {
    std::vector<Range> out;
    const std::string_view body = text_.substr(block.begin, block.end - block.begin);
    if (body.find('\n') == std::string_view::npos) {
      std::size_t depth = 0, begin = block.begin;
      for (std::size_t at = block.begin; at < block.end; ++at) {
        if (text_[at] == '{' || text_[at] == '(') ++depth;
        if ((text_[at] == '}' || text_[at] == ')') && depth > 0) --depth;
        if (depth > 0 || (text_[at] != ';' && (text_[at] != '}' || continued(at + 1)))) continue;
        out.push_back(stripped(text_, {begin, at + 1}));
        begin = at + 1;
      }
      const Range rest = stripped(text_, {begin, block.end});
      if (rest.begin < rest.end) out.push_back(rest);
      return out;
    }
    std::size_t indent = SIZE_MAX;
    for (std::size_t at = block.begin; at < block.end;) {
      const std::size_t end = std::min(text_.find('\n', at), block.end);
      const Range inner = stripped(text_, {at, end});
      if (inner.begin < inner.end) {
        indent = std::min(indent, inner.begin - at);
        out.push_back({at, inner.end});
      }
      at = end + 1;
    }
    for (Range& line : out) line.begin += indent;
    return out;
  }

  // What follows a block belongs to it: `else`, `catch`, ..; a `do` block's `while` looks like any other, and stays too.
  bool continued(std::size_t at) const {
    while (at < text_.size() && space_char(text_[at])) ++at;
    const std::string_view next = text_.substr(at);
    if (next.starts_with(';') || next.starts_with(')')) return true;
    return std::ranges::any_of(std::to_array<std::string_view>({"else", "catch", "finally", "while"}), [&](std::string_view word) {
      return next.starts_with(word) && (next.size() == word.size() || !word_char(next[word.size()]));
    });
  }

  std::vector<ThreadText> columns() {
    if (!firsts_.front()) return {};
    std::vector<ThreadText> out(firsts_.size());
    std::size_t first = std::string_view::npos;
    for (const auto& begin : firsts_)
      if (begin) first = std::min(first, *begin);
    std::size_t at = 0;
    if (heading(0, first, at) == std::string_view::npos) return {};
    start_ = at;
    for (bool names = true;; names = false) {
      const std::size_t end = text_.find(';', at);
      if (end == std::string_view::npos) break;
      std::vector<Range> cells;
      for (std::size_t begin = at; begin <= end;) {
        const std::size_t bar = std::min(text_.find('|', begin), end);
        cells.push_back(stripped(text_, {begin, bar}));
        begin = bar + 1;
      }
      const bool row = cells.size() == out.size();
      if (at > last_ && (!row || out.size() == 1)) break;
      if (!row) return {};
      for (std::size_t t = 0; t < out.size(); ++t) {
        if (names)
          out[t].name = text_.substr(cells[t].begin, cells[t].end - cells[t].begin);
        else if (cells[t].begin < cells[t].end)
          out[t].lines.push_back(cells[t]);
      }
      at = end + 1;
    }
    return out;
  }

  // The init block, which ends before the first thread.
  std::string initial() const {
    const std::size_t close = text_.rfind('}', start_);
    if (close == std::string_view::npos) return "";
    std::size_t open = close, depth = 1;
    while (open > 0 && depth > 0) {
      --open;
      if (text_[open] == '}') ++depth;
      if (text_[open] == '{') --depth;
    }
    if (depth > 0) return "";
    const Range inner = stripped(text_, {open + 1, close});
    std::string out;
    bool space = false;
    for (const char c : text_.substr(inner.begin, inner.end - inner.begin)) {
      if (space_char(c)) {
        space = true;
        continue;
      }
      if (space && !out.empty()) out += ' ';
      space = false;
      out += c;
    }
    return out;
  }

  // A line with its accesses marked, also those inside others. One that goes on in the next line is marked in both.
  std::string line_html(Range line) const {
    std::vector<Range> here;
    std::vector<std::string> keys;
    for (const auto& [begin, end] : marks_) {
      const Range part{std::max<std::size_t>(begin, line.begin), std::min<std::size_t>(end, line.end)};
      if (part.begin >= part.end) continue;
      here.push_back({begin, end});
      keys.push_back(place_key({*file_, begin, end}));
    }
    std::ranges::stable_sort(here, [](const Range& a, const Range& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    std::string body;
    std::vector<std::size_t> open;  // ends of the pieces that are open, the innermost last
    std::size_t next = 0;
    for (std::size_t at = line.begin; at < line.end; ++at) {
      while (!open.empty() && open.back() <= at) {
        body += "</span>";
        open.pop_back();
      }
      for (; next < here.size() && here[next].begin <= at; ++next) {
        if (!open.empty() && here[next].end > open.back()) continue;  // they overlap without one being in the other
        body += fmt::format("<span class=\"access\" data-at=\"{}\">",
                            place_key({*file_, static_cast<std::uint32_t>(here[next].begin), static_cast<std::uint32_t>(here[next].end)}));
        open.push_back(here[next].end);
      }
      body += escaped(text_.substr(at, 1));
    }
    for (std::size_t i = 0; i < open.size(); ++i) body += "</span>";
    if (keys.empty()) return fmt::format("<span class=\"line\">{}</span>", body);
    return fmt::format("<span class=\"line\" tabindex=\"0\" data-at=\"{}\">{}</span>", fmt::join(keys, " "), body);
  }

  const program::Test& test_;
  std::string_view text_;
  std::optional<std::uint32_t> file_;
  std::vector<std::optional<std::size_t>> firsts_;           // by thread: where its first instruction begins
  std::size_t last_ = 0;                                     // where the last one ends
  std::set<std::pair<std::uint32_t, std::uint32_t>> marks_;  // what makes events
  std::size_t start_ = 0;                                    // of the first thread's heading
  std::vector<Range> declared_;                              // lines of classes and methods
};

}  // namespace

std::string place_key(Span where) { return where.end <= where.begin ? "" : fmt::format("{}-{}", where.begin, where.end); }

std::string listing(const program::Test& test, const Sources& sources) {
  return test.program.threads.empty() ? "" : Listing(test, sources).html();
}

}  // namespace thinair::report::html
