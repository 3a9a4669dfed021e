#include "engine/machine/whole_program.hpp"

#include <algorithm>
#include <cstring>

#include "engine/candidates/condition.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/pointwise.hpp"
#include "events/liveness.hpp"
#include "program/operator.hpp"
#include "support/check.hpp"

namespace thinair::machine {
namespace {

using op::kNoNode;
using op::Type;
using program::Op;
using Action = program::Synchronise::Action;

constexpr std::uint32_t kEvents = 4;             // of each instruction
constexpr std::size_t kMostRuns = 20'000;        // configurations
constexpr std::size_t kMostLocalSteps = 10'000;  // of a thread between two events

bool is_arithmetic(const program::Program& program, program::ExprId id) {
  const program::Expr& e = program.exprs[id];
  if (e.op == Op::constant) return true;
  if (e.op == Op::reg) return program.registers[e.index].address == program::kNoAddress;
  if (program::is_leaf(e.op) || program::is_heap(e.op)) return false;
  return is_arithmetic(program, e.lhs) && (program::is_unary(e.op) || is_arithmetic(program, e.rhs));
}

// What an instruction is to a run: one event of this kind at this location, or none.
struct Shape {
  bool known = false;
  std::optional<events::Kind> kind = {};
  program::LocId location = events::kNoLocation;
  program::SetMask sets = 0;
  std::optional<program::SetMask> failure = {};  // of a compare-and-set
};

// The instruction gives the register a value.
bool sets(const program::Instr& instr, program::RegId reg) {
  return std::visit(
      [&](const auto& i) {
        bool out = false;
        if constexpr (requires { i.dst; }) out = i.dst == reg;
        if constexpr (requires { i.success; }) out = out || i.success == reg;
        if constexpr (requires { i.status; }) out = out || i.status == reg;
        if constexpr (requires { i.refused; }) out = out || i.refused == reg;
        return out;
      },
      instr.op);
}

struct ShapeOf {
  const program::Program& program;
  const std::vector<program::Instr>& code;

  // Of an object that is the same each time: its register holds nothing else.
  std::optional<program::LocId> monitor_of(const program::Synchronise& action) const {
    const program::Expr& of = program.exprs[action.of];
    if (of.op != Op::monitor || program.exprs[of.lhs].op != Op::reg) return std::nullopt;
    const program::RegId base = program.exprs[of.lhs].index;
    std::optional<program::Value> holds;
    for (const program::Instr& instr : code) {
      if (!sets(instr, base)) continue;
      const auto* assign = std::get_if<program::Assign>(&instr.op);
      if (!assign) return std::nullopt;
      const program::Expr& value = program.exprs[assign->value];
      if (value.op != Op::constant || (holds && *holds != value.value)) return std::nullopt;
      holds = value.value;
    }
    const auto object = holds ? program::object_of(program, *holds) : std::nullopt;
    return object ? std::optional(program.objects[*object].monitor) : std::nullopt;
  }
  bool good(program::ExprId id) const { return is_arithmetic(program, id); }
  Shape access(events::Kind kind, program::ExprId address, program::SetMask sets, bool rest) const {
    const program::Expr& e = program.exprs[address];
    const bool known = e.op == Op::address && program.locations[e.index].high == program::kNoAddress;
    return {known && rest, kind, e.index, sets};
  }
  Shape operator()(const program::Assign& i) const { return {good(i.value)}; }
  Shape operator()(const program::Select& i) const { return {good(i.condition) && good(i.yes) && good(i.no)}; }
  Shape operator()(const program::Branch& i) const { return {good(i.condition)}; }
  Shape operator()(const program::Jump&) const { return {true}; }
  Shape operator()(const program::Throw&) const { return {true}; }
  Shape operator()(const program::Fence& i) const { return {true, events::Kind::fence, events::kNoLocation, i.sets}; }
  Shape operator()(const program::Load& i) const {
    return access(events::Kind::read, i.address, i.sets, i.pairing == program::Pairing::none);
  }
  Shape operator()(const program::Store& i) const {
    return access(events::Kind::write, i.address, i.sets, i.pairing == program::Pairing::none && good(i.value));
  }
  Shape operator()(const program::Update& i) const { return access(events::Kind::update, i.address, i.sets, good(i.value)); }
  Shape operator()(const program::CompareUpdate& i) const {
    Shape out = access(events::Kind::update, i.address, i.sets_success, good(i.expected) && good(i.desired));
    out.failure = i.sets_failure;
    return out;
  }
  Shape operator()(const program::Synchronise& i) const {
    const auto monitor = i.action == Action::lock || i.action == Action::unlock ? monitor_of(i) : std::nullopt;
    if (!monitor) return {};
    return {true, i.action == Action::lock ? events::Kind::lock : events::Kind::unlock, *monitor};
  }
  template <class Other>
  Shape operator()(const Other&) const {
    return {};
  }
};

template <class T>
void put_value(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

}  // namespace

std::optional<Repertoire> repertoire(const program::Program& program) {
  if (std::ranges::any_of(program.threads, [](const program::Thread& t) { return t.on_start || t.joined; })) return std::nullopt;
  if (std::ranges::any_of(program.registers, [](const program::Register& r) {
        return r.tells != program::Register::Tells::nothing || r.address != program::kNoAddress;
      }))
    return std::nullopt;
  Repertoire out;
  events::Unfolding unfolding{value::TermPool(program.bits), {}, {}};
  std::set<program::LocId> accessed;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    const std::vector<program::Instr>& code = program.threads[t].code;
    auto& places = out.places.emplace_back(code.size());
    events::ThreadPath path;
    for (std::uint32_t at = 0; at < code.size(); ++at) {
      const Shape shape = std::visit(ShapeOf{program, code}, code[at].op);
      if (!shape.known) return std::nullopt;
      if (!shape.kind) continue;
      const auto add = [&](events::Kind kind, program::SetMask sets) {
        const auto first = static_cast<EventId>(path.events.size());  // in its thread, for now
        for (std::uint32_t copy = 0; copy < kEvents; ++copy) {
          events::Event event;
          event.kind = kind;
          event.thread = t;
          event.location = shape.location;
          event.sets = sets;
          event.where = code[at].where;
          event.instr = {t, at};
          event.instruction = static_cast<std::uint32_t>(path.events.size());
          if (shape.location != events::kNoLocation) event.object = program.locations[shape.location].object;
          path.events.push_back(event);
        }
        return first;
      };
      places[at].first = add(*shape.kind, shape.sets);
      if (shape.failure) places[at].failure = add(events::Kind::read, *shape.failure);
      if (shape.location != events::kNoLocation && program.locations[shape.location].role == program::Location::Role::variable)
        accessed.insert(shape.location);
    }
    unfolding.threads.push_back({std::move(path)});
  }
  unfolding.accessed.assign(accessed.begin(), accessed.end());
  out.structure = events::combine(program, unfolding, std::vector<std::uint32_t>(program.threads.size(), 0));
  out.structure.po = Relation(out.structure.size());
  EventId base = out.structure.init_count;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    for (Repertoire::Place& place : out.places[t]) {
      if (place.first != kNone) place.first += base;
      if (place.failure != kNone) place.failure += base;
    }
    base += static_cast<EventId>(unfolding.threads[t][0].events.size());
  }
  return out;
}

WholeProgram::WholeProgram(const program::Test& test, const op::Machine& machine, const Repertoire& repertoire,
                           const language::RuleSet& without, const program::Prop* goal, Budget& budget)
    : Steps(machine, test.program, repertoire.structure, without),
      test_(test),
      program_(test.program),
      repertoire_(repertoire),
      goal_(goal),
      budget_(budget) {
  for (std::uint32_t t = 0; t < program_.threads.size(); ++t) live_.push_back(events::live_registers(program_, t));
  for (const op::Variable& v : machine.variables) {
    if (v.type.kind == Type::Kind::set || v.type.kind == Type::Kind::sequence || v.type.kind == Type::Kind::relation) continue;
    const auto index = static_cast<std::uint32_t>(&v - machine.variables.data());
    holds_event_.insert(holds_event_.end(), layout_.parts(index), v.type.kind == Type::Kind::event);
  }
}

std::optional<std::set<answer::State>> WholeProgram::run() {
  Run run;
  run.state = start();
  Coverage coverage(machine_, structure_, here_);
  for (std::size_t rule = 0; rule < machine_.rules.size(); ++rule)
    if (coverage.may_apply(machine_.rules[rule])) rules_.push_back(rule);
  if (!is_pointwise(machine_, rules_)) return std::nullopt;
  // What the state holds at the beginning is of the program, not of our events for it.
  bool initial_only = true;
  relation::for_each_bit(in_use(run.state).words(), [&](EventId e) { initial_only = initial_only && e < structure_.init_count; });
  if (!initial_only) return std::nullopt;
  run.at.assign(program_.threads.size(), 0);
  run.threw.assign(program_.threads.size(), false);
  run.held.assign(program_.threads.size() * program_.locations.size(), 0);
  for (const program::Register& r : program_.registers) run.values.push_back(r.initial);
  run.written.assign(structure_.size(), 0);
  for (EventId e = 0; e < structure_.init_count; ++e) run.written[e] = program_.locations[structure_.events[e].location].initial;
  for (std::uint32_t t = 0; t < program_.threads.size(); ++t) advance(run, t);
  add(std::move(run));
  while (!waiting_.empty() && !given_up_) {
    if (!budget_.spend(1 + structure_.size()) || known_.size() > kMostRuns) return std::nullopt;
    from_ = std::move(waiting_.back());
    waiting_.pop_back();
    from_.state.done = turns(from_).complement();
    here_.look_at(&from_.state);
    if (is_over(from_)) {
      if (std::ranges::all_of(machine_.finals, [&](const op::Test& test) { return here_.holds(test); })) {
        record(from_);
        continue;
      }
    }
    moved_ = false;
    for (const std::size_t rule : rules_) choose(rule);
    // Threads that wait for each other's monitors: that is an outcome, which paths tell.
    if (!moved_ && waits_for_monitor(from_)) return std::nullopt;
  }
  if (given_up_) return std::nullopt;
  return found_;
}

bool WholeProgram::is_over(const Run& run) const {
  for (std::uint32_t t = 0; t < run.at.size(); ++t)
    if (run.at[t] < program_.threads[t].code.size()) return false;
  return true;
}

bool WholeProgram::waits_for_monitor(const Run& run) const {
  for (std::uint32_t t = 0; t < run.at.size(); ++t)
    if (run.at[t] < program_.threads[t].code.size() && std::holds_alternative<program::Synchronise>(program_.threads[t].code[run.at[t]].op))
      return true;
  return false;
}

// How often the thread holds the monitor that it locks or unlocks. Only the first lock and the last unlock are events.
std::uint32_t& WholeProgram::held(Run& run, std::uint32_t thread, std::uint32_t at) const {
  const EventId event = repertoire_.places[thread][at].first;
  return run.held[thread * program_.locations.size() + structure_.events[event].location];
}

// Local work up to the next event of the thread.
void WholeProgram::advance(Run& run, std::uint32_t thread) {
  const std::vector<program::Instr>& code = program_.threads[thread].code;
  std::uint32_t& at = run.at[thread];
  for (std::size_t steps = 0; at < code.size(); ++steps) {
    if (steps > kMostLocalSteps) {
      given_up_ = true;
      return;
    }
    const program::Instr& instr = code[at];
    if (const auto* assign = std::get_if<program::Assign>(&instr.op)) {
      run.values[assign->dst] = evaluate(assign->value, run);
      ++at;
    } else if (const auto* choose = std::get_if<program::Select>(&instr.op)) {
      run.values[choose->dst] = evaluate(evaluate(choose->condition, run) != 0 ? choose->yes : choose->no, run);
      ++at;
    } else if (const auto* branch = std::get_if<program::Branch>(&instr.op)) {
      at = evaluate(branch->condition, run) != 0 ? at + 1 : branch->otherwise;
    } else if (const auto* jump = std::get_if<program::Jump>(&instr.op)) {
      at = jump->target;
    } else if (std::holds_alternative<program::Throw>(instr.op)) {
      run.threw[thread] = true;
      at = static_cast<std::uint32_t>(code.size());
    } else if (const auto* action = std::get_if<program::Synchronise>(&instr.op)) {
      std::uint32_t& count = held(run, thread, at);
      if (action->action == Action::unlock && count == 0) given_up_ = true;  // it throws an exception
      if (given_up_ || count == (action->action == Action::lock ? 0U : 1U)) return;
      count += action->action == Action::lock ? 1U : -1U;
      ++at;
    } else {
      return;
    }
  }
}

program::Value WholeProgram::evaluate(program::ExprId id, const Run& run) const {
  const program::Expr& e = program_.exprs[id];
  if (e.op == Op::constant) return e.value;
  if (e.op == Op::reg) return run.values[e.index];
  const unsigned bits = e.bits != 0 ? e.bits : program_.bits;
  const program::Value left = evaluate(e.lhs, run);
  return value::apply(e.op, left, program::is_unary(e.op) ? 0 : evaluate(e.rhs, run), bits);
}

EventSet WholeProgram::in_use(const Configuration& state) const {
  EventSet out(structure_.size());
  for (std::size_t i = 0; i < state.scalars.size(); ++i)
    if (holds_event_[i] && state.scalars[i] != kNone) out.add(state.scalars[i]);
  for (const Sequence& sequence : state.sequences)
    for (const EventId e : sequence) out.add(e);
  for (const EventSet& set : state.sets) out |= set;
  return out;
}

// The events whose turn it is: of each thread's instruction one that is free; of a compare-and-set one for each way that it may end.
EventSet WholeProgram::turns(const Run& run) {
  EventSet out(structure_.size());
  const EventSet used = in_use(run.state);
  const auto free = [&](EventId first) {
    for (EventId e = first; e < first + kEvents; ++e)
      if (!used.has(e)) return out.add(e);
    given_up_ = true;
  };
  for (std::uint32_t t = 0; t < run.at.size(); ++t) {
    if (run.at[t] >= program_.threads[t].code.size()) continue;
    const Repertoire::Place& place = repertoire_.places[t][run.at[t]];
    check(place.first != kNone, "a thread stops only where it makes an event");
    free(place.first);
    if (place.failure != kNone) free(place.failure);
  }
  return out;
}

void WholeProgram::take(std::size_t rule) {
  if (given_up_) return;
  to_ = from_;
  acting_.bound() = here_.bound();
  finished_.clear();
  if (!act(machine_.rules[rule].steps, to_.state, nullptr) || given_up_) return;
  std::set<std::uint32_t> moved;
  for (const EventId e : finished_) {
    const std::uint32_t t = structure_.events[e].thread;
    if (!moved.insert(t).second) {
      given_up_ = true;  // two events of a thread in one step
      return;
    }
    ++to_.at[t];
    advance(to_, t);
  }
  if (given_up_) return;
  moved_ = true;
  add(to_);
}

const program::Instr& WholeProgram::instruction(EventId event) const {
  const program::InstrId id = structure_.events[event].instr;
  return program_.threads[id.thread].code[id.index];
}

bool WholeProgram::read(EventId reader, EventId write, Configuration& c, const op::Step&) {
  if (!c.done.has(write)) {  // what it will write is not known
    given_up_ = true;
    return false;
  }
  const program::Value value = to_.written[write];
  const program::Instr& instr = instruction(reader);
  if (const auto* load = std::get_if<program::Load>(&instr.op)) {
    to_.values[load->dst] = value;
  } else if (const auto* update = std::get_if<program::Update>(&instr.op)) {
    to_.values[update->dst] = value;
    to_.written[reader] = evaluate(update->value, to_);
  } else if (const auto* compare = std::get_if<program::CompareUpdate>(&instr.op)) {
    const bool equal = value == evaluate(compare->expected, to_), succeeds = structure_.events[reader].writes();
    if (succeeds ? !equal : equal && !compare->weak) return false;
    if (succeeds) to_.written[reader] = evaluate(compare->desired, to_);
    to_.values[compare->dst] = value;
    to_.values[compare->success] = succeeds ? 1 : 0;
  }
  return true;
}

bool WholeProgram::finish(EventId event, Configuration& c, const op::Step&) {
  // Nothing is done but what has its turn, and that once.
  if (c.done.has(event)) {
    given_up_ = true;
    return false;
  }
  if (const auto* store = std::get_if<program::Store>(&instruction(event).op)) to_.written[event] = evaluate(store->value, to_);
  if (const auto* action = std::get_if<program::Synchronise>(&instruction(event).op))
    held(to_, structure_.events[event].thread, structure_.events[event].instr.index) = action->action == Action::lock ? 1 : 0;
  c.done.add(event);
  finished_.push_back(event);
  return true;
}

// The events of each instruction that are in use, in the order in which the state mentions them, become the first of its events.
void WholeProgram::number_anew(Run& run) const {
  Configuration& c = run.state;
  std::vector<EventId> name(structure_.size(), kNone);
  std::vector<EventId> next(structure_.size(), 0);  // by the first event of an instruction: how many have a name
  const auto group = [&](EventId e) { return structure_.init_count + (e - structure_.init_count) / kEvents * kEvents; };
  const auto meet = [&](EventId e) {
    if (e < structure_.init_count || name[e] != kNone) return;
    name[e] = group(e) + next[group(e)]++;
  };
  for (std::size_t i = 0; i < c.scalars.size(); ++i)
    if (holds_event_[i] && c.scalars[i] != kNone) meet(c.scalars[i]);
  for (const Sequence& sequence : c.sequences)
    for (const EventId e : sequence) meet(e);
  for (const EventSet& set : c.sets) relation::for_each_bit(set.words(), meet);
  const auto rename = [&](EventId e) { return name[e] == kNone ? e : name[e]; };
  for (std::size_t i = 0; i < c.scalars.size(); ++i)
    if (holds_event_[i] && c.scalars[i] != kNone) c.scalars[i] = rename(c.scalars[i]);
  for (Sequence& sequence : c.sequences)
    for (EventId& e : sequence) e = rename(e);
  for (EventSet& set : c.sets) {
    EventSet renamed(structure_.size());
    relation::for_each_bit(set.words(), [&](EventId e) { renamed.add(rename(e)); });
    set = renamed;
  }
  std::vector<program::Value> written = run.written;
  for (EventId e = structure_.init_count; e < structure_.size(); ++e) written[e] = 0;
  for (EventId e = structure_.init_count; e < structure_.size(); ++e)
    if (name[e] != kNone) written[name[e]] = run.written[e];
  run.written = std::move(written);
}

void WholeProgram::encode(const Run& run) {
  bytes_.clear();
  for (std::uint32_t t = 0; t < run.at.size(); ++t) {
    put_value(bytes_, run.at[t]);
    put_value(bytes_, static_cast<char>(run.threw[t]));
    for (program::RegId r = 0; r < program_.registers.size(); ++r)
      if (live_[t][run.at[t]][r]) put_value(bytes_, run.values[r]);
  }
  for (const std::uint32_t count : run.held) put_value(bytes_, count);
  for (const std::uint32_t scalar : run.state.scalars) put_value(bytes_, scalar);
  for (const Sequence& sequence : run.state.sequences) {
    put_value(bytes_, sequence.size());
    for (const EventId e : sequence) put_value(bytes_, e);
  }
  for (const EventSet& set : run.state.sets)
    for (const relation::Word word : set.words()) put_value(bytes_, word);
  relation::for_each_bit(in_use(run.state).words(), [&](EventId e) { put_value(bytes_, run.written[e]); });
}

void WholeProgram::add(Run run) {
  number_anew(run);
  encode(run);
  if (!budget_.room_for(bytes_.size() + sizeof(Run) + 8 * (run.values.size() + run.written.size()))) given_up_ = true;
  if (known_.insert(bytes_).second) waiting_.push_back(std::move(run));
}

void WholeProgram::record(const Run& run) {
  const auto value_of = [&](const program::Observable& o) -> std::optional<program::Value> {
    if (!o.is_location) return run.values[o.index];
    if (machine_.memory == kNoNode) return std::nullopt;
    here_.bound()[machine_.memory_slot] = o.index;
    const std::uint32_t write = here_.value(machine_.memory).id;
    return write == kNone ? program_.locations[o.index].initial : run.written[write];
  };
  if (goal_ && candidates::truth(*goal_, value_of) == false) return;
  if (test_.filter && candidates::truth(*test_.filter, value_of) == false) return;
  answer::State state;
  for (const program::Observable& o : test_.shown) {
    const auto value = value_of(o);
    if (!value) {
      given_up_ = true;
      return;
    }
    state.values.emplace_back(*value);
  }
  for (std::uint32_t t = 0; t < run.threw.size(); ++t)
    if (run.threw[t]) state.threw.push_back(t);
  found_.insert(std::move(state));
}

}  // namespace thinair::machine
