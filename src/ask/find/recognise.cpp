#include "ask/find/recognise.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "ask/find/subject.hpp"
#include "ask/suite/files.hpp"
#include "program/operator.hpp"
#include "read/java/sets.hpp"
#include "read/lower.hpp"

namespace thinair::find {
namespace {

std::optional<Mode> mode_of(program::SetMask mask) {
  for (const Mode mode : {Mode::plain, Mode::opaque, Mode::acquire, Mode::release, Mode::strong})
    if (sets_of(mode) == mask) return mode;
  return std::nullopt;
}

// What threads share: the names of locations in the order of their use, the monitor, the number that conditions compare with.
struct Names {
  std::map<program::LocId, std::uint8_t> locations;
  std::optional<program::ObjectId> monitor;  // the object whose it is
  std::optional<program::Value> compared;
  std::vector<program::Value> written;
};

// One thread of a test as accesses.
class ThreadReader {
 public:
  ThreadReader(const program::Program& p, Names& names) : p_(p), names_(names) {}

  std::optional<Thread> run(const program::Thread& thread) {
    code_ = &thread.code;
    if (!block(0, static_cast<program::Label>(thread.code.size()), {})) return std::nullopt;
    if (locks_ || inside_ || fence_ != Fence::none) return std::nullopt;
    return std::move(out_);
  }

 private:
  struct Condition {
    Guard guard = Guard::always;
    std::size_t read = 0;
    std::size_t first = 0;  // the reads from this one on are under it
  };

  // Instructions from one place to another, all under one condition.
  bool block(program::Label from, program::Label to, const Condition& condition) {
    for (program::Label at = from; at < to; ++at) {
      const program::Instr& instr = (*code_)[at];
      if (const auto* branch = std::get_if<program::Branch>(&instr.op)) {
        const auto end = condition.guard == Guard::always ? branches(*branch, at, to) : std::nullopt;
        if (!end) return false;
        at = *end - 1;
      } else if (!std::visit([&](const auto& op) { return take(op, condition); }, instr.op)) {
        return false;
      }
    }
    return true;
  }

  // Both branches of a condition; gives the place behind them.
  std::optional<program::Label> branches(const program::Branch& branch, program::Label at, program::Label to) {
    auto condition = condition_of(branch.condition);
    if (!condition || branch.otherwise <= at || branch.otherwise > to) return std::nullopt;
    const program::Label otherwise = branch.otherwise;
    const auto* jump = std::get_if<program::Jump>(&(*code_)[otherwise - 1].op);
    const program::Label end = jump ? jump->target : otherwise;
    if (end < otherwise || end > to) return std::nullopt;
    if (!block(at + 1, jump ? otherwise - 1 : otherwise, *condition)) return std::nullopt;
    condition->guard = condition->guard == Guard::if_one ? Guard::if_not_one : Guard::if_one;
    condition->first = reads_;
    if (!block(otherwise, end, *condition)) return std::nullopt;
    return end;
  }

  // A register that was read, equal or not equal to a number.
  std::optional<Condition> condition_of(program::ExprId id) {
    const program::Expr& compare = p_.exprs[id];
    if (compare.op == program::Op::log_not) {
      auto out = condition_of(compare.lhs);
      if (out) out->guard = out->guard == Guard::if_one ? Guard::if_not_one : Guard::if_one;
      return out;
    }
    if (compare.op != program::Op::eq && compare.op != program::Op::ne) return std::nullopt;
    program::Expr lhs = p_.exprs[compare.lhs], rhs = p_.exprs[compare.rhs];
    if (lhs.op == program::Op::constant) std::swap(lhs, rhs);
    const auto read = read_in(lhs);
    if (!read || rhs.op != program::Op::constant || rhs.value == 0 || names_.compared.value_or(rhs.value) != rhs.value) return std::nullopt;
    names_.compared = rhs.value;
    return Condition{compare.op == program::Op::eq ? Guard::if_one : Guard::if_not_one, *read, reads_};
  }

  // Which read the value of the register is.
  std::optional<std::size_t> read_in(const program::Expr& expr) const {
    const auto at = expr.op == program::Op::reg ? holds_.find(expr.index) : holds_.end();
    return at == holds_.end() ? std::nullopt : std::optional(at->second);
  }
  std::uint8_t between(std::size_t read) const { return static_cast<std::uint8_t>(reads_ - 1 - read); }

  template <class T>
  bool take(const T&, const Condition&) {
    return false;
  }
  bool take(const program::Load& load, const Condition& condition) {
    return load.pairing == program::Pairing::none && access(load.address, load.sets, Act::read, condition) &&
           hold(load.dst, reads_++, condition);
  }
  bool take(const program::Store& store, const Condition& condition) {
    const program::Expr& value = p_.exprs[store.value];
    const auto copied = read_in(value);
    if (store.pairing != program::Pairing::none || (value.op != program::Op::constant && !copied)) return false;
    if (!access(store.address, store.sets, Act::write, condition)) return false;
    out_.back().copies = copied.has_value();
    if (copied)
      out_.back().copied = between(*copied);
    else
      names_.written.push_back(value.value);
    return true;
  }
  bool take(const program::Update& update, const Condition& condition) {
    const program::Expr& value = p_.exprs[update.value];
    if (value.op != program::Op::add) return false;
    const program::Expr &lhs = p_.exprs[value.lhs], &rhs = p_.exprs[value.rhs];
    if (lhs.op != program::Op::reg || lhs.index != update.dst || rhs.op != program::Op::constant || rhs.value != 1) return false;
    return access(update.address, update.sets, Act::add, condition) && hold(update.dst, reads_++, condition);
  }
  // Under a condition only a register that was not used yet, and so is 0 otherwise, gets what is read under the same condition.
  bool hold(program::RegId reg, std::size_t read, const Condition& condition) {
    if (condition.guard != Guard::always && (read < condition.first || holds_.contains(reg))) return false;
    holds_[reg] = read;
    return true;
  }
  // A copy of what was read; 0, before a register is used; or the object whose monitor is meant.
  bool take(const program::Assign& assign, const Condition& condition) {
    const program::Expr& value = p_.exprs[assign.value];
    if (const auto object = value.op == program::Op::constant ? program::object_of(p_, value.value) : std::nullopt)
      return objects_.try_emplace(assign.dst, *object).first->second == *object;
    if (value.op == program::Op::constant) return value.value == 0 && condition.guard == Guard::always && !holds_.contains(assign.dst);
    const auto read = read_in(value);
    return read && hold(assign.dst, *read, condition);
  }
  bool take(const program::Fence& fence, const Condition& condition) {
    if (fence_ != Fence::none || out_.empty() || condition.guard != Guard::always) return false;
    constexpr std::array<program::SetMask, 6> kFenceSets{0,
                                                         read::java::kAcquire | read::java::kLoadLoad,
                                                         read::java::kRelease | read::java::kStoreStore,
                                                         read::java::kAcquire | read::java::kAcquireFence,
                                                         read::java::kRelease | read::java::kReleaseFence,
                                                         read::java::kVolatile | read::java::kFullFence};
    const auto at = std::ranges::find(kFenceSets, fence.sets);
    if (at == kFenceSets.end()) return false;
    fence_ = static_cast<Fence>(at - kFenceSets.begin());
    return true;
  }
  bool take(const program::Synchronise& synchronise, const Condition& condition) {
    const program::Expr& of = p_.exprs[synchronise.of];
    if (of.op != program::Op::monitor || p_.exprs[of.lhs].op != program::Op::reg || condition.guard != Guard::always) return false;
    const auto object = objects_.find(p_.exprs[of.lhs].index);
    if (object == objects_.end() || names_.monitor.value_or(object->second) != object->second) return false;
    names_.monitor = object->second;
    if (synchronise.action == program::Synchronise::Action::lock) return !inside_ && !locks_ ? (locks_ = true) : false;
    if (synchronise.action != program::Synchronise::Action::unlock || !inside_) return false;
    out_.back().unlocks = true;
    inside_ = false;
    return true;
  }
  bool access(program::ExprId address, program::SetMask mask, Act act, const Condition& condition) {
    const program::Expr& at = p_.exprs[address];
    const auto mode = mode_of(mask);
    if (at.op != program::Op::address || !mode) return false;
    const program::Location& location = p_.locations[at.index];
    if (location.initial != 0 || location.bytes > program::kWord || location.high != program::kNoAddress) return false;
    Access& a = out_.emplace_back();
    a.act = act;
    a.location = names_.locations.try_emplace(at.index, static_cast<std::uint8_t>(names_.locations.size())).first->second;
    a.mode = *mode;
    a.guard = condition.guard;
    if (a.guard != Guard::always) a.guarded_by = between(condition.read);
    a.fence = std::exchange(fence_, Fence::none);
    a.locks = std::exchange(locks_, false);
    inside_ = inside_ || a.locks;
    return true;
  }

  const program::Program& p_;
  Names& names_;
  const std::vector<program::Instr>* code_ = nullptr;
  Thread out_;
  std::map<program::RegId, std::size_t> holds_;  // the read whose value it has, by number
  std::map<program::RegId, program::ObjectId> objects_;
  std::size_t reads_ = 0;
  Fence fence_ = Fence::none;
  bool locks_ = false, inside_ = false;
};

}  // namespace

std::optional<Program> program_of(const program::Test& test) {
  if (test.program.arch != program::Arch::java) return std::nullopt;
  Program out;
  Names names;
  for (const program::Thread& thread : test.program.threads) {
    auto read = ThreadReader(test.program, names).run(thread);
    if (!read || thread.on_start || thread.joined) return std::nullopt;
    if (!read->empty()) out.threads.push_back(std::move(*read));
  }
  if (out.threads.empty() || names.locations.size() > kLocationNames.size()) return std::nullopt;
  if (names.compared && std::ranges::any_of(names.written, [&](program::Value value) { return value != *names.compared; }))
    return std::nullopt;
  return canonical(out);
}

namespace {

// Of several tests that are one program: a family that is about shapes first, one about an API last.
std::pair<int, std::string> preference(const std::string& id) {
  return {id.starts_with("classic/") ? 0 : id.starts_with("jcstress/") ? 2 : 1, id};
}

}  // namespace

std::string known_as(const Program& program) {
  static const std::map<std::string, std::string> kKnown = [] {
    std::map<std::string, std::string> out;
    for (const suite::ShippedTest& shipped : suite::shipped_tests()) {
      Sources sources;
      const auto test = read::read_test(sources, sources.add("test.litmus", std::string(shipped.text)), nullptr);
      if (!test) continue;
      const auto one = program_of(*test);
      if (!one) continue;
      const std::string id(shipped.id);
      std::string& chosen = out.try_emplace(to_text(*one), id).first->second;
      if (preference(id) < preference(chosen)) chosen = id;
    }
    return out;
  }();
  const auto at = kKnown.find(to_text(canonical(program)));
  return at == kKnown.end() ? "" : at->second;
}

}  // namespace thinair::find
