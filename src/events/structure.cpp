#include "events/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "support/check.hpp"

namespace thinair::events {
namespace {

EventSet select(const Structure& s, const std::function<bool(const Event&)>& wanted) {
  EventSet set(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (wanted(s.events[i])) set.add(i);
  return set;
}

Relation listed(const Structure& s, const Structure::Pairs& pairs) {
  Relation r(s.size());
  for (const auto& [from, to] : pairs) r.add(from, to);
  return r;
}

Relation relate(const Structure& s, const std::function<bool(const Event&, const Event&)>& related) {
  Relation r(s.size());
  for (std::size_t a = 0; a < s.size(); ++a)
    for (std::size_t b = 0; b < s.size(); ++b)
      if (related(s.events[a], s.events[b])) r.add(a, b);
  return r;
}

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
                        .thread = kInitThread,
                        .location = loc,
                        .sets = 0,
                        .variable = 0,
                        .written = unfolding.pool.constant(program.locations[loc].initial),
                        .where = {},
                        .instr = {},
                        .instruction = 0});
  s.init_count = static_cast<std::uint32_t>(s.events.size());
  s.registers.assign(program.registers.size(), unfolding.pool.constant(0));
  std::vector<std::uint32_t> base;
  for (std::size_t t = 0; t < chosen.size(); ++t) {
    const ThreadPath& path = unfolding.threads[t][chosen[t]];
    base.push_back(static_cast<std::uint32_t>(s.events.size()));
    s.events.insert(s.events.end(), path.events.begin(), path.events.end());
    s.constraints.insert(s.constraints.end(), path.constraints.begin(), path.constraints.end());
    for (const auto& [reg, term] : path.registers) s.registers[reg] = term;
    s.threw.push_back(path.threw);
    s.cut = s.cut || path.cut;
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
    list(path.pick_addr, s.pick_addr);
    list(path.pick_data, s.pick_data);
    list(path.pick_ctrl, s.pick_ctrl);
    list(path.amo, s.amo);
    list(path.lxsx, s.lxsx);
  }
  return s;
}

std::optional<EventSet> base_set(const program::Program& program, const Structure& s, std::string_view name) {
  if (name == "M" || name == "Exp") return select(s, [](const Event& e) { return e.kind != Kind::fence; });
  if (name == "R") return select(s, [](const Event& e) { return e.reads(); });
  if (name == "W") return select(s, [](const Event& e) { return e.writes(); });
  if (name == "RMW") return select(s, [](const Event& e) { return e.kind == Kind::update; });
  if (name == "F") return select(s, [](const Event& e) { return e.kind == Kind::fence; });
  if (name == "IW") return select(s, [](const Event& e) { return e.is_init(); });
  if (name == "EXEC") return EventSet::full(s.size());
  if (name == "AMO") {
    const Relation amo = listed(s, s.amo);
    return amo.domain() | amo.range();
  }
  for (std::size_t i = 0; i < program.set_names.size(); ++i)
    if (program.set_names[i] == name) return select(s, [i](const Event& e) { return (e.sets >> i & 1) != 0; });
  // Kinds of events that no supported dialect produces: branch and register events, speculation, faults.
  for (const std::string_view none : {"B", "BCC", "PRED", "NExp", "SPEC", "SPURIOUS", "Rreg", "Wreg", "ADDR", "DATA"})
    if (name == none) return EventSet(s.size());
  return std::nullopt;
}

std::optional<Relation> base_relation(const program::Program&, const Structure& s, std::string_view name) {
  if (name == "id") return Relation::identity(s.size());
  if (name == "po" || name == "partial_po") return s.po;
  if (name == "addr") return s.addr;
  if (name == "data") return s.data;
  if (name == "ctrl") return s.ctrl;
  if (name == "depend") return s.addr | s.data;
  if (name == "loc") return relate(s, [](const Event& a, const Event& b) { return a.location != kNoLocation && a.location == b.location; });
  if (name == "int") return relate(s, [](const Event& a, const Event& b) { return !a.is_init() && a.thread == b.thread; });
  if (name == "ext") return relate(s, [](const Event& a, const Event& b) { return a.thread != b.thread; });
  if (name == "sm") return Relation::identity(s.size());
  if (name == "si" || name == "aligned" || name == "same-instance" || name == "same-instr")
    return Relation::identity(s.size()) | relate(s, same_instruction);
  if (name == "rmw") return listed(s, s.amo) | listed(s, s.lxsx);
  if (name == "amo") return listed(s, s.amo);
  if (name == "pick-addr-dep") return listed(s, s.pick_addr);
  if (name == "pick-data-dep") return listed(s, s.pick_data);
  if (name == "pick-ctrl-dep") return listed(s, s.pick_ctrl);
  for (const std::string_view none : {"iico_data", "iico_ctrl", "iico_order", "tst", "success", "control", "rf-reg", "same-static",
                                      "same-low-order-bits", "equiv-spec", "pco"})
    if (name == none) return Relation(s.size());
  return std::nullopt;
}

std::string label(const program::Program& program, const Event& event) {
  std::string kind;
  switch (event.kind) {
    case Kind::read: kind = "R"; break;
    case Kind::write: kind = "W"; break;
    case Kind::update: kind = "RMW"; break;
    case Kind::fence: kind = "F"; break;
  }
  std::string modes;
  for (std::size_t i = 0; i < program.set_names.size(); ++i) {
    // RA only says ACQ or REL again.
    if ((event.sets >> i & 1) == 0 || program.set_names[i] == "RA") continue;
    modes += (modes.empty() ? "" : ",") + program.set_names[i];
  }
  if (event.is_init()) modes = "init";
  std::string out = modes.empty() ? kind : fmt::format("{}[{}]", kind, modes);
  if (event.location != kNoLocation) out += " " + program.locations[event.location].name;
  return out;
}

}  // namespace thinair::events
