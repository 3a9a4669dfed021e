// Finite sets and binary relations over events 0..size()-1, one bit row per source event.
//
//   requires  operands of one operation have the same size()
//   costs     union and intersection n^2/64 words; composition and closure n^3/64
//   does not  know what an event is
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "relation/words.hpp"

namespace thinair::relation {

// At least one, so that a row of no bits can still be looked at.
inline std::size_t words_for(std::size_t bits) { return bits == 0 ? 1 : (bits + 63) / 64; }

// Calls f(index) for every set bit, in ascending order.
template <class F>
inline void for_each_bit(std::span<const Word> words, F&& f) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (Word rest = words[w]; rest != 0; rest &= rest - 1)
      f(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
}

class EventSet {
 public:
  EventSet() = default;
  explicit EventSet(std::size_t size) : size_(size), words_(words_for(size), 0) {}
  static EventSet full(std::size_t size);

  std::size_t size() const { return size_; }
  bool has(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void add(std::size_t i) { words_[i / 64] |= Word{1} << (i % 64); }
  void remove(std::size_t i) { words_[i / 64] &= ~(Word{1} << (i % 64)); }
  bool empty() const;
  std::size_t count() const;
  std::span<Word> words() { return {words_.data(), words_.size()}; }
  std::span<const Word> words() const { return {words_.data(), words_.size()}; }
  std::vector<std::uint32_t> elements() const;

  EventSet& operator|=(const EventSet& other);
  EventSet& operator&=(const EventSet& other);
  EventSet& operator-=(const EventSet& other);
  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }
  friend EventSet operator&(EventSet a, const EventSet& b) { return a &= b; }
  friend EventSet operator-(EventSet a, const EventSet& b) { return a -= b; }
  EventSet complement() const;
  bool operator==(const EventSet&) const = default;

 private:
  std::size_t size_ = 0;
  Words<1> words_;
};

class Relation {
 public:
  Relation() = default;
  explicit Relation(std::size_t size) : size_(size), stride_(words_for(size)), words_(size * stride_, 0) {}
  static Relation full(std::size_t size);
  static Relation identity(std::size_t size);
  static Relation identity(const EventSet& on);
  static Relation product(const EventSet& from, const EventSet& to);

  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  bool has(std::size_t a, std::size_t b) const { return (words_[a * stride_ + b / 64] >> (b % 64) & 1) != 0; }
  void add(std::size_t a, std::size_t b) { words_[a * stride_ + b / 64] |= Word{1} << (b % 64); }
  void remove(std::size_t a, std::size_t b) { words_[a * stride_ + b / 64] &= ~(Word{1} << (b % 64)); }
  std::span<Word> row(std::size_t a) { return {words_.data() + a * stride_, stride_}; }
  std::span<const Word> row(std::size_t a) const { return {words_.data() + a * stride_, stride_}; }
  std::span<Word> words() { return {words_.data(), words_.size()}; }
  std::span<const Word> words() const { return {words_.data(), words_.size()}; }
  bool empty() const;
  std::size_t count() const;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const;

  Relation& operator|=(const Relation& other);
  Relation& operator&=(const Relation& other);
  Relation& operator-=(const Relation& other);
  friend Relation operator|(Relation a, const Relation& b) { return a |= b; }
  friend Relation operator&(Relation a, const Relation& b) { return a &= b; }
  friend Relation operator-(Relation a, const Relation& b) { return a -= b; }
  bool operator==(const Relation&) const = default;

  Relation complement() const;
  Relation inverse() const;
  Relation compose(const Relation& next) const;
  Relation transitive_closure() const;
  Relation restrict_to(const EventSet& from, const EventSet& to) const;
  EventSet domain() const;
  EventSet range() const;
  bool irreflexive() const;
  bool acyclic() const;

 private:
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  Words<16> words_;
};

// The events of a shortest cycle, in order; empty if there is none.
std::vector<std::uint32_t> shortest_cycle(const Relation& relation);

// Some total order of `on` that extends `base` (which must be acyclic on it), as a list. Ties go to the smaller index.
std::vector<std::uint32_t> linear_extension(const EventSet& on, const Relation& base);

}  // namespace thinair::relation
