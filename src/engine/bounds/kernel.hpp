// The rules by which bounds narrow, for one network. Split over kernel_*.cpp by direction.
#pragma once

#include <utility>

#include "engine/bounds/bits.hpp"
#include "engine/bounds/layout.hpp"
#include "engine/bounds/record.hpp"

namespace thinair::bounds {

// What the facade sees: the kernel without its row width.
class AnyKernel : public Layout {
 public:
  explicit AnyKernel(const Network& network) : Layout(network) {}
  virtual ~AnyKernel() = default;
  virtual bool propagate(State& s) = 0;
  // Bounds of every node from those of the unknowns, before any decision; what narrowing would find again is marked as done.
  virtual void evaluate(State& s) const = 0;
  std::uint64_t passes = 0;
  Record* record = nullptr;  // while somebody wants to know what changed and why

 protected:
  void now(By by, std::size_t subject) const {
    if (record) record->now(by, subject);
  }
};

template <int kStride>
class Kernel final : public AnyKernel {
 public:
  explicit Kernel(const Network& network);
  bool propagate(State& s) override;
  void evaluate(State& s) const override;

 private:
  // lower |= must, upper &= may; false on a contradiction. Either may be null.
  bool narrow(State& s, NodeId id, const Word* must, const Word* may) const {
    if (record) return record->narrow(s, id, must, may);
    const std::size_t len = length(id);
    if (is_constant(id)) {
      const Word* c = constant_words[id].data();
      for (std::size_t i = 0; i < len; ++i)
        if ((must && (must[i] & ~c[i])) || (may && (c[i] & ~may[i]))) return false;
      return true;
    }
    Word* l = lo(s, id);
    Word* h = hi(s, id);
    Word more = 0, fewer = 0, crossed = 0;
    if (must)
      for (std::size_t i = 0; i < len; ++i) {
        more |= must[i] & ~l[i];
        crossed |= must[i] & ~h[i];
        l[i] |= must[i];
      }
    if (may)
      for (std::size_t i = 0; i < len; ++i) {
        fewer |= h[i] & ~may[i];
        h[i] &= may[i];
        crossed |= l[i] & ~h[i];
      }
    if (crossed) return false;
    if (more | fewer) changed(s, id, static_cast<std::uint8_t>((more ? kLower : 0) | (fewer ? kUpper : 0)));
    return true;
  }

  // Before the work on one node. False: a limit is reached, and nothing that is found any more counts.
  bool proceed(NodeId id) {
    ++work_;
    return bits_.spend(4 * length(id));
  }
  // What was done on short rows, where proceed() does not ask.
  bool within_limits() { return !net.budget() || net.budget()->spend(1 + std::exchange(work_, 0)); }

  // kernel_up.cpp: from operands to results.
  void apply(Word* out, const Node& node, std::size_t len, const Word* a, const Word* b) const;
  bool up(State& s, NodeId id, std::uint8_t which);
  template <class F>
  bool bitwise(State& s, NodeId id, F&& f) const;
  bool cut_to_fixpoint(State& s, const RecursiveGroup& group);

  // kernel_down.cpp: from results to operands.
  bool down(State& s, NodeId id);
  bool down_union(State& s, const Node& node, NodeId id, std::size_t len);
  bool down_intersection(State& s, const Node& node, NodeId id, std::size_t len);
  bool down_difference(State& s, const Node& node, NodeId id, std::size_t len);
  bool down_sequence(State& s, const Node& node, NodeId id);
  bool support_sequence(State& s, const Node& node, NodeId id);
  bool down_plus(State& s, const Node& node, NodeId id);
  bool down_product(State& s, const Node& node, NodeId id);
  bool down_domain(State& s, const Node& node, NodeId id);
  bool down_range(State& s, const Node& node, NodeId id);

  // kernel_rules.cpp: orders, choices, axioms.
  bool order_rules(State& s, const Order& order);
  bool choice_rules(State& s);
  bool enforce(State& s, const Axiom& axiom);
  bool enforce_negated(State& s, const Axiom& axiom);
  void drop_entailed(State& s);
  bool holds(const Axiom& axiom, const Word* bound);

  Bits<kStride> bits_;
  relation::Matrices wide_;
  std::vector<Word>
      scratch;  // four matrices (six where rows are long) and four rows; a rule uses it up to its next call of narrow with new data
  std::vector<Word> group_scratch;
  std::vector<Word> fresh_;  // bounds of every node from those of the unknowns alone
  std::vector<std::size_t> group_offset;
  std::uint64_t work_ = 0;
};

}  // namespace thinair::bounds
