#include "ask/find/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "read/java/sets.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::find {
namespace {

constexpr std::array<program::SetMask, 5> kSets{read::java::kPlain, read::java::kOpaque, read::java::kAcquire, read::java::kRelease,
                                                read::java::kVolatile};
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

program::SetMask sets_of(Mode mode) { return kSets[static_cast<std::size_t>(mode)]; }

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
    load->sets = sets_of(mode);
  } else if (auto* store = std::get_if<program::Store>(&instr.op)) {
    store->sets = sets_of(mode);
  } else if (auto* update = std::get_if<program::Update>(&instr.op)) {
    update->sets = sets_of(mode == Mode::plain ? Mode::strong : mode);
  } else {
    auto& compare = std::get<program::CompareUpdate>(instr.op);
    compare.sets_success = sets_of(mode == Mode::plain ? Mode::strong : mode);
    compare.sets_failure = mode == Mode::release ? sets_of(Mode::plain) : compare.sets_success;  // a compare that fails only reads
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

}  // namespace thinair::find
