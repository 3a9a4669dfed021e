#include "engine/reference/sets.hpp"

namespace thinair::reference {

Pairs identity(const Events& on) {
  Pairs r(on.size());
  for (std::size_t a = 0; a < on.size(); ++a) r.at(a, a) = on.has[a];
  return r;
}

Pairs product(const Events& from, const Events& to) {
  Pairs r(from.size());
  for (std::size_t a = 0; a < r.n; ++a)
    for (std::size_t b = 0; b < r.n; ++b) r.at(a, b) = from.has[a] && to.has[b];
  return r;
}

Pairs inverse(const Pairs& r) {
  Pairs out(r.n);
  for (std::size_t a = 0; a < r.n; ++a)
    for (std::size_t b = 0; b < r.n; ++b) out.at(b, a) = r.at(a, b);
  return out;
}

Pairs compose(const Pairs& first, const Pairs& second) {
  Pairs out(first.n);
  for (std::size_t a = 0; a < first.n; ++a)
    for (std::size_t b = 0; b < first.n; ++b)
      if (first.at(a, b))
        for (std::size_t c = 0; c < first.n; ++c)
          if (second.at(b, c)) out.at(a, c) = 1;
  return out;
}

Pairs closure(const Pairs& r) {
  for (Pairs now = r;;) {
    Pairs next = either(now, compose(now, r));
    if (next == now) return now;
    now = std::move(next);
  }
}

Pairs reflexive(const Pairs& r) { return either(r, identity(Events(r.n, 1))); }

Events domain(const Pairs& r) {
  Events out(r.n);
  for (const auto& [a, b] : elements(r)) out.has[a] = 1;
  return out;
}

Events range(const Pairs& r) {
  Events out(r.n);
  for (const auto& [a, b] : elements(r)) out.has[b] = 1;
  return out;
}

bool is_irreflexive(const Pairs& r) {
  for (std::size_t a = 0; a < r.n; ++a)
    if (r.at(a, a)) return false;
  return true;
}

std::vector<EventId> elements(const Events& set) {
  std::vector<EventId> out;
  for (EventId e = 0; e < set.size(); ++e)
    if (set.has[e]) out.push_back(e);
  return out;
}

std::vector<std::pair<EventId, EventId>> elements(const Pairs& r) {
  std::vector<std::pair<EventId, EventId>> out;
  for (EventId a = 0; a < r.n; ++a)
    for (EventId b = 0; b < r.n; ++b)
      if (r.at(a, b)) out.emplace_back(a, b);
  return out;
}

std::vector<EventId> find_cycle(const Pairs& r) {
  const Pairs reach = closure(r);
  for (EventId start = 0; start < r.n; ++start) {
    if (!reach.at(start, start)) continue;
    // Walk on along edges from which the start can still be reached, never to an event that was visited.
    std::vector<EventId> path{start};
    Events visited(r.n);
    visited.has[start] = 1;
    while (!r.at(path.back(), start)) {
      bool moved = false;
      for (EventId next = 0; next < r.n && !moved; ++next) {
        if (!r.at(path.back(), next) || visited.has[next] || !reach.at(next, start)) continue;
        visited.has[next] = 1;
        path.push_back(next);
        moved = true;
      }
      if (!moved) path.pop_back();
    }
    return path;
  }
  return {};
}

}  // namespace thinair::reference
