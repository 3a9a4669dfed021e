#include "engine/machine/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/candidates/condition.hpp"
#include "events/variable.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using answer::Trace;
using answer::TraceStep;
using op::kNoNode;
using op::NodeId;
using op::Type;

namespace {
constexpr std::size_t kRoom = 64;  // of a sequence, beside an entry for each event
}

Explorer::Explorer(const Exploration& exploration, Findings& findings, Budget& budget)
    : x_(exploration),
      machine_(*exploration.machine),
      test_(*exploration.test),
      structure_(*exploration.structure),
      pool_(exploration.unfolding->pool),
      findings_(findings),
      budget_(budget),
      layout_(machine_, structure_, structure_.chosen.size(), test_.program.locations.size()),
      here_(machine_, test_.program, structure_, layout_, *exploration.without),
      acting_(machine_, test_.program, structure_, layout_, *exploration.without),
      reads_of_thread_(structure_.chosen.size()),
      recorded_(structure_.size()),
      observed_(program::observed(test_)) {
  for (EventId e = 0; e < structure_.size(); ++e)
    if (structure_.events[e].reads()) reads_of_thread_[structure_.events[e].thread].push_back(e);
  // The values that something is made of later: a write, a condition on the path, or what the question looks at.
  const auto look_at = [&](value::TermId term) {
    for (const value::VarId var : pool_.variables(term)) recorded_.add(event_of(var));
  };
  for (const events::Event& event : structure_.events)
    if (event.writes()) look_at(event.written);
  for (const value::TermId constraint : structure_.constraints) look_at(constraint);
  const bool narrow = x_.question->goal && x_.question->first_only && !x_.literal;
  const auto wanted =
      narrow ? candidates::observables(*x_.question->goal) : std::set<program::Observable>(observed_.begin(), observed_.end());
  for (const program::Observable& o : wanted)
    if (!o.is_location) look_at(structure_.registers[o.index]);
  if (test_.filter)
    for (const program::Observable& o : candidates::observables(*test_.filter))
      if (!o.is_location) look_at(structure_.registers[o.index]);
}

EventId Explorer::event_of(value::VarId var) const { return reads_of_thread_[events::thread_of(var)][events::index_of(var)]; }

std::optional<program::Value> Explorer::evaluate(value::TermId term, const Configuration& c) const {
  if (const auto constant = pool_.as_constant(term)) return constant;
  return pool_.evaluate(term, [&](value::VarId var) { return c.read[event_of(var)]; });
}

void Explorer::problem(Span where, std::string code, std::string message, std::string hint) {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  findings_.problems.push_back(std::move(d));
}

// State variables as the machine's text says, or: memory holds the initial writes, a sequence is empty.
Configuration Explorer::start() {
  Configuration c = layout_.empty();
  here_.look_at(&c);
  for (std::uint32_t v = 0; v < machine_.variables.size(); ++v) {
    const op::Variable& variable = machine_.variables[v];
    for (std::uint32_t key = 0; key < layout_.parts(v); ++key) {
      const std::size_t at = layout_.at(v, key);
      if (variable.initial == kNoNode) {
        if (variable.type.kind == Type::Kind::event && variable.type.key == Type::Key::location)
          for (EventId e = 0; e < structure_.init_count; ++e)
            if (structure_.events[e].location == key) c.scalars[at] = e;
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

bool Explorer::run() {
  for (const value::TermId constraint : structure_.constraints)
    if (const auto value = pool_.as_constant(constraint); value && *value == 0) return false;
  add(start(), kNone, 0);
  for (std::uint32_t index = 0; index < stored_.size(); ++index) {
    if (!budget_.spend(1 + structure_.size()) || !findings_.problems.empty()) return false;
    ++findings_.statistics.nodes;
    const Configuration c = layout_.decode(std::string_view(bytes_).substr(stored_[index].begin, stored_[index].size), recorded_);
    here_.look_at(&c);
    from_ = &c;
    from_index_ = index;
    if (is_final(c)) {
      if (record(index, c)) return true;
      continue;
    }
    expand(index);
  }
  return false;
}

bool Explorer::is_final(const Configuration& c) {
  if (c.done.count() != structure_.size()) return false;
  return std::ranges::all_of(machine_.finals, [&](const op::Test& test) { return here_.holds(test); });
}

void Explorer::expand(std::uint32_t) {
  moved_ = false;
  for (std::size_t rule = 0; rule < machine_.rules.size(); ++rule) choose(rule, 0);
  if (moved_) return;
  const EventSet waiting = here_.next();
  relation::for_each_bit(waiting.words(), [&](EventId e) {
    const events::Event& event = structure_.events[e];
    findings_.stuck.try_emplace({event.kind, event.sets}, event.where);
  });
}

void Explorer::choose(std::size_t rule, std::size_t choice) {
  const op::Rule& r = machine_.rules[rule];
  if (choice == r.choices.size()) {
    for (const op::Guard& guard : r.guards)
      if (!x_.without->has(guard.rule) && !here_.holds(guard.test)) return;
    return take(rule);
  }
  const op::Choice& c = r.choices[choice];
  auto& bound = here_.bound();
  const auto with = [&](std::uint32_t value) {
    bound[c.slot] = value;
    choose(rule, choice + 1);
  };
  if (c.of == kNoNode) {
    for (std::uint32_t t = 0; t < structure_.chosen.size(); ++t) with(t);
    return;
  }
  switch (c.kind) {
    case op::Binding::Kind::element:
      for (const EventId e : EventSet(here_.value(c.of).set).elements()) with(e);
      return;
    case op::Binding::Kind::pair:
      for (const auto& [from, to] : here_.value(c.of).relation.pairs()) {
        bound[c.slot] = from;
        bound[c.slot + 1] = to;
        choose(rule, choice + 1);
      }
      return;
    case op::Binding::Kind::value:
      if (const std::uint32_t value = here_.value(c.of).id; value != kNone) with(value);
      return;
  }
}

void Explorer::take(std::size_t rule) {
  moved_ = true;
  Configuration c = *from_;
  acting_.bound() = here_.bound();
  if (!act(machine_.rules[rule].steps, c, nullptr)) return;
  if (x_.question->goal && !x_.literal && !structure_.bound_reached &&
      candidates::truth(*x_.question->goal, [&](const program::Observable& o) -> std::optional<program::Value> {
        if (o.is_location) return std::nullopt;
        return evaluate(structure_.registers[o.index], c);
      }) == false)
    return;
  if (!x_.literal)
    for (std::uint32_t v = 0; v < machine_.variables.size(); ++v)
      if (machine_.variables[v].modulo != kNoNode)
        for (std::uint32_t key = 0; key < layout_.parts(v); ++key) normalise(v, c.sequences[layout_.at(v, key)]);
  add(c, from_index_, rule);
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
  std::uint32_t key = 0;
  if (step.key != kNoNode && (key = acting_.value(step.key).id) == kNone) {
    problem(step.where, "op-run", "this event has no location, or no thread, to keep something for");
    return false;
  }
  const std::size_t at = layout_.at(step.state, key);
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
  const Value value = acting_.value(step.value);
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
  const auto value = evaluate(structure_.events[write].written, c);
  check(value.has_value(), "a write is done only when its value is known");
  if (!recorded_.has(reader)) return true;
  c.read[reader] = value;
  for (const value::TermId constraint : structure_.constraints)
    if (const auto holds = evaluate(constraint, c); holds && *holds == 0) return false;
  return true;
}

bool Explorer::finish(EventId event, Configuration& c, const op::Step& step) {
  const events::Event& e = structure_.events[event];
  if (e.writes() && !evaluate(e.written, c)) {
    problem(step.where, "op-value", "this rule writes a value before it is known", "let it wait for 'data'");
    return false;
  }
  c.done.add(event);
  findings_.done.emplace(e.kind, e.sets);
  return true;
}

void Explorer::add(const Configuration& c, std::uint32_t parent, std::size_t rule) {
  std::string bytes;
  layout_.encode(c, recorded_, bytes);
  const std::size_t hash = std::hash<std::string_view>{}(bytes);
  for (auto [it, end] = known_.equal_range(hash); it != end; ++it) {
    const Stored& s = stored_[it->second];
    if (std::string_view(bytes_).substr(s.begin, s.size) == bytes) return;
  }
  if (!budget_.room_for(bytes.size() + sizeof(Stored) + 48)) return;
  Stored s;
  s.begin = bytes_.size();
  s.size = bytes.size();
  s.parent = parent;
  s.rule = static_cast<std::uint32_t>(rule);
  s.bound = bindings_.size();
  bytes_ += bytes;
  if (parent != kNone)
    for (const op::Choice& choice : machine_.rules[rule].choices)
      for (std::uint32_t k = 0; k <= (choice.kind == op::Binding::Kind::pair ? 1U : 0U); ++k)
        bindings_.push_back(static_cast<std::uint16_t>(here_.bound()[choice.slot + k]));
  known_.emplace(hash, static_cast<std::uint32_t>(stored_.size()));
  stored_.push_back(s);
}

std::optional<program::Value> Explorer::final_value(program::LocId location, EventId& write) {
  if (machine_.memory == kNoNode) return std::nullopt;
  here_.bound()[machine_.memory_slot] = location;
  write = here_.value(machine_.memory).id;
  if (write != kNone) return evaluate(structure_.events[write].written, *from_);
  write = 0;  // nobody accesses it
  return test_.program.locations[location].initial;
}

bool Explorer::record(std::uint32_t index, const Configuration& c) {
  if (structure_.bound_reached) {
    findings_.loops_on = true;
    return false;
  }
  answer::Outcome outcome;
  outcome.witness.structure = x_.structure;
  outcome.witness.final_write.assign(test_.program.locations.size(), 0);
  std::vector<std::optional<program::Value>> values;
  const auto value_of = [&](const program::Observable& o) -> std::optional<program::Value> {
    if (!o.is_location) return evaluate(structure_.registers[o.index], c);
    return final_value(o.index, outcome.witness.final_write[o.index]);
  };
  if (x_.question->goal && candidates::truth(*x_.question->goal, value_of) == false) return false;
  if (test_.filter && candidates::truth(*test_.filter, value_of) == false) return false;
  for (const program::Observable& o : observed_) {
    auto value = value_of(o);
    // What a narrow question does not look at was not kept while the machine ran; it is read off the trace below.
    values.push_back(value);
  }
  outcome.trace = std::make_shared<const Trace>(trace(index, outcome.witness));
  const auto known = [&](value::VarId var) { return pool_.as_constant(outcome.witness.read_values[event_of(var)]); };
  for (std::size_t i = 0; i < observed_.size(); ++i) {
    const program::Observable& o = observed_[i];
    if (!values[i] && !o.is_location) values[i] = pool_.evaluate(structure_.registers[o.index], known);
    check(values[i].has_value(), "every value is known when a machine comes to its end");
    if (i < test_.shown.size()) outcome.state.values.emplace_back(*values[i]);
    outcome.terms.push_back(pool_.constant(*values[i]));
  }
  for (std::uint32_t t = 0; t < structure_.threw.size(); ++t)
    if (structure_.threw[t]) outcome.state.threw.push_back(t);
  for (std::uint32_t t = 0; t < structure_.blocked.size(); ++t)
    if (structure_.blocked[t]) outcome.state.blocked.push_back(t);
  findings_.states.try_emplace(outcome.state, std::move(outcome));
  return x_.question->first_only;
}

// The steps that lead here, done again from the start.
Trace Explorer::trace(std::uint32_t index, events::Execution& witness) {
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = index; stored_[at].parent != kNone; at = stored_[at].parent) path.push_back(at);
  std::ranges::reverse(path);
  EventSet everything(structure_.size());
  std::swap(recorded_, everything);  // all values this time
  recorded_ = EventSet::full(structure_.size());
  Configuration c = layout_.empty();
  {
    const std::uint32_t root = 0;
    c = layout_.decode(std::string_view(bytes_).substr(stored_[root].begin, stored_[root].size), everything);
  }
  witness.reads_from.assign(structure_.size(), 0);
  witness.read_values.assign(structure_.size(), pool_.constant(0));
  Trace out;
  for (const std::uint32_t at : path) {
    const op::Rule& rule = machine_.rules[stored_[at].rule];
    TraceStep step;
    step.rule = rule.name;
    step.where = rule.where;
    std::size_t next = stored_[at].bound;
    for (const op::Choice& choice : rule.choices)
      for (std::uint32_t k = 0; k <= (choice.kind == op::Binding::Kind::pair ? 1U : 0U); ++k) {
        const std::uint16_t value = bindings_[next++];
        acting_.bound()[choice.slot + k] = value;
        if (choice.of != kNoNode && (choice.kind != op::Binding::Kind::value || machine_.nodes[choice.of].kind == op::Kind::event))
          step.events.push_back(value);
      }
    const EventSet before = c.done;
    const bool done = act(rule.steps, c, &step);
    check(done, "a step that was taken can be taken again");
    if (step.reads) {
      witness.reads_from[*step.reads] = *step.from;
      witness.read_values[*step.reads] = pool_.constant(c.read[*step.reads].value_or(0));
    }
    for (const EventId e : step.done)
      for (EventId earlier = structure_.init_count; earlier < structure_.size(); ++earlier)
        if (structure_.po.has(earlier, e) && !c.done.has(earlier)) step.overtaken.push_back(earlier);
    out.steps.push_back(std::move(step));
  }
  std::swap(recorded_, everything);
  return out;
}

}  // namespace thinair::machine
