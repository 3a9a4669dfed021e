#include "relation/relation.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace thinair::relation {
namespace {

void trim(std::span<Word> words, std::size_t bits) {
  if (bits % 64 != 0) words.back() &= (Word{1} << (bits % 64)) - 1;
}

bool all_zero(std::span<const Word> words) {
  return std::all_of(words.begin(), words.end(), [](Word w) { return w == 0; });
}

std::size_t popcount(std::span<const Word> words) {
  std::size_t n = 0;
  for (const Word w : words) n += static_cast<std::size_t>(std::popcount(w));
  return n;
}

}  // namespace

EventSet EventSet::full(std::size_t size) {
  EventSet set(size);
  if (size == 0) return set;
  for (Word& w : set.words_) w = ~Word{0};
  trim(set.words(), size);
  return set;
}

bool EventSet::empty() const { return all_zero(words()); }
std::size_t EventSet::count() const { return popcount(words()); }

std::vector<std::uint32_t> EventSet::elements() const {
  std::vector<std::uint32_t> out;
  out.reserve(count());
  for_each_bit(words(), [&](std::uint32_t i) { out.push_back(i); });
  return out;
}

EventSet& EventSet::operator|=(const EventSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}
EventSet& EventSet::operator&=(const EventSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}
EventSet& EventSet::operator-=(const EventSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}
EventSet EventSet::complement() const { return full(size_) - *this; }

Relation Relation::full(std::size_t size) {
  const EventSet all = EventSet::full(size);
  return product(all, all);
}

Relation Relation::identity(std::size_t size) {
  Relation r(size);
  for (std::size_t i = 0; i < size; ++i) r.add(i, i);
  return r;
}

Relation Relation::identity(const EventSet& on) {
  Relation r(on.size());
  for_each_bit(on.words(), [&](std::uint32_t i) { r.add(i, i); });
  return r;
}

Relation Relation::product(const EventSet& from, const EventSet& to) {
  Relation r(from.size());
  for_each_bit(from.words(), [&](std::uint32_t i) { std::ranges::copy(to.words(), r.row(i).begin()); });
  return r;
}

bool Relation::empty() const { return all_zero(words()); }
std::size_t Relation::count() const { return popcount(words()); }

std::vector<std::pair<std::uint32_t, std::uint32_t>> Relation::pairs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  out.reserve(count());
  for (std::uint32_t a = 0; a < size_; ++a) for_each_bit(row(a), [&](std::uint32_t b) { out.emplace_back(a, b); });
  return out;
}

Relation& Relation::operator|=(const Relation& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}
Relation& Relation::operator&=(const Relation& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}
Relation& Relation::operator-=(const Relation& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}

Relation Relation::complement() const { return full(size_) - *this; }

Relation Relation::inverse() const {
  Relation r(size_);
  for (std::size_t a = 0; a < size_; ++a) for_each_bit(row(a), [&](std::uint32_t b) { r.add(b, a); });
  return r;
}

Relation Relation::compose(const Relation& next) const {
  Relation r(size_);
  for (std::size_t a = 0; a < size_; ++a) {
    const auto out = r.row(a);
    for_each_bit(row(a), [&](std::uint32_t b) {
      const auto in = next.row(b);
      for (std::size_t w = 0; w < stride_; ++w) out[w] |= in[w];
    });
  }
  return r;
}

Relation Relation::transitive_closure() const {
  Relation r = *this;
  for (std::size_t k = 0; k < size_; ++k)
    for (std::size_t a = 0; a < size_; ++a) {
      if (!r.has(a, k)) continue;
      const auto out = r.row(a);
      const auto in = r.row(k);
      for (std::size_t w = 0; w < stride_; ++w) out[w] |= in[w];
    }
  return r;
}

Relation Relation::restrict_to(const EventSet& from, const EventSet& to) const { return *this & product(from, to); }

EventSet Relation::domain() const {
  EventSet set(size_);
  for (std::size_t a = 0; a < size_; ++a)
    if (!all_zero(row(a))) set.add(a);
  return set;
}

EventSet Relation::range() const {
  EventSet set(size_);
  for (std::size_t a = 0; a < size_; ++a)
    for (std::size_t w = 0; w < stride_; ++w) set.words()[w] |= row(a)[w];
  return set;
}

bool Relation::irreflexive() const {
  for (std::size_t a = 0; a < size_; ++a)
    if (has(a, a)) return false;
  return true;
}

bool Relation::acyclic() const { return transitive_closure().irreflexive(); }

std::vector<std::uint32_t> shortest_cycle(const Relation& relation) {
  const auto n = static_cast<std::uint32_t>(relation.size());
  std::vector<std::uint32_t> best;
  for (std::uint32_t start = 0; start < n; ++start) {
    std::vector<std::int64_t> from(n, -1);
    std::vector<std::uint32_t> queue{start};
    bool found = false;
    for (std::size_t head = 0; head < queue.size() && !found; ++head) {
      const std::uint32_t at = queue[head];
      for_each_bit(relation.row(at), [&](std::uint32_t next) {
        if (found) return;
        if (next == start) {
          std::vector<std::uint32_t> cycle;
          for (std::uint32_t e = at; e != start; e = static_cast<std::uint32_t>(from[e])) cycle.push_back(e);
          cycle.push_back(start);
          std::ranges::reverse(cycle);
          if (best.empty() || cycle.size() < best.size()) best = cycle;
          found = true;
        } else if (from[next] < 0) {
          from[next] = at;
          queue.push_back(next);
        }
      });
    }
  }
  return best;
}

std::vector<std::uint32_t> linear_extension(const EventSet& on, const Relation& base) {
  const Relation before = base.restrict_to(on, on).inverse();
  std::vector<std::uint32_t> order;
  order.reserve(on.count());
  EventSet placed(on.size());
  const std::vector<std::uint32_t> events = on.elements();
  while (order.size() < events.size()) {
    bool progress = false;
    for (const std::uint32_t e : events) {
      if (placed.has(e)) continue;
      const auto row = before.row(e);
      bool ready = true;
      for (std::size_t w = 0; w < row.size(); ++w) ready = ready && (row[w] & ~placed.words()[w]) == 0;
      if (!ready) continue;
      order.push_back(e);
      placed.add(e);
      progress = true;
      break;
    }
    check(progress, "only an acyclic relation has a linear extension");
  }
  return order;
}

}  // namespace thinair::relation
