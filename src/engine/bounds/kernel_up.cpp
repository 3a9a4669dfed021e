// Upwards: what must (may) be in the operands decides what must (may) be in the result.
//
// Least fixed points (`let rec`): the equation name = definition is narrowed like any other, which gives exact lower bounds.
// Upper bounds need more, since an equation can hold of too large a value: they are also cut to the fixed point that is
// reached from the empty set with the operands' upper bounds (the definition is monotone; engine/bounds/build checks that).
#include "engine/bounds/kernel.hpp"
#include "support/check.hpp"

namespace thinair::bounds {

// One operator on one pair of bounds. For a difference the caller passes the opposite bound of the right operand.
template <int kStride>
void Kernel<kStride>::apply(Word* out, const Node& node, std::size_t len, const Word* a, const Word* b) const {
  switch (node.kind) {
    case Kind::recursive: std::copy(a, a + len, out); break;
    case Kind::union_:
      for (std::size_t i = 0; i < len; ++i) out[i] = a[i] | b[i];
      break;
    case Kind::intersection:
      for (std::size_t i = 0; i < len; ++i) out[i] = a[i] & b[i];
      break;
    case Kind::difference:
      for (std::size_t i = 0; i < len; ++i) out[i] = a[i] & ~b[i];
      break;
    case Kind::sequence: bits_.compose(out, a, b); break;
    case Kind::plus:
      std::copy(a, a + len, out);
      bits_.close(out);
      break;
    case Kind::inverse: bits_.transpose(out, a); break;
    case Kind::identity:
      std::memset(out, 0, len * sizeof(Word));
      bits_.each(a, [&](std::size_t x) { bits_.set_bit(bits_.row(out, x), x); });
      break;
    case Kind::product:
      std::memset(out, 0, len * sizeof(Word));
      bits_.each(a, [&](std::size_t x) { std::copy(b, b + bits_.width(), bits_.row(out, x)); });
      break;
    case Kind::domain:
      std::memset(out, 0, len * sizeof(Word));
      for (std::size_t x = 0; x < n; ++x)
        if (bits_.meets(bits_.row(a, x), bits_.row(a, x))) bits_.set_bit(out, x);
      break;
    case Kind::range:
      std::memset(out, 0, len * sizeof(Word));
      for (std::size_t x = 0; x < n; ++x) bits_.join_into(out, bits_.row(a, x));
      break;
    case Kind::constant:
    case Kind::unknown: check(false, "leaves have no operands"); break;
  }
}

// Bounds that are exactly those of an operator's operands tell nothing new about these, so no node has to be looked at downwards before one
// of the rules has narrowed it. Recursive names, and what is defined by them, are left to propagation.
template <int kStride>
void Kernel<kStride>::evaluate(State& s) const {
  const State& c = s;
  for (const NodeId id : open) {
    const Node& node = net[id];
    if (!s.live()[id] || node.kind == Kind::unknown || group_of[id] >= 0) continue;
    const bool swaps = node.kind == Kind::difference;
    const std::size_t len = length(id);
    apply(lo(s, id), node, len, lo(c, node.a), swaps ? hi(c, node.b) : lo(c, node.b));
    apply(hi(s, id), node, len, hi(c, node.a), swaps ? lo(c, node.b) : hi(c, node.b));
    s.upward()[id] = 0;
    s.downward()[id] = 0;
  }
}

// Both bounds of a bitwise operator in one go.
template <int kStride>
template <class F>
bool Kernel<kStride>::bitwise(State& s, NodeId id, F&& f) const {
  const State& c = s;
  const Node& node = net[id];
  const std::size_t len = length(id);
  const Word *la = lo(c, node.a), *ha = hi(c, node.a), *lb = lo(c, node.b), *hb = hi(c, node.b);
  Word *l = lo(s, id), *h = hi(s, id);
  Word more = 0, fewer = 0, crossed = 0;
  for (std::size_t i = 0; i < len; ++i) {
    const Word must = l[i] | f(la[i], lb[i]), may = h[i] & f(ha[i], hb[i]);
    more |= must ^ l[i];
    fewer |= may ^ h[i];
    crossed |= must & ~may;
    l[i] = must;
    h[i] = may;
  }
  if (crossed) return false;
  if (more | fewer) changed(s, id, static_cast<std::uint8_t>((more ? kLower : 0) | (fewer ? kUpper : 0)));
  return true;
}

template <int kStride>
bool Kernel<kStride>::up(State& s, NodeId id, std::uint8_t which) {
  const Node& node = net[id];
  if (node.kind == Kind::unknown) return true;
  const std::size_t len = length(id);
  const State& c = s;
  const NodeId b = node.kind == Kind::recursive ? node.a : node.b;
  const bool swaps = node.kind == Kind::difference;
  if (!record) switch (node.kind) {
      case Kind::union_: return bitwise(s, id, [](Word x, Word y) { return x | y; });
      case Kind::intersection: return bitwise(s, id, [](Word x, Word y) { return x & y; });
      default: break;
    }
  Word* out = scratch.data();
  if (which & kLower) {
    apply(out, node, len, lo(c, node.a), swaps ? hi(c, b) : lo(c, b));
    if (!narrow(s, id, out, nullptr)) return false;
  }
  if (which & kUpper) {
    apply(out, node, len, hi(c, node.a), swaps ? lo(c, b) : hi(c, b));
    if (!narrow(s, id, nullptr, out)) return false;
  }
  return true;
}

// The upper bounds of a recursive definition.
//
// `let rec r = a | (r ; b)` means the least r for which the equation holds: what a gives, and what
// follows from that by b. Narrowing the equation like any other gets the lower bound right: it
// starts empty and grows by what the definition yields for what must be there, which is how the
// least fixed point is reached. From above the equation alone is too weak. Say b has a cycle x -> x
// and a has nothing. Then a pair (w, x) in r's upper bound is allowed by the definition, because
// (w, x) is in r's upper bound and (x, x) in b's: the pair supports itself. The bound starts with
// all pairs, and no amount of narrowing takes this one out. Logic programming knows such sets as
// unfounded (Van Gelder, Ross and Schlipf, 1991), and answer-set solvers have to find them for the
// same reason.
//
// So the bound is built from below: all nodes of the group (the names that one `let rec` binds and
// every node on a way back to them) start empty, operands outside of the group have their upper
// bounds, and the operators are applied until nothing grows. What has not come about by then cannot
// come about.
//
// Why it is right. Take any decision of the unknowns. The value of the group's nodes is reached by
// applying the operators to the empty set again and again with the decided operands. These are
// below the upper bounds used here, and the operators are monotone: build refuses a definition that
// subtracts its own name, so the right side of a difference is outside of the group and contributes
// its lower bound. So each of those steps stays below the corresponding one here. Cutting each step
// to the bound that is known already (`bound`) keeps this true, since that bound encloses the value
// too, and it makes the result smaller: what was excluded for another reason supports nothing.
//
// A pass over the group costs as much as evaluating it, so it is left out when nothing in the group
// changed.
template <int kStride>
bool Kernel<kStride>::cut_to_fixpoint(State& s, const RecursiveGroup& group) {
  bool dirty = false;
  for (const NodeId id : group.body) dirty = dirty || (s.live()[id] && s.downward()[id]);
  if (!dirty) return true;
  std::size_t at = 0;
  for (const NodeId id : group.body) {
    group_offset[id] = at;
    at += length(id);
  }
  std::fill(group_scratch.begin(), group_scratch.begin() + static_cast<std::ptrdiff_t>(at), Word{0});
  const State& c = s;
  const int g = group_of[group.names.front()];
  const auto upper = [&](NodeId id) { return group_of[id] == g ? group_scratch.data() + group_offset[id] : hi(c, id); };
  Word* out = scratch.data();
  for (bool grown = true; grown;) {
    grown = false;
    for (const NodeId id : group.body) {
      if (!proceed(id)) return false;
      const Node& node = net[id];
      const std::size_t len = length(id);
      const NodeId b = node.kind == Kind::recursive ? node.a : node.b;
      apply(out, node, len, upper(node.a), node.kind == Kind::difference ? lo(c, b) : upper(b));
      Word* mine = group_scratch.data() + group_offset[id];
      const Word* bound = hi(c, id);
      for (std::size_t i = 0; i < len; ++i) {
        const Word next = mine[i] | (out[i] & bound[i]);
        grown = grown || next != mine[i];
        mine[i] = next;
      }
    }
  }
  for (const NodeId id : group.body)
    if (!narrow(s, id, nullptr, group_scratch.data() + group_offset[id])) return false;
  return true;
}

template void Kernel<0>::apply(Word*, const Node&, std::size_t, const Word*, const Word*) const;
template void Kernel<1>::apply(Word*, const Node&, std::size_t, const Word*, const Word*) const;
template void Kernel<0>::evaluate(State&) const;
template void Kernel<1>::evaluate(State&) const;
template bool Kernel<0>::up(State&, NodeId, std::uint8_t);
template bool Kernel<1>::up(State&, NodeId, std::uint8_t);
template bool Kernel<0>::cut_to_fixpoint(State&, const RecursiveGroup&);
template bool Kernel<1>::cut_to_fixpoint(State&, const RecursiveGroup&);

}  // namespace thinair::bounds
