// Sets of events and sets of pairs of events as tables of booleans: the plain twin of relation/.
//
//   requires  operands of one operation have the same size
//   does not  share code with relation/ or try to be fast: it is there to be obviously right
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace thinair::reference {

using EventId = std::uint32_t;

struct Events {
  std::vector<char> has;  // by event: 0 or 1

  explicit Events(std::size_t size = 0, char value = 0) : has(size, value) {}
  std::size_t size() const { return has.size(); }
  auto operator<=>(const Events&) const = default;
};

struct Pairs {
  std::size_t n = 0;
  std::vector<char> has;  // row by row

  explicit Pairs(std::size_t size = 0, char value = 0) : n(size), has(size * size, value) {}
  std::size_t size() const { return n; }
  char& at(std::size_t a, std::size_t b) { return has[a * n + b]; }
  char at(std::size_t a, std::size_t b) const { return has[a * n + b]; }
  auto operator<=>(const Pairs&) const = default;
};

// Cell by cell; for Events and Pairs alike.
template <class T>
T both(T a, const T& b) {
  for (std::size_t i = 0; i < a.has.size(); ++i) a.has[i] = a.has[i] && b.has[i];
  return a;
}
template <class T>
T either(T a, const T& b) {
  for (std::size_t i = 0; i < a.has.size(); ++i) a.has[i] = a.has[i] || b.has[i];
  return a;
}
template <class T>
T without(T a, const T& b) {
  for (std::size_t i = 0; i < a.has.size(); ++i) a.has[i] = a.has[i] && !b.has[i];
  return a;
}
template <class T>
T complement(T a) {
  for (char& cell : a.has) cell = !cell;
  return a;
}
template <class T>
bool is_empty(const T& a) {
  for (const char cell : a.has)
    if (cell) return false;
  return true;
}

Pairs identity(const Events& on);
Pairs product(const Events& from, const Events& to);
Pairs inverse(const Pairs& r);
Pairs compose(const Pairs& first, const Pairs& second);
Pairs closure(const Pairs& r);    // transitive
Pairs reflexive(const Pairs& r);  // r | id over all events
Events domain(const Pairs& r);
Events range(const Pairs& r);
bool is_irreflexive(const Pairs& r);

std::vector<EventId> elements(const Events& set);
std::vector<std::pair<EventId, EventId>> elements(const Pairs& r);

// The events of some cycle, in order; empty if there is none.
std::vector<EventId> find_cycle(const Pairs& r);

}  // namespace thinair::reference
