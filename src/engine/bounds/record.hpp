// What changed during a search, in order, and by which rule.
//
//   takes   every narrowing of a kernel that records
//   gives   when a bit was narrowed and by what, how to undo it, and what a conflict was
//   does not say why a rule narrowed a bit: engine/bounds/reasons does, when somebody asks
//
// A literal is one bit of one bound: that a pair must be in a node, or that it must not. A word of a lower bound gains bits, a word of an
// upper bound loses them, so where a bit stands says which of the two it is. What held before the search began has no entry and no reason.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/bounds/layout.hpp"

namespace thinair::bounds {

using Literal = std::uint32_t;  // word of the state times 64, and the bit

enum class By : std::uint8_t {
  decision,
  up,      // subject: the node whose operands say so
  down,    // subject: the node whose operand it is
  order,   // subject: the order, by number
  choice,  // one write for each read and for each location
  axiom,   // subject: the axiom, by number
  clause,  // subject: the clause, by number
  other,   // something that only all decisions together explain
};

class Record {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Entry {
    std::uint32_t word;   // of the state
    std::uint32_t begin;  // entries before this one are those that the rule saw
    std::uint32_t prev;   // of the same word
    std::uint32_t subject;
    Word bits;
    By by;
  };

  explicit Record(const Layout& layout);

  // Who narrows next.
  void now(By by, std::size_t subject) {
    by_ = by;
    subject_ = static_cast<std::uint32_t>(subject);
  }
  // lower |= must, upper &= may. False: a contradiction, which is kept.
  bool narrow(State& s, NodeId id, const Word* must, const Word* may);
  bool narrow(State& s, Literal literal, By by, std::uint32_t subject);
  // Back to when there were so many entries.
  void undo(State& s, std::size_t size);

  std::size_t size() const { return log_.size(); }
  const Entry& operator[](std::size_t at) const { return log_[at]; }
  // The entry that made it hold; kNone: it held from the beginning. It must hold.
  std::uint32_t at(Literal literal) const {
    for (std::uint32_t e = head_[literal / 64]; e != kNone; e = log_[e].prev)
      if (log_[e].bits >> (literal % 64) & 1) return e;
    return kNone;
  }

  bool is_lower(std::uint32_t word) const { return lower_[word]; }
  bool holds(const State& s, Literal literal) const {
    return ((s.bounds()[literal / 64] >> (literal % 64) & 1) != 0) == lower_[literal / 64];
  }
  Literal negation(Literal literal) const;
  NodeId node_of(std::uint32_t word) const;
  Literal in(NodeId id, std::size_t row, std::size_t column) const {
    return static_cast<Literal>((layout_.offset[id] + row * layout_.stride) * 64 + column);
  }
  Literal out(NodeId id, std::size_t row, std::size_t column) const {
    return static_cast<Literal>((layout_.offset[id] + layout_.length(id) + row * layout_.stride) * 64 + column);
  }
  const Layout& layout() const { return layout_; }

  // The last contradiction: a bit that must and must not be (node, and the rule that said the second), or a rule that nothing satisfies.
  struct Conflict {
    enum class Kind : std::uint8_t { none, crossed, constant, rule } kind = Kind::none;
    NodeId node = 0;
    std::size_t row = 0, column = 0;
    bool in = false;  // constant: what the rule wanted
    By by = By::other;
    std::uint32_t subject = 0;
  };
  Conflict conflict;
  // Before each propagation. If it fails and nothing else is kept, the rule that was at work fails by itself.
  void begin() { conflict.kind = Conflict::Kind::none; }
  void failed() {
    if (conflict.kind == Conflict::Kind::none) conflict = {Conflict::Kind::rule, 0, 0, 0, false, by_, subject_};
  }

 private:
  void narrow_word(Word* bounds, std::size_t word, Word bits, std::uint32_t begin);

  const Layout& layout_;
  std::vector<Entry> log_;
  std::vector<std::uint32_t> head_;  // by word: the last entry
  std::vector<bool> lower_;          // by word
  By by_ = By::other;
  std::uint32_t subject_ = 0;
};

}  // namespace thinair::bounds
