#include "engine/machine/steps.hpp"

#include <algorithm>

namespace thinair::machine {

using answer::TraceStep;
using AK = op::Action::Kind;
using op::kNoNode;
using op::Type;

namespace {
constexpr std::size_t kRoom = 64;  // of a sequence, beside an entry for each event
}

Steps::Steps(const op::Machine& machine, const program::Program& program, const Structure& structure, const language::RuleSet& without)
    : machine_(machine),
      structure_(structure),
      without_(without),
      layout_(machine, structure, structure.chosen.size(), program.locations.size()),
      here_(machine, program, structure, layout_, without),
      acting_(machine, program, structure, layout_, without) {}

Configuration Steps::start() {
  Configuration c = layout_.empty();
  here_.look_at(&c);
  for (std::uint32_t v = 0; v < machine_.variables.size(); ++v) {
    const op::Variable& variable = machine_.variables[v];
    for (std::uint32_t key = 0; key < layout_.parts(v); ++key) {
      const std::size_t at = layout_.at(v, key);
      if (variable.initial == kNoNode) {
        if (variable.type.kind == Type::Kind::event && !variable.type.keys.empty() && variable.type.keys.back() == Type::Key::location)
          for (EventId e = 0; e < structure_.init_count; ++e)
            if (structure_.events[e].location == key % layout_.inner(v)) c.scalars[at] = e;
        continue;
      }
      const Value& initial = here_.value(variable.initial);
      switch (variable.type.kind) {
        case Type::Kind::set: c.sets[at] = initial.set; break;
        case Type::Kind::relation: c.relations[at] = initial.relation; break;
        case Type::Kind::sequence: c.sequences[at] = initial.set.elements(); break;
        default: c.scalars[at] = initial.id; break;
      }
    }
  }
  return c;
}

void Steps::choose(std::size_t rule, std::size_t choice) {
  const op::Rule& r = machine_.rules[rule];
  if (choice == r.choices.size()) {
    for (const op::Guard& guard : r.guards)
      if (!without_.has(guard.rule) && !here_.holds(guard.test)) return;
    if (firsts_ && (moved_ || !here_.holds(r.first[0]))) return;
    return take(rule);
  }
  const op::Choice& c = r.choices[choice];
  auto& bound = here_.bound();
  const auto with = [&](std::uint32_t value) {
    bound[c.slot] = value;
    choose(rule, choice + 1);
  };
  if (c.of == kNoNode) {
    if (only_ != kNone) return;
    for (std::uint32_t t = 0; t < structure_.chosen.size(); ++t) with(t);
    return;
  }
  switch (c.kind) {
    case op::Binding::Kind::element: {
      const EventSet from = here_.value(c.of).set;  // a copy: a set that hangs on names is worked out anew for others
      if (only_ != kNone && choice == 0) {
        if (from.has(only_)) with(only_);
        return;
      }
      relation::for_each_bit(from.words(), with);
      return;
    }
    case op::Binding::Kind::pair: {
      const Relation pairs = here_.value(c.of).relation;
      for (EventId from = 0; from < structure_.size(); ++from)
        relation::for_each_bit(pairs.row(from), [&](EventId to) {
          bound[c.slot] = from;
          bound[c.slot + 1] = to;
          choose(rule, choice + 1);
        });
      return;
    }
    case op::Binding::Kind::value:
      if (only_ != kNone && choice == 0) return;
      if (const std::uint32_t value = here_.value(c.of).id; value != kNone) with(value);
      return;
  }
}

bool Steps::act(const std::vector<op::Step>& steps, Configuration& c, TraceStep* trace) {
  return std::ranges::all_of(steps, [&](const op::Step& step) { return act(step, c, trace); });
}

// One action. False: the values that come of it contradict the structure, or the machine cannot do it.
bool Steps::act(const op::Step& step, Configuration& c, TraceStep* trace) {
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
      return read(subject, write, c, step) && finish(subject, c, step);
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

}  // namespace thinair::machine
