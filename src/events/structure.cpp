#include "events/structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace thinair::events {
namespace {

bool listed(const std::vector<program::InstrId>& instructions, const Event& event) {
  return std::ranges::find(instructions, event.instr) != instructions.end();
}

}  // namespace

bool same_instruction(const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread && a.instruction == b.instruction; }

Structure combine(const program::Program& program, Unfolding& unfolding, const std::vector<std::uint32_t>& chosen,
                  const program::Relaxation& without) {
  Structure s;
  s.chosen = chosen;
  for (const LocId loc : unfolding.accessed)
    s.events.push_back({.kind = Kind::write,
                        .port = Port::none,
                        .exclusive = false,
                        .thread = kInitThread,
                        .location = loc,
                        .object = program.locations[loc].object,
                        .sets = program.plain_sets,
                        .variable = 0,
                        .written = unfolding.pool.constant(program.locations[loc].initial),
                        .reg = 0,
                        .where = {},
                        .instr = {},
                        .instruction = 0});
  s.init_count = static_cast<std::uint32_t>(s.events.size());
  for (EventId low = 0; low < s.init_count; ++low)
    for (EventId high = 0; high < s.init_count; ++high)
      if (program.locations[s.events[low].location].high == s.events[high].location) s.whole.emplace_back(low, high);
  s.registers.assign(program.registers.size(), unfolding.pool.constant(0));
  std::vector<std::uint32_t> base;
  for (std::size_t t = 0; t < chosen.size(); ++t) {
    const ThreadPath& path = unfolding.threads[t][chosen[t]];
    base.push_back(static_cast<std::uint32_t>(s.events.size()));
    s.events.insert(s.events.end(), path.events.begin(), path.events.end());
    s.constraints.insert(s.constraints.end(), path.constraints.begin(), path.constraints.end());
    for (const auto& [reg, term] : path.registers) s.registers[reg] = term;
    s.threw.push_back(path.threw);
    s.blocked.push_back(path.blocked);
    s.bound_reached = s.bound_reached || path.bound_reached;
    s.nowhere = s.nowhere || path.nowhere;
  }
  // A notification wakes the one thread that waits; with several it may be another one.
  for (Event& event : s.events) {
    if (event.kind != Kind::notify) continue;
    std::size_t waiting = 0;
    for (std::size_t t = 0; t < chosen.size(); ++t) {
      const auto& waits = unfolding.threads[t][chosen[t]].waits;
      waiting += std::ranges::find(waits, event.location) != waits.end() ? 1 : 0;
    }
    if (waiting == 1) event.kind = Kind::notify_all;
  }
  const std::size_t n = s.events.size();
  s.po = s.addr = s.data = s.ctrl = Relation(n);
  for (std::size_t t = 0; t < chosen.size(); ++t) {
    const ThreadPath& path = unfolding.threads[t][chosen[t]];
    for (std::size_t i = 0; i < path.events.size(); ++i)
      for (std::size_t j = i + 1; j < path.events.size(); ++j) {
        if (path.events[i].instruction == path.events[j].instruction) continue;
        if (listed(without.unordered, path.events[j])) break;
        s.po.add(base[t] + i, base[t] + j);
      }
    const auto related = [&](const Dependency& d) { return !listed(without.independent, path.events[d.to]); };
    const auto add = [&](const std::vector<Dependency>& from, Relation& to) {
      for (const Dependency& d : from)
        if (related(d)) to.add(base[t] + d.from, base[t] + d.to);
    };
    add(path.addr, s.addr);
    add(path.data, s.data);
    add(path.ctrl, s.ctrl);
    const auto list = [at = base[t]](const std::vector<Dependency>& from, Structure::Pairs& to) {
      for (const Dependency& d : from) to.emplace_back(at + d.from, at + d.to);
    };
    const auto list_related = [&, at = base[t]](const std::vector<Dependency>& from, Structure::Pairs& to) {
      for (const Dependency& d : from)
        if (related(d)) to.emplace_back(at + d.from, at + d.to);
    };
    list_related(path.deref, s.deref);
    list_related(path.pick_addr, s.pick_addr);
    list_related(path.pick_data, s.pick_data);
    list_related(path.pick_ctrl, s.pick_ctrl);
    list(path.amo, s.amo);
    list(path.lxsx, s.lxsx);
    list(path.critical, s.critical);
    list(path.whole, s.whole);
    list(path.rf_reg, s.rf_reg);
    list(path.iico_data, s.iico_data);
    list(path.iico_ctrl, s.iico_ctrl);
    list(path.iico_order, s.iico_order);
  }
  return s;
}

std::string label(const program::Program& program, const Event& event) {
  std::string kind;
  switch (event.kind) {
    case Kind::read: kind = "R"; break;
    case Kind::write: kind = "W"; break;
    case Kind::update: kind = "RMW"; break;
    case Kind::fence: kind = "F"; break;
    case Kind::lock: kind = "Lock"; break;
    case Kind::unlock: kind = "Unlock"; break;
    case Kind::notify: kind = "Notify"; break;
    case Kind::notify_all: kind = "NotifyAll"; break;
    case Kind::start: kind = "Start"; break;
    case Kind::begin: kind = "Begin"; break;
    case Kind::end: kind = "End"; break;
    case Kind::join: kind = "Join"; break;
    case Kind::alive: kind = "Alive"; break;
    case Kind::early: kind = "Early"; break;
    case Kind::restart: kind = "Restart"; break;
    case Kind::freeze: kind = "Freeze"; break;
    case Kind::print: kind = "Print"; break;
    case Kind::register_read: kind = "Rreg"; break;
    case Kind::register_write: kind = "Wreg"; break;
    case Kind::branch: kind = "BCC"; break;
    case Kind::pick: kind = "PRED"; break;
  }
  const std::string modes = event.is_init() ? "init" : program::mode_text(program, event.sets);
  std::string out = modes.empty() ? kind : fmt::format("{}[{}]", kind, modes);
  if (event.location != kNoLocation) out += " " + program.locations[event.location].name;
  if (event.of_register() && event.reg < program.registers.size()) out += " " + program.registers[event.reg].name;
  return out;
}

}  // namespace thinair::events
