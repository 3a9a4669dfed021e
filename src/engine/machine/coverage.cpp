#include "engine/machine/coverage.hpp"

#include <algorithm>

namespace thinair::machine {

using op::Kind;
using op::Level;
using op::Node;
using op::NodeId;
using op::NodeOp;
using AK = op::Action::Kind;

// No event outside of this can be in the set.
EventSet Coverage::upper(NodeId set) {
  const Node& n = machine_.nodes[set];
  if (n.kind != Kind::set) return EventSet::full(structure_.size());
  if (n.level == Level::fixed) return evaluator_.value(set).set;
  switch (n.op) {
    case NodeOp::intersection: return upper(n.kids[0]) & upper(n.kids[1]);
    case NodeOp::union_: return upper(n.kids[0]) | upper(n.kids[1]);
    case NodeOp::difference:
      return machine_.nodes[n.kids[1]].level == Level::fixed ? upper(n.kids[0]) - evaluator_.value(n.kids[1]).set : upper(n.kids[0]);
    case NodeOp::image: return upper_range(n.kids[0]);
    case NodeOp::range: return upper_range(n.kids[0]);
    default: return EventSet::full(structure_.size());
  }
}

// No event outside of this can be at the end of a pair.
EventSet Coverage::upper_range(NodeId relation) {
  const Node& n = machine_.nodes[relation];
  if (n.level == Level::fixed) return evaluator_.value(relation).relation.range();
  switch (n.op) {
    case NodeOp::intersection: return upper_range(n.kids[0]) & upper_range(n.kids[1]);
    case NodeOp::union_: return upper_range(n.kids[0]) | upper_range(n.kids[1]);
    case NodeOp::difference: return upper_range(n.kids[0]);
    case NodeOp::compose: return upper_range(n.kids[1]);
    case NodeOp::product: return upper(n.kids[1]);
    case NodeOp::identity: return upper(n.kids[0]);
    default: return EventSet::full(structure_.size());
  }
}

void Coverage::add(const std::vector<op::Step>& steps, const op::Rule& rule, EventSet& out) {
  for (const op::Step& step : steps) {
    add(step.body, rule, out);
    if (step.kind != AK::done && step.kind != AK::reads) continue;
    const Node& subject = machine_.nodes[step.subject];
    bool known = false;
    for (const op::Choice& choice : rule.choices) {
      if (subject.op != NodeOp::variable || choice.of == op::kNoNode) continue;
      if (choice.kind == op::Binding::Kind::element && subject.index == choice.slot) {
        out |= upper(choice.of);
        known = true;
      } else if (choice.kind == op::Binding::Kind::pair && subject.index == choice.slot + 1) {
        out |= upper_range(choice.of);
        known = true;
      }
    }
    if (!known) out = EventSet::full(structure_.size());
  }
}

bool Coverage::may_apply(const op::Rule& rule) {
  return std::ranges::none_of(rule.choices, [&](const op::Choice& choice) {
    if (choice.of == op::kNoNode) return false;
    if (choice.kind == op::Binding::Kind::element) return upper(choice.of).empty();
    return choice.kind == op::Binding::Kind::pair && upper_range(choice.of).empty();
  });
}

EventSet Coverage::done_by(const op::Rule& rule) {
  EventSet out(structure_.size());
  add(rule.steps, rule, out);
  return out;
}

}  // namespace thinair::machine
