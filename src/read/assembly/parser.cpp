// The table is cut into cells first, by the raw text: `;` ends a row and `|` a column, whatever the instruction set. A cell is then
// read by one small grammar that covers the operands of every assembler syntax in use.
#include "read/assembly/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/litmus/condition_parser.hpp"

namespace thinair::litmus::assembly {
namespace {

constexpr std::size_t kMaxThreads = 64;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class CellParser {
 public:
  CellParser(Cursor& cursor, std::string_view text, Span where, bool holes) : cursor_(cursor), text_(text), where_(where), holes_(holes) {}

  Line parse() {
    Line line;
    skip();
    line.where = span(at_, text_.size());
    if (at_ == text_.size()) return line;
    Operand first = word("an instruction or a label");
    skip();
    if (!cursor_.failed() && take(':')) {
      line.label = first.word;
      line.label_where = first.where;
      skip();
      if (at_ == text_.size()) return line;
      first = word("an instruction");
      skip();
    }
    if (first.word == "lock" || first.word == "LOCK") {
      line.lock = true;
      first = word("an instruction");
      skip();
    }
    line.mnemonic = first.word;
    line.mnemonic_where = first.where;
    if (at_ < text_.size() && !cursor_.failed()) operands(line.operands, 0);
    if (at_ < text_.size()) unexpected("',' or the end of the instruction");
    return line;
  }

 private:
  void operands(std::vector<Operand>& list, char close) {
    do {
      cursor_.count_node();
      skip();
      list.push_back(operand(close == 0));
      skip();
    } while (!cursor_.failed() && take(','));
  }

  Operand operand(bool memory_allowed) {
    const std::size_t begin = at_;
    Operand result;
    if (at_ == text_.size()) {
      unexpected("an operand");
    } else if (holes_ && text_[at_] == '{') {
      ++at_;
      result.kind = Operand::Kind::hole;
      if (take('$')) result.prefix = "$";
      result.word = word("the name of an operand").word;
      if (!take('}')) unexpected("'}'");
    } else if (memory_allowed && (text_[at_] == '[' || text_[at_] == '(')) {
      memory(result);
    } else if (starts_number()) {
      number(result);
      skip();
      if (memory_allowed && result.prefix.empty() && at_ < text_.size() && text_[at_] == '(') {
        result.has_number = true;
        memory(result);
      }
    } else if (text_[at_] == '{') {
      fail("litmus-unsupported", span(at_, at_ + 1), "lists of registers are not modelled", "vectors (Neon, SVE, SME) are left out");
    } else if (starts_distance()) {
      result.word = text_[at_++];
      result.word += text_[at_++];
      while (at_ < text_.size() && is_digit(text_[at_])) result.word += text_[at_++];
    } else {
      result = word("an operand");
      skip();
      if (at_ < text_.size() && starts_number() && !cursor_.failed()) {  // `LSL #2`
        Operand amount;
        number(amount);
        result.number = amount.number;
        result.has_number = true;
      }
    }
    result.where = span(begin, at_);
    return result;
  }

  // `.+8`, `.-4`.
  bool starts_distance() const {
    return at_ + 2 < text_.size() && text_[at_] == '.' && (text_[at_ + 1] == '+' || text_[at_ + 1] == '-') && is_digit(text_[at_ + 2]);
  }

  void memory(Operand& result) {
    result.kind = Operand::Kind::memory;
    result.bracketed = text_[at_] == '[';
    const char close = result.bracketed ? ']' : ')';
    ++at_;
    operands(result.parts, close);
    if (!cursor_.failed() && !take(close)) unexpected(close == ']' ? "']'" : "')'");
    if (!cursor_.failed() && result.bracketed) result.writes_back = take('!');
  }

  bool starts_number() const {
    std::size_t i = at_;
    if (text_[i] == '$' || text_[i] == '#') ++i;
    if (i < text_.size() && (text_[i] == '-' || text_[i] == '+')) ++i;
    return i < text_.size() && is_digit(text_[i]);
  }

  void number(Operand& result) {
    result.kind = Operand::Kind::number;
    if (text_[at_] == '$' || text_[at_] == '#') result.prefix = text_[at_++];
    const std::size_t begin = at_;
    const bool negative = text_[at_] == '-';
    if (negative || text_[at_] == '+') ++at_;
    const std::size_t digits = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || is_letter(text_[at_]))) ++at_;
    const Number parsed = litmus::number(text_.substr(digits, at_ - digits));
    if (parsed.status == Number::Status::malformed) {
      fail("litmus-number", span(begin, at_), fmt::format("'{}' is not an integer", text_.substr(begin, at_ - begin)));
    } else if (parsed.status == Number::Status::too_big || (negative && parsed.magnitude > std::uint64_t{1} << 63)) {
      fail("litmus-range", span(begin, at_), fmt::format("'{}' does not fit into 64 bits", text_.substr(begin, at_ - begin)));
    } else {
      result.number = static_cast<std::int64_t>(negative ? std::uint64_t{0} - parsed.magnitude : parsed.magnitude);
    }
  }

  Operand word(std::string_view what) {
    Operand result;
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '%') result.prefix = text_[at_++];
    const std::size_t start = at_;
    if (at_ < text_.size() && is_letter(text_[at_]))
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    if (start == at_) unexpected(what);
    if (at_ - start > kMaxName) fail("litmus-name", span(start, at_), fmt::format("name of more than {} characters", kMaxName));
    result.word = text_.substr(start, at_ - start);
    result.where = span(begin, at_);
    return result;
  }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip() {
    while (at_ < text_.size()) {
      const std::size_t after = skip_comment(text_, at_);
      if (after == std::string_view::npos) return fail("litmus-comment", span(at_, at_ + 2), "this comment does not end");
      if (after != at_) {
        at_ = after;
      } else if (is_blank(text_[at_])) {
        ++at_;
      } else {
        return;
      }
    }
  }

  void unexpected(std::string_view what) {
    const bool end = at_ >= text_.size();
    const std::string found = end ? "the end of the instruction" : fmt::format("'{}'", text_[at_]);
    const bool printable = end || (text_[at_] > ' ' && text_[at_] < 0x7F);
    fail("litmus-syntax", span(at_, std::min(at_ + 1, text_.size())),
         fmt::format("expected {}, found {}", what, printable ? found : "a strange character"));
  }

  // After a failure nothing is left to read.
  void fail(std::string_view code, Span where, std::string message, std::string hint = {}) {
    cursor_.fail(code, where, std::move(message), std::move(hint));
    at_ = text_.size();
  }

  Span span(std::size_t begin, std::size_t end) const {
    return {where_.file, where_.begin + static_cast<std::uint32_t>(begin), where_.begin + static_cast<std::uint32_t>(end)};
  }

  Cursor& cursor_;
  std::string_view text_;
  Span where_;
  bool holes_;
  std::size_t at_ = 0;
};

bool at_final_part(const Cursor& cursor) {
  return starts_final_part(cursor.peek().text) || cursor.at("(") || (cursor.at("~") && cursor.ahead().text == "exists");
}

class TableParser {
 public:
  TableParser(Cursor& cursor, Isa isa) : cursor_(cursor), text_(cursor.whole_text()), at_(cursor.peek().where.begin) { program_.isa = isa; }

  Program parse() {
    header();
    while (!cursor_.failed() && !at_final_part(cursor_) && !cursor_.at_end()) {
      std::vector<Span> cells = row();
      if (cursor_.failed()) break;
      if (cells.size() != program_.threads.size()) {
        cursor_.fail("litmus-columns", join(cells.front(), cells.back()),
                     fmt::format("this row has {} column{}, the test has {} thread{}", cells.size(), cells.size() == 1 ? "" : "s",
                                 program_.threads.size(), program_.threads.size() == 1 ? "" : "s"));
        break;
      }
      for (std::size_t t = 0; t < cells.size(); ++t) {
        cursor_.count_node();
        Line line = parse_line(cursor_, cursor_.text(cells[t]), cells[t], false);
        if (!line.label.empty() || !line.mnemonic.empty()) program_.threads[t].lines.push_back(std::move(line));
      }
    }
    return std::move(program_);
  }

 private:
  void header() {
    for (const Span cell : row()) {
      const Line line = parse_line(cursor_, cursor_.text(cell), cell, false);
      const std::string expected = fmt::format("P{}", program_.threads.size());
      if (cursor_.failed()) return;
      if (program_.threads.size() >= kMaxThreads) {
        cursor_.fail("litmus-thread", cell, fmt::format("more than {} threads", kMaxThreads));
        return;
      }
      if (line.mnemonic != expected || !line.operands.empty()) {
        cursor_.fail("litmus-thread", cell, fmt::format("expected '{}', found '{}'", expected, folded(cursor_.text(cell))),
                     "the first row names the threads: P0 | P1 ;");
        return;
      }
      program_.threads.push_back({{}, line.mnemonic_where});
    }
  }

  // The cells up to the next ';'; moves the cursor behind it.
  std::vector<Span> row() {
    std::vector<Span> cells;
    std::size_t begin = at_;
    const Span start = cursor_.peek().where;
    while (at_ < text_.size()) {
      const std::size_t after = skip_comment(text_, at_);
      if (after == std::string_view::npos) {
        cursor_.fail("litmus-comment", {start.file, offset(at_), offset(at_ + 2)}, "this comment does not end", "expected a '*)'");
        return cells;
      }
      if (after != at_) {
        at_ = after;
        continue;
      }
      const char c = text_[at_++];
      if (c != '|' && c != ';') continue;
      cells.push_back(trimmed({start.file, offset(begin), offset(at_ - 1)}));
      begin = at_;
      if (c == ';') {
        cursor_.move_to(offset(at_));
        return cells;
      }
    }
    cursor_.fail("litmus-syntax", start, "this row does not end", "expected a ';'");
    return cells;
  }

  Span trimmed(Span cell) const {
    while (cell.begin < cell.end && is_blank(text_[cell.begin])) ++cell.begin;
    while (cell.begin < cell.end && is_blank(text_[cell.end - 1])) --cell.end;
    return cell;
  }

  static std::uint32_t offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

  Cursor& cursor_;
  std::string_view text_;
  std::size_t at_;
  Program program_;
};

}  // namespace

Line parse_line(Cursor& cursor, std::string_view text, Span where, bool holes) { return CellParser(cursor, text, where, holes).parse(); }

Program parse_program(Cursor& cursor, Isa isa) { return TableParser(cursor, isa).parse(); }

}  // namespace thinair::litmus::assembly
