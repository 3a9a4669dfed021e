// Downwards: what must not be in the result must not be in an operand that would put it there, and what must be in the
// result and has only one way to come about comes about that way.
#include "engine/bounds/kernel.hpp"
#include "support/check.hpp"

namespace thinair::bounds {

template <int kStride>
bool Kernel<kStride>::down(State& s, NodeId id) {
  const Node& node = net[id];
  const State& c = s;
  const std::size_t len = length(id);
  switch (node.kind) {
    case Kind::constant:
    case Kind::unknown: return true;
    case Kind::recursive: return narrow(s, node.a, lo(c, id), hi(c, id));
    case Kind::union_: return down_union(s, node, id, len);
    case Kind::intersection: return down_intersection(s, node, id, len);
    case Kind::difference: return down_difference(s, node, id, len);
    case Kind::sequence: return down_sequence(s, node, id);
    case Kind::plus: return down_plus(s, node, id);
    case Kind::inverse: {
      Word* must = scratch.data();
      Word* may = scratch.data() + n * bits_.width();
      bits_.transpose(must, lo(c, id));
      bits_.transpose(may, hi(c, id));
      return narrow(s, node.a, must, may);
    }
    case Kind::identity: {
      Word* must = scratch.data();
      Word* may = must + bits_.width();
      std::memset(must, 0, 2 * bits_.width() * sizeof(Word));
      for (std::size_t x = 0; x < n; ++x) {
        if (bits_.bit(bits_.row(lo(c, id), x), x)) bits_.set_bit(must, x);
        if (bits_.bit(bits_.row(hi(c, id), x), x)) bits_.set_bit(may, x);
      }
      return narrow(s, node.a, must, may);
    }
    case Kind::product: return down_product(s, node, id);
    case Kind::domain: return down_domain(s, node, id);
    case Kind::range: return down_range(s, node, id);
  }
  return true;
}

template <int kStride>
bool Kernel<kStride>::down_union(State& s, const Node& node, NodeId id, std::size_t len) {
  const State& c = s;
  Word* must_a = scratch.data();
  Word* must_b = must_a + len;
  const Word *l = lo(c, id), *h = hi(c, id), *la = lo(c, node.a), *ha = hi(c, node.a), *lb = lo(c, node.b), *hb = hi(c, node.b);
  Word new_a = 0, new_b = 0;  // whether there is anything to narrow; most often there is not
  for (std::size_t i = 0; i < len; ++i) {
    must_a[i] = l[i] & ~hb[i];
    must_b[i] = l[i] & ~ha[i];
    new_a |= (must_a[i] & ~la[i]) | (ha[i] & ~h[i]);
    new_b |= (must_b[i] & ~lb[i]) | (hb[i] & ~h[i]);
  }
  return (!new_a || narrow(s, node.a, must_a, h)) && (!new_b || narrow(s, node.b, must_b, h));
}

template <int kStride>
bool Kernel<kStride>::down_intersection(State& s, const Node& node, NodeId id, std::size_t len) {
  const State& c = s;
  Word* may_a = scratch.data();
  Word* may_b = may_a + len;
  const Word *l = lo(c, id), *h = hi(c, id), *la = lo(c, node.a), *ha = hi(c, node.a), *lb = lo(c, node.b), *hb = hi(c, node.b);
  Word new_a = 0, new_b = 0;
  for (std::size_t i = 0; i < len; ++i) {
    may_a[i] = h[i] | ~lb[i];
    may_b[i] = h[i] | ~la[i];
    new_a |= (l[i] & ~la[i]) | (ha[i] & ~may_a[i]);
    new_b |= (l[i] & ~lb[i]) | (hb[i] & ~may_b[i]);
  }
  return (!new_a || narrow(s, node.a, l, may_a)) && (!new_b || narrow(s, node.b, l, may_b));
}

template <int kStride>
bool Kernel<kStride>::down_difference(State& s, const Node& node, NodeId id, std::size_t len) {
  const State& c = s;
  Word* may_a = scratch.data();
  Word* must_b = may_a + len;
  Word* may_b = must_b + len;
  const Word *l = lo(c, id), *h = hi(c, id), *la = lo(c, node.a), *hb = hi(c, node.b);
  for (std::size_t i = 0; i < len; ++i) {
    may_a[i] = h[i] | hb[i];  // in a, not in the result: it must be in b
    must_b[i] = la[i] & ~h[i];
    may_b[i] = ~l[i];
  }
  return narrow(s, node.a, lo(c, id), may_a) && narrow(s, node.b, must_b, may_b);
}

// a;b must not relate x to z: then for no y both a(x,y) and b(y,z).
template <int kStride>
bool Kernel<kStride>::down_sequence(State& s, const Node& node, NodeId id) {
  const State& c = s;
  const std::size_t size = n * bits_.width();
  Word* may_a = scratch.data();
  Word* may_b = may_a + size;
  const Word *h = hi(c, id), *la = lo(c, node.a), *ha = hi(c, node.a), *lb = lo(c, node.b), *hb = hi(c, node.b);
  std::copy(ha, ha + size, may_a);
  std::copy(hb, hb + size, may_b);
  Word* open_row = scratch.data() + 2 * size;
  Word* reached = open_row + bits_.width();  // what b must lead to from somewhere
  if constexpr (kStride == 0) {
    // The second half below, for all x at once: what y must not reach is what some x that must come before it must not.
    Word *before = scratch.data() + 2 * size, *banned = before + size, *out = banned + size;
    bits_.transpose(before, la);
    for (std::size_t i = 0; i < size; ++i) banned[i] = ~h[i];
    bits_.compose(out, before, banned);
    for (std::size_t i = 0; i < size; ++i) may_b[i] &= ~out[i];
    std::memset(reached, 0, bits_.width() * sizeof(Word));
    for (std::size_t y = 0; y < n; ++y) bits_.join_into(reached, bits_.row(lb, y));
  }
  for (std::size_t x = 0; x < n; ++x) {
    const Word* hx = bits_.row(h, x);
    if constexpr (kStride == 0) {
      Word bad = 0;
      for (std::size_t w = 0; w < bits_.width(); ++w) bad |= reached[w] & ~hx[w];
      if (!bad) continue;
      if (!bits_.spend(n)) return false;
    }
    for (std::size_t w = 0; w < bits_.width(); ++w) open_row[w] = bits_.row(ha, x)[w] & ~bits_.row(la, x)[w];
    bits_.each(open_row, [&](std::size_t y) {
      const Word* by = bits_.row(lb, y);
      for (std::size_t w = 0; w < bits_.width(); ++w)
        if (by[w] & ~hx[w]) {
          bits_.row(may_a, x)[y / 64] &= ~(Word{1} << (y % 64));
          break;
        }
    });
    if constexpr (kStride != 0)
      bits_.each(bits_.row(la, x), [&](std::size_t y) {
        Word* out = bits_.row(may_b, y);
        for (std::size_t w = 0; w < bits_.width(); ++w) out[w] &= hx[w];
      });
  }
  if (!narrow(s, node.a, nullptr, may_a) || !narrow(s, node.b, nullptr, may_b)) return false;
  return support_sequence(s, node, id);
}

// a;b must relate x to z: if only one y is left through which it can, both steps are there.
template <int kStride>
bool Kernel<kStride>::support_sequence(State& s, const Node& node, NodeId id) {
  const State& c = s;
  const std::size_t size = n * bits_.width();
  Word* have = scratch.data();
  bits_.compose(have, lo(c, node.a), lo(c, node.b));
  const Word* l = lo(c, id);
  bool missing = false;
  for (std::size_t i = 0; i < size && !missing; ++i) missing = (l[i] & ~have[i]) != 0;
  if (!missing) return true;
  Word* must_a = scratch.data() + size;
  Word* must_b = must_a + size;
  std::memset(must_a, 0, 2 * size * sizeof(Word));
  Word* need = scratch.data() + 3 * size;
  Word* into = need + bits_.width();  // row z: what may lead to z by b
  if constexpr (kStride == 0) bits_.transpose(into, hi(c, node.b));
  for (std::size_t x = 0; x < n; ++x) {
    for (std::size_t w = 0; w < bits_.width(); ++w) need[w] = bits_.row(l, x)[w] & ~bits_.row(have, x)[w];
    if (kStride == 0 && (!bits_.meets(need, need) || !bits_.spend(n))) continue;
    bits_.each(need, [&](std::size_t z) {
      std::size_t ways = 0, via = 0;
      if constexpr (kStride == 0) {
        const Word *from_x = bits_.row(hi(c, node.a), x), *to_z = bits_.row(into, z);
        for (std::size_t w = 0; w < bits_.width() && ways < 2; ++w)
          if (const Word both = from_x[w] & to_z[w]) {
            ways += static_cast<std::size_t>(std::popcount(both));
            via = w * 64 + static_cast<std::size_t>(std::countr_zero(both));
          }
      } else {
        bits_.each(bits_.row(hi(c, node.a), x), [&](std::size_t y) {
          if (bits_.bit(bits_.row(hi(c, node.b), y), z)) {
            ++ways;
            via = y;
          }
        });
      }
      if (ways != 1) return;  // none: the upper bound of the result already contradicts
      bits_.set_bit(bits_.row(must_a, x), via);
      bits_.set_bit(bits_.row(must_b, via), z);
    });
  }
  return narrow(s, node.a, must_a, nullptr) && narrow(s, node.b, must_b, nullptr);
}

// An edge (u,v) of a is out if some x at or before u must not reach some y at or after v.
template <int kStride>
bool Kernel<kStride>::down_plus(State& s, const Node& node, NodeId id) {
  const State& c = s;
  const std::size_t size = n * bits_.width();
  Word* may = scratch.data();
  Word* banned = may + size;  // row u: what u and all that surely precede it must not reach
  const Word *l = lo(c, id), *h = hi(c, id), *la = lo(c, node.a), *ha = hi(c, node.a);
  for (std::size_t i = 0; i < size; ++i) banned[i] = ~h[i];
  if constexpr (kStride == 0) {
    Word *before = scratch.data() + 2 * size, *more = before + size;
    bits_.transpose(before, l);
    bits_.compose(more, before, banned);
    for (std::size_t i = 0; i < size; ++i) banned[i] |= more[i];
  } else {
    for (std::size_t x = 0; x < n; ++x)
      bits_.each(bits_.row(l, x), [&](std::size_t u) {
        for (std::size_t w = 0; w < bits_.width(); ++w) bits_.row(banned, u)[w] |= ~bits_.row(h, x)[w];
      });
  }
  std::copy(ha, ha + size, may);
  for (std::size_t u = 0; u < n; ++u) {
    if (!bits_.spend(n)) return false;
    Word* open_row = scratch.data() + 2 * size;
    for (std::size_t w = 0; w < bits_.width(); ++w) open_row[w] = bits_.row(ha, u)[w] & ~bits_.row(la, u)[w];
    bits_.each(open_row, [&](std::size_t v) {
      if (bits_.bit(bits_.row(banned, u), v) || bits_.meets(bits_.row(banned, u), bits_.row(l, v)))
        bits_.row(may, u)[v / 64] &= ~(Word{1} << (v % 64));
    });
  }
  return narrow(s, node.a, nullptr, may);
}

template <int kStride>
bool Kernel<kStride>::down_product(State& s, const Node& node, NodeId id) {
  const State& c = s;
  Word* must_a = scratch.data();
  Word* must_b = must_a + bits_.width();
  Word* may_a = must_b + bits_.width();
  Word* may_b = may_a + bits_.width();
  std::memset(must_a, 0, 2 * bits_.width() * sizeof(Word));
  std::memset(may_a, 0xFF, 2 * bits_.width() * sizeof(Word));
  for (std::size_t x = 0; x < n; ++x) {
    const Word *l = bits_.row(lo(c, id), x), *h = bits_.row(hi(c, id), x);
    if (bits_.meets(l, l)) bits_.set_bit(must_a, x);
    bits_.join_into(must_b, l);
    const bool in_a = bits_.bit(lo(c, node.a), x);
    for (std::size_t w = 0; w < bits_.width(); ++w) {
      if (in_a) may_b[w] &= h[w];
      if (lo(c, node.b)[w] & ~h[w]) may_a[x / 64] &= ~(Word{1} << (x % 64));
    }
  }
  return narrow(s, node.a, must_a, may_a) && narrow(s, node.b, must_b, may_b);
}

template <int kStride>
bool Kernel<kStride>::down_domain(State& s, const Node& node, NodeId id) {
  const State& c = s;
  const std::size_t size = n * bits_.width();
  Word* must = scratch.data();
  Word* may = must + size;
  std::memset(must, 0, size * sizeof(Word));
  for (std::size_t x = 0; x < n; ++x) {
    const bool allowed = bits_.bit(hi(c, id), x);
    for (std::size_t w = 0; w < bits_.width(); ++w) bits_.row(may, x)[w] = allowed ? ~Word{0} : 0;
    if (!bits_.bit(lo(c, id), x)) continue;
    const Word* candidates = bits_.row(hi(c, node.a), x);
    std::size_t ways = 0;
    bits_.each(candidates, [&](std::size_t) { ++ways; });
    if (ways == 1) bits_.join_into(bits_.row(must, x), candidates);
  }
  return narrow(s, node.a, must, may);
}

template <int kStride>
bool Kernel<kStride>::down_range(State& s, const Node& node, NodeId id) {
  const State& c = s;
  const std::size_t size = n * bits_.width();
  Word* must = scratch.data();
  Word* may = must + size;
  std::memset(must, 0, size * sizeof(Word));
  for (std::size_t x = 0; x < n; ++x) std::copy(hi(c, id), hi(c, id) + bits_.width(), bits_.row(may, x));
  bits_.each(lo(c, id), [&](std::size_t y) {
    std::size_t ways = 0, from = 0;
    for (std::size_t x = 0; x < n; ++x)
      if (bits_.bit(bits_.row(hi(c, node.a), x), y)) {
        ++ways;
        from = x;
      }
    if (ways == 1) bits_.set_bit(bits_.row(must, from), y);
  });
  return narrow(s, node.a, must, may);
}

template bool Kernel<0>::down(State&, NodeId);
template bool Kernel<1>::down(State&, NodeId);

}  // namespace thinair::bounds
