#include "engine/justified/order_classes.hpp"

#include <algorithm>

namespace thinair::justified {

using bounds::Network;
using bounds::NodeId;

namespace {

constexpr std::uint32_t kNoHappensBefore = UINT32_MAX;

Diagnostic cyclic(const cat::Model& model, const program::Test& test) {
  Diagnostic d;
  d.code = "mem-cyclic-hb";
  d.has_position = false;
  d.message = "happens-before (hb) of the single-execution model '" + model.name + "' is cyclic in an execution of test '" + test.name +
              "'; justifications need a partial order";
  return d;
}

}  // namespace

void OrderClasses::run(bounds::State state, const Candidate& base, const Wanted& wanted) {
  races_ = wanted.races;
  as_stage_ = wanted.as_stage;
  wanted_ = &wanted;
  settled_ = wanted.settled && wanted.settled(base);
  visit(std::move(state), base);
}

void OrderClasses::visit(bounds::State state, const Candidate& base) {
  if (stopped_ || settled_ || source_.budget_->exhausted() || !propagator_.propagate(state)) return;
  if (!names_decided(state) && branch(state, base)) return;
  if (net_.fw != Network::kNone)
    for (const EventSet& group : net_.fw_groups) {
      const EventSet open = (group & propagator_.upper_set(state, net_.fw)) - propagator_.lower_set(state, net_.fw);
      if (!open.empty()) return final_writes(state, base, open);
    }
  if (!propagator_.entailed(state) && branch_on_rest(state, base)) return;
  if (propagator_.entailed(state)) record(state, base);
}

// Everything that is compared is decided, but for how much of the orders that rules compare is forced. If the pair is of another order
// and one way round leads to a candidate that forces no more of those than is forced already, then no other way leads to a better one.
bool OrderClasses::branch_on_rest(const bounds::State& state, const Candidate& base) {
  const auto pair = open_pair(state);
  if (!pair) return false;
  const auto [order, a, b] = *pair;
  if (compared(order)) return branch(state, base);
  for (const bool forward : {true, false}) {
    bounds::State next = state;
    if (forward)
      propagator_.require(next, order, a, b);
    else
      propagator_.exclude(next, order, a, b);
    unforced_.push_back({forced_of_compared(state), false});
    visit(std::move(next), base);
    const bool best = unforced_.back().met;
    unforced_.pop_back();
    if (best) break;
  }
  return true;
}

bool OrderClasses::compared(const bounds::Order& order) const {
  const Rules& rules = *source_.request_.rules;
  const auto in = [&](const std::vector<std::string>& names) { return std::ranges::find(names, order.name) != names.end(); };
  return in(rules.agreed_orders) || in(rules.total_orders);
}

bool OrderClasses::compared(NodeId node) const {
  return std::ranges::any_of(net_.orders, [&](const bounds::Order& order) { return order.node == node && compared(order); });
}

std::vector<Relation> OrderClasses::forced_of_compared(const bounds::State& state) const {
  std::vector<Relation> out;
  for (const bounds::Order& order : net_.orders)
    if (compared(order)) out.push_back(propagator_.lower(state, order.node));
  return out;
}

bool OrderClasses::names_decided(const bounds::State& state) const {
  const Rules& rules = *source_.request_.rules;
  return std::ranges::all_of(site_.names, [&](NodeId id) {
    if (id == Network::kNone) return true;
    const bool agreed = std::ranges::any_of(net_.orders, [&](const bounds::Order& o) {
      return o.node == id && std::ranges::find(rules.total_orders, o.name) == rules.total_orders.end();
    });
    return agreed || propagator_.decided(state, id);
  });
}

// Both ways round of an open pair; false if there is none.
bool OrderClasses::branch(const bounds::State& state, const Candidate& base) {
  const auto pair = open_pair(state);
  if (!pair) return false;
  const auto [order, a, b] = *pair;
  bounds::State one = state, other = state;
  propagator_.require(one, order, a, b);
  visit(std::move(one), base);
  propagator_.exclude(other, order, a, b);
  visit(std::move(other), base);
  return true;
}

// Pairs of one location first: synchronisation goes through locations.
std::optional<std::tuple<NodeId, std::uint32_t, std::uint32_t>> OrderClasses::open_pair(const bounds::State& state) const {
  const Structure& s = *site_.structure;
  std::optional<std::tuple<NodeId, std::uint32_t, std::uint32_t>> any;
  for (const bounds::Order& order : net_.orders) {
    const Relation open = propagator_.upper(state, order.node) - propagator_.lower(state, order.node);
    if (open.empty()) continue;
    for (const auto& [a, b] : open.pairs()) {
      if (s.events[a].location == s.events[b].location) return std::tuple(order.node, a, b);
      if (!any) any = std::tuple(order.node, a, b);
    }
  }
  return any;
}

// Every final write of one location, the last one first, which most often passes. Where nobody looks at it, one that forces no more of
// the orders that rules compare stands for all.
void OrderClasses::final_writes(const bounds::State& state, const Candidate& base, const EventSet& writes) {
  std::vector<std::uint32_t> last_first = writes.elements();
  std::ranges::reverse(last_first);
  for (const std::uint32_t write : last_first) {
    if (source_.budget_->limit().reached()) return;
    bounds::State next = state;
    propagator_.require(next, net_.fw, write);
    unforced_.push_back({forced_of_compared(state), false});
    visit(std::move(next), base);
    const bool best = unforced_.back().met;
    unforced_.pop_back();
    if (best && !final_write_matters(base.structure->events[write].location)) return;
  }
}

bool OrderClasses::final_write_matters(program::LocId location) const {
  const program::Test& test = *source_.request_.test;
  const auto looks = [&](const std::vector<program::Observable>& at) {
    return std::ranges::find(at, program::Observable{true, location}) != at.end();
  };
  return site_.names_see_final_writes || (!as_stage_ && (looks(test.shown) || looks(test.hidden)));
}

void OrderClasses::record(const bounds::State& state, const Candidate& base) {
  auto c = std::make_shared<Candidate>(base);
  c->names.reserve(site_.names.size());
  for (const NodeId id : site_.names) {
    if (id == Network::kNone)
      c->names.push_back(Relation::identity(c->size()));
    else
      c->names.push_back(net_[id].is_set ? Relation::identity(propagator_.lower_set(state, id)) : propagator_.lower(state, id));
  }
  if (source_.hb_ != kNoHappensBefore) {
    const Relation& hb = c->names[source_.hb_];
    if (races_ && races_->none_else && !races_->by_key) {
      const Relation& visible = c->names[source_.visible_];
      // A read that is not among the races sees a write that happens before it.
      for (EventId r = 0; r < c->size(); ++r) {
        const EventId w = c->reads_from[r];
        if (w == kNoEvent || visible.has(w, r)) continue;
        const Keys& k = *c->keys;
        if (!races_->edges.contains({{k.key[w], k.index[w]}, {k.key[r], k.index[r]}})) return;
      }
    }
    if (!(hb - Relation::identity(c->size())).acyclic()) {
      source_.problem_ = Diagnostics{cyclic(*source_.request_.model->model, *source_.request_.test)};
      stopped_ = true;
      return;
    }
  }
  for (const bounds::Order& order : net_.orders)
    c->orders.push_back({order.name, propagator_.lower(state, order.node), order.scope.domain(), order.scope});
  if (net_.fw != Network::kNone)
    for (const std::uint32_t e : propagator_.lower_set(state, net_.fw).elements()) c->final_write[c->structure->events[e].location] = e;
  if (!unforced_.empty()) {
    const std::vector<Relation> forced = forced_of_compared(state);
    for (Unforced& before : unforced_) before.met = before.met || before.forced == forced;
  }
  if (!use_(std::move(c))) stopped_ = true;
  settled_ = wanted_->settled && wanted_->settled(base);
}

}  // namespace thinair::justified
