// One stage seen from one target: the events of both in one numbering, and the rules evaluated there.
//
//   takes   a target T, a stage's execution G, and which events of G are which of T
//   gives   truth of every rule for given commitments, pairs to keep
//
// Events of T have the numbers they have in T; events of G that are none of T's follow. What does not depend on commitments is
// computed once.
#pragma once

#include <optional>
#include <vector>

#include "engine/justified/rules.hpp"

namespace thinair::justified {

class StagePair {
 public:
  // `matching`: by event of G, the event of T it is, or kNoEvent.
  StagePair(const Rules& rules, const Candidate& target, const Candidate& stage, std::vector<EventId> matching);

  // The first rule that fails for these commitments (sets over T's events); none if all hold. Agreements are not looked at.
  const Rule* violated(const EventSet& committed, const EventSet& before);

  // Pairs that a keep finds; none if one of them is no pair of T's events.
  std::optional<std::vector<std::pair<EventId, EventId>>> kept(const Obligation& keep, const EventSet& committed, const EventSet& before);
  bool stage_has(std::uint32_t name, EventId a, EventId b) const { return stage_names_[name].has(a, b); }

  // The stage's forced part of an order, in common numbering; null if the stage has no such order.
  const Relation* order(const std::string& name) const;
  // The pairs of the target's events that the order relates in the stage, and in the target, one way or the other.
  Relation ordered_in_stage(const std::string& name) const;
  Relation ordered_in_target(const std::string& name) const;
  // Are committed events ordered in both or in neither? `order`: index into Rules::agreed_orders. An access may be volatile in one of the
  // executions and plain in the other.
  bool ordered_alike(std::size_t order, const EventSet& committed);
  EventSet widen(const EventSet& set) const;  // a set of the target's events, in common numbering
  std::size_t size() const { return size_; }

 private:
  bool holds(const Rule& rule);
  bool relates(const Relation& relation, const EventSet& events) const;
  const Relation& difference(std::uint32_t name);
  EventSet set(RuleNode node);
  Relation relation(RuleNode node);
  Relation compute_relation(const RuleExpr& e);
  EventSet compute_set(const RuleExpr& e);

  const Rules& rules_;
  const Candidate* target_;
  const Candidate* stage_;
  std::vector<EventId> matching_;
  std::size_t size_;
  EventSet writes_, same_value_, committed_, before_;
  std::vector<Relation> target_names_, stage_names_;
  std::vector<std::pair<std::string, Relation>> orders_, order_pairs_;
  std::vector<std::optional<Relation>> differences_;        // by name: what one of the executions relates and the other does not
  std::vector<std::optional<Relation>> order_differences_;  // by agreed order
  std::vector<std::optional<Relation>> relation_cache_;
  std::vector<std::optional<EventSet>> set_cache_;
};

}  // namespace thinair::justified
