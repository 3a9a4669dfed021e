// Bounds on every node of a network, and their propagation.
//
//   takes   a Network, and decisions ("this pair is in the order", "this read takes its value from that write")
//   gives   lower and upper bounds for every node: what must be in it and what may; or a conflict
//   does not guess: engine/axiomatic/ does
//
// Each operator narrows both ways. Upwards: what must (may) be in the operands decides what must (may) be in the result.
// Downwards: what must not be in the result must not be in an operand that would put it there. All of it works on whole
// bit rows. A state in which every unknown is decided has equal bounds everywhere, so propagation then decides every axiom.
//
// An axiom that holds however the rest is decided is dropped; nodes that only dropped axioms look at are no longer touched.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "engine/bounds/network.hpp"

namespace thinair::bounds {

using relation::Word;

class Layout;
class Record;

// Everything that changes during search. All of it is one piece of memory, since search copies often; a deep one goes along a Path.
class State {
 public:
  State() = default;
  State(std::size_t bounds, std::size_t nodes, std::size_t axioms)
      : nodes_(static_cast<std::uint32_t>(nodes)),
        axioms_(static_cast<std::uint32_t>(axioms)),
        bounds_(bounds),
        words_(bounds + (3 * nodes + 2 * axioms + sizeof(Word) - 1) / sizeof(Word), 0) {}

  Word* bounds() { return words_.data(); }  // lower then upper bound of every node that is not constant
  const Word* bounds() const { return words_.data(); }
  std::span<std::uint8_t> upward() { return {bytes(), nodes_}; }             // per node: which bounds must be recomputed from the operands
  std::span<std::uint8_t> downward() { return {bytes() + nodes_, nodes_}; }  // per node: operands must be narrowed again
  std::span<std::uint8_t> live() { return {bytes() + 2 * nodes_, nodes_}; }  // per node: some active axiom depends on it
  std::span<const std::uint8_t> live() const { return {bytes() + 2 * nodes_, nodes_}; }
  std::span<std::uint8_t> axiom_dirty() { return {bytes() + 3 * nodes_, axioms_}; }
  std::span<std::uint8_t> axiom_active() { return {bytes() + 3 * nodes_ + axioms_, axioms_}; }
  std::span<const std::uint8_t> axiom_active() const { return {bytes() + 3 * nodes_ + axioms_, axioms_}; }

  std::span<const Word> words() const { return words_; }
  std::span<Word> words() { return words_; }

  std::span<Word> flags() { return std::span(words_).subspan(bounds_); }  // all of it that is no bound

  bool pending = true;         // something above is set
  bool contradiction = false;  // a decision went against a bound

 private:
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(words_.data() + bounds_); }
  const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(words_.data() + bounds_); }

  std::uint32_t nodes_ = 0, axioms_ = 0;
  std::size_t bounds_ = 0;
  std::vector<Word> words_;
};

class Propagator {
 public:
  explicit Propagator(const Network& network);
  ~Propagator();
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  // Bounds before any decision.
  State initial() const;

  // Decisions. They take effect with the next propagate().
  void require(State& state, NodeId node, std::size_t a, std::size_t b) const;
  void exclude(State& state, NodeId node, std::size_t a, std::size_t b) const;
  void require(State& state, NodeId node, std::size_t event) const;
  void exclude(State& state, NodeId node, std::size_t event) const;

  // Narrows to the fixed point. False: no way of deciding the rest satisfies the axioms, or the network's budget is exhausted.
  bool propagate(State& state);

  // From now on narrowings are recorded there (null: no longer). What is decided then goes through the record.
  void record(Record* record);
  const Layout& layout() const;

  // Every axiom holds however the open unknowns are decided, and every order has its final base.
  bool entailed(const State& state) const;

  bool lower_has(const State& state, NodeId node, std::size_t a, std::size_t b) const;
  bool upper_has(const State& state, NodeId node, std::size_t a, std::size_t b) const;
  bool decided(const State& state, NodeId node) const;
  bool is_live(const State& state, NodeId node) const { return state.live()[node] != 0; }
  Relation lower(const State& state, NodeId node) const;
  Relation upper(const State& state, NodeId node) const;
  EventSet lower_set(const State& state, NodeId node) const;
  EventSet upper_set(const State& state, NodeId node) const;
  const Word* upper_row(const State& state, NodeId node, std::size_t a) const;

  const Network& network() const;
  std::uint64_t passes() const;

 private:
  struct Implementation;
  void narrow_bit(State& state, NodeId node, std::size_t row, std::size_t column, bool in) const;
  std::unique_ptr<Implementation> implementation_;
};

// The states on the way from the root of a search to where it is. Small ones are kept as they are. Of large ones the last is kept, and of
// each step the words that it changed: bounds only narrow, so all steps of a way together change no more bits than there are, however many
// they are.
class Path {
 public:
  // `start` was propagated.
  Path(Propagator& propagator, State start) : propagator_(propagator), large_(start.words().size() > kLarge) {
    states_.push_back(std::move(start));
  }

  const State& state() const { return states_[at_]; }

  // One step on: decide(State&) decides, then bounds are propagated. False: it contradicts, or a limit is reached; nothing has changed.
  template <class Decide>
  bool enter(Decide&& decide) {
    if (at_ + 1 == states_.size())
      states_.push_back(states_[at_]);
    else
      states_[at_ + 1] = states_[at_];
    State& next = states_[at_ + 1];
    decide(next);
    if (!propagator_.propagate(next)) return false;
    if (large_) return keep();
    ++at_;
    return true;
  }
  // Back to before the last enter() that was true.
  void leave();

 private:
  static constexpr std::size_t kLarge = 4096;  // words
  bool keep();

  Propagator& propagator_;
  bool large_;
  std::deque<State> states_;            // large: where the search is, and room for the next
  std::size_t at_ = 0;                  // large: 0
  std::vector<std::uint32_t> changed_;  // words of the state
  std::vector<Word> before_;            // what stood there
  std::vector<std::size_t> steps_;      // where in changed_ each step begins
};

}  // namespace thinair::bounds
