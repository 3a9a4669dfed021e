// Register events, for models that compute dependencies themselves (.cat: catdep, Rreg, rf-reg, iico_data, ..).
//
// A model that speaks of them sees each instruction taken apart: a read of each register that it uses, the access to memory, a write of
// each register that it sets, and what leads from one to the other inside the instruction. For LDR W0,[X1] that is
//
//   Rreg X1 -iico_data-> R x -iico_data-> Wreg X0
//
// and rf-reg leads from a register write to the register reads of later instructions that see it. What the program says is enough to make
// all of this: each operation of an instruction says what it reads and writes, and values that stay inside the instruction are in temporary
// registers, which are no registers of the machine. The exception are flags: a temporary that one instruction sets and another one reads.
// All temporaries of that kind are one register here.
//
// What is as in herd, beyond the obvious:
//  * A register that is read for an address and for a value is read twice: the sets ADDR and DATA tell the two reads apart.
//  * A conditional branch is an event (BCC). What decides without a branch, as in CSEL and CAS, is an event too (PRED); iico_ctrl leads
//    from it to the register read whose value was picked, or to what uses a picked value in the same instruction.
//  * The write of an atomic that does not use what was read (SWP) comes after the read by iico_order.
//  * The reservation of a load-exclusive is a register, which the store-conditional reads; iico_ctrl leads from there to the write.
//  * Reading the zero register is no event, and neither is a constant. Registers have no initial write: a read of what nobody wrote has no
//  rf-reg.
#include <algorithm>

#include "events/liveness.hpp"
#include "events/unfolder.hpp"

namespace thinair::events {
namespace {

using program::ExprId;
using program::Op;

// Stands for the reservation of the thread, and for its flags.
constexpr RegId kReservation = UINT32_MAX - 1;
constexpr RegId kFlags = UINT32_MAX - 2;

void join(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& more) { into = merge(into, more); }

void join(Flow& into, const Flow& more) {
  join(into.data, more.data);
  join(into.control, more.control);
}

}  // namespace

// Temporaries that carry a value from one instruction to another.
void Unfolder::find_flags() {
  const std::vector<std::vector<bool>> live = live_registers(program_, thread_);
  for (program::Label at = 0; at < code_.size(); ++at)
    for (RegId reg = 0; reg < program_.registers.size(); ++reg)
      if (!code_[at].continues && live[at][reg] && program_.registers[reg].temporary) flags_.insert(reg);
}

RegId Unfolder::machine_register(RegId reg) const { return flags_.contains(reg) ? kFlags : reg; }

RegisterFlow& Unfolder::flow_of(Walk& walk) {
  RegisterFlow& flow = walk.flow;
  if (flow.instruction == walk.instruction) return flow;
  flow.instruction = walk.instruction;
  flow.assigned.clear();
  flow.reads.clear();
  flow.writes.clear();
  flow.picks.clear();
  return flow;
}

std::uint32_t Unfolder::emit_register(Walk& walk, Kind kind, RegId reg, Port port) {
  const auto index = static_cast<std::uint32_t>(walk.path.events.size());
  walk.path.events.push_back({.kind = kind,
                              .port = port,
                              .exclusive = false,
                              .thread = thread_,
                              .location = kNoLocation,
                              .object = program::kNoObject,
                              .sets = 0,
                              .variable = 0,
                              .written = 0,
                              .reg = reg,
                              .where = {},
                              .instr = walk.instr,
                              .instruction = walk.instruction});
  return index;
}

std::uint32_t Unfolder::read_register(Walk& walk, RegId reg, Port port) {
  RegisterFlow& flow = flow_of(walk);
  const auto [at, fresh] = flow.reads.try_emplace({reg, port}, 0);
  if (!fresh) return at->second;
  at->second = emit_register(walk, Kind::register_read, reg, port);
  if (const auto seen = flow.written.find(reg); seen != flow.written.end()) walk.path.rf_reg.push_back({seen->second, at->second});
  return at->second;
}

// Where the value of an expression comes from; makes the register reads that it takes.
Flow Unfolder::flow(Walk& walk, ExprId id, Port port) {
  const program::Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::constant:
    case Op::address: return {};
    case Op::reg: {
      RegisterFlow& known = flow_of(walk);
      if (const auto here = known.assigned.find(e.index); here != known.assigned.end()) return here->second;
      return {{read_register(walk, machine_register(e.index), port)}, {}};
    }
    case Op::neg:
    case Op::bit_not:
    case Op::log_not: return flow(walk, e.lhs, port);
    default: {
      Flow out = flow(walk, e.lhs, port);
      join(out, flow(walk, e.rhs, port));
      return out;
    }
  }
}

void Unfolder::flow_into(Walk& walk, const Flow& flow, std::uint32_t event) {
  for (const std::uint32_t from : flow.data)
    if (from != event) walk.path.iico_data.push_back({from, event});
  for (const std::uint32_t from : flow.control)
    if (from != event) walk.path.iico_ctrl.push_back({from, event});
}

// A temporary keeps the flow for what follows in the instruction; a register of the machine is written.
void Unfolder::flow_to_register(Walk& walk, RegId dst, Flow value) {
  RegisterFlow& known = flow_of(walk);
  if (!program_.registers[dst].temporary || flags_.contains(dst)) write_register(walk, machine_register(dst), value);
  known.assigned[dst] = std::move(value);
}

void Unfolder::write_register(Walk& walk, RegId reg, const Flow& value) {
  RegisterFlow& known = flow_of(walk);
  const auto [at, fresh] = known.writes.try_emplace(reg, 0);
  if (fresh) at->second = emit_register(walk, Kind::register_write, reg, Port::none);
  known.written[reg] = at->second;
  flow_into(walk, value, at->second);
}

std::uint32_t Unfolder::pick(Walk& walk, ExprId condition) {
  RegisterFlow& known = flow_of(walk);
  if (const auto there = known.picks.find(condition); there != known.picks.end()) return there->second;
  const Flow decides = flow(walk, condition, Port::none);
  const std::uint32_t event = emit_register(walk, Kind::pick, 0, Port::none);
  flow_into(walk, decides, event);
  return known.picks[condition] = event;
}

// ---- what each kind of operation does; called with the path as it is before, or after, the operation's own events

void Unfolder::flow_assign(Walk& walk, RegId dst, ExprId from) { flow_to_register(walk, dst, flow(walk, from, Port::none)); }

void Unfolder::flow_branch(Walk& walk, const program::Branch& branch) {
  if (!branch.depends) return void(pick(walk, branch.condition));
  const Flow decides = flow(walk, branch.condition, Port::none);
  const std::uint32_t event = emit_register(walk, Kind::branch, 0, Port::none);
  flow_into(walk, decides, event);
}

void Unfolder::flow_select(Walk& walk, const program::Select& choose, ExprId from) {
  const std::uint32_t decided = pick(walk, choose.condition);
  Flow value = flow(walk, from, Port::data);
  const bool to_machine = !program_.registers[choose.dst].temporary || flags_.contains(choose.dst);
  if (to_machine && !value.data.empty()) {
    for (const std::uint32_t read : value.data) walk.path.iico_ctrl.push_back({decided, read});
  } else {
    join(value.control, {decided});
  }
  flow_to_register(walk, choose.dst, std::move(value));
}

void Unfolder::flow_load(Walk& walk, const Flow& address, std::uint32_t event, const program::Load& load) {
  flow_into(walk, address, event);
  flow_to_register(walk, load.dst, {{event}, {}});
  if (load.pairing == program::Pairing::exclusive) write_register(walk, kReservation, address);
}

void Unfolder::flow_store(Walk& walk, const Flow& address, const Flow& value, std::uint32_t event, std::optional<std::uint32_t> atomic) {
  flow_into(walk, address, event);
  flow_into(walk, value, event);
  const bool uses_read = !atomic || std::ranges::find(value.data, *atomic) != value.data.end() || !value.control.empty();
  if (!uses_read) walk.path.iico_order.push_back({*atomic, event});
}

void Unfolder::flow_conditional(Walk& walk, const Flow& address, const Flow& value, std::optional<std::uint32_t> event,
                                const program::StoreConditional& store) {
  using Status = program::StoreConditional::Status;
  const std::uint32_t reservation = read_register(walk, kReservation, Port::none);
  Flow status;
  if (event) {
    flow_into(walk, address, *event);
    flow_into(walk, value, *event);
    walk.path.iico_ctrl.push_back({reservation, *event});
    if (store.status_depends == Status::operands) status.data = address.data;
    if (store.status_depends == Status::write) status.control = {*event};
  }
  write_register(walk, kReservation, {{}, {reservation}});
  flow_to_register(walk, store.status, std::move(status));
}

void Unfolder::flow_update(Walk& walk, const Flow& address, std::uint32_t event, const program::Update& update) {
  flow_into(walk, address, event);
  flow_to_register(walk, update.dst, {{event}, {}});
  flow_into(walk, flow(walk, update.value, Port::data), event);
}

}  // namespace thinair::events
