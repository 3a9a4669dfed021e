#include "relation/relation.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "relation/matrix.hpp"
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
  if (stride_ > 1)
    Matrices(size_, stride_).transpose(r.words_.data(), words_.data());
  else
    for (std::size_t a = 0; a < size_; ++a) for_each_bit(row(a), [&](std::uint32_t b) { r.add(b, a); });
  return r;
}

Relation Relation::compose(const Relation& next) const {
  Relation r(size_);
  if (stride_ > 1) {
    Matrices(size_, stride_).compose(r.words_.data(), words_.data(), next.words_.data());
    return r;
  }
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
  if (stride_ > 1) {
    Matrices(size_, stride_).close(r.words_.data());
    return r;
  }
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

bool Relation::acyclic() const {
  if (stride_ > 1) return Matrices(size_, stride_).acyclic(words_.data());
  return transitive_closure().irreflexive();
}

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
  const Relation after = base.restrict_to(on, on);
  const std::vector<std::uint32_t> events = on.elements();
  std::vector<std::uint32_t> order;
  order.reserve(events.size());
  if (base.stride() == 1) {  // few events: looking at each again and again costs less than a queue
    const Relation before = after.inverse();
    for (Word placed = 0; order.size() < events.size();) {
      const auto next = std::ranges::find_if(events, [&](std::uint32_t e) { return !(placed >> e & 1) && !(before.row(e)[0] & ~placed); });
      check(next != events.end(), "only an acyclic relation has a linear extension");
      placed |= Word{1} << *next;
      order.push_back(*next);
    }
    return order;
  }
  std::vector<std::uint32_t> waits_for(on.size(), 0);  // how many that are not placed yet
  for (const std::uint32_t e : events) for_each_bit(after.row(e), [&](std::uint32_t next) { ++waits_for[next]; });
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (const std::uint32_t e : events)
    if (waits_for[e] == 0) ready.push(e);
  while (!ready.empty()) {
    const std::uint32_t e = ready.top();
    ready.pop();
    order.push_back(e);
    for_each_bit(after.row(e), [&](std::uint32_t next) {
      if (--waits_for[next] == 0) ready.push(next);
    });
  }
  check(order.size() == events.size(), "only an acyclic relation has a linear extension");
  return order;
}

}  // namespace thinair::relation
