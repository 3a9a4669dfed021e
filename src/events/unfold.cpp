// Symbolic execution of one thread at a time: every read returns a fresh variable, every branch whose condition is not
// constant is followed both ways, and what each way requires is recorded as a constraint on the variables.
//
// Dependencies are syntactic, as the literature has them: a register carries the reads that flowed into it even when
// simplification removes them from its value (r^r depends on r). Control dependency covers the events up to the
// branch's join (Java, as herd has it) or all later ones (hardware: no join).
#include <algorithm>
#include <map>

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
};

struct Scope {
  Label join;
  Taint taint;
};

// One path in the making.
struct Walk {
  ThreadPath path;
  std::map<RegId, Binding> registers;
  std::vector<Scope> scopes;
  std::uint32_t reads = 0;
  Label at = 0;
};

class Unfolder {
 public:
  Unfolder(const Program& program, value::TermPool& pool, std::uint32_t thread, Budget& budget)
      : program_(program), pool_(pool), thread_(thread), code_(program.threads[thread].code), budget_(budget) {}

  std::vector<ThreadPath> run() {
    Walk start;
    for (RegId r = 0; r < program_.registers.size(); ++r)
      if (program_.registers[r].thread == thread_) start.registers[r] = {pool_.constant(program_.registers[r].initial), {}};
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
      while (!walk.scopes.empty() && walk.scopes.back().join <= walk.at) walk.scopes.pop_back();
      const Instr& instr = code_[walk.at++];
      if (walk.path.events.size() >= kMaxEventsPerPath) return budget_.exhaust("a path has more events than thinair follows");
      if (const auto* i = std::get_if<program::Assign>(&instr.op)) {
        walk.registers[i->dst] = evaluate(walk, i->value);
      } else if (const auto* l = std::get_if<program::Load>(&instr.op)) {
        const std::uint32_t event = emit(walk, Kind::read, l->address, l->sets, instr.where);
        walk.registers[l->dst] = read(walk, event);
      } else if (const auto* s = std::get_if<program::Store>(&instr.op)) {
        const Binding value = evaluate(walk, s->value);
        const std::uint32_t event = emit(walk, Kind::write, s->address, s->sets, instr.where);
        write(walk, event, value);
      } else if (const auto* u = std::get_if<program::Update>(&instr.op)) {
        const std::uint32_t event = emit(walk, Kind::update, u->address, u->sets, instr.where);
        walk.registers[u->dst] = read(walk, event);
        write(walk, event, evaluate(walk, u->value));
      } else if (const auto* c = std::get_if<program::CompareUpdate>(&instr.op)) {
        return compare_update(std::move(walk), *c, instr.where);
      } else if (const auto* f = std::get_if<program::Fence>(&instr.op)) {
        emit_fence(walk, f->sets, instr.where);
      } else if (const auto* b = std::get_if<program::Branch>(&instr.op)) {
        const Binding condition = evaluate(walk, b->condition);
        walk.scopes.push_back({b->join, condition.taint});
        const TermId taken = pool_.binary(Op::ne, condition.term, pool_.constant(0));
        Walk otherwise = walk;
        otherwise.at = b->otherwise;
        if (require(otherwise, pool_.logical_not(taken))) push(std::move(otherwise));
        if (!require(walk, taken)) return;
      } else if (const auto* j = std::get_if<program::Jump>(&instr.op)) {
        walk.at = j->target;
      } else if (const auto* t = std::get_if<program::Throw>(&instr.op)) {
        walk.path.threw = true;
        walk.path.thrown = t->what;
        break;
      }
    }
    finish(std::move(walk));
  }

  // JLS and the VarHandle documentation: the operands are evaluated first; one event either way.
  void compare_update(Walk walk, const program::CompareUpdate& c, Span where) {
    const Binding expected = evaluate(walk, c.expected);
    const Binding desired = evaluate(walk, c.desired);
    Walk failed = walk;
    {
      const std::uint32_t event = emit(failed, Kind::read, c.address, c.sets_failure, where);
      depend(failed.path.data, expected.taint, event);
      const Binding old = read(failed, event);
      failed.registers[c.dst] = old;
      failed.registers[c.success] = {pool_.constant(0), merge(old.taint, expected.taint)};
      // A weak form may fail although the values are equal: then nothing is required of the value read.
      if (c.weak || require(failed, pool_.binary(Op::ne, old.term, expected.term))) push(std::move(failed));
    }
    const std::uint32_t event = emit(walk, Kind::update, c.address, c.sets_success, where);
    const Binding old = read(walk, event);
    walk.registers[c.dst] = old;
    walk.registers[c.success] = {pool_.constant(1), merge(old.taint, expected.taint)};
    depend(walk.path.data, expected.taint, event);
    write(walk, event, desired);
    if (require(walk, pool_.binary(Op::eq, old.term, expected.term))) push(std::move(walk));
  }

  void push(Walk walk) {
    if (pending_.size() + done_.size() >= kMaxPathsPerThread) return budget_.exhaust("a thread has more paths than thinair follows");
    pending_.push_back(std::move(walk));
  }

  void finish(Walk walk) {
    for (const auto& [reg, binding] : walk.registers)
      if (!program_.registers[reg].temporary) walk.path.registers.emplace_back(reg, binding.term);
    done_.push_back(std::move(walk.path));
  }

  // False if the path cannot be taken: the constraint is false, or the opposite is already required.
  bool require(Walk& walk, TermId term) {
    if (const auto value = pool_.as_constant(term)) return *value != 0;
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
        return {pool_.unary(e.op, a.term), std::move(a.taint)};
      }
      default: {
        const Binding a = evaluate(walk, e.lhs);
        const Binding b = evaluate(walk, e.rhs);
        return {pool_.binary(e.op, a.term, b.term), merge(a.taint, b.taint)};
      }
    }
  }

  std::uint32_t emit(Walk& walk, Kind kind, ExprId address, SetMask sets, Span where) {
    const Binding target = evaluate(walk, address);
    check(pool_[target.term].op == Op::address, "the address of an access is a location");
    const auto index = static_cast<std::uint32_t>(walk.path.events.size());
    walk.path.events.push_back(
        {.kind = kind, .thread = thread_, .location = pool_[target.term].index, .sets = sets, .variable = 0, .written = 0, .where = where});
    depend(walk.path.addr, target.taint, index);
    control(walk, index);
    return index;
  }

  void emit_fence(Walk& walk, SetMask sets, Span where) {
    const auto index = static_cast<std::uint32_t>(walk.path.events.size());
    walk.path.events.push_back(
        {.kind = Kind::fence, .thread = thread_, .location = kNoLocation, .sets = sets, .variable = 0, .written = 0, .where = where});
    control(walk, index);
  }

  Binding read(Walk& walk, std::uint32_t event) {
    const VarId var = variable_of(thread_, walk.reads++);
    walk.path.events[event].variable = var;
    return {pool_.variable(var), {event}};
  }

  void write(Walk& walk, std::uint32_t event, const Binding& value) {
    walk.path.events[event].written = value.term;
    depend(walk.path.data, value.taint, event);
  }

  static void depend(std::vector<Dependency>& on, const Taint& taint, std::uint32_t event) {
    for (const std::uint32_t from : taint)
      if (from != event) on.push_back({from, event});  // an update's write uses its own read: one event, no edge
  }

  static void control(Walk& walk, std::uint32_t event) {
    Taint all;
    for (const Scope& scope : walk.scopes) all = merge(all, scope.taint);
    depend(walk.path.ctrl, all, event);
  }

  const Program& program_;
  value::TermPool& pool_;
  std::uint32_t thread_;
  const std::vector<Instr>& code_;
  Budget& budget_;
  std::vector<Walk> pending_;
  std::vector<ThreadPath> done_;
};

}  // namespace

Unfolding unfold(const Program& program, Budget& budget) {
  Unfolding unfolding{value::TermPool(program.bits), {}, {}};
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    unfolding.threads.push_back(Unfolder(program, unfolding.pool, t, budget).run());
  std::vector<bool> accessed(program.locations.size(), false);
  for (const auto& paths : unfolding.threads)
    for (const ThreadPath& path : paths)
      for (const Event& event : path.events)
        if (event.location != kNoLocation) accessed[event.location] = true;
  for (LocId loc = 0; loc < accessed.size(); ++loc)
    if (accessed[loc]) unfolding.accessed.push_back(loc);
  return unfolding;
}

}  // namespace thinair::events
