// The steps that lead to an end, with what is to be told of each.
#include <fmt/format.h>

#include <algorithm>

#include "engine/machine/explorer.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using answer::Trace;
using answer::TraceStep;
using op::Type;

// Other writes that a read could take its value from: every step from here that does this read, tried.
std::vector<EventId> Explorer::alternatives(const Configuration& c, EventId reader, EventId taken) {
  std::set<EventId> found;
  from_ = c;
  here_.look_at(&from_);
  trying_ = [&](std::size_t rule) {
    to_ = from_;
    acting_.bound() = here_.bound();
    TraceStep step;
    const std::size_t problems = findings_.problems.size();
    act(machine_.rules[rule].steps, to_, &step);
    findings_.problems.resize(problems);
    if (step.reads == reader && step.from != taken) found.insert(*step.from);
  };
  for (const std::size_t rule : applicable_) choose(rule);
  trying_ = nullptr;
  return {found.begin(), found.end()};
}

// Cells of tables that have the pair. A table whose cells hang on the state is not asked.
void Explorer::allowing(EventId earlier, EventId later, std::vector<answer::TraceCell>& out) {
  for (op::NodeId id = 0; id < machine_.nodes.size(); ++id) {
    const op::Node& node = machine_.nodes[id];
    if (node.op != op::NodeOp::cell || node.level != op::Level::fixed || !acting_.value(id).relation.has(earlier, later)) continue;
    const language::Rule& rule = (*x_.rules)[node.index];
    const answer::TraceCell cell{rule.name, rule.where};
    if (std::ranges::find(out, cell) == out.end()) out.push_back(cell);
  }
}

std::string Explorer::name_of_part(std::uint32_t variable, std::size_t part) const {
  const op::Variable& v = machine_.variables[variable];
  std::string out = v.name;
  for (std::size_t i = 0; i < v.type.keys.size(); ++i) {
    const std::size_t key = i + 1 < v.type.keys.size() ? part / layout_.inner(variable) : part % layout_.inner(variable);
    out += v.type.keys[i] == Type::Key::thread ? fmt::format("[{}]", key) : fmt::format("[{}]", test_.program.locations[key].name);
  }
  return out;
}

// Queues, sets and single events that are not what they were.
std::vector<answer::TracePart> Explorer::changes(const Configuration& before, const Configuration& now) const {
  std::vector<answer::TracePart> out;
  for (std::uint32_t v = 0; v < machine_.variables.size(); ++v)
    for (std::size_t part = 0; part < layout_.parts(v); ++part) {
      const std::size_t at = layout_.at(v, part);
      switch (machine_.variables[v].type.kind) {
        case Type::Kind::sequence:
          if (before.sequences[at] != now.sequences[at]) out.push_back({name_of_part(v, part), now.sequences[at]});
          break;
        case Type::Kind::set:
          if (before.sets[at] != now.sets[at]) out.push_back({name_of_part(v, part), now.sets[at].elements()});
          break;
        case Type::Kind::event:
          if (before.scalars[at] == now.scalars[at]) break;
          out.push_back({name_of_part(v, part), {}});
          if (now.scalars[at] != kNone) out.back().events.push_back(now.scalars[at]);
          break;
        case Type::Kind::relation:
        case Type::Kind::thread:
        case Type::Kind::number: break;
      }
    }
  return out;
}

// The steps that lead here, done again from the start.
Trace Explorer::trace(std::uint32_t index, events::Execution& witness) {
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = index; store_.parent(at) != Store::kRoot; at = store_.parent(at)) path.push_back(at);
  std::ranges::reverse(path);
  EventSet everything(structure_.size());
  std::swap(recorded_, everything);  // all values this time
  recorded_ = EventSet::full(structure_.size());
  Configuration c = layout_.empty(), before = c;
  layout_.decode(store_.bytes(0), everything, c);
  witness.reads_from.assign(structure_.size(), 0);
  witness.read_values.assign(structure_.size(), pool_.constant(0));
  Trace out;
  const bool told = x_.question->first_only;  // of one outcome; of thousands nobody reads it
  for (const std::uint32_t at : path) {
    const op::Rule& rule = machine_.rules[store_.rule(at)];
    TraceStep step;
    step.rule = rule.name;
    step.where = rule.where;
    const std::uint16_t* next = store_.bound(at);
    for (const op::Choice& choice : rule.choices)
      for (std::uint32_t k = 0; k <= (choice.kind == op::Binding::Kind::pair ? 1U : 0U); ++k) {
        const std::uint16_t value = *next++;
        acting_.bound()[choice.slot + k] = value;
        if (choice.of != op::kNoNode && (choice.kind != op::Binding::Kind::value || machine_.nodes[choice.of].kind == op::Kind::event))
          step.events.push_back(value);
      }
    const std::vector<std::uint32_t> bound = acting_.bound();
    before = c;
    const bool done = act(rule.steps, c, &step);
    check(done, "a step that was taken can be taken again");
    if (told) {
      if (step.reads) step.also = alternatives(before, *step.reads, *step.from);
      acting_.bound() = bound;
      step.changed = changes(before, c);
    }
    if (step.reads) {
      witness.reads_from[*step.reads] = *step.from;
      witness.read_values[*step.reads] = pool_.constant(c.read[*step.reads].value_or(0));
    }
    for (const EventId e : step.done)
      for (EventId earlier = structure_.init_count; earlier < structure_.size(); ++earlier)
        if (structure_.po.has(earlier, e) && !c.done.has(earlier)) {
          step.overtaken.push_back(earlier);
          if (told) allowing(earlier, e, step.cells);
        }
    out.steps.push_back(std::move(step));
  }
  std::swap(recorded_, everything);
  return out;
}

}  // namespace thinair::machine
