// Why a rule narrowed a bit.
//
//   takes   a record, and a literal in it or a conflict
//   gives   literals that held before, and from which one application of one rule makes it follow
//   does not go farther back: whoever learns from conflicts does (engine/axiomatic/learn)
//
// Rules work on whole rows and leave no reasons behind; only those that are asked for are found, afterwards, by looking for some instance
// of the rule whose premises held when it was applied. There may be several; one whose premises are few, or old, is taken.
#pragma once

#include <vector>

#include "engine/bounds/record.hpp"

namespace thinair::bounds {

class Reasons {
 public:
  explicit Reasons(const Record& record) : record_(record), layout_(record.layout()), net_(record.layout().net), n_(record.layout().n) {}

  // Appends to `to`. False: no instance was found; all decisions before it are a reason that is always right. Literals that held from the
  // beginning are left out. Not for decisions and clauses.
  bool of(const State& s, Literal literal, std::vector<Literal>& to);
  // The same for the conflict that the record keeps, unless it is a bit that must and must not be: these have reasons of their own.
  bool of_conflict(const State& s, std::vector<Literal>& to);

 private:
  static constexpr std::uint32_t kNever = UINT32_MAX;  // not before the rule
  bool why(NodeId node, std::size_t row, std::size_t column, bool in, By by, std::uint32_t subject);
  bool why_up(NodeId node, std::size_t x, std::size_t y, bool in);
  bool why_down(const Node& node, NodeId id, NodeId operand, bool left, std::size_t x, std::size_t y, bool in);
  bool why_down_sequence(const Node& node, NodeId id, bool left, std::size_t x, std::size_t y, bool in);
  bool why_order(const Order& order, NodeId node, std::size_t x, std::size_t y, bool in);
  bool why_choice(NodeId node, std::size_t x, std::size_t y, bool in);
  bool why_axiom(const Axiom& axiom, std::size_t x, std::size_t y, bool in);
  bool rule_failed(By by, std::uint32_t subject);

  // When a bit came to hold, counted so that 0 is from the beginning; kNever if it did not before the rule.
  std::uint32_t since(bool in, NodeId id, std::size_t x, std::size_t y) const;
  bool has(bool in, NodeId id, std::size_t x, std::size_t y) const { return since(in, id, x, y) != kNever; }
  void need(bool in, NodeId id, std::size_t x, std::size_t y);
  // Both must have held: when the later of them came to.
  static std::uint32_t both(std::uint32_t a, std::uint32_t b) { return std::max(a, b); }

  // The way from x to z of at least one edge with the fewest edges that have a reason. edge(u, v) is since when; take(u, v) needs it.
  template <class Edge, class Take>
  bool path(std::size_t x, std::size_t z, const Edge& edge, const Take& take);
  template <class Edge, class Take>
  bool cycle(const Edge& edge, const Take& take);

  const Record& record_;
  const Layout& layout_;
  const Network& net_;
  std::size_t n_;
  const State* s_ = nullptr;
  std::size_t before_ = 0;  // entries that the rule saw
  std::vector<Literal>* to_ = nullptr;
  std::vector<std::uint32_t> far_, from_;
  std::vector<std::uint8_t> done_;
};

}  // namespace thinair::bounds
