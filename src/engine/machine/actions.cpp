#include <algorithm>

#include "engine/machine/explorer.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using answer::TraceStep;
using op::kNoNode;
using op::Type;

namespace {
constexpr std::size_t kRoom = 64;  // of a sequence, beside an entry for each event
}

bool Explorer::act(const std::vector<op::Step>& steps, Configuration& c, TraceStep* trace) {
  return std::ranges::all_of(steps, [&](const op::Step& step) { return act(step, c, trace); });
}

// One action. False: the values that come of it contradict the structure, or the machine cannot do it.
bool Explorer::act(const op::Step& step, Configuration& c, TraceStep* trace) {
  using AK = op::Action::Kind;
  acting_.look_at(&c);
  std::uint32_t subject = kNone;
  if (step.subject != kNoNode) {
    subject = acting_.value(step.subject).id;
    if (subject == kNone) {
      problem(step.where, "op-run", "this action has no event to act on");
      return false;
    }
  }
  switch (step.kind) {
    case AK::if_: return !acting_.holds(step.condition[0]) || act(step.body[0], c, trace);
    case AK::reads: {
      std::uint32_t write = acting_.value(step.value).id;
      if (write == kNone && step.otherwise != kNoNode) write = acting_.value(step.otherwise).id;
      if (write == kNone || !structure_.events[write].writes() || !structure_.events[subject].reads()) {
        problem(step.where, "op-run", write == kNone ? "there is no write to read from here" : "a read takes its value from a write");
        return false;
      }
      if (trace) {
        trace->reads = subject;
        trace->from = write;
        trace->done.push_back(subject);
      }
      return read(subject, write, c) && finish(subject, c, step);
    }
    case AK::done:
      if (trace) trace->done.push_back(subject);
      return finish(subject, c, step);
    default: break;
  }
  const Type& type = machine_.variables[step.state].type;
  const std::size_t part = acting_.part(step.state, step.keys);
  if (part == kNone) {
    problem(step.where, "op-run", "this event has no location, or no thread, to keep something for");
    return false;
  }
  const std::size_t at = layout_.at(step.state, part);
  if (type.kind == Type::Kind::sequence) {
    Sequence& sequence = c.sequences[at];
    if (step.kind == AK::push) {
      sequence.push_back(subject);
      if (sequence.size() <= structure_.size() + kRoom) return true;
      problem(step.where, "op-unbounded", "this sequence grows without end",
              "an event that is pushed must be done, or the rule applies again");
      return false;
    }
    const auto entry = step.kind == AK::pop ? sequence.begin() : std::ranges::find(sequence, subject);
    if (entry == sequence.end()) {
      problem(step.where, "op-run", step.kind == AK::pop ? "there is nothing to pop" : "the sequence does not have this event");
      return false;
    }
    sequence.erase(entry);
    return true;
  }
  const Value& value = acting_.value(step.value);
  if (type.kind == Type::Kind::set || type.kind == Type::Kind::relation) {
    const auto change = [&](auto& to, const auto& by) {
      if (step.kind == AK::assign)
        to = by;
      else if (step.kind == AK::add)
        to |= by;
      else
        to -= by;
    };
    if (type.kind == Type::Kind::set)
      change(c.sets[at], value.set);
    else
      change(c.relations[at], value.relation);
    return true;
  }
  std::uint32_t& scalar = c.scalars[at];
  if (step.kind == AK::assign) {
    scalar = value.id;
    return true;
  }
  if (step.kind == AK::subtract && scalar < value.id) {
    problem(step.where, "op-run", "this number would become negative");
    return false;
  }
  scalar = step.kind == AK::add ? scalar + value.id : scalar - value.id;
  if (scalar <= 10'000) return true;
  problem(step.where, "op-unbounded", "this number grows without end");
  return false;
}

bool Explorer::read(EventId reader, EventId write, Configuration& c) {
  const auto value = evaluate(written_[write], c);
  check(value.has_value(), "a write is done only when its value is known");
  if (!recorded_.has(reader)) return true;
  c.read[reader] = value;
  has_read_ = true;
  for (const value::TermId constraint : constraints_of_[reader])
    if (const auto holds = evaluate(constraint, c); holds && *holds == 0) return false;
  return true;
}

bool Explorer::finish(EventId event, Configuration& c, const op::Step& step) {
  const events::Event& e = structure_.events[event];
  if (e.writes() && !evaluate(written_[event], c)) {
    problem(step.where, "op-value", "this rule writes a value before it is known", "let it wait for 'data'");
    return false;
  }
  c.done.add(event);
  reached_.add(event);
  return true;
}

// Of all sequences with the same order of related entries the one that is smallest in the order of letters: again and again the
// smallest entry that no related one stands before.
void Explorer::normalise(std::uint32_t variable, Sequence& sequence) {
  const Relation& related = here_.value(machine_.variables[variable].modulo).relation;
  const auto linked = [&](EventId a, EventId b) { return related.has(a, b) || related.has(b, a); };
  for (std::size_t at = 0; at < sequence.size(); ++at) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < sequence.size(); ++i) {
      if (sequence[i] >= sequence[best]) continue;
      bool free = true;
      for (std::size_t k = at; k < i && free; ++k) free = !linked(sequence[k], sequence[i]);
      if (free) best = i;
    }
    std::rotate(sequence.begin() + static_cast<std::ptrdiff_t>(at), sequence.begin() + static_cast<std::ptrdiff_t>(best),
                sequence.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

}  // namespace thinair::machine
