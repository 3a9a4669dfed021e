// A search that learns from its conflicts.
//
//   takes   a propagated state, decisions, and sets of literals that the caller knows not to hold together
//   gives   the bounds that follow from decisions and from what was learned; after a conflict a new clause, and how far to go back
//   does not choose what to decide, nor does it know what a solution is
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "engine/bounds/propagate.hpp"
#include "engine/bounds/reasons.hpp"

namespace thinair::bounds {

class Learning {
 public:
  // `start` was propagated. While this object lives, nobody else uses the propagator but by way of aside().
  Learning(Propagator& propagator, State start);
  ~Learning() { propagator_.record(nullptr); }
  Learning(const Learning&) = delete;
  Learning& operator=(const Learning&) = delete;

  const State& state() const { return state_; }
  const Record& record() const { return record_; }
  std::size_t level() const { return levels_.size(); }
  std::uint64_t conflicts() const { return conflicts_; }

  // A literal that is open, on a level of its own.
  void decide(Literal literal);
  // To the fixed point of rules and clauses. False: a conflict, or a limit.
  bool propagate();
  // After a conflict: learns, goes back, and asserts what was learned. False: there is no solution.
  bool learn();
  bool learn(const std::vector<Literal>& not_together);  // all hold
  std::vector<Literal> decisions() const;
  void restart() { back_to(0); }

  // What was learned: of each clause some literal holds in every solution. Those that the caller excluded are among them.
  std::span<const std::vector<Literal>> clauses() const { return clauses_; }
  std::uint64_t unexplained() const { return unexplained_; }  // reasons that are all decisions

  // How much a pair of an unknown had to do with conflicts of late.
  double activity(Literal literal) const {
    const auto at = activity_.find(literal);
    return at == activity_.end() ? 0 : at->second;
  }

  // Something that asks the propagator about a copy of the state.
  template <class F>
  auto aside(F&& f) {
    propagator_.record(nullptr);
    auto result = f();
    propagator_.record(&record_);
    return result;
  }

 private:
  struct Level {
    std::size_t begin;        // in the record
    std::vector<Word> flags;  // of the state, as they were
  };
  using Clause = std::vector<Literal>;

  std::size_t level_of(std::uint32_t entry) const;
  void back_to(std::size_t level);
  void reason_of(Literal literal, std::vector<Literal>& to);
  void add_decisions(std::size_t up_to, std::vector<Literal>& to) const;
  bool wake(Literal literal);
  void watch(std::uint32_t clause, Literal literal);
  void bump(Literal literal);

  Propagator& propagator_;
  State state_;
  Record record_;
  Reasons reasons_;
  std::vector<Level> levels_;
  std::size_t looked_at_ = 0;  // entries that clauses have seen
  std::vector<Clause> clauses_;
  std::unordered_map<Literal, std::vector<std::uint32_t>> watches_;  // clauses to look at when the literal comes to hold
  std::vector<Word> watched_;                                        // by word of the state: literals that have watches
  std::vector<Word> seen_;                                           // scratch, by word of the state
  std::vector<bool> unknown_;                                        // by word: it belongs to an unknown
  std::unordered_map<Literal, double> activity_;
  double bump_ = 1;
  std::uint64_t conflicts_ = 0, unexplained_ = 0;
};

}  // namespace thinair::bounds
