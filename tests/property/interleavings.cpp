#include "property/interleavings.hpp"

#include <algorithm>
#include <map>
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
using program::Value;

enum class Phase : std::uint8_t { not_started, runs, waits, notified, ended, threw };

struct ThreadState {
  Phase phase = Phase::runs;
  Label at = 0;
  LocId waits_for = 0;  // waits, notified: the monitor
  unsigned held = 0;    // waits, notified: how often it was
  std::string thrown;
  std::vector<Value> printed;
  std::map<Label, std::uint32_t> made;  // objects, by New
  auto operator<=>(const ThreadState&) const = default;
};

struct Monitor {
  std::uint32_t owner = 0;
  unsigned count = 0;
  auto operator<=>(const Monitor&) const = default;
};

struct Configuration {
  std::vector<ThreadState> threads;
  std::vector<Value> memory;     // by LocId
  std::vector<Value> registers;  // by RegId
  std::map<LocId, Monitor> monitors;
  auto operator<=>(const Configuration&) const = default;
};

struct Successors {
  std::vector<Configuration> next;
  std::vector<Configuration> for_no_reason;  // may happen, need not
};

class Machine {
 public:
  explicit Machine(const program::Program& program) : program_(program), pool_(program.bits) {}

  Configuration initial() const {
    Configuration out;
    for (const program::Location& location : program_.locations) out.memory.push_back(location.initial);
    for (const program::Register& reg : program_.registers) out.registers.push_back(reg.initial);
    for (const program::Thread& thread : program_.threads) {
      out.threads.emplace_back();
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

  // Registers that say how a thread ended get their values.
  reference::State state(const program::Test& test, const Configuration& last) const {
    using Tells = program::Register::Tells;
    const auto value = [&](const program::Observable& o) -> Value {
      if (o.is_location) return last.memory[o.index];
      const program::Register& reg = program_.registers[o.index];
      const ThreadState& thread = last.threads[reg.thread];
      const auto& printed = thread.printed;
      switch (reg.tells) {
        case Tells::nothing: return last.registers[o.index];
        case Tells::blocked: return is_blocked(thread) ? 1 : 0;
        case Tells::threw: return thread.phase == Phase::threw && (reg.exception.empty() || reg.exception == thread.thrown) ? 1 : 0;
        case Tells::printed:
          return reg.nth == 0 ? static_cast<Value>(printed.size()) : reg.nth <= printed.size() ? printed[reg.nth - 1] : 0;
      }
      return 0;
    };
    reference::State out;
    for (const program::Observable& o : test.shown) out.values.push_back(value(o));
    for (std::uint32_t t = 0; t < last.threads.size(); ++t) {
      if (last.threads[t].phase == Phase::threw) out.threw.push_back(t);
      if (is_blocked(last.threads[t])) out.blocked.push_back(t);
    }
    return out;
  }

 private:
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
           std::holds_alternative<program::Resolve>(op) || std::holds_alternative<program::New>(op) ||
           std::holds_alternative<program::Fence>(op) || std::holds_alternative<program::Print>(op);
  }

  static void wake(Configuration& c, std::uint32_t t) {
    ThreadState& thread = c.threads[t];
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
    c.registers[i.dst] = evaluate(c, i.value);
    return true;
  }
  bool apply(Configuration& c, const program::Load& i) {
    c.registers[i.dst] = c.memory[address(c, i.address)];
    return true;
  }
  bool apply(Configuration& c, const program::Store& i) {
    c.memory[address(c, i.address)] = evaluate(c, i.value);
    return true;
  }
  bool apply(Configuration& c, const program::Update& i) {
    const LocId at = address(c, i.address);
    c.registers[i.dst] = c.memory[at];
    c.memory[at] = evaluate(c, i.value);
    return true;
  }
  bool apply(Configuration& c, const program::CompareUpdate& i) {
    const LocId at = address(c, i.address);
    const Value expected = evaluate(c, i.expected), desired = evaluate(c, i.desired);
    c.registers[i.dst] = c.memory[at];
    c.registers[i.success] = 0;
    if (i.weak) out_->push_back(c);
    if (c.memory[at] != expected) return !i.weak;
    c.registers[i.success] = 1;
    c.memory[at] = desired;
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
    c.registers[i.dst] = evaluate(c, evaluate(c, i.condition) != 0 ? i.yes : i.no);
    return true;
  }
  bool apply(Configuration& c, const program::Throw& i) {
    end(c, thread_, Phase::threw, i.what);
    return true;
  }
  bool apply(Configuration&, const program::Resolve&) { return true; }
  bool apply(Configuration& c, const program::New& i) {
    const std::uint32_t number = c.threads[thread_].made[c.threads[thread_].at]++;
    check(number < i.count, "no more objects than there is room for");
    c.registers[i.dst] = program::reference_to(i.first + number);
    return true;
  }
  bool apply(Configuration& c, const program::Synchronise& i) {
    using Action = program::Synchronise::Action;
    if (i.action == Action::freeze) return true;
    const LocId of = address(c, i.of);
    Monitor& monitor = c.monitors[of];
    const bool holds = monitor.count > 0 && monitor.owner == thread_;
    if (i.action == Action::lock) {
      if (monitor.count > 0 && !holds) return false;
      monitor = {thread_, monitor.count + 1};
      return true;
    }
    if (!holds) return apply(c, program::Throw{"IllegalMonitorStateException"});
    if (i.action == Action::unlock && --monitor.count == 0) c.monitors.erase(of);
    if (i.action == Action::wait) {
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
    if (other.phase == Phase::not_started) other.phase = Phase::runs;
    return true;
  }
  bool apply(Configuration& c, const program::JoinThread& i) {
    return c.threads[i.thread].phase == Phase::not_started || has_ended(c.threads[i.thread]);
  }
  bool apply(Configuration& c, const program::IsAlive& i) {
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
  value::TermPool pool_;
  std::uint32_t thread_ = 0;
  std::vector<Configuration>* out_ = nullptr;
};

// Every configuration, and where each must lead: those that lead nowhere else are where runs stay forever.
class Exploration {
 public:
  Exploration(const program::Test& test, std::size_t most) : test_(test), machine_(test.program), most_(most) {}

  std::optional<std::set<reference::State>> run() {
    add(machine_.initial());
    for (std::size_t at = 0; at < all_.size(); ++at) {
      if (all_.size() > most_) return std::nullopt;
      const Successors successors = machine_.successors(all_[at]->first);
      for (const Configuration& c : successors.next) {
        const std::size_t to = add(c);
        next_[at].push_back(to);
      }
      for (const Configuration& c : successors.for_no_reason) add(c);
    }
    std::set<reference::State> out;
    for (const std::size_t last : final_ones()) out.insert(machine_.state(test_, all_[last]->first));
    return out;
  }

 private:
  std::size_t add(const Configuration& c) {
    const auto [place, is_new] = numbers_.try_emplace(c, all_.size());
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

std::optional<std::set<reference::State>> interleavings(const program::Test& test, std::size_t most) {
  return Exploration(test, most).run();
}

}  // namespace thinair::tests
