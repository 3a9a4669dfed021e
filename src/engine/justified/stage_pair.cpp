#include "engine/justified/stage_pair.hpp"

#include <algorithm>
#include <bit>

#include "support/check.hpp"

namespace thinair::justified {
namespace {

using K = RuleExpr::Kind;

// Most stages have the events of the target, numbered alike.
Relation renumber(const Relation& r, std::size_t size, const std::vector<EventId>& to, bool alike) {
  if (alike && size == r.size()) return r;
  Relation out(size);
  for (std::size_t a = 0; a < r.size(); ++a) relation::for_each_bit(r.row(a), [&](std::uint32_t b) { out.add(to[a], to[b]); });
  return out;
}

// Edges that no path of two or more others implies. The identity is left out: happens-before may be reflexive.
Relation transitive_reduction(const Relation& r) {
  const Relation strict = r - Relation::identity(r.size());
  const Relation closed = strict.transitive_closure();
  return strict - closed.compose(closed);
}

}  // namespace

StagePair::StagePair(const Rules& rules, const Candidate& target, const Candidate& stage, std::vector<EventId> matching)
    : rules_(rules), target_(&target), stage_(&stage), matching_(std::move(matching)), size_(target.size()) {
  std::vector<EventId> to(stage.size());
  for (EventId g = 0; g < stage.size(); ++g) to[g] = matching_[g] != kNoEvent ? matching_[g] : static_cast<EventId>(size_++);
  std::vector<EventId> same(target.size());
  for (EventId t = 0; t < target.size(); ++t) same[t] = t;
  const bool alike = std::equal(to.begin(), to.end(), same.begin(), same.end());
  same_value_ = EventSet(size_);
  for (EventId g = 0; g < stage.size(); ++g) {
    if (matching_[g] == kNoEvent) continue;
    if (stage.structure->events[g].writes() && stage.written[g] == target.written[matching_[g]]) same_value_.add(matching_[g]);
  }
  writes_ = EventSet(size_);
  for (EventId t = 0; t < target.size(); ++t)
    if (target.structure->events[t].writes()) writes_.add(t);
  target_names_.reserve(rules.names.size());
  stage_names_.reserve(rules.names.size());
  for (std::size_t i = 0; i < rules.names.size(); ++i) {
    target_names_.push_back(renumber(target.names[i], size_, same, true));
    stage_names_.push_back(renumber(stage.names[i], size_, to, alike));
  }
  for (const answer::PartialOrder& order : stage.orders) {
    orders_.emplace_back(order.name, renumber(order.forced, size_, to, alike));
    order_pairs_.emplace_back(order.name, renumber(order.pairs, size_, to, alike));
  }
  relation_cache_.resize(rules.exprs.size());
  set_cache_.resize(rules.exprs.size());
  differences_.resize(rules.names.size());
  order_differences_.resize(rules.agreed_orders.size());
}

const Relation* StagePair::order(const std::string& name) const {
  const auto at = std::ranges::find(orders_, name, &std::pair<std::string, Relation>::first);
  return at == orders_.end() ? nullptr : &at->second;
}

Relation StagePair::ordered_in_stage(const std::string& name) const {
  const auto at = std::ranges::find(order_pairs_, name, &std::pair<std::string, Relation>::first);
  return at == order_pairs_.end() ? Relation(size_) : at->second;
}

Relation StagePair::ordered_in_target(const std::string& name) const {
  Relation out(size_);
  if (const answer::PartialOrder* order = target_->order(name))
    for (std::size_t a = 0; a < order->pairs.size(); ++a)
      relation::for_each_bit(order->pairs.row(a), [&](std::uint32_t b) { out.add(a, b); });
  return out;
}

// Events of the target have the same numbers here.
EventSet StagePair::widen(const EventSet& set) const {
  EventSet out(size_);
  std::ranges::copy(set.words(), out.words().begin());
  return out;
}

// Does the relation relate two of these events?
bool StagePair::relates(const Relation& relation, const EventSet& events) const {
  const auto on = events.words();
  for (std::size_t w = 0; w < on.size(); ++w)
    for (relation::Word rest = on[w]; rest != 0; rest &= rest - 1) {
      const auto row = relation.row(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      for (std::size_t i = 0; i < on.size(); ++i)
        if ((row[i] & on[i]) != 0) return true;
    }
  return false;
}

const Relation& StagePair::difference(std::uint32_t name) {
  auto& known = differences_[name];
  if (!known) {
    const Relation &t = target_names_[name], &g = stage_names_[name];
    known = (t - g) | (g - t);
  }
  return *known;
}

bool StagePair::ordered_alike(std::size_t order, const EventSet& committed) {
  auto& known = order_differences_[order];
  if (!known) {
    const Relation g = ordered_in_stage(rules_.agreed_orders[order]), t = ordered_in_target(rules_.agreed_orders[order]);
    known = (t - g) | (g - t);
  }
  return !relates(*known, widen(committed));
}

EventSet StagePair::set(RuleNode node) {
  const RuleExpr& e = rules_.exprs[node];
  if (e.varies) return compute_set(e);
  if (!set_cache_[node]) set_cache_[node] = compute_set(e);
  return *set_cache_[node];
}

Relation StagePair::relation(RuleNode node) {
  const RuleExpr& e = rules_.exprs[node];
  if (e.varies) return compute_relation(e);
  if (!relation_cache_[node]) relation_cache_[node] = compute_relation(e);
  return *relation_cache_[node];
}

EventSet StagePair::compute_set(const RuleExpr& e) {
  switch (e.kind) {
    case K::target: return target_names_[e.name].domain();
    case K::stage: return stage_names_[e.name].domain();
    case K::both: return target_names_[e.name].domain() | stage_names_[e.name].domain();
    case K::committed: return committed_;
    case K::before: return before_;
    case K::empty: return EventSet(size_);
    case K::universe: return EventSet::full(size_);
    case K::union_: return set(e.a) | set(e.b);
    case K::intersection: return set(e.a) & set(e.b);
    case K::difference: return set(e.a) - set(e.b);
    case K::complement: return set(e.a).complement();
    case K::domain: return relation(e.a).domain();
    case K::range: return relation(e.a).range();
    default: break;
  }
  check(false, "this node is a relation");
  return EventSet(size_);
}

Relation StagePair::compute_relation(const RuleExpr& e) {
  switch (e.kind) {
    case K::target: return target_names_[e.name];
    case K::stage: return stage_names_[e.name];
    case K::both: return target_names_[e.name] | stage_names_[e.name];
    case K::empty: return Relation(size_);
    case K::universe: return Relation::full(size_);
    case K::constant_id: return Relation::identity(size_);
    case K::union_: return relation(e.a) | relation(e.b);
    case K::intersection: return relation(e.a) & relation(e.b);
    case K::difference: return relation(e.a) - relation(e.b);
    case K::sequence: return relation(e.a).compose(relation(e.b));
    case K::plus: return relation(e.a).transitive_closure();
    case K::inverse: return relation(e.a).inverse();
    case K::complement: return relation(e.a).complement();
    case K::identity: return Relation::identity(set(e.a));
    case K::product: return Relation::product(set(e.a), set(e.b));
    case K::reduction: return transitive_reduction(relation(e.a));
    default: break;
  }
  check(false, "this node is a set");
  return Relation(size_);
}

bool StagePair::holds(const Rule& rule) {
  using M = mem::Condition::Kind;
  if (rule.compares) return !relates(difference(*rule.compares), committed_);
  const bool sets = rules_.exprs[rule.left].is_set;
  switch (rule.kind) {
    case M::values: return ((set(rule.left) & writes_) - same_value_).empty();
    case M::empty: return sets ? set(rule.left).empty() : relation(rule.left).empty();
    case M::acyclic: return relation(rule.left).acyclic();
    case M::irreflexive: return relation(rule.left).irreflexive();
    case M::subset: return sets ? (set(rule.left) - set(rule.right)).empty() : (relation(rule.left) - relation(rule.right)).empty();
    case M::equal: return sets ? set(rule.left) == set(rule.right) : relation(rule.left) == relation(rule.right);
  }
  return false;
}

const Rule* StagePair::violated(const EventSet& committed, const EventSet& before) {
  committed_ = widen(committed);
  before_ = widen(before);
  for (const Rule& rule : rules_.rules)
    if (!rule.agreement && !holds(rule)) return &rule;
  return nullptr;
}

std::optional<std::vector<std::pair<EventId, EventId>>> StagePair::kept(const Obligation& keep, const EventSet& committed,
                                                                        const EventSet& before) {
  committed_ = widen(committed);
  before_ = widen(before);
  auto pairs = relation(keep.pairs).pairs();
  for (const auto& [a, b] : pairs)
    if (a >= target_->size() || b >= target_->size()) return std::nullopt;
  return pairs;
}

}  // namespace thinair::justified
