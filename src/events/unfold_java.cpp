// Objects, monitors, threads that start and end each other, external actions: JLS 17.1, 17.2, 17.4.2, 17.5.
//
// Where a thread may have to wait (for a monitor, for the end of another thread) its path goes on as if it got what it wants, and a
// second path ends there, blocked for good. Whether others keep it from going on is known when one path of each thread is chosen
// (fit_together). Mutual exclusion itself is the model's business, like any other order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "events/unfolder.hpp"
#include "support/check.hpp"

namespace thinair::events {

using program::Op;
using program::Value;

// ---- objects

Binding Unfolder::heap_operation(const Walk& walk, const program::Expr& e) {
  Binding base = evaluate(walk, e.lhs);
  const auto reference = pool_.as_constant(base.term);
  check(reference.has_value(), "a reference is resolved before it is followed");
  const auto object = program::object_of(program_, *reference);
  if (e.op == Op::instance_of) {
    base.term = pool_.constant(object && program::is_instance(program_, *object, e.index) ? 1 : 0);
    return base;
  }
  // A question that leaves a store open may bring a number here that is no reference. No program does so, whatever it stores (Java's types
  // see to that), and where null comes, its own path throws: this one is of no execution.
  if (!object) {
    impossible_ = true;
    base.term = e.op == Op::length ? pool_.constant(0) : pool_.address(0);
    return base;
  }
  const program::Object& at = program_.objects[*object];
  switch (e.op) {
    case Op::field: base.term = pool_.address(at.parts.at(e.index)); break;
    case Op::element: {
      const Binding index = evaluate(walk, e.rhs);
      const auto number = pool_.as_constant(index.term);
      check(number && *number >= 0 && *number < static_cast<Value>(at.parts.size()), "an index is resolved, and inside the array");
      return {pool_.address(at.parts[static_cast<std::size_t>(*number)]), merge(base.taint, index.taint), merge(base.picked, index.picked)};
    }
    case Op::monitor: base.term = pool_.address(at.monitor); break;
    case Op::length: base.term = pool_.constant(static_cast<Value>(at.parts.size())); break;
    default: check(false, "an operation on a reference"); break;
  }
  return base;
}

// Null, if it may be, and the objects that a reference may be to. None if it is no copy of what was read: the budget says so.
std::optional<std::vector<Value>> Unfolder::references_in(const Walk& walk, TermId term) {
  if (const auto constant = pool_.as_constant(term)) return std::vector{*constant};
  const value::Term shape = pool_[term];
  if (shape.op != Op::reg) {
    budget_.exhaust(Incomplete::unsupported, "a reference is not a plain copy of what was read");
    return std::nullopt;
  }
  const auto known = walk.known.find(shape.index);
  const auto read = std::ranges::find_if(walk.path.events, [&](const Event& e) { return e.reads() && e.variable == shape.index; });
  check(read != walk.path.events.end(), "a value that was read has its event");
  std::vector<Value> values;
  // Others come from a question that leaves a store open, and are no values of the type.
  for (const Value value : context_.references.at(read->location))
    if ((value == 0 || program::object_of(program_, value)) && (known == walk.known.end() || known->second == value))
      values.push_back(value);
  return values;
}

bool Unfolder::step(Walk& walk, const program::TestClass& test, Span where) {
  const Binding held = walk.registers.at(test.reg);
  const auto values = references_in(walk, held.term);
  if (!values || values->empty()) return false;
  const auto passes = [&](Value value) {
    const auto object = program::object_of(program_, value);
    if (!object) return test.null_counts;
    return std::ranges::any_of(test.classes, [&](program::ClassId one) { return program::is_instance(program_, *object, one); });
  };
  const bool first = passes(values->front());
  const bool all_alike = std::ranges::all_of(*values, [&](Value value) { return passes(value) == first; });
  if (all_alike) {
    walk.registers[test.dst] = {pool_.constant(first ? 1 : 0), held.taint, held.picked};
    // One of them it is, also where values flow in a cycle.
    TermId one_of = pool_.constant(0);
    for (const Value value : *values) one_of = pool_.binary(Op::bit_or, one_of, pool_.binary(Op::eq, held.term, pool_.constant(value)));
    return require(walk, one_of);
  }
  --walk.at;  // once for each object, and again here
  return step(walk, program::Resolve{test.reg, {}}, where);
}

bool Unfolder::step(Walk& walk, const program::Resolve& resolve, Span) {
  Binding& held = walk.registers.at(resolve.reg);
  if (pool_.as_constant(held.term)) return true;
  const TermId term = held.term;
  const value::Term shape = pool_[term];
  std::vector<Value> values;
  if (resolve.below) {
    const auto below = pool_.as_constant(evaluate(walk, *resolve.below).term);
    check(below.has_value(), "the length of an array is known");
    const auto known = shape.op == Op::reg ? walk.known.find(shape.index) : walk.known.end();
    for (Value v = 0; v < *below; ++v)
      if (known == walk.known.end() || known->second == v) values.push_back(v);
  } else {
    auto references = references_in(walk, term);
    if (!references) return false;
    values = std::move(*references);
  }
  if (values.size() > 1) ++walk.choices;
  for (const Value value : values) {
    Walk next = walk;
    next.registers.at(resolve.reg).term = pool_.constant(value);
    if (require(next, pool_.binary(Op::eq, term, pool_.constant(value)))) push(std::move(next));
  }
  return false;
}

bool Unfolder::step(Walk& walk, const program::New& make, Span) {
  const std::uint32_t number = walk.objects[walk.instr]++;
  if (number >= make.count) {
    walk.path.bound_reached = true;
    walk.at = static_cast<Label>(code_.size());
    return true;
  }
  walk.registers[make.dst] = {pool_.constant(program::reference_to(make.first + number)), {}};
  return true;
}

// ---- monitors

void Unfolder::end_blocked(Walk walk, Blocked::By by, LocId at, Span where) {
  walk.path.blocked = Blocked{by, at, where};
  finish(std::move(walk));
}

// Taking a monitor again that the thread holds is no event: it adds nothing to what the outermost lock does.
bool Unfolder::lock(Walk& walk, LocId monitor, unsigned count, Span where) {
  Holding& holding = walk.monitors[monitor];
  if (holding.count > 0) {
    holding.count += count;
    return true;
  }
  end_blocked(walk, Blocked::By::monitor, monitor, where);
  if (starvation_) starve(walk, monitor, where);
  holding = {count, emit_action(walk, Kind::lock, monitor, 0, where)};
  return true;
}

// Others take the monitor again and again, and this thread never gets it. That it wants it is an event, a lock that comes after all others:
// whether there is such a thing is for the model to say. It has no unlock and nothing after it, so it orders nothing.
void Unfolder::starve(const Walk& walk, LocId monitor, Span where) {
  Walk starved = walk;
  emit_action(starved, Kind::lock, monitor, context_.reading.endless, where);
  end_blocked(std::move(starved), Blocked::By::monitor, monitor, where);
}

bool Unfolder::others_lock_in_loops() const {
  const auto locks = [](const program::Instr& instr) {
    const auto* action = std::get_if<program::Synchronise>(&instr.op);
    return action && action->action == program::Synchronise::Action::lock;
  };
  for (std::uint32_t other = 0; other < program_.threads.size(); ++other) {
    const std::vector<program::Instr>& code = program_.threads[other].code;
    for (Label at = 0; other != thread_ && at < code.size(); ++at)
      if (const auto* back = std::get_if<program::Jump>(&code[at].op); back && back->target <= at)
        if (std::any_of(code.begin() + back->target, code.begin() + at, locks)) return true;
  }
  return false;
}

// How often it was held.
unsigned Unfolder::unlock(Walk& walk, LocId monitor, bool entirely, Span where) {
  Holding& holding = walk.monitors[monitor];
  check(holding.count > 0, "only a monitor that is held is released");
  const unsigned count = holding.count;
  holding.count = entirely ? 0 : count - 1;
  if (holding.count == 0) walk.path.critical.push_back({holding.lock, emit_action(walk, Kind::unlock, monitor, 0, where)});
  return count;
}

bool Unfolder::step(Walk& walk, const program::Synchronise& action, Span where) {
  using Action = program::Synchronise::Action;
  const TermId address = evaluate(walk, action.of).term;
  check(pool_[address].op == Op::address, "a monitor is known");
  const LocId of = pool_[address].index;
  const auto held = walk.monitors.find(of);
  const bool holds = held != walk.monitors.end() && held->second.count > 0;
  const bool needs_monitor = action.action != Action::lock && action.action != Action::freeze;
  if (needs_monitor && !holds) return step(walk, program::Throw{"IllegalMonitorStateException"}, where);
  switch (action.action) {
    case Action::lock: return lock(walk, of, 1, where);
    case Action::unlock: unlock(walk, of, false, where); return true;
    case Action::wait: {
      const unsigned count = unlock(walk, of, true, where);
      walk.path.waits.push_back(of);
      if (action.timed) {
        walk.asleep.reset();
        walk.asleep = std::make_shared<const Walk>(walk);
      } else {
        Walk never = walk;  // wakes up, if the model lets it miss what others do
        never.path.events.back().sets |= context_.reading.endless;
        end_blocked(std::move(never), Blocked::By::wait, of, where);
      }
      ++walk.instruction;  // the two are in program order
      return lock(walk, of, count, where);
    }
    case Action::notify: emit_action(walk, Kind::notify, of, 0, where); return true;
    case Action::notify_all: emit_action(walk, Kind::notify_all, of, 0, where); return true;
    case Action::freeze:
      emit_action(walk, Kind::freeze, of, 0, where);
      if (const LocId high = program_.locations[of].high; high != program::kNoAddress) {
        ++walk.instruction;
        emit_action(walk, Kind::freeze, high, 0, where);
      }
      return true;
  }
  return true;
}

// ---- threads

namespace {
bool lists(const std::vector<std::uint32_t>& threads, std::uint32_t thread) { return std::ranges::find(threads, thread) != threads.end(); }
}  // namespace

// A thread is started once. Whoever comes second is refused; if the first was another thread, that is an event, which the model puts after
// the start (which of the two comes first is fixed when paths are chosen: fit_together). It is no synchronisation: nobody promises to see
// what the first one did.
bool Unfolder::step(Walk& walk, const program::StartThread& start, Span where) {
  walk.registers[start.refused] = {pool_.constant(1), {}};
  if (lists(walk.path.starts, start.thread) || lists(walk.path.restarts, start.thread)) return true;
  const LocId life = program_.threads[start.thread].life;
  if (others_start(start.thread)) {
    ++walk.choices;
    Walk second = walk;
    emit_action(second, Kind::restart, life, 0, where);
    second.path.restarts.push_back(start.thread);
    push(std::move(second));
  }
  walk.registers[start.refused] = {pool_.constant(0), {}};
  emit_action(walk, Kind::start, life, 0, where);
  walk.path.starts.push_back(start.thread);
  return true;
}

bool Unfolder::others_start(std::uint32_t thread) const {
  for (std::uint32_t other = 0; other < program_.threads.size(); ++other) {
    if (other == thread_) continue;
    const auto starts = [&](const program::Instr& instr) {
      const auto* start = std::get_if<program::StartThread>(&instr.op);
      return start && start->thread == thread;
    };
    if (std::ranges::any_of(program_.threads[other].code, starts)) return true;
  }
  return false;
}

// Whether another thread may start it later than this one looks.
bool Unfolder::may_be_early(const Walk& walk, std::uint32_t thread) const {
  return program_.threads[thread].on_start && !lists(walk.path.starts, thread) && !lists(walk.path.restarts, thread);
}

// A thread that was not started yet is not waited for. To see an end again adds nothing.
bool Unfolder::step(Walk& walk, const program::JoinThread& join, Span where) {
  if (std::ranges::find(walk.path.joins, join.thread) != walk.path.joins.end()) return true;
  const LocId life = program_.threads[join.thread].life;
  if (may_be_early(walk, join.thread)) {
    ++walk.choices;
    Walk early = walk;
    emit_action(early, Kind::early, life, 0, where);
    push(std::move(early));
  }
  end_blocked(walk, Blocked::By::join, life, where);
  emit_action(walk, Kind::join, life, 0, where);
  walk.path.joins.push_back(join.thread);
  return true;
}

// False if it sees the end, or that there was no start yet.
bool Unfolder::step(Walk& walk, const program::IsAlive& alive, Span where) {
  if (std::ranges::find(walk.path.joins, alive.thread) != walk.path.joins.end()) {
    walk.registers[alive.dst] = {pool_.constant(0), {}};
    return true;
  }
  const LocId life = program_.threads[alive.thread].life;
  ++walk.choices;
  Walk ended = walk;
  ended.registers[alive.dst] = {pool_.constant(0), {}};
  if (may_be_early(walk, alive.thread)) {
    Walk early = ended;
    emit_action(early, Kind::early, life, 0, where);
    push(std::move(early));
  }
  emit_action(ended, Kind::join, life, 0, where);
  ended.path.joins.push_back(alive.thread);
  push(std::move(ended));
  emit_action(walk, Kind::alive, life, 0, where);
  walk.path.alive.push_back(alive.thread);
  walk.registers[alive.dst] = {pool_.constant(1), {}};
  return true;
}

// ---- what others can see

bool Unfolder::step(Walk& walk, const program::Print& print, Span where) {
  const Binding value = evaluate(walk, print.value);
  const std::uint32_t event = emit_action(walk, Kind::print, kNoLocation, 0, where);
  walk.path.events[event].written = value.term;
  depend(walk.path.data, value.taint, event);
  walk.printed.push_back(value.term);
  return true;
}

// ---- loops

void Unfolder::enter_loop(Walk& walk) {
  Turn turn{walk.path.events.size(),
            walk.choices,
            0,
            {},
            walk.exclusive,
            std::exchange(walk.waited, std::nullopt),
            held_now(walk),
            std::exchange(walk.looked, std::nullopt)};
  for (const auto& [site, count] : walk.objects) turn.objects += count;
  for (const auto& [reg, binding] : walk.registers)
    if (live_[walk.at][reg]) turn.registers.emplace(reg, binding);
  walk.entered[walk.at] = std::move(turn);
}

namespace {
// A fence of a turn that is left out is one constraint less.
bool looks_only(Kind kind) {
  switch (kind) {
    case Kind::read:
    case Kind::alive:
    case Kind::early:
    case Kind::restart:
    case Kind::fence:
    case Kind::register_read:
    case Kind::register_write:
    case Kind::branch:
    case Kind::pick: return true;
    default: return false;
  }
}
}  // namespace

bool Unfolder::left_all_as_it_was(const Walk& walk, const Turn& turn) const {
  std::size_t objects = 0;
  for (const auto& [site, count] : walk.objects) objects += count;
  return objects == turn.objects &&
         std::ranges::all_of(turn.registers, [&](const auto& entry) { return walk.registers.at(entry.first) == entry.second; });
}

// A load-exclusive of a turn that failed has no partner in the next one, which begins with its own.
bool Unfolder::opens_anew(const Walk& walk, const Turn& turn, Label head) const {
  if (walk.exclusive == turn.exclusive) return true;
  for (Label at = head; at < code_.size(); ++at) {
    if (const auto* load = std::get_if<program::Load>(&code_[at].op)) return load->pairing == program::Pairing::exclusive;
    if (!std::holds_alternative<program::Assign>(code_[at].op)) return false;
  }
  return false;
}

bool Unfolder::only_read(const Walk& walk, const Turn& turn) {
  return std::all_of(walk.path.events.begin() + static_cast<std::ptrdiff_t>(turn.events), walk.path.events.end(),
                     [](const Event& e) { return looks_only(e.kind); });
}

std::map<LocId, unsigned> Unfolder::held_now(const Walk& walk) {
  std::map<LocId, unsigned> held;
  for (const auto& [monitor, holding] : walk.monitors)
    if (holding.count > 0) held.emplace(monitor, holding.count);
  return held;
}

// Reads, locks and unlocks, the two actions of m.wait() among them, and every monitor is held at the end as it was at the beginning. The
// others are those of Condition.await(): the wait set of a condition has a monitor beside that of the lock.
std::optional<std::vector<LocId>> Unfolder::only_waited(const Walk& walk, const Turn& turn) const {
  std::vector<LocId> monitors;
  bool waited = false;
  for (std::size_t e = turn.events; e < walk.path.events.size(); ++e) {
    const Event& event = walk.path.events[e];
    const auto* action = std::get_if<program::Synchronise>(&code_[event.instr.index].op);
    waited = waited || (action && action->action == program::Synchronise::Action::wait);
    if (event.kind == Kind::lock) monitors.push_back(event.location);
    if (!looks_only(event.kind) && event.kind != Kind::lock && event.kind != Kind::unlock) return std::nullopt;
  }
  return waited && held_now(walk) == turn.held ? std::optional(monitors) : std::nullopt;
}

// A turn that waits for a time may be followed by others of its kind forever. They are as good as one that never wakes up, if nobody comes
// after it who could change what it looked at: its locks are in the set of endless loops, and the model says what comes after them.
void Unfolder::sleep_forever(const Walk& walk, const Turn& turn, Span where) {
  if (context_.reading.endless == 0 || !walk.asleep || walk.asleep->path.events.size() <= turn.events) return;
  Walk forever = *walk.asleep;
  for (std::size_t e = turn.events; e < forever.path.events.size(); ++e)
    if (Event& event = forever.path.events[e]; event.kind != Kind::unlock) event.sets |= context_.reading.endless;
  for (const Dependency& section : forever.path.critical)
    if (section.to >= turn.events) forever.path.events[section.from].sets |= context_.reading.endless;
  end_blocked(std::move(forever), Blocked::By::loop, kNoLocation, where);
}

// Reads, locks and unlocks, and every monitor is held at the end as it was at the beginning: which were taken, in order.
// Not if it waited to be notified: nobody wakes up without reason again and again forever (JLS 17.2.1).
std::optional<std::vector<LocId>> Unfolder::only_looked(const Walk& walk, const Turn& turn) const {
  std::vector<LocId> monitors;
  for (std::size_t e = turn.events; e < walk.path.events.size(); ++e) {
    const Event& event = walk.path.events[e];
    const auto* action = std::get_if<program::Synchronise>(&code_[event.instr.index].op);
    if (action && action->action == program::Synchronise::Action::wait) return std::nullopt;
    if (event.kind == Kind::lock) monitors.push_back(event.location);
    if (!looks_only(event.kind) && event.kind != Kind::lock && event.kind != Kind::unlock) return std::nullopt;
  }
  return held_now(walk) == turn.held && !monitors.empty() ? std::optional(monitors) : std::nullopt;
}

// The loop does nothing but wait. Turns that fail change nothing and may be left out, so no path goes round. One ends here: it goes round
// forever, if the model lets its reads miss what others write; or if it reads nothing at all. False: there is no such path.
bool Unfolder::spin(Walk& walk, const Turn& turn, Span where) {
  const bool reads = turn.events < walk.path.events.size();
  if (reads && context_.reading.endless == 0) return false;
  for (std::size_t e = turn.events; e < walk.path.events.size(); ++e)
    if (walk.path.events[e].kind != Kind::unlock) walk.path.events[e].sets |= context_.reading.endless;
  // A weak compare-and-set may fail without cause now and then, but not forever.
  for (const auto& [event, cause] : walk.weak_failures)
    if (event >= turn.events && !require(walk, cause)) return false;
  walk.at = static_cast<Label>(code_.size());
  walk.path.blocked = Blocked{Blocked::By::loop, kNoLocation, where};
  return true;
}

// Registers that say how the thread ended.
void Unfolder::tell(Walk& walk) {
  using Tells = program::Register::Tells;
  for (RegId r = 0; r < program_.registers.size(); ++r) {
    const program::Register& reg = program_.registers[r];
    if (reg.thread != thread_ || reg.tells == Tells::nothing) continue;
    TermId term = pool_.constant(0);
    if (reg.tells == Tells::blocked) term = pool_.constant(walk.path.blocked ? 1 : 0);
    if (reg.tells == Tells::threw)
      term = pool_.constant(walk.path.threw && (reg.exception.empty() || reg.exception == walk.path.thrown) ? 1 : 0);
    if (reg.tells == Tells::printed && reg.nth == 0) term = pool_.constant(static_cast<Value>(walk.printed.size()));
    if (reg.tells == Tells::printed && reg.nth > 0 && reg.nth <= walk.printed.size()) term = walk.printed[reg.nth - 1];
    walk.registers[r] = {term, {}};
  }
}

}  // namespace thinair::events
