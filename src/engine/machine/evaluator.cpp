#include "engine/machine/evaluator.hpp"

#include <algorithm>

#include "engine/bounds/primitives.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using op::Kind;
using op::Level;
using op::Node;
using op::NodeId;
using op::NodeOp;

Evaluator::Evaluator(const op::Machine& machine, const program::Program& program, const Structure& structure, const Layout& layout,
                     const language::RuleSet& without)
    : machine_(machine),
      program_(program),
      structure_(structure),
      layout_(layout),
      without_(without),
      bound_(machine.slots, kNone),
      values_(machine.nodes.size()),
      known_(machine.nodes.size(), 0),
      needs_(structure.size(), EventSet(structure.size())),
      none_(structure.size()),
      next_(structure.size()),
      members_(machine.member_bodies.size(), Relation(structure.size())),
      closed_(machine.groups.size(), 0),
      closing_(machine.groups.size(), false) {
  // A thread that runs in order does one event after the other. In a window an event waits for the branches before it and for its
  // address; a thread that speculates waits for its address alone. What else it waits for, the machine says.
  Relation before = structure.addr;
  if (machine.threads != op::Threads::speculative) before |= structure.ctrl;
  if (machine.threads == op::Threads::in_order) before |= structure.po | structure.data;
  for (const auto& [from, to] : before.pairs()) needs_[to].add(from);
  of_thread_.assign(structure.chosen.size(), none_);
  at_location_.assign(program.locations.size(), none_);
  for (EventId e = 0; e < structure.size(); ++e) {
    const events::Event& event = structure.events[e];
    if (event.thread < of_thread_.size()) of_thread_[event.thread].add(e);
    if (event.location < at_location_.size()) at_location_[event.location].add(e);
  }
}

void Evaluator::look_at(const Configuration* configuration) {
  configuration_ = configuration;
  ++epoch_;
}

const EventSet& Evaluator::next() {
  if (next_known_ == epoch_) return next_;
  next_known_ = epoch_;
  next_ = none_;
  const auto done = configuration_->done.words();
  for (EventId e = structure_.init_count; e < structure_.size(); ++e) {
    if (configuration_->done.has(e)) continue;
    const auto needs = needs_[e].words();
    bool ready = true;
    for (std::size_t w = 0; w < done.size(); ++w) ready = ready && (needs[w] & ~done[w]) == 0;
    if (ready) next_.add(e);
  }
  return next_;
}

const Value& Evaluator::value(NodeId id) {
  const Node& node = machine_.nodes[id];
  Value& out = values_[id];
  if (node.level == Level::fixed ? known_[id] != 0 : node.level == Level::state && known_[id] == epoch_) return out;
  compute(id, out);
  known_[id] = node.level == Level::fixed ? 1 : epoch_;
  return out;
}

// The least relations that satisfy definitions which mention each other: from nothing upwards, until nothing is added.
void Evaluator::close(std::uint32_t group) {
  if (closed_[group] == epoch_ || closing_[group]) return;
  closing_[group] = true;
  const auto& members = machine_.groups[group];
  for (const std::uint32_t m : members) members_[m] = Relation(structure_.size());
  for (bool more = true; more;) {
    more = false;
    for (const std::uint32_t m : members) {
      const Relation& now = value(machine_.member_bodies[m]).relation;
      if (now == members_[m]) continue;
      members_[m] = now;
      more = true;
    }
  }
  closing_[group] = false;
  closed_[group] = epoch_;
}

void Evaluator::all_parts(const Node& node, Value& out) {
  const op::Type& type = machine_.variables[node.index].type;
  out.set = none_;
  for (std::size_t i = 0; i < layout_.parts(node.index); ++i) {
    const std::size_t at = layout_.at(node.index, i);
    if (type.kind == op::Type::Kind::set) out.set |= configuration_->sets[at];
    if (type.kind == op::Type::Kind::sequence)
      for (const EventId e : configuration_->sequences[at]) out.set.add(e);
  }
}

void Evaluator::state(const Node& node, std::size_t part, Value& out) {
  const Configuration& c = *configuration_;
  const std::size_t at = layout_.at(node.index, part);
  switch (machine_.variables[node.index].type.kind) {
    case op::Type::Kind::set: out.set = c.sets[at]; break;
    case op::Type::Kind::sequence: out.sequence = c.sequences[at]; break;
    case op::Type::Kind::relation: out.relation = c.relations[at]; break;
    case op::Type::Kind::event:
    case op::Type::Kind::thread:
    case op::Type::Kind::number: out.id = c.scalars[at]; break;
  }
}

std::size_t Evaluator::part(std::uint32_t variable, const std::vector<NodeId>& keys) {
  if (keys.empty()) return 0;
  const std::uint32_t k = value(keys[0]).id;
  const std::uint32_t l = keys.size() > 1 ? value(keys[1]).id : 0;
  if (k == kNone || l == kNone) return kNone;
  const std::size_t part = keys.size() > 1 ? layout_.part(variable, k, l) : k;
  check(part < layout_.parts(variable), "a key is a thread or a location of the program");
  return part;
}

// Of a state variable where it stands, without a copy.
const Sequence& Evaluator::sequence(NodeId id) {
  const Node& node = machine_.nodes[id];
  if (node.op == NodeOp::state_at || node.op == NodeOp::state) {
    const std::size_t at = part(node.index, node.kids);
    return at == kNone ? no_sequence_ : configuration_->sequences[layout_.at(node.index, at)];
  }
  return value(id).sequence;
}

void Evaluator::compute(NodeId id, Value& out) {
  const Node& node = machine_.nodes[id];
  const std::size_t n = structure_.size();
  const auto kid = [&](std::size_t i) -> const Value& { return value(node.kids[i]); };
  const bool set = node.kind == Kind::set;
  switch (node.op) {
    case NodeOp::number: out.id = node.index; return;
    case NodeOp::nothing:
      if (set)
        out.set = none_;
      else
        out.relation = Relation(n);
      return;
    case NodeOp::everything:
      if (set)
        out.set = EventSet::full(n);
      else
        out.relation = Relation::full(n);
      return;
    case NodeOp::primitive_set: out.set = bounds::primitive_set(static_cast<cat::PrimitiveId>(node.index), structure_); return;
    case NodeOp::primitive_relation:
      out.relation = bounds::primitive_relation(static_cast<cat::PrimitiveId>(node.index), structure_);
      return;
    case NodeOp::dialect_set: out.set = bounds::dialect_set(structure_, node.index); return;
    case NodeOp::next: out.set = next(); return;
    case NodeOp::finished: out.set = configuration_->done; return;
    case NodeOp::variable: out.id = bound_[node.index]; return;
    case NodeOp::state: return machine_.variables[node.index].type.keys.empty() ? state(node, 0, out) : all_parts(node, out);
    case NodeOp::state_at: {
      const std::size_t at = part(node.index, node.kids);
      if (at != kNone) return state(node, at, out);
      out = Value{none_, Relation(n), {}, kNone};  // an event without a location: nothing is kept for it
      return;
    }
    case NodeOp::union_:
      if (set)
        (out.set = kid(0).set) |= kid(1).set;
      else
        (out.relation = kid(0).relation) |= kid(1).relation;
      return;
    case NodeOp::intersection:
      if (set)
        (out.set = kid(0).set) &= kid(1).set;
      else
        (out.relation = kid(0).relation) &= kid(1).relation;
      return;
    case NodeOp::difference:
      if (set)
        (out.set = kid(0).set) -= kid(1).set;
      else
        (out.relation = kid(0).relation) -= kid(1).relation;
      return;
    case NodeOp::product: out.relation = Relation::product(kid(0).set, kid(1).set); return;
    case NodeOp::compose: out.relation = kid(0).relation.compose(kid(1).relation); return;
    case NodeOp::complement:
      if (set)
        out.set = kid(0).set.complement();
      else
        out.relation = kid(0).relation.complement();
      return;
    case NodeOp::star: out.relation = kid(0).relation.transitive_closure() | Relation::identity(n); return;
    case NodeOp::plus: out.relation = kid(0).relation.transitive_closure(); return;
    case NodeOp::optional: out.relation = kid(0).relation | Relation::identity(n); return;
    case NodeOp::inverse: out.relation = kid(0).relation.inverse(); return;
    case NodeOp::identity: out.relation = Relation::identity(kid(0).set); return;
    case NodeOp::domain: out.set = kid(0).relation.domain(); return;
    case NodeOp::range: out.set = kid(0).relation.range(); return;
    case NodeOp::image: {
      const std::uint32_t e = kid(1).id;
      out.set = none_;
      if (e != kNone) std::ranges::copy(kid(0).relation.row(e), out.set.words().begin());
      return;
    }
    case NodeOp::first:
    case NodeOp::last: {
      const Sequence& of = sequence(node.kids[0]);
      out.id = of.empty() ? kNone : node.op == NodeOp::first ? of.front() : of.back();
      return;
    }
    case NodeOp::length: out.id = static_cast<std::uint32_t>(sequence(node.kids[0]).size()); return;
    case NodeOp::order: {
      out.relation = Relation(n);
      const Sequence& sequence = this->sequence(node.kids[0]);
      for (std::size_t i = 0; i < sequence.size(); ++i)
        for (std::size_t k = i + 1; k < sequence.size(); ++k) out.relation.add(sequence[i], sequence[k]);
      return;
    }
    case NodeOp::filter: {
      out.sequence.clear();
      const EventSet& in = kid(1).set;
      if (in.empty()) return;
      for (const EventId e : sequence(node.kids[0]))
        if (in.has(e)) out.sequence.push_back(e);
      return;
    }
    case NodeOp::as_set:
      out.set = none_;
      if (machine_.nodes[node.kids[0]].kind == Kind::event) {
        if (kid(0).id != kNone) out.set.add(kid(0).id);
      } else {
        for (const EventId e : sequence(node.kids[0])) out.set.add(e);
      }
      return;
    case NodeOp::thread_of: {
      const std::uint32_t e = kid(0).id;
      out.id = e == kNone || structure_.events[e].is_init() ? kNone : structure_.events[e].thread;
      return;
    }
    case NodeOp::location_of: {
      const std::uint32_t e = kid(0).id;
      out.id = e == kNone || structure_.events[e].location == events::kNoLocation ? kNone : structure_.events[e].location;
      return;
    }
    case NodeOp::of_thread: out.set = kid(0).id < of_thread_.size() ? of_thread_[kid(0).id] : none_; return;
    case NodeOp::at_location: out.set = kid(0).id < at_location_.size() ? at_location_[kid(0).id] : none_; return;
    case NodeOp::initial: {
      const std::uint32_t location = kid(0).id;
      out.id = kNone;
      for (EventId e = 0; e < structure_.init_count; ++e)
        if (structure_.events[e].location == location) out.id = e;
      return;
    }
    case NodeOp::recursive:
      close(machine_.member_groups[node.index]);
      out.relation = members_[node.index];
      return;
    case NodeOp::cell: {
      const Relation pairs = Relation::product(kid(0).set, kid(1).set);
      out.relation = without_.has(node.index) ? pairs : pairs & kid(2).relation;
      return;
    }
  }
}

bool Evaluator::holds(const op::Test& test) {
  using CK = op::Condition::Kind;
  switch (test.kind) {
    case CK::and_: return std::ranges::all_of(test.kids, [&](const op::Test& kid) { return holds(kid); });
    case CK::or_: return std::ranges::any_of(test.kids, [&](const op::Test& kid) { return holds(kid); });
    case CK::not_: return !holds(test.kids[0]);
    default: break;
  }
  const Kind kind = machine_.nodes[test.left].kind;
  const Value& left = value(test.left);
  if (test.kind == CK::empty) return kind == Kind::relation ? left.relation.empty() : left.set.empty();
  const Value& right = value(test.right);
  switch (test.kind) {
    case CK::member: return left.id != kNone && right.set.has(left.id);
    case CK::less: return left.id < right.id;
    case CK::less_equal: return left.id <= right.id;
    case CK::subset: return kind == Kind::relation ? (left.relation - right.relation).empty() : (left.set - right.set).empty();
    case CK::equal:
    case CK::not_equal: {
      const bool equal = kind == Kind::relation   ? left.relation == right.relation
                         : kind == Kind::set      ? left.set == right.set
                         : kind == Kind::sequence ? left.sequence == right.sequence
                                                  : left.id == right.id;
      return equal == (test.kind == CK::equal);
    }
    default: break;
  }
  check(false, "every condition has a meaning");
  return false;
}

}  // namespace thinair::machine
