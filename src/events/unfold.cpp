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
#include <utility>

#include "events/blocking.hpp"
#include "events/liveness.hpp"
#include "events/unfolder.hpp"
#include "events/variable.hpp"
#include "support/check.hpp"

namespace thinair::events {

using program::ExprId;
using program::Instr;
using program::Label;
using program::Op;
using program::Program;

namespace {

constexpr std::size_t kMaxPathsPerThread = 1 << 16;

// What the machine was free to choose makes no difference where nothing depends on it: then two paths are one.
void drop_copies(std::vector<ThreadPath>& paths) {
  std::map<std::pair<std::vector<TermId>, std::vector<std::pair<RegId, TermId>>>, std::vector<std::size_t>> alike;  // indices into kept
  std::vector<ThreadPath> kept;
  for (ThreadPath& path : paths) {
    std::vector<std::size_t>& others = alike[{path.constraints, path.registers}];
    if (std::ranges::any_of(others, [&](std::size_t other) { return kept[other] == path; })) continue;
    others.push_back(kept.size());
    kept.push_back(std::move(path));
  }
  paths = std::move(kept);
}

}  // namespace

Unfolder::Unfolder(const UnfoldContext& context, std::uint32_t thread)
    : context_(context),
      program_(context.program),
      pool_(context.pool),
      budget_(context.budget),
      without_(context.without),
      thread_(thread),
      code_(context.program.threads[thread].code),
      loops_(code_.size() + 1, false) {
  bool any = false;
  for (Label at = 0; at < code_.size(); ++at) {
    if (const auto* jump = std::get_if<program::Jump>(&code_[at].op); jump && jump->target <= at) loops_[jump->target] = any = true;
    if (const auto* branch = std::get_if<program::Branch>(&code_[at].op); branch && branch->otherwise <= at)
      loops_[branch->otherwise] = any = true;
  }
  if (any) live_ = live_registers(program_, thread_);
  if (in_parts()) find_flags();
  starvation_ = context.reading.endless != 0 && others_lock_in_loops();
}

std::vector<ThreadPath> Unfolder::run() {
  Walk start;
  for (RegId r = 0; r < program_.registers.size(); ++r)
    if (const program::Register& reg = program_.registers[r]; reg.thread == thread_)
      start.registers[r] = {reg.address != program::kNoAddress ? pool_.address(reg.address) : pool_.constant(reg.initial), {}};
  if (program_.threads[thread_].on_start) {
    Walk absent = start;
    absent.path.absent = true;
    absent.at = static_cast<Label>(code_.size());
    finish(std::move(absent));
    emit_action(start, Kind::begin, program_.threads[thread_].life, 0, {});
  }
  pending_.push_back(std::move(start));
  while (!pending_.empty() && !budget_.exhausted()) {
    Walk walk = std::move(pending_.back());
    pending_.pop_back();
    follow(std::move(walk));
  }
  if (chose_) drop_copies(done_);
  return std::move(done_);
}

void Unfolder::follow(Walk walk) {
  while (walk.at < code_.size()) {
    if (budget_.exhausted()) return;
    while (!walk.scopes.empty() && walk.scopes.back().join <= walk.at) walk.scopes.pop_back();
    if (loops_[walk.at]) enter_loop(walk);
    const Instr& instr = code_[walk.at++];
    if (!instr.continues) {
      ++walk.instruction;
      walk.instr = {thread_, walk.at - 1};
    }
    if (walk.path.events.size() >= kMaxEventsPerPath)
      return budget_.exhaust(Incomplete::paths, "a path has more events than thinair follows");
    const bool goes_on = std::visit([&](const auto& op) { return step(walk, op, instr.where); }, instr.op);
    if (unresolved_) return split_by_place(std::move(walk), *std::exchange(unresolved_, std::nullopt), instr.continues);
    if (std::exchange(impossible_, false) || !goes_on) return;
    if (const auto* update = std::get_if<program::Update>(&instr.op); update && !split_by_address(walk, update->dst)) return;
  }
  finish(std::move(walk));
}

// Goes on at `target`; backwards only so often. `at` is already behind the jump. False if the path ends here.
//
// A turn that did nothing but read, and left everything as it was, is not followed by another one (spin). One that had
// only one way to go and changed something does not count: such a loop counts to its end. One that had only one way to go and changed
// nothing is followed by another one of its kind, forever; it counts, and so does a turn of a path that is long already.
bool Unfolder::jump(Walk& walk, Label target, Span where) {
  constexpr unsigned kMostTurns = 1000;
  constexpr std::size_t kMostEvents = 200;
  unsigned bound = program_.unroll;
  if (target < walk.at && loops_[target]) {
    const Turn& turn = walk.entered.at(target);
    const bool as_it_was = left_all_as_it_was(walk, turn) && opens_anew(walk, turn, target);
    if (as_it_was) {
      if (only_read(walk, turn)) return spin(walk, turn, where);
      // Waking up in vain twice is waking up once, later: what comes between adds nothing.
      walk.waited = only_waited(walk, turn);
      if (walk.waited) sleep_forever(walk, turn, where);
      if (walk.waited && turn.after_waiting == walk.waited) return false;
      // The same of looking twice under the same monitors: what the thread did before is released by the first turn, and all that others
      // did is taken over by the last.
      walk.looked = only_looked(walk, turn);
      if (walk.looked) {
        if (Walk forever = walk; spin(forever, turn, where)) push(std::move(forever));
        if (turn.after_looking == walk.looked) return false;
      }
    }
    if (turn.choices == walk.choices && !as_it_was && walk.path.events.size() < kMostEvents) bound = kMostTurns;
  }
  if (target < walk.at && walk.turns[walk.at - 1]++ >= bound) {
    walk.path.bound_reached = true;
    walk.at = static_cast<Label>(code_.size());
    return true;
  }
  walk.at = target;
  return true;
}

bool Unfolder::step(Walk& walk, const program::Assign& assign, Span) {
  if (in_parts()) flow_assign(walk, assign.dst, assign.like ? *assign.like : assign.value);
  Binding value = evaluate(walk, assign.value);
  if (assign.like) {
    Binding like = evaluate(walk, *assign.like);
    value = {value.term, std::move(like.taint), std::move(like.picked)};
  }
  walk.registers[assign.dst] = std::move(value);
  return true;
}

bool Unfolder::step(Walk& walk, const program::Jump& j, Span where) { return jump(walk, j.target, where); }

bool Unfolder::step(Walk& walk, const program::Choice& either, Span where) {
  ++walk.choices;
  chose_ = true;
  Walk otherwise = walk;
  if (jump(otherwise, either.otherwise, where)) push(std::move(otherwise));
  return true;
}

bool Unfolder::step(Walk& walk, const program::Throw& thrown, Span) {
  walk.path.threw = true;
  walk.path.thrown = thrown.what;
  walk.at = static_cast<Label>(code_.size());
  return true;
}

bool Unfolder::step(Walk& walk, const program::Branch& b, Span where) {
  const Binding condition = evaluate(walk, b.condition);
  if (in_parts()) flow_branch(walk, b);
  if (b.depends) walk.scopes.push_back({b.join, condition.taint, condition.picked});
  const TermId taken = pool_.binary(Op::ne, condition.term, pool_.constant(0));
  if (!pool_.as_constant(taken)) ++walk.choices;
  Walk otherwise = walk;
  if (require(otherwise, pool_.logical_not(taken)) && jump(otherwise, b.otherwise, where)) push(std::move(otherwise));
  return require(walk, taken);
}

bool Unfolder::step(Walk& walk, const program::Select& choose, Span) {
  const Binding condition = evaluate(walk, choose.condition);
  const TermId holds = pool_.binary(Op::ne, condition.term, pool_.constant(0));
  const auto pick = [&](Walk& w, ExprId from) {
    if (in_parts()) flow_select(w, choose, from);
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

void Unfolder::push(Walk walk) {
  if (pending_.size() + done_.size() >= kMaxPathsPerThread)
    return budget_.exhaust(Incomplete::paths, "a thread has more paths than thinair follows");
  pending_.push_back(std::move(walk));
}

// Addresses have no numbers: a register that shows one at the end has no value to show. Those that nobody looks at end as 0.
void Unfolder::finish(Walk walk) {
  const program::Thread& thread = program_.threads[thread_];
  const bool ended = !walk.path.absent && !walk.path.blocked && !walk.path.bound_reached;
  if (ended && thread.joined) {
    ++walk.instruction;
    walk.instr = {thread_, static_cast<std::uint32_t>(code_.size())};
    walk.scopes.clear();
    emit_action(walk, Kind::end, thread.life, 0, {});
  }
  for (const auto& [monitor, holding] : walk.monitors)
    if (holding.count > 0) walk.path.held.push_back(monitor);
  tell(walk);
  for (const auto& [reg, binding] : walk.registers) {
    const program::Register& known = program_.registers[reg];
    if (known.temporary) continue;
    if (!has_address(binding.term)) {
      walk.path.registers.emplace_back(reg, binding.term);
    } else if (holds_addresses(program_) && location_of(binding.term)) {
      walk.path.registers.emplace_back(reg, numbered(binding.term));
    } else if (known.assigned && !walk.path.bound_reached) {
      return budget_.exhaust(Incomplete::unsupported, fmt::format("register {}:{} holds an address at the end", thread_, known.name));
    } else {
      walk.path.registers.emplace_back(reg, pool_.constant(0));
    }
  }
  done_.push_back(std::move(walk.path));
}

// Whether the number of an address is part of the value. Terms are made of earlier ones.
bool Unfolder::has_address(TermId term) {
  while (addressed_.size() <= term) {
    const value::Term& t = pool_[static_cast<TermId>(addressed_.size())];
    const bool leaf = t.op == Op::constant || t.op == Op::reg || t.op == Op::address;
    const bool unary = t.op == Op::neg || t.op == Op::bit_not || t.op == Op::log_not;
    addressed_.push_back(t.op == Op::address || (!leaf && (addressed_[t.lhs] || (!unary && addressed_[t.rhs]))));
  }
  return addressed_[term];
}

// False if the path cannot be taken: the constraint is false, or the opposite is already required.
bool Unfolder::require(Walk& walk, TermId term) {
  if (const auto value = pool_.as_constant(term)) return *value != 0;
  if (has_address(term)) {
    if (const TermId known = compared(term); known != term) return require(walk, known);
    budget_.exhaust(Incomplete::unsupported, "a branch depends on the number of an address");
    return false;
  }
  if (!walk.known.empty()) {
    const TermId said = pool_.substitute(term, [&](VarId var) -> std::optional<TermId> {
      const auto known = walk.known.find(var);
      return known == walk.known.end() ? std::nullopt : std::optional(pool_.constant(known->second));
    });
    if (said != term) return require(walk, said);
  }
  if (const value::Term& t = pool_[term]; t.op == Op::eq && pool_[t.lhs].op == Op::reg)
    if (const auto value = pool_.as_constant(t.rhs)) walk.known.emplace(pool_[t.lhs].index, *value);
  auto& constraints = walk.path.constraints;
  if (std::ranges::find(constraints, pool_.logical_not(term)) != constraints.end()) return false;
  if (std::ranges::find(constraints, term) == constraints.end()) constraints.push_back(term);
  return true;
}

Binding Unfolder::evaluate(const Walk& walk, ExprId id) {
  const program::Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::constant: return {pool_.constant(e.value), {}};
    case Op::address: return {pool_.address(e.index), {}};
    case Op::reg: return walk.registers.at(e.index);
    case Op::field:
    case Op::element:
    case Op::monitor:
    case Op::length:
    case Op::instance_of: return heap_operation(walk, e);
    case Op::neg:
    case Op::bit_not:
    case Op::log_not: {
      Binding a = evaluate(walk, e.lhs);
      return {pool_.unary(e.op, a.term, e.bits), std::move(a.taint), std::move(a.picked)};
    }
    default: {
      const Binding a = evaluate(walk, e.lhs);
      const Binding b = evaluate(walk, e.rhs);
      return {pool_.binary(e.op, a.term, b.term, e.bits), merge(a.taint, b.taint), merge(a.picked, b.picked)};
    }
  }
}

namespace {

bool follows_references(const Program& program) {
  return holds_addresses(program) || std::ranges::any_of(program.threads, [](const program::Thread& thread) {
           return std::ranges::any_of(thread.code, [](const Instr& instr) {
             const auto* resolve = std::get_if<program::Resolve>(&instr.op);
             return (resolve && !resolve->below) || std::holds_alternative<program::TestClass>(instr.op);
           });
         });
}

bool may_block(const Unfolding& unfolding) {
  return std::ranges::any_of(unfolding.threads, [](const auto& paths) {
    return std::ranges::any_of(paths, [](const ThreadPath& path) { return path.blocked.has_value(); });
  });
}

Unfolding every_path(const Program& program, const References& references, Budget& budget, const program::Relaxation& without,
                     const Reading& reading) {
  Unfolding unfolding{value::TermPool(program.bits), {}, {}};
  std::vector<std::uint8_t> widths;
  for (const program::Location& location : program.locations) widths.push_back(location.bytes);
  const UnfoldContext context{program, unfolding.pool, references, widths, budget, without, reading};
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) unfolding.threads.push_back(Unfolder(context, t).run());
  return unfolding;
}

}  // namespace

Unfolding unfold(const Program& program, Budget& budget, const program::Relaxation& without, const Reading& reading) {
  References references(program);
  Unfolding unfolding = every_path(program, references, budget, without, reading);
  if (follows_references(program))
    while (!budget.limit().reached() && references.add(unfolding)) unfolding = every_path(program, references, budget, without, reading);
  if (may_block(unfolding)) drop_unblocked(program, unfolding);
  std::vector<bool> accessed(program.locations.size(), false);
  for (const auto& paths : unfolding.threads)
    for (const ThreadPath& path : paths)
      for (const Event& event : path.events)
        if (event.reads() || event.writes()) accessed[event.location] = true;
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
