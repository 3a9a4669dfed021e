#include "engine/machine/local_steps.hpp"

#include <algorithm>

#include "engine/machine/coverage.hpp"

namespace thinair::machine {

using op::Kind;
using op::Level;
using op::Node;
using op::NodeId;
using op::NodeOp;
using AK = op::Action::Kind;
using CK = op::Condition::Kind;

LocalSteps::LocalSteps(const op::Machine& machine, const Structure& structure, Evaluator& evaluator)
    : machine_(machine), events_(structure.size()) {
  if (machine.threads != op::Threads::in_order) return;
  for (std::uint32_t v = 0; v < machine.variables.size(); ++v) queue_.push_back(is_queue(v));
  if (!std::ranges::all_of(machine.rules, [&](const op::Rule& rule) { return undisturbed(rule); })) return;
  Coverage coverage(machine, structure, evaluator);
  events_ = EventSet::full(structure.size());
  for (EventId e = 0; e < structure.init_count; ++e) events_.remove(e);
  for (const op::Rule& rule : machine.rules) {
    if (is_local(rule)) continue;
    events_ -= coverage.done_by(rule);
  }
  // One event of a thread at a time.
  for (EventId e = structure.init_count; e < structure.size(); ++e)
    for (EventId f = structure.init_count; f < structure.size(); ++f)
      if (e != f && structure.events[e].thread == structure.events[f].thread && !evaluator.needs(e).has(f) && !evaluator.needs(f).has(e))
        events_.remove(e);
}

bool LocalSteps::mentions_state(NodeId node) const {
  const Node& n = machine_.nodes[node];
  if (n.level == Level::fixed) return false;
  switch (n.op) {
    case NodeOp::state:
    case NodeOp::state_at:
    case NodeOp::next:
    case NodeOp::finished:
    case NodeOp::recursive: return true;
    default: return std::ranges::any_of(n.kids, [&](NodeId kid) { return mentions_state(kid); });
  }
}

bool LocalSteps::own_thread(NodeId key, std::uint32_t slot) const {
  const Node& n = machine_.nodes[key];
  if (n.op != NodeOp::thread_of) return false;
  const Node& event = machine_.nodes[n.kids[0]];
  return event.op == NodeOp::variable && event.index == slot;
}

bool LocalSteps::acts_in_turn(const op::Rule& rule) const {
  if (rule.choices.empty() || rule.choices[0].kind != op::Binding::Kind::element || rule.choices[0].of == op::kNoNode) return false;
  // next, or an intersection or difference whose left side is.
  NodeId at = rule.choices[0].of;
  while (machine_.nodes[at].op == NodeOp::intersection || machine_.nodes[at].op == NodeOp::difference) {
    if (mentions_state(machine_.nodes[at].kids[1])) return false;
    at = machine_.nodes[at].kids[0];
  }
  return machine_.nodes[at].op == NodeOp::next;
}

namespace {

template <class F>
void each_step(const std::vector<op::Step>& steps, F&& f) {
  for (const op::Step& step : steps) {
    f(step);
    each_step(step.body, f);
  }
}

}  // namespace

// A sequence for each thread that only the thread itself makes longer.
bool LocalSteps::is_queue(std::uint32_t variable) const {
  const op::Variable& v = machine_.variables[variable];
  if (v.type.kind != op::Type::Kind::sequence || v.type.keys != std::vector{op::Type::Key::thread} || v.modulo != op::kNoNode) return false;
  bool good = true;
  for (const op::Rule& rule : machine_.rules)
    each_step(rule.steps, [&](const op::Step& step) {
      if (step.kind == AK::done || step.kind == AK::reads || step.kind == AK::if_ || step.state != variable) return;
      if (step.kind == AK::push)
        good = good && acts_in_turn(rule) && own_thread(step.keys[0], rule.choices[0].slot);
      else
        good = good && (step.kind == AK::pop || step.kind == AK::remove);
    });
  return good;
}

// The set, or sequence, loses entries at most, whatever other threads do. (Not positive: it gains some at most.)
bool LocalSteps::shrinks(NodeId node, std::uint32_t slot, bool positive) const {
  if (!mentions_state(node)) return true;
  const Node& n = machine_.nodes[node];
  switch (n.op) {
    case NodeOp::state_at: return positive && queue_[n.index] && own_thread(n.kids[0], slot);
    case NodeOp::finished: return !positive;
    case NodeOp::as_set: return shrinks(n.kids[0], slot, positive);
    case NodeOp::union_:
    case NodeOp::intersection:
    case NodeOp::filter: return shrinks(n.kids[0], slot, positive) && shrinks(n.kids[1], slot, positive);
    case NodeOp::difference: return shrinks(n.kids[0], slot, positive) && shrinks(n.kids[1], slot, !positive);
    default: return false;
  }
}

// Once it holds, it goes on to, until the rule's own thread does something.
bool LocalSteps::holds_on(const op::Test& test, std::uint32_t slot) const {
  switch (test.kind) {
    case CK::and_:
    case CK::or_: return std::ranges::all_of(test.kids, [&](const op::Test& kid) { return holds_on(kid, slot); });
    case CK::empty: return shrinks(test.left, slot, true);
    case CK::less:
    case CK::less_equal: {
      const Node& left = machine_.nodes[test.left];
      return !mentions_state(test.right) && left.op == NodeOp::length && shrinks(left.kids[0], slot, true);
    }
    case CK::not_: return false;
    default: return !mentions_state(test.left) && !mentions_state(test.right);
  }
}

bool LocalSteps::is_local(const op::Rule& rule) const {
  if (rule.choices.size() != 1 || !acts_in_turn(rule)) return false;
  const std::uint32_t slot = rule.choices[0].slot;
  return std::ranges::all_of(rule.guards, [&](const op::Guard& guard) { return holds_on(guard.test, slot); }) &&
         std::ranges::all_of(rule.steps, [&](const op::Step& step) {
           if (step.kind != AK::done && step.kind != AK::push) return false;
           const Node& subject = machine_.nodes[step.subject];
           if (subject.op != NodeOp::variable || subject.index != slot) return false;
           return step.kind == AK::done || queue_[step.state];
         });
}

// first(q), first(q & S): a new last entry changes it only if there was none.
bool LocalSteps::front(NodeId node) const {
  const Node& n = machine_.nodes[node];
  if (n.op != NodeOp::first) return false;
  const Node& q = machine_.nodes[n.kids[0]];
  if (q.op == NodeOp::state_at) return !mentions_state(q.kids[0]);
  return q.op == NodeOp::filter && machine_.nodes[q.kids[0]].op == NodeOp::state_at && !mentions_state(q.kids[1]);
}

bool LocalSteps::undisturbed(const op::Rule& rule) const {
  const bool in_turn = acts_in_turn(rule);
  const std::uint32_t slot = rule.choices.empty() ? 0 : rule.choices[0].slot;
  // Looks at no queue but that of its own thread, and at nothing that says which events are done.
  const auto apart = [&](auto&& self, NodeId node) -> bool {
    const Node& n = machine_.nodes[node];
    if (n.level == Level::fixed) return true;
    if (n.op == NodeOp::next || n.op == NodeOp::finished || n.op == NodeOp::recursive) return false;
    if (n.op == NodeOp::state && queue_[n.index]) return false;
    if (n.op == NodeOp::state_at && queue_[n.index] && !(in_turn && own_thread(n.kids[0], slot))) return false;
    return std::ranges::all_of(n.kids, [&](NodeId kid) { return self(self, kid); });
  };
  const auto good = [&](NodeId node) { return node == op::kNoNode || apart(apart, node); };
  const auto plain = [&](auto&& self, const op::Test& t) -> bool {
    return good(t.left) && good(t.right) && std::ranges::all_of(t.kids, [&](const op::Test& kid) { return self(self, kid); });
  };
  const auto test = [&](auto&& self, const op::Test& t) -> bool {
    if (t.kind == CK::not_) return plain(plain, t);
    if (!t.kids.empty()) return std::ranges::all_of(t.kids, [&](const op::Test& kid) { return self(self, kid); });
    if (good(t.left) && good(t.right)) return true;
    if (t.kind == CK::equal) return front(t.left) && good(t.right);
    // `empty S \ finished`: what is done stays done, so that it can only come to hold.
    const Node& left = machine_.nodes[t.left];
    return t.kind == CK::empty && left.op == NodeOp::difference && good(left.kids[0]) &&
           machine_.nodes[left.kids[1]].op == NodeOp::finished;
  };
  for (std::size_t i = 0; i < rule.choices.size(); ++i) {
    const op::Choice& choice = rule.choices[i];
    if ((i == 0 && in_turn) || good(choice.of)) continue;
    // Entries of a queue, its first one.
    const Node& n = machine_.nodes[choice.of];
    const bool entries = choice.kind == op::Binding::Kind::element && n.op == NodeOp::as_set &&
                         machine_.nodes[n.kids[0]].op == NodeOp::state_at && !mentions_state(machine_.nodes[n.kids[0]].kids[0]);
    if (!entries && !(choice.kind == op::Binding::Kind::value && front(choice.of))) return false;
  }
  bool fine = std::ranges::all_of(rule.guards, [&](const op::Guard& guard) { return test(test, guard.test); });
  each_step(rule.steps, [&](const op::Step& step) {
    fine = fine && good(step.value) && good(step.otherwise) && std::ranges::all_of(step.keys, good);
    for (const op::Test& condition : step.condition) fine = fine && plain(plain, condition);
  });
  return fine;
}

}  // namespace thinair::machine
