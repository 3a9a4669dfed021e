// The rules of the unknowns (orders are total, every read has one write) and of the axioms.
#include "engine/bounds/kernel.hpp"
#include "support/check.hpp"

namespace thinair::bounds {

// A strict total order on each class that contains its base.
template <int kStride>
bool Kernel<kStride>::order_rules(State& s, const Order& order) {
  s.downward()[order.node] = 0;
  const State& c = s;
  const std::size_t size = n * bits_.width();
  const Word* scope = order.scope.words().data();
  Word* must = scratch.data();
  Word* may = must + size;
  const Word *lb = lo(c, order.base), *h = hi(c, order.node), *l = lo(c, order.node);
  for (std::size_t i = 0; i < size; ++i) must[i] = l[i] | (lb[i] & scope[i]);
  // Total: what cannot come one way round comes the other.
  if constexpr (kStride == 0) {
    Word* out = scratch.data() + 2 * size;
    for (std::size_t i = 0; i < size; ++i) out[i] = scope[i] & ~h[i];
    bits_.transpose(may, out);
    for (std::size_t i = 0; i < size; ++i) must[i] |= may[i];
  }
  for (std::size_t x = 0; kStride != 0 && x < n; ++x) {
    Word* out = scratch.data() + 2 * size;
    for (std::size_t w = 0; w < bits_.width(); ++w) out[w] = bits_.row(scope, x)[w] & ~bits_.row(h, x)[w];
    bits_.each(out, [&](std::size_t y) { bits_.set_bit(bits_.row(must, y), x); });
  }
  bits_.close(must);
  if (bits_.reflexive_somewhere(must)) return false;
  bits_.transpose(may, must);
  for (std::size_t i = 0; i < size; ++i) may[i] = ~may[i];
  if (!narrow(s, order.node, must, may)) return false;
  // The base may relate events of a class only as the order does; never an event to itself.
  for (std::size_t i = 0; i < size; ++i) may[i] = hi(c, order.node)[i] | ~scope[i];
  bits_.each(order.on.words().data(), [&](std::size_t x) { bits_.row(may, x)[x / 64] &= ~(Word{1} << (x % 64)); });
  return narrow(s, order.base, nullptr, may);
}

// Exactly one write per read (rf) and per location (FW, whose candidates are grouped in fw_groups).
template <int kStride>
bool Kernel<kStride>::choice_rules(State& s) {
  if (net.rf != Network::kNone && s.downward()[net.rf]) {
    s.downward()[net.rf] = 0;
    const State& c = s;
    const std::size_t size = n * bits_.width();
    Word* must = scratch.data();
    Word* may = must + size;
    // Columns become rows: one pass over the transposed bounds.
    Word* tl = may + size;
    Word* th = tl + size;
    bits_.transpose(tl, lo(c, net.rf));
    bits_.transpose(th, hi(c, net.rf));
    bool changes = false;
    for (std::size_t r = 0; r < n; ++r) {
      std::size_t may_count = 0, must_count = 0;
      for (std::size_t w = 0; w < bits_.width(); ++w) {
        may_count += static_cast<std::size_t>(std::popcount(bits_.row(th, r)[w]));
        must_count += static_cast<std::size_t>(std::popcount(bits_.row(tl, r)[w]));
      }
      if (!bits_.bit(net.reading.words().data(), r)) continue;
      if (may_count == 0 || must_count > 1) return false;
      if (must_count == may_count) continue;
      if (must_count == 1) {
        std::copy(bits_.row(tl, r), bits_.row(tl, r) + bits_.width(), bits_.row(th, r));
        changes = true;
      } else if (may_count == 1) {
        std::copy(bits_.row(th, r), bits_.row(th, r) + bits_.width(), bits_.row(tl, r));
        changes = true;
      }
    }
    if (changes) {
      bits_.transpose(must, tl);
      bits_.transpose(may, th);
      if (!narrow(s, net.rf, must, may)) return false;
    }
  }
  if (net.fw != Network::kNone && s.downward()[net.fw]) {
    s.downward()[net.fw] = 0;
    const State& c = s;
    for (const EventSet& group : net.fw_groups) {
      Word* must = scratch.data();
      Word* may = must + bits_.width();
      std::size_t may_count = 0, must_count = 0;
      for (std::size_t w = 0; w < bits_.width(); ++w) {
        must[w] = lo(c, net.fw)[w] & group.words()[w];
        may[w] = hi(c, net.fw)[w] & group.words()[w];
        must_count += static_cast<std::size_t>(std::popcount(must[w]));
        may_count += static_cast<std::size_t>(std::popcount(may[w]));
      }
      if (may_count == 0 || must_count > 1) return false;
      if (must_count == may_count) continue;
      if (must_count != 1 && may_count != 1) continue;
      const Word* chosen = must_count == 1 ? must : may;
      Word* keep = may + bits_.width();
      for (std::size_t w = 0; w < bits_.width(); ++w) keep[w] = chosen[w] | ~group.words()[w];
      if (!narrow(s, net.fw, chosen, keep)) return false;
    }
  }
  return true;
}

template <int kStride>
bool Kernel<kStride>::enforce(State& s, const Axiom& axiom) {
  const State& c = s;
  const NodeId id = axiom.node;
  const std::size_t len = length(id);
  if (axiom.negated) return enforce_negated(s, axiom);
  Word* may = scratch.data();
  switch (axiom.test) {
    case cat::Test::empty: std::memset(may, 0, len * sizeof(Word)); break;
    case cat::Test::irreflexive:
      std::memset(may, 0xFF, len * sizeof(Word));
      for (std::size_t x = 0; x < n; ++x) bits_.row(may, x)[x / 64] &= ~(Word{1} << (x % 64));
      break;
    case cat::Test::acyclic: {
      Word* closed = may + len;
      std::copy(lo(c, id), lo(c, id) + len, closed);
      bits_.close(closed);
      if (bits_.reflexive_somewhere(closed)) return false;
      bits_.transpose(may, closed);
      for (std::size_t i = 0; i < len; ++i) may[i] = ~may[i];
      for (std::size_t x = 0; x < n; ++x) bits_.row(may, x)[x / 64] &= ~(Word{1} << (x % 64));
      break;
    }
  }
  return narrow(s, id, nullptr, may);
}

// Some pair (some cycle) must exist: a contradiction if none can, forced if only one pair is left.
template <int kStride>
bool Kernel<kStride>::enforce_negated(State& s, const Axiom& axiom) {
  const State& c = s;
  const NodeId id = axiom.node;
  const std::size_t len = length(id);
  Word* may = scratch.data();
  if (axiom.test == cat::Test::acyclic) return !bits_.acyclic(hi(c, id), may);
  std::copy(hi(c, id), hi(c, id) + len, may);
  if (axiom.test == cat::Test::irreflexive)
    for (std::size_t x = 0; x < n; ++x)
      for (std::size_t w = 0; w < bits_.width(); ++w) bits_.row(may, x)[w] &= x / 64 == w ? Word{1} << (x % 64) : 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < len; ++i) left += static_cast<std::size_t>(std::popcount(may[i]));
  if (left == 0) return false;
  return left > 1 || narrow(s, id, may, nullptr);
}

// Finds axioms that hold however the rest is decided, and drops them. In constraint programming this is
// called entailment, or subsumption, of a propagator. It pays twice here: nodes that only dropped axioms
// look at are no longer narrowed (mark_live), and once no axiom is left the search need not branch any
// more, however many pairs of orders are open.
//
// An axiom such as `acyclic r` is entailed if the upper bound of r has no cycle. But not the upper bound
// that stands in the state. That one has been narrowed by the axiom itself: as soon as a->b must be in r,
// enforce() takes b->a out of r's upper bound, since otherwise there would be a cycle. Read off this bound,
// the axiom would be found to hold because it was assumed to hold; two axioms could entail each other, both
// would be dropped, and nobody would keep the unknowns from violating both.
//
// So nodes are evaluated afresh, bottom up, from the bounds of the unknowns alone (rf, FW, orders).
// Those may be used although axioms have narrowed them as well: an unknown's bounds are what the
// search decides within, with or without the axiom, so nothing is lost when the axiom goes. For
// every decision of the unknowns within their bounds, the fresh bounds enclose the node's value:
// each operator is monotone in its operands, but for the right side of a difference, where the
// opposite bound is taken. If an axiom holds of the fresh bound it therefore holds of every value
// that is still possible. The converse is not true (bounds forget which pairs go together), so an
// axiom may stay active for longer than it need. Once every unknown is decided the two bounds are
// one, and every axiom that was not violated is dropped.
//
// Names of `let rec` start empty and grow: nodes stand after their operands, so one pass is enough without
// recursion, and with it passes repeat until nothing grows. From lower bounds this gives the least fixed
// point that every decision at least has, from upper bounds one that every decision at most has.
//
// What remains in force without any axiom: that orders are total and extend their bases, and that
// every read has one write. Propagator::entailed therefore also asks whether the bases are decided.
template <int kStride>
void Kernel<kStride>::drop_entailed(State& s) {
  bool some = false;
  for (const std::uint8_t active : s.axiom_active()) some = some || active;
  if (!some) return;
  fresh_.resize(total);
  const auto lower = [&](NodeId id) -> const Word* { return is_constant(id) ? constant_words[id].data() : fresh_.data() + offset[id]; };
  const auto upper = [&](NodeId id) -> const Word* {
    return is_constant(id) ? constant_words[id].data() : fresh_.data() + offset[id] + length(id);
  };
  for (const NodeId id : open) {
    const std::size_t at = offset[id];
    if (net[id].kind == Kind::unknown)
      std::copy(s.bounds() + at, s.bounds() + at + 2 * length(id), fresh_.data() + at);
    else if (net[id].kind == Kind::recursive)
      std::fill(fresh_.data() + at, fresh_.data() + at + 2 * length(id), Word{0});
  }
  // One pass, or as many as recursive definitions need to reach their least fixed points.
  for (bool again = true; again;) {
    again = false;
    for (const NodeId id : open) {
      const Node& node = net[id];
      if (!s.live()[id] || node.kind == Kind::unknown || node.kind == Kind::recursive) continue;
      if (!proceed(id)) return;
      const bool swaps = node.kind == Kind::difference;
      Word* out = fresh_.data() + offset[id];
      apply(out, node, length(id), lower(node.a), swaps ? upper(node.b) : lower(node.b));
      apply(out + length(id), node, length(id), upper(node.a), swaps ? lower(node.b) : upper(node.b));
    }
    for (const RecursiveGroup& group : net.groups)
      for (const NodeId id : group.names) {
        if (!s.live()[id]) continue;
        const std::size_t len = length(id);
        Word* mine = fresh_.data() + offset[id];
        for (std::size_t i = 0; i < len; ++i) {
          const Word lo_now = lower(net[id].a)[i], hi_now = upper(net[id].a)[i];
          again = again || lo_now != mine[i] || hi_now != mine[len + i];
          mine[i] = lo_now;
          mine[len + i] = hi_now;
        }
      }
  }
  bool dropped = false;
  for (std::size_t i = 0; i < net.axioms.size(); ++i) {
    const Axiom& axiom = net.axioms[i];
    if (!s.axiom_active()[i] || !holds(axiom, axiom.negated ? lower(axiom.node) : upper(axiom.node))) continue;
    s.axiom_active()[i] = 0;
    dropped = true;
  }
  if (dropped) mark_live(s);
}

// The bound that decides is given: no pair may be there; or, negated, some pair must be.
template <int kStride>
bool Kernel<kStride>::holds(const Axiom& axiom, const Word* bound) {
  const std::size_t len = length(axiom.node);
  bool found = false;
  switch (axiom.test) {
    case cat::Test::empty:
      for (std::size_t i = 0; i < len; ++i) found = found || bound[i] != 0;
      break;
    case cat::Test::irreflexive: found = bits_.reflexive_somewhere(bound); break;
    case cat::Test::acyclic: found = !bits_.acyclic(bound, scratch.data()); break;
  }
  return found == axiom.negated;
}

template bool Kernel<0>::order_rules(State&, const Order&);
template bool Kernel<1>::order_rules(State&, const Order&);
template bool Kernel<0>::choice_rules(State&);
template bool Kernel<1>::choice_rules(State&);
template bool Kernel<0>::enforce(State&, const Axiom&);
template bool Kernel<1>::enforce(State&, const Axiom&);
template void Kernel<0>::drop_entailed(State&);
template void Kernel<1>::drop_entailed(State&);

}  // namespace thinair::bounds
