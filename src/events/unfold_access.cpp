// Accesses to memory, and what they depend on.
#include <fmt/format.h>

#include <algorithm>

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

bool listed(const std::vector<program::InstrId>& instructions, program::InstrId instr) {
  return std::ranges::find(instructions, instr) != instructions.end();
}

}  // namespace

bool Unfolder::step(Walk& walk, const program::Fence& fence, Span where) {
  if (!listed(without_.absent, walk.instr)) emit_action(walk, Kind::fence, kNoLocation, fence.sets, where);
  return true;
}

bool Unfolder::step(Walk& walk, const program::Update& u, Span where) {
  const Flow address = in_parts() ? flow(walk, u.address, Port::address) : Flow{};
  const auto event = emit(walk, read_of_update(), u.address, u.sets, u.bytes, where);
  if (!event) return false;
  if (in_parts()) flow_update(walk, address, *event, u);
  walk.registers[u.dst] = read(walk, *event);
  write_of_update(walk, *event, u.address, u.bytes, evaluate(walk, u.value));
  return true;
}

bool Unfolder::step(Walk& walk, const program::Load& l, Span where) {
  const Flow address = in_parts() ? flow(walk, l.address, Port::address) : Flow{};
  const auto event = emit(walk, Kind::read, l.address, l.sets, l.bytes, where);
  if (!event) return false;
  walk.path.events[*event].exclusive = l.pairing == program::Pairing::exclusive;
  if (in_parts()) flow_load(walk, address, *event, l);
  Binding value = read(walk, *event);
  if (const LocId high = program_.locations[walk.path.events[*event].location].high; high != program::kNoAddress) {
    const std::uint32_t second = emit_half(walk, *event, high, l.pairing);
    const Binding upper = read(walk, second);
    const TermId shifted = pool_.binary(Op::shl, upper.term, pool_.constant(32));
    value = {pool_.binary(Op::bit_or, shifted, value.term), merge(value.taint, upper.taint)};
  }
  walk.registers[l.dst] = std::move(value);
  if (l.pairing == program::Pairing::atomic) walk.atomic = *event;
  if (l.pairing == program::Pairing::exclusive) walk.exclusive = *event;
  return split_by_address(walk, l.dst);
}

bool Unfolder::step(Walk& walk, const program::Store& s, Span where) {
  const Binding value = evaluate(walk, s.value);
  const Flow address_flow = in_parts() ? flow(walk, s.address, Port::address) : Flow{};
  const Flow value_flow = in_parts() ? flow(walk, s.value, Port::data) : Flow{};
  const auto event = emit(walk, Kind::write, s.address, s.sets, s.bytes, where);
  if (!event) return false;
  if (in_parts()) flow_store(walk, address_flow, value_flow, *event, s.pairing == program::Pairing::atomic ? walk.atomic : std::nullopt);
  if (s.pairing == program::Pairing::atomic) {
    check(walk.atomic.has_value(), "an atomic write follows its read");
    walk.path.amo.push_back({*walk.atomic, *event});
    walk.atomic.reset();
  }
  if (const LocId high = program_.locations[walk.path.events[*event].location].high; high != program::kNoAddress) {
    const std::uint32_t second = emit_half(walk, *event, high, s.pairing);
    write(walk, second, {pool_.binary(Op::shr, value.term, pool_.constant(32)), value.taint, value.picked});
    write(walk, *event, {pool_.binary(Op::bit_and, value.term, pool_.constant(0xFFFF'FFFF)), value.taint, value.picked});
    return true;
  }
  write_others(walk, *event, value);
  write(walk, *event, value);
  return true;
}

// The upper half of an access whose lower half is there: another event of the same instruction.
std::uint32_t Unfolder::emit_half(Walk& walk, std::uint32_t low, LocId high, program::Pairing pairing) {
  const auto index = static_cast<std::uint32_t>(walk.path.events.size());
  Event event = walk.path.events[low];
  event.location = high;
  walk.path.events.push_back(event);
  for (auto* dependencies : {&walk.path.addr, &walk.path.deref, &walk.path.ctrl}) {
    const std::vector<Dependency> known = *dependencies;
    for (const Dependency& d : known)
      if (d.to == low) dependencies->push_back({d.from, index});
  }
  if (pairing == program::Pairing::whole) walk.path.whole.push_back({low, index});
  return index;
}

// Goes on as the failure; the success, if there can be one, is put aside.
bool Unfolder::step(Walk& walk, const program::StoreConditional& sc, Span where) {
  ++walk.choices;
  const Flow address_flow = in_parts() ? flow(walk, sc.address, Port::address) : Flow{};
  const Flow value_flow = in_parts() ? flow(walk, sc.value, Port::data) : Flow{};
  Walk success = walk;
  const Binding value = evaluate(success, sc.value);
  const auto event = emit(success, Kind::write, sc.address, sc.sets, sc.bytes, where);
  if (!event) return false;
  success.path.events[*event].exclusive = true;
  const auto open = success.exclusive;
  if (open && success.path.events[*open].location == success.path.events[*event].location) {
    if (in_parts()) flow_conditional(success, address_flow, value_flow, event, sc);
    write(success, *event, value);
    success.path.lxsx.push_back({*open, *event});
    success.exclusive.reset();
    Taint status;
    if (sc.status_depends == program::StoreConditional::Status::operands) status = merge(value.taint, evaluate(walk, sc.address).taint);
    if (sc.status_depends == program::StoreConditional::Status::write) status = {*event};
    success.registers[sc.status] = {pool_.constant(sc.on_success), std::move(status)};
    push(std::move(success));
  }
  if (in_parts()) flow_conditional(walk, address_flow, value_flow, std::nullopt, sc);
  walk.exclusive.reset();
  walk.registers[sc.status] = {pool_.constant(sc.on_failure), {}};
  return true;
}

// The same event, or another one of the same instruction.
void Unfolder::write_of_update(Walk& walk, std::uint32_t read, ExprId address, std::uint8_t bytes, const Binding& value) {
  if (context_.reading.updates == Updates::single) return write(walk, read, value);
  const events::Event& first = walk.path.events[read];
  const std::uint32_t event = *emit(walk, Kind::write, address, first.sets, bytes, first.where);
  walk.path.amo.push_back({read, event});
  write(walk, event, value);
}

// JLS and the VarHandle documentation: the operands are evaluated first; one event either way.
bool Unfolder::step(Walk& walk, const program::CompareUpdate& c, Span where) {
  const Binding expected = evaluate(walk, c.expected);
  const Binding desired = evaluate(walk, c.desired);
  ++walk.choices;
  Walk failed = walk;
  {
    const std::uint32_t event = *emit(failed, Kind::read, c.address, c.sets_failure, program::kWord, where);
    depend(failed.path.data, expected.taint, event);
    const Binding old = read(failed, event);
    failed.registers[c.dst] = old;
    failed.registers[c.success] = {pool_.constant(0), merge(old.taint, expected.taint)};
    // A weak form may fail although the values are equal: then nothing is required of the value read.
    const TermId cause = pool_.binary(Op::ne, old.term, expected.term);
    if (c.weak) failed.weak_failures.emplace(event, cause);
    if (c.weak || require(failed, cause)) push(std::move(failed));
  }
  const std::uint32_t event = *emit(walk, read_of_update(), c.address, c.sets_success, program::kWord, where);
  const Binding old = read(walk, event);
  walk.registers[c.dst] = old;
  walk.registers[c.success] = {pool_.constant(1), merge(old.taint, expected.taint)};
  depend(walk.path.data, expected.taint, event);
  write_of_update(walk, event, c.address, program::kWord, desired);
  return require(walk, pool_.binary(Op::eq, old.term, expected.term));
}

// None if the access is not modelled; the budget says why.
std::optional<std::uint32_t> Unfolder::emit(Walk& walk, Kind kind, ExprId address, SetMask sets, std::uint8_t bytes, Span where) {
  const Binding target = evaluate(walk, address);
  auto found = location_of(target.term);
  if (!found)
    if (const auto known = walk.places.find(target.term); known != walk.places.end()) found = known->second;
  if (!found) {
    unresolved_ = target.term;
    return std::nullopt;
  }
  const LocId location = *found;
  if (std::uint8_t& width = context_.widths[location]; width == 0) {
    width = bytes;
  } else if (width != bytes) {
    budget_.exhaust(Incomplete::unsupported, fmt::format("mixed-size accesses are not modelled: location {} is accessed at two widths",
                                                         program_.locations[location].name));
    return std::nullopt;
  }
  const auto index = static_cast<std::uint32_t>(walk.path.events.size());
  walk.path.events.push_back({.kind = kind,
                              .port = Port::none,
                              .exclusive = false,
                              .thread = thread_,
                              .location = location,
                              .object = program_.locations[location].object,
                              .sets = listed(without_.plain, walk.instr) ? program_.plain_sets : sets,
                              .variable = 0,
                              .written = 0,
                              .reg = 0,
                              .where = where,
                              .instr = walk.instr,
                              .instruction = walk.instruction});
  depend(walk.path.addr, target.taint, index);
  if (const program::Expr& of = program_.exprs[address]; of.op == Op::field || of.op == Op::element)
    depend(walk.path.deref, evaluate(walk, of.lhs).taint, index);
  depend(walk.path.pick_addr, target.picked, index);
  control(walk, index);
  return index;
}

std::uint32_t Unfolder::emit_action(Walk& walk, Kind kind, LocId of, SetMask sets, Span where) {
  const auto index = static_cast<std::uint32_t>(walk.path.events.size());
  walk.path.events.push_back({.kind = kind,
                              .port = Port::none,
                              .exclusive = false,
                              .thread = thread_,
                              .location = of,
                              .object = of == kNoLocation ? program::kNoObject : program_.locations[of].object,
                              .sets = sets,
                              .variable = 0,
                              .written = 0,
                              .reg = 0,
                              .where = where,
                              .instr = walk.instr,
                              .instruction = walk.instruction});
  control(walk, index);
  return index;
}

Binding Unfolder::read(Walk& walk, std::uint32_t event) {
  const VarId var = variable_of(thread_, walk.reads++);
  walk.path.events[event].variable = var;
  return {pool_.variable(var), {event}};
}

void Unfolder::write(Walk& walk, std::uint32_t event, const Binding& value) {
  const TermId term = holds_addresses(program_) ? numbered(value.term) : value.term;
  if (has_address(term)) budget_.exhaust(Incomplete::unsupported, "what is computed from an address is written to memory");
  walk.path.events[event].written = term;
  depend(walk.path.data, value.taint, event);
  depend(walk.path.pick_data, value.picked, event);
}

// Where the question leaves open what a store writes: a path for each other value.
void Unfolder::write_others(const Walk& walk, std::uint32_t event, const Binding& value) {
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

void Unfolder::depend(std::vector<Dependency>& on, const Taint& taint, std::uint32_t event) {
  for (const std::uint32_t from : taint)
    if (from != event) on.push_back({from, event});  // an update's write uses its own read: one event, no edge
}

void Unfolder::control(Walk& walk, std::uint32_t event) {
  Taint all, picked;
  for (const Scope& scope : walk.scopes) {
    all = merge(all, scope.taint);
    picked = merge(picked, scope.picked);
  }
  depend(walk.path.ctrl, all, event);
  depend(walk.path.pick_ctrl, picked, event);
}

}  // namespace thinair::events
