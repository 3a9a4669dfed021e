#include "read/java/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace thinair::read {
namespace {

constexpr std::size_t kShortest = 3;  // of shorter names almost any other is near

// The same but for digits: `flag1` and `flag2` are two flags.
std::string without_digits(std::string_view name) {
  std::string out;
  std::ranges::copy_if(name, std::back_inserter(out), [](char c) { return c < '0' || c > '9'; });
  return out;
}

std::string small_letters(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool looks_like(std::string_view name, std::string_view other) {
  if (name == other) return false;
  if (small_letters(name) == small_letters(other)) return true;
  const std::size_t shorter = std::min(name.size(), other.size());
  if (shorter < kShortest || without_digits(small_letters(name)) == without_digits(small_letters(other))) return false;
  const std::size_t distance = edit_distance(name, other);
  return distance <= 2 && distance * 2 <= shorter;
}

// Locations that the program reads, and where it first writes each.
struct Accessed {
  std::set<LocId> read;
  std::map<LocId, Span> written;
};

Accessed accessed(const Program& program) {
  Accessed out;
  for (const Thread& thread : program.threads)
    for (const Instr& instr : thread.code) {
      // Fields and elements are not known here.
      const auto location = [&](ExprId address) {
        const Expr& e = program.exprs[address];
        return e.op == Op::address ? e.index : kNoAddress;
      };
      if (const auto* load = std::get_if<Load>(&instr.op)) out.read.insert(location(load->address));
      if (const auto* update = std::get_if<Update>(&instr.op)) out.read.insert(location(update->address));
      if (const auto* cas = std::get_if<CompareUpdate>(&instr.op)) out.read.insert(location(cas->address));
      if (const auto* store = std::get_if<Store>(&instr.op)) out.written.try_emplace(location(store->address), instr.where);
    }
  out.written.erase(kNoAddress);
  return out;
}

std::string near_location(const Program& program, std::string_view name) {
  for (const Location& location : program.locations)
    if (location.object == kNoObject && location.role == Location::Role::variable && looks_like(name, location.name)) return location.name;
  return "";
}

void warn_of_unassigned(const Program& program, const JavaUses& uses, Report& report) {
  for (const auto& [reg, where] : uses.read) {
    const Register& local = program.registers[reg];
    if (local.assigned || uses.caught.contains(reg)) continue;
    std::vector<std::string> candidates;
    bool elsewhere = false;  // another thread assigns to the name
    for (RegId other = 0; other < program.registers.size(); ++other) {
      const Register& candidate = program.registers[other];
      if (candidate.temporary || !candidate.assigned) continue;
      if (candidate.thread == local.thread) candidates.push_back(candidate.name);
      elsewhere = elsewhere || (candidate.name == local.name && uses.assigned.contains(other));
    }
    for (const Location& location : program.locations) candidates.push_back(location.name);
    const std::string near = elsewhere ? "" : did_you_mean(local.name, candidates);
    report.warning("litmus-unassigned", where,
                   fmt::format("local '{}' of thread {} is never assigned and reads 0", local.name, local.thread),
                   near.empty() ? fmt::format("is '{}' shared? Add {}=0 to {{ }}", local.name, local.name) : near);
  }
}

void warn_of_unread(const Program& program, const std::set<Observable>& named, const JavaUses& uses, Report& report) {
  for (const auto& [reg, where] : uses.assigned) {
    const Register& local = program.registers[reg];
    const std::string near = near_location(program, local.name);
    if (near.empty() || uses.read.contains(reg) || named.contains({false, reg})) continue;
    report.warning("litmus-unread", where, fmt::format("'{}' is a local of thread {} and never read", local.name, local.thread),
                   fmt::format("did you mean '{}'?", near));
  }
  const Accessed locations = accessed(program);
  for (const auto& [location, where] : locations.written) {
    const std::string& name = program.locations[location].name;
    const std::string near = near_location(program, name);
    if (near.empty() || locations.read.contains(location) || named.contains({true, location})) continue;
    report.warning("litmus-unread", where, fmt::format("location '{}' is written and never read", name),
                   fmt::format("did you mean '{}'?", near));
  }
}

void warn_of_modes(const JavaUses& uses, Report& report) {
  for (const auto& [location, use] : uses.bare)
    if (uses.atomic.contains(location))
      report.warning("litmus-mode", use.first, fmt::format("'{}' is plain, as VarHandle's; AtomicInteger's is volatile", use.second->name),
                     fmt::format("for AtomicInteger write {}Volatile, for a plain access {}Plain", use.second->name, use.second->name));
}

}  // namespace

void warn_of_uses(const Program& program, const std::set<Observable>& named, const JavaUses& uses, Report& report) {
  warn_of_unassigned(program, uses, report);
  warn_of_unread(program, named, uses, report);
  warn_of_modes(uses, report);
}

}  // namespace thinair::read
