#include "engine/bounds/reasons.hpp"

#include <algorithm>
#include <array>

namespace thinair::bounds {

bool Reasons::of(const State& s, Literal literal, std::vector<Literal>& to) {
  s_ = &s;
  to_ = &to;
  const Record::Entry& entry = record_[record_.at(literal)];
  before_ = entry.begin;
  const std::uint32_t word = literal / 64;
  const NodeId id = record_.node_of(word);
  const bool in = record_.is_lower(word);
  const std::size_t at = word - layout_.offset[id] - (in ? 0 : layout_.length(id));
  return why(id, at / layout_.stride, at % layout_.stride * 64 + literal % 64, in, entry.by, entry.subject);
}

bool Reasons::of_conflict(const State& s, std::vector<Literal>& to) {
  s_ = &s;
  to_ = &to;
  before_ = record_.size();
  const Record::Conflict& c = record_.conflict;
  switch (c.kind) {
    case Record::Conflict::Kind::none:
    case Record::Conflict::Kind::crossed: return false;
    case Record::Conflict::Kind::constant: return why(c.node, c.row, c.column, c.in, c.by, c.subject);
    case Record::Conflict::Kind::rule: return rule_failed(c.by, c.subject);
  }
  return false;
}

std::uint32_t Reasons::since(bool in, NodeId id, std::size_t x, std::size_t y) const {
  const std::size_t word = x * layout_.stride + y / 64;
  if (layout_.is_constant(id)) return ((layout_.constant_words[id][word] >> (y % 64) & 1) != 0) == in ? 0 : kNever;
  const Literal literal = in ? record_.in(id, x, y) : record_.out(id, x, y);
  if (!record_.holds(*s_, literal)) return kNever;
  const std::uint32_t at = record_.at(literal);
  return at == Record::kNone ? 0 : at < before_ ? at + 1 : kNever;
}

void Reasons::need(bool in, NodeId id, std::size_t x, std::size_t y) {
  if (layout_.is_constant(id)) return;
  const Literal literal = in ? record_.in(id, x, y) : record_.out(id, x, y);
  if (record_.at(literal) != Record::kNone) to_->push_back(literal);
}

template <class Edge, class Take>
bool Reasons::path(std::size_t x, std::size_t z, const Edge& edge, const Take& take) {
  constexpr std::uint32_t kFar = UINT32_MAX;
  far_.assign(n_, kFar);
  from_.assign(n_, static_cast<std::uint32_t>(x));
  done_.assign(n_, 0);
  for (std::size_t at = x, length = 0;;) {
    for (std::size_t v = 0; v < n_; ++v) {
      if (done_[v] || length >= far_[v]) continue;
      const std::uint32_t when = edge(at, v);
      if (when == kNever) continue;
      const auto next = static_cast<std::uint32_t>(length + (when != 0));
      if (next >= far_[v]) continue;
      far_[v] = next;
      from_[v] = static_cast<std::uint32_t>(at);
    }
    std::size_t nearest = n_;
    for (std::size_t v = 0; v < n_; ++v)
      if (!done_[v] && far_[v] != kFar && (nearest == n_ || far_[v] < far_[nearest])) nearest = v;
    if (nearest == n_) return false;
    at = nearest;
    length = far_[at];
    done_[at] = 1;
    if (at != z) continue;
    for (std::size_t v = z;;) {
      const std::size_t u = from_[v];
      take(u, v);
      v = u;
      if (v == x) return true;
    }
  }
}

template <class Edge, class Take>
bool Reasons::cycle(const Edge& edge, const Take& take) {
  for (std::size_t x = 0; x < n_; ++x)
    if (path(x, x, edge, take)) return true;
  return false;
}

bool Reasons::why(NodeId node, std::size_t row, std::size_t column, bool in, By by, std::uint32_t subject) {
  switch (by) {
    case By::up: return why_up(node, row, column, in);
    case By::down: {
      const Node& parent = net_[subject];
      const std::size_t mark = to_->size();
      if (parent.a == node && why_down(parent, subject, node, true, row, column, in)) return true;
      to_->resize(mark);
      return is_binary(parent.kind) && parent.b == node && why_down(parent, subject, node, false, row, column, in);
    }
    case By::order: return why_order(net_.orders[subject], node, row, column, in);
    case By::choice: return why_choice(node, row, column, in);
    case By::axiom: return why_axiom(net_.axioms[subject], row, column, in);
    case By::decision:
    case By::clause:
    case By::other: return false;
  }
  return false;
}

// x is the row and y the column; of a set x is 0.
bool Reasons::why_up(NodeId id, std::size_t x, std::size_t y, bool in) {
  const Node& node = net_[id];
  const NodeId a = node.a, b = node.b;
  const auto either = [&](bool in_a, bool in_b) {
    const std::uint32_t one = since(in_a, a, x, y), other = since(in_b, b, x, y);
    if (one == kNever && other == kNever) return false;
    if (one <= other)
      need(in_a, a, x, y);
    else
      need(in_b, b, x, y);
    return true;
  };
  const auto all = [&](bool in_a, bool in_b) {
    if (!has(in_a, a, x, y) || !has(in_b, b, x, y)) return false;
    need(in_a, a, x, y);
    need(in_b, b, x, y);
    return true;
  };
  // Of an operand's bit that says it alone.
  const auto same = [&](std::size_t p, std::size_t q) {
    if (!has(in, a, p, q)) return false;
    need(in, a, p, q);
    return true;
  };
  switch (node.kind) {
    case Kind::recursive: return same(x, y);
    case Kind::union_: return in ? either(true, true) : all(false, false);
    case Kind::intersection: return in ? all(true, true) : either(false, false);
    case Kind::difference: return in ? all(true, false) : either(false, true);
    case Kind::inverse: return same(y, x);
    case Kind::identity: return x != y ? !in : same(0, x);
    case Kind::product: {
      const std::uint32_t left = since(in, a, 0, x), right = since(in, b, 0, y);
      if (in ? left == kNever || right == kNever : left == kNever && right == kNever) return false;
      if (in || left <= right) need(in, a, 0, x);
      if (in || left > right) need(in, b, 0, y);
      return true;
    }
    case Kind::domain:
    case Kind::range: {
      const auto row = [&](std::size_t other) { return node.kind == Kind::domain ? y : other; };
      const auto column = [&](std::size_t other) { return node.kind == Kind::domain ? other : y; };
      std::size_t best = n_;
      std::uint32_t first = kNever;
      for (std::size_t o = 0; o < n_; ++o) {
        const std::uint32_t when = since(in, a, row(o), column(o));
        if (!in && when == kNever) return false;
        if (!in) need(false, a, row(o), column(o));
        if (in && when < first) first = when, best = o;
      }
      if (in && best == n_) return false;
      if (in) need(true, a, row(best), column(best));
      return true;
    }
    case Kind::sequence: {
      std::size_t best = n_;
      std::uint32_t first = kNever;
      for (std::size_t m = 0; m < n_; ++m) {
        const std::uint32_t left = since(in, a, x, m);
        if (in) {
          if (left == kNever) continue;
          const std::uint32_t when = std::max(left, since(true, b, m, y));
          if (when < first) first = when, best = m;
          continue;
        }
        const std::uint32_t right = left == 0 ? kNever : since(false, b, m, y);
        if (left == kNever && right == kNever) return false;
        if (left <= right)
          need(false, a, x, m);
        else
          need(false, b, m, y);
      }
      if (!in) return true;
      if (best == n_) return false;
      need(true, a, x, best);
      need(true, b, best, y);
      return true;
    }
    case Kind::plus: {
      if (in)
        return path(
            x, y, [&](std::size_t u, std::size_t v) { return since(true, a, u, v); },
            [&](std::size_t u, std::size_t v) { need(true, a, u, v); });
      // Everything that x may reach is on this side; no edge may lead to the other, where y is.
      std::vector<std::uint8_t> reached(n_, 0);
      std::vector<std::size_t> stack{x};
      std::vector<std::size_t> sources;
      while (!stack.empty()) {
        const std::size_t u = stack.back();
        stack.pop_back();
        sources.push_back(u);
        for (std::size_t v = 0; v < n_; ++v)
          if (!reached[v] && !has(false, a, u, v)) {
            reached[v] = 1;
            if (v != x) stack.push_back(v);
          }
      }
      if (reached[y]) return false;
      for (const std::size_t u : sources)
        for (std::size_t v = 0; v < n_; ++v)
          if (!reached[v]) need(false, a, u, v);
      return true;
    }
    case Kind::constant:
    case Kind::unknown: return false;
  }
  return false;
}

bool Reasons::why_down(const Node& node, NodeId id, NodeId operand, bool left, std::size_t x, std::size_t y, bool in) {
  // This bit of the result, and that of the other operand.
  const auto result = [&](bool result_in) {
    if (!has(result_in, id, x, y)) return false;
    need(result_in, id, x, y);
    return true;
  };
  const auto result_and = [&](bool result_in, NodeId other, bool other_in) {
    if (!has(result_in, id, x, y) || !has(other_in, other, x, y)) return false;
    need(result_in, id, x, y);
    need(other_in, other, x, y);
    return true;
  };
  switch (node.kind) {
    case Kind::recursive: return result(in);
    case Kind::union_: return in ? result_and(true, left ? node.b : node.a, false) : result(false);
    case Kind::intersection: return in ? result(true) : result_and(false, left ? node.b : node.a, true);
    case Kind::difference:
      if (left) return in ? result(true) : result_and(false, node.b, false);
      return in ? result_and(false, node.a, true) : result(true);
    case Kind::inverse:
      if (!has(in, id, y, x)) return false;
      need(in, id, y, x);
      return true;
    case Kind::identity:
      if (!has(in, id, y, y)) return false;
      need(in, id, y, y);
      return true;
    case Kind::sequence: return why_down_sequence(node, id, left, x, y, in);
    case Kind::plus: {
      if (in) return false;
      // Some p at or before x must not reach some q at or after y.
      std::size_t best_p = n_, best_q = n_;
      std::uint32_t first = kNever;
      for (std::size_t p = 0; p < n_; ++p) {
        const std::uint32_t before = p == x ? 0 : since(true, id, p, x);
        if (before >= first) continue;
        for (std::size_t q = 0; q < n_; ++q) {
          const std::uint32_t after = q == y ? 0 : since(true, id, y, q);
          if (after >= first) continue;
          const std::uint32_t when = std::max({before, after, since(false, id, p, q)});
          if (when < first) first = when, best_p = p, best_q = q;
        }
      }
      if (best_p == n_) return false;
      if (best_p != x) need(true, id, best_p, x);
      if (best_q != y) need(true, id, y, best_q);
      need(false, id, best_p, best_q);
      return true;
    }
    case Kind::product:
      for (std::size_t o = 0; o < n_; ++o) {
        const std::size_t row = left ? y : o, column = left ? o : y;
        if (!has(in, id, row, column)) continue;
        if (!in && !has(true, left ? node.b : node.a, 0, o)) continue;
        need(in, id, row, column);
        if (!in) need(true, left ? node.b : node.a, 0, o);
        return true;
      }
      return false;
    case Kind::domain:
    case Kind::range: {
      const std::size_t at = node.kind == Kind::domain ? x : y;
      if (!has(in, id, 0, at)) return false;
      if (in)
        for (std::size_t o = 0; o < n_; ++o) {
          if (o == (node.kind == Kind::domain ? y : x)) continue;
          const std::size_t row = node.kind == Kind::domain ? x : o, column = node.kind == Kind::domain ? o : y;
          if (!has(false, operand, row, column)) return false;
          need(false, operand, row, column);
        }
      need(in, id, 0, at);
      return true;
    }
    case Kind::constant:
    case Kind::unknown: return false;
  }
  return false;
}

bool Reasons::why_down_sequence(const Node& node, NodeId id, bool left, std::size_t x, std::size_t y, bool in) {
  const NodeId a = node.a, b = node.b;
  // The end of the pair of the result that is not in this operand's pair, and the middle.
  const std::size_t middle = left ? y : x;
  const auto ends = [&](std::size_t o) { return std::pair(left ? x : o, left ? o : y); };
  if (!in) {
    std::size_t best = n_;
    std::uint32_t first = kNever;
    for (std::size_t o = 0; o < n_; ++o) {
      const auto [p, q] = ends(o);
      const std::uint32_t other = left ? since(true, b, middle, q) : since(true, a, p, middle);
      if (other >= first) continue;
      const std::uint32_t when = std::max(other, since(false, id, p, q));
      if (when < first) first = when, best = o;
    }
    if (best == n_) return false;
    const auto [p, q] = ends(best);
    need(false, id, p, q);
    if (left)
      need(true, b, middle, q);
    else
      need(true, a, p, middle);
    return true;
  }
  for (std::size_t o = 0; o < n_; ++o) {
    const auto [p, q] = ends(o);
    if (!has(true, id, p, q)) continue;
    const std::size_t mark = to_->size();
    bool only = true;
    for (std::size_t m = 0; m < n_ && only; ++m) {
      if (m == middle) continue;
      const std::uint32_t one = since(false, a, p, m), two = one == 0 ? kNever : since(false, b, m, q);
      only = one != kNever || two != kNever;
      if (!only) break;
      if (one <= two)
        need(false, a, p, m);
      else
        need(false, b, m, q);
    }
    if (only) {
      need(true, id, p, q);
      return true;
    }
    to_->resize(mark);
  }
  return false;
}

bool Reasons::why_order(const Order& order, NodeId node, std::size_t x, std::size_t y, bool in) {
  const auto in_scope = [&](std::size_t u, std::size_t v) { return order.scope.has(u, v); };
  const auto three = [&](std::size_t u, std::size_t v) {
    std::array<std::uint32_t, 3> when{since(true, order.node, u, v), kNever, kNever};
    if (in_scope(u, v)) when[1] = since(true, order.base, u, v);
    if (in_scope(v, u)) when[2] = since(false, order.node, v, u);
    return when;
  };
  const auto edge = [&](std::size_t u, std::size_t v) { return std::ranges::min(three(u, v)); };
  const auto take = [&](std::size_t u, std::size_t v) {
    const auto when = three(u, v);
    switch (std::ranges::min_element(when) - when.begin()) {
      case 0: return need(true, order.node, u, v);
      case 1: return need(true, order.base, u, v);
      default: return need(false, order.node, v, u);
    }
  };
  if (node == order.node && (order.base != node || in)) return in ? path(x, y, edge, take) : path(y, x, edge, take);
  if (node != order.base || in) return false;
  if (x == y) return true;
  if (!in_scope(x, y) || !has(false, order.node, x, y)) return false;
  need(false, order.node, x, y);
  return true;
}

// Exactly one write for each read, one of each group.
bool Reasons::why_choice(NodeId node, std::size_t x, std::size_t y, bool in) {
  const auto only = [&](bool rf, std::size_t o, std::size_t mine) {  // o and not mine; else it decides
    if (o == mine) return true;
    const std::size_t row = rf ? o : 0, column = rf ? y : o;
    if (!has(false, node, row, column)) return false;
    need(false, node, row, column);
    return true;
  };
  if (node == net_.rf) {
    for (std::size_t w = 0; w < n_; ++w) {
      if (in && !only(true, w, x)) return false;
      if (!in && w != x && has(true, node, w, y)) {
        need(true, node, w, y);
        return true;
      }
    }
    return in;
  }
  if (node != net_.fw) return false;
  for (const EventSet& group : net_.fw_groups) {
    if (!group.has(y)) continue;
    for (const std::uint32_t w : group.elements()) {
      if (in && !only(false, w, y)) return false;
      if (!in && w != y && has(true, node, 0, w)) {
        need(true, node, 0, w);
        return true;
      }
    }
    return in;
  }
  return false;
}

bool Reasons::why_axiom(const Axiom& axiom, std::size_t x, std::size_t y, bool in) {
  if (axiom.negated || in) return false;
  if (axiom.test == cat::Test::empty) return true;
  if (x == y) return true;
  if (axiom.test == cat::Test::irreflexive) return false;
  return path(
      y, x, [&](std::size_t u, std::size_t v) { return since(true, axiom.node, u, v); },
      [&](std::size_t u, std::size_t v) { need(true, axiom.node, u, v); });
}

// A rule that narrowed nothing and cannot be satisfied.
bool Reasons::rule_failed(By by, std::uint32_t subject) {
  if (by == By::axiom) {
    const Axiom& axiom = net_.axioms[subject];
    if (axiom.negated || axiom.test != cat::Test::acyclic) return false;
    return cycle([&](std::size_t u, std::size_t v) { return since(true, axiom.node, u, v); },
                 [&](std::size_t u, std::size_t v) { need(true, axiom.node, u, v); });
  }
  if (by == By::order) {
    const Order& order = net_.orders[subject];
    for (std::size_t x = 0; x < n_; ++x)
      if (order.on.has(x) && why_order(order, order.node, x, x, true)) return true;
    return false;
  }
  if (by != By::choice) return false;
  // No write is left, or two must be it.
  const auto none_or_two = [&](NodeId node, const auto& row, const auto& column, const std::vector<std::uint32_t>& writes) {
    const std::size_t mark = to_->size();
    std::size_t out = 0, must = 0;
    for (const std::uint32_t w : writes) {
      out += has(false, node, row(w), column(w));
      must += has(true, node, row(w), column(w));
    }
    to_->resize(mark);
    if (out != writes.size() && must < 2) return false;
    for (const std::uint32_t w : writes)
      if (out == writes.size() || has(true, node, row(w), column(w))) need(out != writes.size(), node, row(w), column(w));
    return true;
  };
  if (net_.rf != Network::kNone) {
    const std::vector<std::uint32_t> all = EventSet::full(n_).elements();
    for (const std::uint32_t r : net_.reading.elements())
      if (none_or_two(
              net_.rf, [](std::size_t w) { return w; }, [r](std::size_t) { return r; }, all))
        return true;
  }
  if (net_.fw != Network::kNone)
    for (const EventSet& group : net_.fw_groups)
      if (none_or_two(
              net_.fw, [](std::size_t) { return std::size_t{0}; }, [](std::size_t w) { return w; }, group.elements()))
        return true;
  return false;
}

}  // namespace thinair::bounds
