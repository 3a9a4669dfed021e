#include "engine/bounds/learning.hpp"

#include <algorithm>
#include <bit>
#include <queue>

#include "support/check.hpp"

namespace thinair::bounds {

Learning::Learning(Propagator& propagator, State start)
    : propagator_(propagator),
      state_(std::move(start)),
      record_(propagator.layout()),
      reasons_(record_),
      watched_(propagator.layout().total, 0),
      seen_(propagator.layout().total, 0),
      unknown_(propagator.layout().total, false) {
  const Layout& layout = propagator.layout();
  for (const NodeId id : layout.open)
    if (layout.net[id].kind == Kind::unknown)
      for (std::size_t i = 0; i < 2 * layout.length(id); ++i) unknown_[layout.offset[id] + i] = true;
  propagator_.record(&record_);
}

std::size_t Learning::level_of(std::uint32_t entry) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(levels_, entry, {}, &Level::begin) - levels_.begin());
}

void Learning::decide(Literal literal) {
  const std::span<const Word> flags = state_.flags();
  levels_.push_back({record_.size(), {flags.begin(), flags.end()}});
  check(record_.narrow(state_, literal, By::decision, 0), "what is decided was open");
}

bool Learning::propagate() {
  do {
    record_.begin();
    if (!propagator_.propagate(state_)) {
      record_.failed();
      return false;
    }
    while (looked_at_ < record_.size()) {
      const Record::Entry entry = record_[looked_at_++];
      for (Word rest = entry.bits & watched_[entry.word]; rest != 0; rest &= rest - 1)
        if (!wake(static_cast<Literal>(entry.word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest))))) return false;
    }
  } while (state_.pending);
  return true;
}

void Learning::watch(std::uint32_t clause, Literal literal) {
  const Literal when = record_.negation(literal);
  watches_[when].push_back(clause);
  watched_[when / 64] |= Word{1} << (when % 64);
}

// Clauses of which one watched literal can no longer hold: another one is watched, or the last that is left must hold.
bool Learning::wake(Literal literal) {
  std::vector<std::uint32_t> list;
  list.swap(watches_[literal]);
  const Literal fallen = record_.negation(literal);
  bool fine = true;
  std::vector<std::uint32_t> stay;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint32_t c = list[i];
    Clause& clause = clauses_[c];
    if (!fine) {
      stay.push_back(c);
      continue;
    }
    if (clause[0] == fallen) std::swap(clause[0], clause[1]);
    if (record_.holds(state_, clause[0])) {
      stay.push_back(c);
      continue;
    }
    bool moved = false;
    for (std::size_t k = 2; k < clause.size() && !moved; ++k) {
      if (record_.holds(state_, record_.negation(clause[k]))) continue;
      std::swap(clause[1], clause[k]);
      watch(c, clause[1]);
      moved = true;
    }
    if (moved) continue;
    stay.push_back(c);
    fine = record_.narrow(state_, clause[0], By::clause, c);
  }
  std::vector<std::uint32_t>& now = watches_[literal];
  now.insert(now.end(), stay.begin(), stay.end());
  return fine;
}

void Learning::back_to(std::size_t level) {
  if (level >= levels_.size()) return;
  record_.undo(state_, levels_[level].begin);
  std::ranges::copy(levels_[level].flags, state_.flags().begin());
  state_.pending = false;
  state_.contradiction = false;
  levels_.resize(level);
  looked_at_ = std::min(looked_at_, record_.size());
}

void Learning::add_decisions(std::size_t up_to, std::vector<Literal>& to) const {
  for (std::size_t l = 0; l < up_to; ++l) {
    const Record::Entry& entry = record_[levels_[l].begin];
    to.push_back(static_cast<Literal>(entry.word * 64 + static_cast<std::uint32_t>(std::countr_zero(entry.bits))));
  }
}

std::vector<Literal> Learning::decisions() const {
  std::vector<Literal> out;
  add_decisions(levels_.size(), out);
  return out;
}

void Learning::reason_of(Literal literal, std::vector<Literal>& to) {
  const std::uint32_t at = record_.at(literal);
  const Record::Entry& entry = record_[at];
  if (entry.by == By::clause) {
    for (const Literal other : clauses_[entry.subject])
      if (other != literal) to.push_back(record_.negation(other));
    return;
  }
  if (reasons_.of(state_, literal, to)) return;
  ++unexplained_;
  to.clear();
  add_decisions(level_of(at), to);
}

void Learning::bump(Literal literal) {
  if (!unknown_[literal / 64]) return;
  activity_[literal] += bump_;
}

bool Learning::learn() {
  std::vector<Literal> together;
  if (record_.conflict.kind == Record::Conflict::Kind::crossed) {
    // A bit that must and must not be. The later of the two is no fact that could have been otherwise: what it follows from is. (Else the
    // clause would say no more than that one of the two holds.)
    const Record::Conflict& c = record_.conflict;
    const Literal in = record_.in(c.node, c.row, c.column), out = record_.out(c.node, c.row, c.column);
    const std::uint32_t in_at = record_.at(in), out_at = record_.at(out);
    const bool in_last = in_at != Record::kNone && (out_at == Record::kNone || in_at > out_at);
    reason_of(in_last ? in : out, together);
    together.push_back(in_last ? out : in);
    return learn(together);
  }
  if (!reasons_.of_conflict(state_, together)) {
    ++unexplained_;
    together.clear();
    add_decisions(levels_.size(), together);
  }
  return learn(together);
}

bool Learning::learn(const std::vector<Literal>& not_together) {
  ++conflicts_;
  std::size_t top = 0;
  for (const Literal literal : not_together) {
    const std::uint32_t at = record_.at(literal);
    if (at != Record::kNone) top = std::max(top, level_of(at));
  }
  if (top == 0) return false;
  std::priority_queue<std::pair<std::uint32_t, Literal>> open;  // by when
  std::vector<Literal> touched;
  std::size_t here = 0;  // of the top level, still in `open`
  Clause clause{0};
  std::size_t back = 0;
  const auto add = [&](Literal literal) {
    Word& word = seen_[literal / 64];
    const Word bit = Word{1} << (literal % 64);
    if (word & bit) return;
    const std::uint32_t at = record_.at(literal);
    if (at == Record::kNone) return;
    const std::size_t level = level_of(at);
    if (level == 0) return;
    word |= bit;
    touched.push_back(literal);
    bump(literal);
    if (level == top) {
      ++here;
      open.emplace(at, literal);
      return;
    }
    if (level > back || clause.size() == 1) {
      back = std::max(back, level);
      clause.push_back(record_.negation(literal));
      std::swap(clause[1], clause.back());
    } else {
      clause.push_back(record_.negation(literal));
    }
  };
  for (const Literal literal : not_together) add(literal);
  std::vector<Literal> reason;
  for (;;) {
    const Literal literal = open.top().second;
    open.pop();
    if (--here == 0) {
      clause[0] = record_.negation(literal);
      break;
    }
    reason.clear();
    reason_of(literal, reason);
    for (const Literal why : reason) add(why);
  }
  for (const Literal literal : touched) seen_[literal / 64] = 0;
  bump_ *= 1.05;
  if (bump_ > 1e100) {
    for (auto& [literal, value] : activity_) value *= 1e-100;
    bump_ *= 1e-100;
  }
  back_to(back);
  const auto number = static_cast<std::uint32_t>(clauses_.size());
  clauses_.push_back(std::move(clause));
  const Clause& learned = clauses_.back();
  if (learned.size() > 1) {
    watch(number, learned[0]);
    watch(number, learned[1]);
  }
  record_.begin();
  check(record_.narrow(state_, learned[0], By::clause, number), "what was learned can hold");
  return true;
}

}  // namespace thinair::bounds
