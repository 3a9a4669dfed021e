#include "ask/find/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "read/java/sets.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::find {
namespace {

constexpr std::array<program::SetMask, 5> kSets{read::java::kPlain, read::java::kOpaque, read::java::kAcquire, read::java::kRelease,
                                                read::java::kVolatile};
program::SetMask sets(Mode mode) { return kSets[static_cast<std::size_t>(mode)]; }

bool is_access(const program::Instr& instr) {
  return std::holds_alternative<program::Load>(instr.op) || std::holds_alternative<program::Store>(instr.op) ||
         std::holds_alternative<program::Update>(instr.op) || std::holds_alternative<program::CompareUpdate>(instr.op);
}

std::vector<int> all_registers(const Code& code) {
  std::vector<int> out(static_cast<std::size_t>(code.registers));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

}  // namespace

Subject::Subject(const Code& code, const Space& space) : Subject(code, all_registers(code), space.final_values) {}

Subject::Subject(const Code& code, const std::vector<int>& registers, bool final_values) {
  Sources sources;
  auto test = read::read_test(sources, sources.add("found.litmus", litmus_text(code)), nullptr);
  check(test.has_value(), "programs of a space can be read");
  test_ = std::move(*test);
  // Registers in the order of the program, whatever the threads; then, if they count, locations.
  test_.shown.clear();
  for (const int reg : registers) {
    const auto at = std::ranges::find(test_.program.registers, fmt::format("r{}", reg), &program::Register::name);
    check(at != test_.program.registers.end(), "every read has a register");
    test_.shown.push_back({false, static_cast<std::uint32_t>(at - test_.program.registers.begin())});
  }
  if (final_values)
    for (std::size_t x = 0; x < code.locations; ++x) {
      const auto at = std::ranges::find(test_.program.locations, std::string(1, kLocationNames[x]), &program::Location::name);
      check(at != test_.program.locations.end(), "every location is declared");
      test_.shown.push_back({true, static_cast<std::uint32_t>(at - test_.program.locations.begin())});
    }
  for (std::uint32_t t = 0; t < code.threads.size(); ++t) {
    std::size_t at = 0;
    const auto& instructions = test_.program.threads[t].code;
    for (const Step& step : code.threads[t]) {
      if (!step.access()) continue;
      while (at < instructions.size() && !is_access(instructions[at])) ++at;
      check(at < instructions.size(), "every access is an instruction");
      places_.push_back({t, at});
      set(places_.back(), step.kind, step.mode);
      ++at;
    }
  }
}

void Subject::set(const Place& place, StepKind kind, Mode mode) {
  program::Instr& instr = test_.program.threads[place.thread].code[place.instruction];
  instr.operation = method(kind, mode);
  if (auto* load = std::get_if<program::Load>(&instr.op)) {
    load->sets = sets(mode);
  } else if (auto* store = std::get_if<program::Store>(&instr.op)) {
    store->sets = sets(mode);
  } else if (auto* update = std::get_if<program::Update>(&instr.op)) {
    update->sets = sets(mode == Mode::plain ? Mode::strong : mode);
  } else {
    auto& compare = std::get<program::CompareUpdate>(instr.op);
    compare.sets_success = sets(mode == Mode::plain ? Mode::strong : mode);
    compare.sets_failure = mode == Mode::release ? sets(Mode::plain) : compare.sets_success;  // a compare that fails only reads
  }
}

std::vector<program::SetMask> Subject::sets_within(program::SetMask of) const {
  std::vector<program::SetMask> out;
  out.reserve(places_.size());
  for (const Place& place : places_) {
    const program::Instr& instr = test_.program.threads[place.thread].code[place.instruction];
    if (const auto* load = std::get_if<program::Load>(&instr.op)) {
      out.push_back(load->sets & of);
    } else if (const auto* store = std::get_if<program::Store>(&instr.op)) {
      out.push_back(store->sets & of);
    } else if (const auto* update = std::get_if<program::Update>(&instr.op)) {
      out.push_back(update->sets & of);
    } else {
      const auto& compare = std::get<program::CompareUpdate>(instr.op);
      out.push_back(compare.sets_success & of);
      out.push_back(compare.sets_failure & of);
    }
  }
  return out;
}

const program::Test& Subject::with_modes(const Code& code) {
  std::size_t at = 0;
  for (const Steps& steps : code.threads)
    for (const Step& step : steps)
      if (step.access()) set(places_[at++], step.kind, step.mode);
  check(at == places_.size(), "only modes differ");
  return test_;
}

const program::Test& Subject::with_modes(const Program& program) {
  constexpr std::array<StepKind, 4> kKinds{StepKind::read, StepKind::write, StepKind::add, StepKind::exchange};
  std::size_t at = 0;
  for (const Thread& thread : program.threads)
    for (const Access& a : thread) set(places_[at++], kKinds[static_cast<std::size_t>(a.act)], a.mode);
  check(at == places_.size(), "only modes differ");
  return test_;
}

std::vector<bounds::Strengthening> strengthenings() {
  std::vector<bounds::Strengthening> out;
  for (std::size_t a = 0; a < kSets.size(); ++a)
    for (std::size_t b = 0; b < kSets.size(); ++b)
      if (weaker(static_cast<Mode>(a), static_cast<Mode>(b))) out.push_back({kSets[a], kSets[b]});
  return out;
}

namespace {

std::optional<Mode> mode_of(program::SetMask mask) {
  const auto at = std::ranges::find(kSets, mask);
  return at == kSets.end() ? std::nullopt : std::optional(static_cast<Mode>(at - kSets.begin()));
}

// One thread of a test as accesses.
class ThreadReader {
 public:
  ThreadReader(const program::Program& p, std::map<program::LocId, std::uint8_t>& locations, std::optional<program::ExprId>& monitor)
      : p_(p), locations_(locations), monitor_(monitor) {}

  std::optional<Thread> run(const program::Thread& thread) {
    for (const program::Instr& instr : thread.code)
      if (!std::visit([&](const auto& op) { return take(op); }, instr.op)) return std::nullopt;
    if (locks_ || fence_ != Fence::none) return std::nullopt;
    return std::move(out_);
  }

 private:
  template <class T>
  bool take(const T&) {
    return false;
  }
  bool take(const program::Load& load) {
    if (load.pairing != program::Pairing::none || !access(load.address, load.sets, Act::read)) return false;
    last_ = load.dst;
    return true;
  }
  bool take(const program::Store& store) {
    const program::Expr& value = p_.exprs[store.value];
    const bool copies = value.op == program::Op::reg && last_ && value.index == *last_;
    if (store.pairing != program::Pairing::none || (value.op != program::Op::constant && !copies)) return false;
    if (!access(store.address, store.sets, Act::write)) return false;
    out_.back().copies = copies;
    return true;
  }
  bool take(const program::Update& update) {
    const program::Expr& value = p_.exprs[update.value];
    if (value.op != program::Op::add) return false;
    const program::Expr &lhs = p_.exprs[value.lhs], &rhs = p_.exprs[value.rhs];
    if (lhs.op != program::Op::reg || lhs.index != update.dst || rhs.op != program::Op::constant || rhs.value != 1) return false;
    if (!access(update.address, update.sets, Act::add)) return false;
    last_ = update.dst;
    return true;
  }
  bool take(const program::Assign& assign) {
    const program::Expr& value = p_.exprs[assign.value];
    if (value.op != program::Op::reg || !last_ || value.index != *last_) return false;
    last_ = assign.dst;
    return true;
  }
  bool take(const program::Fence& fence) {
    if (fence_ != Fence::none || out_.empty()) return false;
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
  bool take(const program::Synchronise& synchronise) {
    const program::Expr& of = p_.exprs[synchronise.of];
    if (of.op != program::Op::address || (monitor_ && p_.exprs[*monitor_].index != of.index)) return false;
    monitor_ = synchronise.of;
    if (synchronise.action == program::Synchronise::Action::lock) return !inside_ && !locks_ ? (locks_ = true) : false;
    if (synchronise.action != program::Synchronise::Action::unlock || !inside_) return false;
    out_.back().unlocks = true;
    inside_ = false;
    return true;
  }
  bool access(program::ExprId address, program::SetMask mask, Act act) {
    const program::Expr& at = p_.exprs[address];
    const auto mode = mode_of(mask);
    if (at.op != program::Op::address || !mode) return false;
    Access& a = out_.emplace_back();
    a.act = act;
    a.location = locations_.try_emplace(at.index, static_cast<std::uint8_t>(locations_.size())).first->second;
    a.mode = *mode;
    a.fence = std::exchange(fence_, Fence::none);
    a.locks = std::exchange(locks_, false);
    inside_ = inside_ || a.locks;
    return true;
  }

  const program::Program& p_;
  std::map<program::LocId, std::uint8_t>& locations_;
  std::optional<program::ExprId>& monitor_;
  Thread out_;
  std::optional<program::RegId> last_;
  Fence fence_ = Fence::none;
  bool locks_ = false, inside_ = false;
};

}  // namespace

std::optional<Program> program_of(const program::Test& test) {
  if (test.program.arch != program::Arch::java) return std::nullopt;
  Program out;
  std::map<program::LocId, std::uint8_t> locations;
  std::optional<program::ExprId> monitor;
  for (const program::Thread& thread : test.program.threads) {
    auto read = ThreadReader(test.program, locations, monitor).run(thread);
    if (!read || thread.on_start || thread.joined) return std::nullopt;
    if (!read->empty()) out.threads.push_back(std::move(*read));
  }
  if (out.threads.empty() || locations.size() > kLocationNames.size()) return std::nullopt;
  return canonical(out);
}

}  // namespace thinair::find
