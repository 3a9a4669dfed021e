// Symbolic execution of one thread at a time: every read returns a fresh variable, every branch whose condition is not
// constant is followed both ways, and what each way requires is recorded as a constraint on the variables.
//
// Dependencies are syntactic, as the literature has them: a register carries the reads that flowed into it even when
// simplification removes them from its value (r^r depends on r). Control dependency covers the events up to the
// branch's join (Java, as herd has it) or all later ones (hardware: no join). A value that was selected without a branch carries
// the reads that decided as a taint of its own, `picked`: architectures order less by it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "events/structure.hpp"
#include "events/variable.hpp"
#include "support/check.hpp"

namespace thinair::events {
namespace {

using program::ExprId;
using program::Instr;
using program::Label;
using program::Op;
using program::Program;

constexpr std::size_t kMaxPathsPerThread = 1 << 16;

// Read events that a value depends on, as ascending indices into the path.
using Taint = std::vector<std::uint32_t>;

Taint merge(const Taint& a, const Taint& b) {
  Taint out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

struct Binding {
  TermId term;
  Taint taint;
  Taint picked = {};
};

struct Scope {
  Label join;
  Taint taint;
  Taint picked;
};

// One path in the making.
struct Walk {
  ThreadPath path;
  std::map<RegId, Binding> registers;
  std::vector<Scope> scopes;
  std::uint32_t reads = 0;
  std::uint32_t instruction = 0;  // counts those of the path
  program::InstrId instr;         // the one being followed
  Label at = 0;
  std::optional<std::uint32_t> atomic;     // the last atomic read, until its write
  std::optional<std::uint32_t> exclusive;  // the last load-exclusive, until a store-conditional
  std::map<Label, unsigned> turns;         // how often each instruction jumped backwards
};

class Unfolder {
 public:
  Unfolder(const Program& program, value::TermPool& pool, std::uint32_t thread, std::vector<std::uint8_t>& widths, Budget& budget,
           const program::Relaxation& without, Updates updates)
      : program_(program),
        pool_(pool),
        thread_(thread),
        code_(program.threads[thread].code),
        widths_(widths),
        budget_(budget),
        without_(without),
        updates_(updates) {}

  std::vector<ThreadPath> run() {
    Walk start;
    for (RegId r = 0; r < program_.registers.size(); ++r)
      if (const program::Register& reg = program_.registers[r]; reg.thread == thread_)
        start.registers[r] = {reg.address != program::kNoAddress ? pool_.address(reg.address) : pool_.constant(reg.initial), {}};
    pending_.push_back(std::move(start));
    while (!pending_.empty() && !budget_.exhausted()) {
      Walk walk = std::move(pending_.back());
      pending_.pop_back();
      follow(std::move(walk));
    }
    return std::move(done_);
  }

 private:
  void follow(Walk walk) {
    while (walk.at < code_.size()) {
      if (budget_.exhausted()) return;
      while (!walk.scopes.empty() && walk.scopes.back().join <= walk.at) walk.scopes.pop_back();
      const Instr& instr = code_[walk.at++];
      if (!instr.continues) {
        ++walk.instruction;
        walk.instr = {thread_, walk.at - 1};
      }
      if (walk.path.events.size() >= kMaxEventsPerPath)
        return budget_.exhaust(Incomplete::paths, "a path has more events than thinair follows");
      if (!std::visit([&](const auto& op) { return step(walk, op, instr.where); }, instr.op)) return;
    }
    finish(std::move(walk));
  }

  // Goes on at `target`; backwards only so often. `at` is already behind the jump.
  void jump(Walk& walk, Label target) {
    if (target < walk.at && walk.turns[walk.at - 1]++ >= program_.unroll) {
      walk.path.bound_reached = true;
      walk.at = static_cast<Label>(code_.size());
      return;
    }
    walk.at = target;
  }

  // One overload for each kind of instruction; false if this path does not go on from here.

  bool step(Walk& walk, const program::Assign& assign, Span) {
    walk.registers[assign.dst] = evaluate(walk, assign.value);
    return true;
  }

  bool step(Walk& walk, const program::Fence& fence, Span where) {
    emit_fence(walk, fence.sets, where);
    return true;
  }

  bool step(Walk& walk, const program::Jump& j, Span) {
    jump(walk, j.target);
    return true;
  }

  bool step(Walk& walk, const program::Choice& either, Span) {
    Walk otherwise = walk;
    jump(otherwise, either.otherwise);
    push(std::move(otherwise));
    return true;
  }

  bool step(Walk& walk, const program::Throw& thrown, Span) {
    walk.path.threw = true;
    walk.path.thrown = thrown.what;
    walk.at = static_cast<Label>(code_.size());
    return true;
  }

  bool step(Walk& walk, const program::Update& u, Span where) {
    const auto event = emit(walk, read_of_update(), u.address, u.sets, program::kWord, where);
    if (!event) return false;
    walk.registers[u.dst] = read(walk, *event);
    write_of_update(walk, *event, u.address, evaluate(walk, u.value));
    return true;
  }

  bool step(Walk& walk, const program::Load& l, Span where) {
    const auto event = emit(walk, Kind::read, l.address, l.sets, l.bytes, where);
    if (!event) return false;
    walk.registers[l.dst] = read(walk, *event);
    if (l.pairing == program::Pairing::atomic) walk.atomic = *event;
    if (l.pairing == program::Pairing::exclusive) walk.exclusive = *event;
    return true;
  }

  bool step(Walk& walk, const program::Store& s, Span where) {
    const Binding value = evaluate(walk, s.value);
    const auto event = emit(walk, Kind::write, s.address, s.sets, s.bytes, where);
    if (!event) return false;
    if (s.pairing == program::Pairing::atomic) {
      check(walk.atomic.has_value(), "an atomic write follows its read");
      walk.path.amo.push_back({*walk.atomic, *event});
      walk.atomic.reset();
    }
    write_others(walk, *event, value);
    write(walk, *event, value);
    return true;
  }

  // Goes on as the failure; the success, if there can be one, is put aside.
  bool step(Walk& walk, const program::StoreConditional& sc, Span where) {
    Walk success = walk;
    const Binding value = evaluate(success, sc.value);
    const auto event = emit(success, Kind::write, sc.address, sc.sets, sc.bytes, where);
    if (!event) return false;
    const auto open = success.exclusive;
    if (open && success.path.events[*open].location == success.path.events[*event].location) {
      write(success, *event, value);
      success.path.lxsx.push_back({*open, *event});
      success.exclusive.reset();
      Taint status;
      if (sc.status_depends == program::StoreConditional::Status::operands) status = merge(value.taint, evaluate(walk, sc.address).taint);
      if (sc.status_depends == program::StoreConditional::Status::write) status = {*event};
      success.registers[sc.status] = {pool_.constant(sc.on_success), std::move(status)};
      push(std::move(success));
    }
    walk.exclusive.reset();
    walk.registers[sc.status] = {pool_.constant(sc.on_failure), {}};
    return true;
  }

  bool step(Walk& walk, const program::Branch& b, Span) {
    const Binding condition = evaluate(walk, b.condition);
    if (b.depends) walk.scopes.push_back({b.join, condition.taint, condition.picked});
    const TermId taken = pool_.binary(Op::ne, condition.term, pool_.constant(0));
    Walk otherwise = walk;
    jump(otherwise, b.otherwise);
    if (require(otherwise, pool_.logical_not(taken))) push(std::move(otherwise));
    return require(walk, taken);
  }

  bool step(Walk& walk, const program::Select& choose, Span) {
    const Binding condition = evaluate(walk, choose.condition);
    const TermId holds = pool_.binary(Op::ne, condition.term, pool_.constant(0));
    const auto pick = [&](Walk& w, ExprId from) {
      Binding value = evaluate(w, from);
      value.picked = merge(value.picked, merge(condition.taint, condition.picked));
      w.registers[choose.dst] = std::move(value);
    };
    Walk otherwise = walk;
    if (require(otherwise, pool_.logical_not(holds))) {
      pick(otherwise, choose.no);
      push(std::move(otherwise));
    }
    if (!require(walk, holds)) return false;
    pick(walk, choose.yes);
    return true;
  }

  Kind read_of_update() const { return updates_ == Updates::pairs ? Kind::read : Kind::update; }

  // The same event, or another one of the same instruction.
  void write_of_update(Walk& walk, std::uint32_t read, ExprId address, const Binding& value) {
    if (updates_ == Updates::single) return write(walk, read, value);
    const events::Event& first = walk.path.events[read];
    const std::uint32_t event = *emit(walk, Kind::write, address, first.sets, program::kWord, first.where);
    walk.path.amo.push_back({read, event});
    write(walk, event, value);
  }

  // JLS and the VarHandle documentation: the operands are evaluated first; one event either way.
  bool step(Walk& walk, const program::CompareUpdate& c, Span where) {
    const Binding expected = evaluate(walk, c.expected);
    const Binding desired = evaluate(walk, c.desired);
    Walk failed = walk;
    {
      const std::uint32_t event = *emit(failed, Kind::read, c.address, c.sets_failure, program::kWord, where);
      depend(failed.path.data, expected.taint, event);
      const Binding old = read(failed, event);
      failed.registers[c.dst] = old;
      failed.registers[c.success] = {pool_.constant(0), merge(old.taint, expected.taint)};
      // A weak form may fail although the values are equal: then nothing is required of the value read.
      if (c.weak || require(failed, pool_.binary(Op::ne, old.term, expected.term))) push(std::move(failed));
    }
    const std::uint32_t event = *emit(walk, read_of_update(), c.address, c.sets_success, program::kWord, where);
    const Binding old = read(walk, event);
    walk.registers[c.dst] = old;
    walk.registers[c.success] = {pool_.constant(1), merge(old.taint, expected.taint)};
    depend(walk.path.data, expected.taint, event);
    write_of_update(walk, event, c.address, desired);
    return require(walk, pool_.binary(Op::eq, old.term, expected.term));
  }

  void push(Walk walk) {
    if (pending_.size() + done_.size() >= kMaxPathsPerThread)
      return budget_.exhaust(Incomplete::paths, "a thread has more paths than thinair follows");
    pending_.push_back(std::move(walk));
  }

  // Addresses have no numbers: a register that shows one at the end has no value to show. Those that nobody looks at end as 0.
  void finish(Walk walk) {
    for (const auto& [reg, binding] : walk.registers) {
      const program::Register& known = program_.registers[reg];
      if (known.temporary) continue;
      if (!has_address(binding.term)) {
        walk.path.registers.emplace_back(reg, binding.term);
      } else if (known.assigned) {
        return budget_.exhaust(Incomplete::unsupported, fmt::format("register {}:{} holds an address at the end", thread_, known.name));
      } else {
        walk.path.registers.emplace_back(reg, pool_.constant(0));
      }
    }
    done_.push_back(std::move(walk.path));
  }

  // Whether the number of an address is part of the value. Terms are made of earlier ones.
  bool has_address(TermId term) {
    while (addressed_.size() <= term) {
      const value::Term& t = pool_[static_cast<TermId>(addressed_.size())];
      const bool leaf = t.op == Op::constant || t.op == Op::reg || t.op == Op::address;
      const bool unary = t.op == Op::neg || t.op == Op::bit_not || t.op == Op::log_not;
      addressed_.push_back(t.op == Op::address || (!leaf && (addressed_[t.lhs] || (!unary && addressed_[t.rhs]))));
    }
    return addressed_[term];
  }

  // False if the path cannot be taken: the constraint is false, or the opposite is already required.
  bool require(Walk& walk, TermId term) {
    if (const auto value = pool_.as_constant(term)) return *value != 0;
    if (has_address(term)) {
      budget_.exhaust(Incomplete::unsupported, "a branch depends on the number of an address");
      return false;
    }
    auto& constraints = walk.path.constraints;
    if (std::ranges::find(constraints, pool_.logical_not(term)) != constraints.end()) return false;
    if (std::ranges::find(constraints, term) == constraints.end()) constraints.push_back(term);
    return true;
  }

  Binding evaluate(const Walk& walk, ExprId id) {
    const program::Expr& e = program_.exprs[id];
    switch (e.op) {
      case Op::constant: return {pool_.constant(e.value), {}};
      case Op::address: return {pool_.address(e.index), {}};
      case Op::reg: return walk.registers.at(e.index);
      case Op::neg:
      case Op::bit_not:
      case Op::log_not: {
        Binding a = evaluate(walk, e.lhs);
        return {pool_.unary(e.op, a.term), std::move(a.taint), std::move(a.picked)};
      }
      default: {
        const Binding a = evaluate(walk, e.lhs);
        const Binding b = evaluate(walk, e.rhs);
        return {pool_.binary(e.op, a.term, b.term), merge(a.taint, b.taint), merge(a.picked, b.picked)};
      }
    }
  }

  // None if the access is not modelled; the budget says why.
  std::optional<std::uint32_t> emit(Walk& walk, Kind kind, ExprId address, SetMask sets, std::uint8_t bytes, Span where) {
    const Binding target = evaluate(walk, address);
    if (pool_[target.term].op != Op::address) {
      budget_.exhaust(Incomplete::unsupported, "an access is not to a named location");
      return std::nullopt;
    }
    const LocId location = pool_[target.term].index;
    if (std::uint8_t& width = widths_[location]; width == 0) {
      width = bytes;
    } else if (width != bytes) {
      budget_.exhaust(Incomplete::unsupported, fmt::format("location {} is accessed at two widths", program_.locations[location].name));
      return std::nullopt;
    }
    const auto index = static_cast<std::uint32_t>(walk.path.events.size());
    walk.path.events.push_back({.kind = kind,
                                .thread = thread_,
                                .location = location,
                                .sets = listed(without_.plain, walk.instr) ? 0 : sets,
                                .variable = 0,
                                .written = 0,
                                .where = where,
                                .instr = walk.instr,
                                .instruction = walk.instruction});
    depend(walk.path.addr, target.taint, index);
    depend(walk.path.pick_addr, target.picked, index);
    control(walk, index);
    return index;
  }

  void emit_fence(Walk& walk, SetMask sets, Span where) {
    if (listed(without_.absent, walk.instr)) return;
    const auto index = static_cast<std::uint32_t>(walk.path.events.size());
    walk.path.events.push_back({.kind = Kind::fence,
                                .thread = thread_,
                                .location = kNoLocation,
                                .sets = sets,
                                .variable = 0,
                                .written = 0,
                                .where = where,
                                .instr = walk.instr,
                                .instruction = walk.instruction});
    control(walk, index);
  }

  Binding read(Walk& walk, std::uint32_t event) {
    const VarId var = variable_of(thread_, walk.reads++);
    walk.path.events[event].variable = var;
    return {pool_.variable(var), {event}};
  }

  void write(Walk& walk, std::uint32_t event, const Binding& value) {
    if (has_address(value.term)) budget_.exhaust(Incomplete::unsupported, "an address is written to memory");
    walk.path.events[event].written = value.term;
    depend(walk.path.data, value.taint, event);
    depend(walk.path.pick_data, value.picked, event);
  }

  static bool listed(const std::vector<program::InstrId>& instructions, program::InstrId instr) {
    return std::ranges::find(instructions, instr) != instructions.end();
  }

  // Where the question leaves open what a store writes: a path for each other value.
  void write_others(const Walk& walk, std::uint32_t event, const Binding& value) {
    for (const auto& [store, values] : without_.open) {
      if (store != walk.instr) continue;
      for (const program::Value other : values) {
        if (pool_.constant(other) == value.term) continue;
        Walk copy = walk;
        write(copy, event, {pool_.constant(other), value.taint, value.picked});
        push(std::move(copy));
      }
    }
  }

  static void depend(std::vector<Dependency>& on, const Taint& taint, std::uint32_t event) {
    for (const std::uint32_t from : taint)
      if (from != event) on.push_back({from, event});  // an update's write uses its own read: one event, no edge
  }

  static void control(Walk& walk, std::uint32_t event) {
    Taint all, picked;
    for (const Scope& scope : walk.scopes) {
      all = merge(all, scope.taint);
      picked = merge(picked, scope.picked);
    }
    depend(walk.path.ctrl, all, event);
    depend(walk.path.pick_ctrl, picked, event);
  }

  const Program& program_;
  value::TermPool& pool_;
  std::uint32_t thread_;
  const std::vector<Instr>& code_;
  std::vector<std::uint8_t>& widths_;  // by LocId, in bytes; 0: not known yet
  Budget& budget_;
  const program::Relaxation& without_;
  Updates updates_;
  std::vector<Walk> pending_;
  std::vector<ThreadPath> done_;
  std::vector<bool> addressed_;  // by TermId
};

}  // namespace

Unfolding unfold(const Program& program, Budget& budget, const program::Relaxation& without, Updates updates) {
  Unfolding unfolding{value::TermPool(program.bits), {}, {}};
  std::vector<std::uint8_t> widths;
  for (const program::Location& location : program.locations) widths.push_back(location.bytes);
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    unfolding.threads.push_back(Unfolder(program, unfolding.pool, t, widths, budget, without, updates).run());
  std::vector<bool> accessed(program.locations.size(), false);
  for (const auto& paths : unfolding.threads)
    for (const ThreadPath& path : paths)
      for (const Event& event : path.events)
        if (event.location != kNoLocation) accessed[event.location] = true;
  for (LocId loc = 0; loc < accessed.size(); ++loc)
    if (accessed[loc]) unfolding.accessed.push_back(loc);
  // Relations over the events of the longest paths are square: they fit, or there is no use in beginning.
  std::size_t most = unfolding.accessed.size();
  for (const auto& paths : unfolding.threads) {
    std::size_t longest = 0;
    for (const ThreadPath& path : paths) longest = std::max(longest, path.events.size());
    most += longest;
  }
  budget.room_for(8 * most * relation::words_for(most) * sizeof(relation::Word));
  return unfolding;
}

}  // namespace thinair::events
