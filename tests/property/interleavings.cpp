#include "property/interleavings.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/operator.hpp"
#include "support/check.hpp"
#include "value/term.hpp"

namespace thinair::tests {
namespace {

using program::ExprId;
using program::Label;
using program::LocId;
using program::Op;
using program::RegId;
using program::Value;

enum class Phase : std::uint8_t { not_started, runs, waits, notified, ended, threw };

// Of an access of 64 bits: the half that is done, and what it read.
struct Half {
  bool is_upper = false;
  Value value = 0;
  auto operator<=>(const Half&) const = default;
};

struct ThreadState {
  Phase phase = Phase::runs;
  Label at = 0;
  LocId waits_for = 0;  // waits, notified: the monitor
  unsigned held = 0;    // waits, notified: how often it was
  std::string thrown;
  std::vector<Value> printed;
  std::map<Label, std::uint32_t> made;  // objects, by New
  std::optional<Half> half;
  Clock known;  // Remembers::all: what happened before its next action
  auto operator<=>(const ThreadState&) const = default;
};

struct Monitor {
  std::uint32_t owner = 0;
  unsigned count = 0;
  auto operator<=>(const Monitor&) const = default;
};

struct Configuration {
  std::vector<ThreadState> threads;
  Memory memory;
  std::vector<Value> registers;     // by RegId
  std::map<RegId, Origin> origins;  // Remembers::all: of registers that hold what a read gave
  std::map<LocId, Monitor> monitors;
  auto operator<=>(const Configuration&) const = default;
};

struct Successors {
  std::vector<Configuration> next;
  std::vector<Configuration> for_no_reason;  // may happen, need not
};

class Machine {
 public:
  Machine(const program::Program& program, Remembers remembers)
      : program_(program), histories_(program, remembers), pool_(program.bits), volatile_(set("V")), final_(set("FINAL")) {}

  Configuration initial() const {
    Configuration out;
    out.memory = histories_.initial();
    for (const program::Register& reg : program_.registers) out.registers.push_back(reg.initial);
    for (const program::Thread& thread : program_.threads) {
      out.threads.emplace_back();
      if (histories_.remembers_all()) out.threads.back().known = Clock(program_.threads.size(), 0);
      if (thread.on_start) out.threads.back().phase = Phase::not_started;
    }
    return out;
  }

  Successors successors(const Configuration& from) {
    Successors out;
    for (std::uint32_t t = 0; t < from.threads.size(); ++t) {
      if (from.threads[t].phase != Phase::runs || !is_local(t, from.threads[t].at)) continue;
      step(from, t, out.next);
      return out;
    }
    for (std::uint32_t t = 0; t < from.threads.size(); ++t) {
      const ThreadState& thread = from.threads[t];
      if (thread.phase == Phase::runs) step(from, t, out.next);
      if (thread.phase == Phase::notified && is_free(from, thread.waits_for)) {
        out.next.push_back(from);
        wake(out.next.back(), t);
      }
      if (thread.phase == Phase::waits) {
        out.for_no_reason.push_back(from);
        out.for_no_reason.back().threads[t].phase = Phase::notified;
      }
    }
    return out;
  }

  // Registers that say how a thread ended get their values. Several states, where a location may be left as one thread or another knows it.
  void add_states(const program::Test& test, const Configuration& last, std::set<reference::State>& to) const {
    reference::State out;
    for (std::uint32_t t = 0; t < last.threads.size(); ++t) {
      if (last.threads[t].phase == Phase::threw) out.threw.push_back(t);
      if (is_blocked(last.threads[t])) out.blocked.push_back(t);
    }
    add_states(test, last, out, to);
  }

 private:
  void add_states(const program::Test& test, const Configuration& last, reference::State& so_far, std::set<reference::State>& to) const {
    if (so_far.values.size() == test.shown.size()) {
      to.insert(so_far);
      return;
    }
    const program::Observable& next = test.shown[so_far.values.size()];
    const auto values = next.is_location ? histories_.left(last.memory, next.index) : std::set<Value>{of_register(next.index, last)};
    for (const Value value : values) {
      so_far.values.push_back(value);
      add_states(test, last, so_far, to);
      so_far.values.pop_back();
    }
  }

  Value of_register(RegId id, const Configuration& last) const {
    using Tells = program::Register::Tells;
    const program::Register& reg = program_.registers[id];
    const ThreadState& thread = last.threads[reg.thread];
    const auto& printed = thread.printed;
    switch (reg.tells) {
      case Tells::nothing: return last.registers[id];
      case Tells::blocked: return is_blocked(thread) ? 1 : 0;
      case Tells::threw: return thread.phase == Phase::threw && (reg.exception.empty() || reg.exception == thread.thrown) ? 1 : 0;
      case Tells::printed: return reg.nth == 0 ? static_cast<Value>(printed.size()) : reg.nth <= printed.size() ? printed[reg.nth - 1] : 0;
    }
    return 0;
  }

  program::SetMask set(std::string_view name) const {
    const auto at = std::ranges::find(program_.set_names, name);
    return at == program_.set_names.end() ? 0 : program::SetMask{1} << (at - program_.set_names.begin());
  }
  static bool is_blocked(const ThreadState& thread) {
    return thread.phase == Phase::runs || thread.phase == Phase::waits || thread.phase == Phase::notified;
  }
  static bool has_ended(const ThreadState& thread) { return thread.phase == Phase::ended || thread.phase == Phase::threw; }
  static bool is_free(const Configuration& c, LocId monitor) {
    const auto found = c.monitors.find(monitor);
    return found == c.monitors.end() || found->second.count == 0;
  }

  // Nobody else notices it, so it need not wait for others; and it goes forward, so others get their turn.
  bool is_local(std::uint32_t t, Label at) const {
    const program::Thread& thread = program_.threads[t];
    if (at >= thread.code.size()) return !thread.joined;
    const auto& op = thread.code[at].op;
    if (const auto* jump = std::get_if<program::Jump>(&op)) return jump->target > at;
    if (const auto* branch = std::get_if<program::Branch>(&op)) return branch->otherwise > at;
    return std::holds_alternative<program::Assign>(op) || std::holds_alternative<program::Select>(op) ||
           std::holds_alternative<program::Resolve>(op) || std::holds_alternative<program::TestClass>(op) ||
           std::holds_alternative<program::New>(op) || std::holds_alternative<program::Fence>(op) ||
           std::holds_alternative<program::Print>(op);
  }

  void wake(Configuration& c, std::uint32_t t) const {
    ThreadState& thread = c.threads[t];
    histories_.learn(c.memory, thread.known, thread.waits_for);
    c.monitors[thread.waits_for] = {t, thread.held};
    thread.phase = Phase::runs;
    thread.waits_for = 0;
    thread.held = 0;
  }

  Value evaluate(const Configuration& c, ExprId id) {
    const program::Expr& e = program_.exprs[id];
    if (e.op == Op::constant) return e.value;
    if (e.op == Op::reg) return c.registers[e.index];
    if (e.op == Op::address) return e.index;
    if (program::is_heap(e.op)) return of_object(c, e);
    const value::TermId lhs = pool_.constant(evaluate(c, e.lhs));
    const auto result = program::is_unary(e.op) ? pool_.as_constant(pool_.unary(e.op, lhs, e.bits))
                                                : pool_.as_constant(pool_.binary(e.op, lhs, pool_.constant(evaluate(c, e.rhs)), e.bits));
    check(result.has_value(), "constants give a constant");
    return *result;
  }

  Value of_object(const Configuration& c, const program::Expr& e) {
    const auto object = program::object_of(program_, evaluate(c, e.lhs));
    if (e.op == Op::instance_of) return object && program::is_instance(program_, *object, e.index) ? 1 : 0;
    check(object.has_value(), "null is not followed");
    const program::Object& of = program_.objects[*object];
    if (e.op == Op::field) return of.parts.at(e.index);
    if (e.op == Op::element) return of.parts.at(static_cast<std::size_t>(evaluate(c, e.rhs)));
    if (e.op == Op::monitor) return of.monitor;
    return static_cast<Value>(of.parts.size());
  }

  LocId address(const Configuration& c, ExprId id) { return static_cast<LocId>(evaluate(c, id)); }

  Origin origin(const Configuration& c, ExprId id) const {
    const program::Expr& e = program_.exprs[id];
    const auto found = e.op == Op::reg ? c.origins.find(e.index) : c.origins.end();
    return found == c.origins.end() ? Origin{} : found->second;
  }
  void set_register(Configuration& c, RegId id, Value value, Origin from = {}) const {
    c.registers[id] = value;
    c.origins.erase(id);
    if (from != Origin{}) c.origins.emplace(id, std::move(from));
  }

  Access access(const Configuration& c, ExprId id, program::SetMask sets) {
    const program::Expr& e = program_.exprs[id];
    const bool follows = e.op == Op::field || e.op == Op::element;
    return {address(c, id), (sets & volatile_) != 0, (sets & final_) != 0, follows ? origin(c, e.lhs) : Origin{}};
  }
  Clock& known(Configuration& c) const { return c.threads[thread_].known; }
  LocId high(const Access& of) const { return program_.locations[of.location].high; }

  static void end(Configuration& c, std::uint32_t t, Phase phase, const std::string& thrown) {
    c.threads[t].phase = phase;
    c.threads[t].thrown = thrown;
  }

  // Every configuration that the next instruction of thread t leads to; none if it has to wait.
  void step(const Configuration& from, std::uint32_t t, std::vector<Configuration>& out) {
    const auto& code = program_.threads[t].code;
    if (from.threads[t].at >= code.size()) {
      out.push_back(from);
      end(out.back(), t, Phase::ended, "");
      return;
    }
    Configuration c = from;
    const program::Instr& instr = code[c.threads[t].at++];
    thread_ = t;
    out_ = &out;
    if (std::visit([&](const auto& op) { return apply(c, op); }, instr.op)) out.push_back(std::move(c));
  }

  // One overload for each kind of instruction; false if the thread cannot take it now. Other ways on go to out_.
  bool apply(Configuration& c, const program::Assign& i) {
    set_register(c, i.dst, evaluate(c, i.value), origin(c, i.value));
    return true;
  }
  bool apply(Configuration& c, const program::Load& i) {
    const Access at = access(c, i.address, i.sets);
    if (high(at) != program::kNoAddress) return load_halves(c, at, i);
    for (const Seen& seen : histories_.read(c.memory, known(c), at)) {
      Configuration next = c;
      set_register(next, i.dst, seen.value, seen.origin);
      out_->push_back(std::move(next));
    }
    return false;
  }
  // Of 64 bits: two reads, in one order or the other and with others' actions in between, unless it is accessed as a whole (JLS 17.7).
  bool load_halves(Configuration& c, const Access& lower, const program::Load& i) {
    Access upper = lower;
    upper.location = high(lower);
    std::optional<Half>& half = c.threads[thread_].half;
    if (half) {
      const Half first = *std::exchange(half, std::nullopt);
      for (const Seen& seen : histories_.read(c.memory, known(c), first.is_upper ? lower : upper)) {
        Configuration next = c;
        set_register(next, i.dst, first.is_upper ? first.value << 32 | seen.value : seen.value << 32 | first.value);
        out_->push_back(std::move(next));
      }
      return false;
    }
    if (i.pairing != program::Pairing::whole) --c.threads[thread_].at;
    for (const bool is_upper : {false, true})
      for (const Seen& seen : histories_.read(c.memory, known(c), is_upper ? upper : lower)) {
        Configuration next = c;
        next.threads[thread_].half = Half{is_upper, seen.value};
        if (i.pairing == program::Pairing::whole)
          load_halves(next, lower, i);
        else
          out_->push_back(std::move(next));
      }
    return false;
  }
  bool apply(Configuration& c, const program::Store& i) {
    const Access at = access(c, i.address, i.sets);
    const Value value = evaluate(c, i.value);
    if (high(at) != program::kNoAddress) return store_halves(c, at, value, i);
    histories_.write(c.memory, known(c), thread_, at, value, origin(c, i.value));
    return true;
  }
  bool store_halves(Configuration& c, const Access& lower, Value value, const program::Store& i) {
    const auto write = [&](Configuration& to, bool is_upper) {
      Access at = lower;
      if (is_upper) at.location = high(lower);
      histories_.write(to.memory, known(to), thread_, at, is_upper ? value >> 32 : value & 0xFFFF'FFFF, {});
    };
    std::optional<Half>& half = c.threads[thread_].half;
    if (half) {
      write(c, !std::exchange(half, std::nullopt)->is_upper);
      return true;
    }
    if (i.pairing == program::Pairing::whole) {
      write(c, false);
      write(c, true);
      return true;
    }
    --c.threads[thread_].at;
    for (const bool is_upper : {false, true}) {
      Configuration next = c;
      next.threads[thread_].half = Half{is_upper, 0};
      write(next, is_upper);
      out_->push_back(std::move(next));
    }
    return false;
  }
  // What an update sees is the last write.
  Seen last_seen(Configuration& c, const Access& at) const {
    const auto possible = histories_.read(c.memory, known(c), at);
    check(!possible.empty() && possible.back().is_last, "nobody has overwritten the last write");
    return possible.back();
  }
  bool apply(Configuration& c, const program::Update& i) {
    const Access at = access(c, i.address, i.sets);
    const Seen seen = last_seen(c, at);
    set_register(c, i.dst, seen.value, seen.origin);
    histories_.update(c.memory, at.location);
    histories_.write(c.memory, known(c), thread_, at, evaluate(c, i.value), origin(c, i.value));
    return true;
  }
  bool apply(Configuration& c, const program::CompareUpdate& i) {
    const Value expected = evaluate(c, i.expected), desired = evaluate(c, i.desired);
    const Configuration before = c;
    for (const Seen& seen : histories_.read(c.memory, known(c), access(before, i.address, i.sets_failure))) {
      if (seen.value == expected && !i.weak) continue;
      Configuration failed = c;
      set_register(failed, i.dst, seen.value, seen.origin);
      failed.registers[i.success] = 0;
      out_->push_back(std::move(failed));
    }
    c = before;
    const Access at = access(c, i.address, i.sets_success);
    const Seen seen = last_seen(c, at);
    if (seen.value != expected) return false;
    const Origin from = origin(c, i.desired);
    set_register(c, i.dst, seen.value, seen.origin);
    c.registers[i.success] = 1;
    histories_.update(c.memory, at.location);
    histories_.write(c.memory, known(c), thread_, at, desired, from);
    return true;
  }
  bool apply(Configuration&, const program::StoreConditional&) { return no_java(); }
  bool apply(Configuration&, const program::Fence&) { return true; }
  bool apply(Configuration& c, const program::Branch& i) {
    if (evaluate(c, i.condition) == 0) c.threads[thread_].at = i.otherwise;
    return true;
  }
  bool apply(Configuration& c, const program::Jump& i) {
    c.threads[thread_].at = i.target;
    return true;
  }
  bool apply(Configuration& c, const program::Choice& i) {
    out_->push_back(c);
    c.threads[thread_].at = i.otherwise;
    return true;
  }
  bool apply(Configuration& c, const program::Select& i) {
    const ExprId from = evaluate(c, i.condition) != 0 ? i.yes : i.no;
    set_register(c, i.dst, evaluate(c, from), origin(c, from));
    return true;
  }
  bool apply(Configuration& c, const program::Throw& i) {
    end(c, thread_, Phase::threw, i.what);
    return true;
  }
  bool apply(Configuration&, const program::Resolve&) { return true; }
  bool apply(Configuration& c, const program::TestClass& i) {
    const auto object = program::object_of(program_, c.registers[i.reg]);
    const auto is = [&](program::ClassId one) { return program::is_instance(program_, *object, one); };
    set_register(c, i.dst, (object ? std::ranges::any_of(i.classes, is) : i.null_counts) ? 1 : 0);
    return true;
  }
  bool apply(Configuration& c, const program::New& i) {
    const std::uint32_t number = c.threads[thread_].made[c.threads[thread_].at]++;
    check(number < i.count, "no more objects than there is room for");
    set_register(c, i.dst, program::reference_to(i.first + number));
    return true;
  }
  bool apply(Configuration& c, const program::Synchronise& i) {
    using Action = program::Synchronise::Action;
    const LocId of = address(c, i.of);
    if (i.action == Action::freeze) {
      histories_.freeze(c.memory, known(c), thread_, of);
      if (const LocId upper = program_.locations[of].high; upper != program::kNoAddress)
        histories_.freeze(c.memory, known(c), thread_, upper);
      return true;
    }
    Monitor& monitor = c.monitors[of];
    const bool holds = monitor.count > 0 && monitor.owner == thread_;
    if (i.action == Action::lock) {
      if (monitor.count > 0 && !holds) return false;
      if (!holds) histories_.learn(c.memory, known(c), of);
      monitor = {thread_, monitor.count + 1};
      return true;
    }
    if (!holds) return apply(c, program::Throw{"IllegalMonitorStateException"});
    if (i.action == Action::unlock && --monitor.count == 0) {
      histories_.publish(c.memory, known(c), of);
      c.monitors.erase(of);
    }
    if (i.action == Action::wait) {
      histories_.publish(c.memory, known(c), of);
      ThreadState& thread = c.threads[thread_];
      thread.phase = Phase::waits;
      thread.waits_for = of;
      thread.held = monitor.count;
      c.monitors.erase(of);
    }
    if (i.action == Action::notify || i.action == Action::notify_all) return wake_others(c, of, i.action == Action::notify);
    return true;
  }
  bool wake_others(Configuration& c, LocId of, bool only_one) {
    bool any = false;
    for (std::uint32_t t = 0; t < c.threads.size(); ++t) {
      if (c.threads[t].phase != Phase::waits || c.threads[t].waits_for != of) continue;
      any = true;
      Configuration one = c;
      (only_one ? one : c).threads[t].phase = Phase::notified;
      if (only_one) out_->push_back(std::move(one));
    }
    return !only_one || !any;
  }
  bool apply(Configuration& c, const program::StartThread& i) {
    ThreadState& other = c.threads[i.thread];
    c.registers[i.refused] = other.phase == Phase::not_started ? 0 : 1;
    if (other.phase != Phase::not_started) return true;
    other.phase = Phase::runs;
    other.known = known(c);
    return true;
  }
  bool apply(Configuration& c, const program::JoinThread& i) {
    if (has_ended(c.threads[i.thread])) Histories::learn(known(c), c.threads[i.thread].known);
    return c.threads[i.thread].phase == Phase::not_started || has_ended(c.threads[i.thread]);
  }
  bool apply(Configuration& c, const program::IsAlive& i) {
    if (has_ended(c.threads[i.thread])) Histories::learn(known(c), c.threads[i.thread].known);
    c.registers[i.dst] = c.threads[i.thread].phase == Phase::not_started || has_ended(c.threads[i.thread]) ? 0 : 1;
    return true;
  }
  bool apply(Configuration& c, const program::Print& i) {
    c.threads[thread_].printed.push_back(evaluate(c, i.value));
    return true;
  }
  static bool no_java() {
    check(false, "an instruction of Java");
    return false;
  }

  const program::Program& program_;
  const Histories histories_;
  value::TermPool pool_;
  const program::SetMask volatile_, final_;
  std::uint32_t thread_ = 0;
  std::vector<Configuration>* out_ = nullptr;
};

// Every configuration, and where each must lead: those that lead nowhere else are where runs stay forever.
class Exploration {
 public:
  Exploration(const program::Test& test, Remembers remembers, std::size_t most)
      : test_(test), machine_(test.program, remembers), most_(most) {}

  std::optional<std::set<reference::State>> run() {
    add(machine_.initial());
    for (std::size_t at = 0; at < all_.size(); ++at) {
      if (all_.size() > most_) return std::nullopt;
      Successors successors = machine_.successors(all_[at]->first);
      for (Configuration& c : successors.next) {
        const std::size_t to = add(std::move(c));
        next_[at].push_back(to);
      }
      for (Configuration& c : successors.for_no_reason) add(std::move(c));
    }
    std::set<reference::State> out;
    for (const std::size_t last : final_ones()) machine_.add_states(test_, all_[last]->first, out);
    return out;
  }

 private:
  std::size_t add(Configuration&& c) {
    const auto [place, is_new] = numbers_.try_emplace(std::move(c), all_.size());
    if (is_new) {
      all_.push_back(place);
      next_.emplace_back();
    }
    return place->second;
  }

  // One of each set of configurations that lead to each other and to nothing else (Tarjan's components, without recursion).
  std::vector<std::size_t> final_ones() const {
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> found(all_.size(), kNone), low(all_.size(), 0), component(all_.size(), kNone), stack, result;
    struct Frame {
      std::size_t at, edge;
    };
    std::size_t time = 0;
    for (std::size_t root = 0; root < all_.size(); ++root) {
      if (found[root] != kNone) continue;
      std::vector<Frame> frames{{root, 0}};
      while (!frames.empty()) {
        auto& [at, edge] = frames.back();
        if (edge == 0) {
          found[at] = low[at] = time++;
          stack.push_back(at);
        }
        if (edge < next_[at].size()) {
          const std::size_t to = next_[at][edge++];
          if (found[to] == kNone)
            frames.push_back({to, 0});
          else if (component[to] == kNone)
            low[at] = std::min(low[at], found[to]);
          continue;
        }
        if (low[at] == found[at]) close(at, stack, component, result);
        const std::size_t done = at;
        frames.pop_back();
        if (!frames.empty()) low[frames.back().at] = std::min(low[frames.back().at], low[done]);
      }
    }
    return result;
  }

  void close(std::size_t root, std::vector<std::size_t>& stack, std::vector<std::size_t>& component,
             std::vector<std::size_t>& result) const {
    bool leaves = false;
    std::vector<std::size_t> members;
    do {
      members.push_back(stack.back());
      component[stack.back()] = root;
      stack.pop_back();
    } while (members.back() != root);
    for (const std::size_t member : members)
      for (const std::size_t to : next_[member]) leaves = leaves || component[to] != root;
    if (!leaves) result.push_back(root);
  }

  const program::Test& test_;
  Machine machine_;
  const std::size_t most_;
  std::map<Configuration, std::size_t> numbers_;
  std::vector<std::map<Configuration, std::size_t>::const_iterator> all_;
  std::vector<std::vector<std::size_t>> next_;
};

}  // namespace

std::optional<std::set<reference::State>> interleavings(const program::Test& test, std::size_t most, Remembers remembers) {
  return Exploration(test, remembers, most).run();
}

}  // namespace thinair::tests
