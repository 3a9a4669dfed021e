#include "events/liveness.hpp"

#include <algorithm>
#include <functional>

#include "program/operator.hpp"

namespace thinair::events {
namespace {

using program::ExprId;
using program::Instr;
using program::Label;
using program::RegId;

struct Uses {
  std::vector<ExprId> exprs;
  std::vector<RegId> registers, defined;
  std::vector<Label> next;  // besides the one behind it
  bool falls_through = true;
};

struct Collect {
  Uses& out;
  void operator()(const program::Assign& i) {
    out = {{i.value}, {}, {i.dst}, {}};
    if (i.like) out.exprs.push_back(*i.like);
  }
  void operator()(const program::Load& i) { out = {{i.address}, {}, {i.dst}, {}}; }
  void operator()(const program::Store& i) { out = {{i.address, i.value}, {}, {}, {}}; }
  void operator()(const program::StoreConditional& i) { out = {{i.address, i.value}, {}, {i.status}, {}}; }
  void operator()(const program::Update& i) { out = {{i.address, i.value}, {}, {i.dst}, {}}; }
  void operator()(const program::CompareUpdate& i) { out = {{i.address, i.expected, i.desired}, {}, {i.dst, i.success}, {}}; }
  void operator()(const program::Fence&) {}
  void operator()(const program::Branch& i) { out = {{i.condition}, {}, {}, {i.otherwise}}; }
  void operator()(const program::Jump& i) { out = {{}, {}, {}, {i.target}, false}; }
  void operator()(const program::Choice& i) { out = {{}, {}, {}, {i.otherwise}}; }
  void operator()(const program::Select& i) { out = {{i.condition, i.yes, i.no}, {}, {i.dst}, {}}; }
  void operator()(const program::Throw&) { out.falls_through = false; }
  void operator()(const program::Resolve& i) {
    out.registers = {i.reg};
    if (i.below) out.exprs = {*i.below};
  }
  void operator()(const program::TestClass& i) {
    out.registers = {i.reg};
    out.defined = {i.dst};
  }
  void operator()(const program::New& i) { out.defined = {i.dst}; }
  void operator()(const program::Synchronise& i) { out.exprs = {i.of}; }
  void operator()(const program::StartThread& i) { out.defined = {i.refused}; }
  void operator()(const program::JoinThread&) {}
  void operator()(const program::IsAlive& i) { out.defined = {i.dst}; }
  void operator()(const program::Print& i) { out.exprs = {i.value}; }
};

}  // namespace

std::vector<std::vector<bool>> live_registers(const program::Program& program, std::uint32_t thread) {
  const std::vector<Instr>& code = program.threads[thread].code;
  std::vector<std::vector<bool>> live(code.size() + 1, std::vector<bool>(program.registers.size(), false));
  for (RegId r = 0; r < program.registers.size(); ++r)
    live.back()[r] = program.registers[r].thread == thread && !program.registers[r].temporary;
  std::vector<Uses> uses(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) std::visit(Collect{uses[i]}, code[i].op);
  const std::function<void(ExprId, std::vector<bool>&)> mark = [&](ExprId id, std::vector<bool>& in) {
    const program::Expr& e = program.exprs[id];
    if (e.op == program::Op::reg) in[e.index] = true;
    if (program::is_leaf(e.op)) return;
    mark(e.lhs, in);
    const bool one_operand = program::is_unary(e.op) || (program::is_heap(e.op) && e.op != program::Op::element);
    if (!one_operand) mark(e.rhs, in);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = code.size(); i-- > 0;) {
      // An exception ends the thread: what is shown then is what was assigned.
      std::vector<bool> in = uses[i].falls_through ? live[i + 1] : std::vector<bool>(program.registers.size(), false);
      if (std::holds_alternative<program::Throw>(code[i].op)) in = live.back();
      for (const Label next : uses[i].next)
        for (std::size_t r = 0; r < in.size(); ++r) in[r] = in[r] || live[next][r];
      // A value that is computed for nobody uses nothing: a counter that is only counted up is not alive.
      const auto* assign = std::get_if<program::Assign>(&code[i].op);
      if (assign && !in[assign->dst]) {
        if (in != live[i]) changed = true;
        live[i] = std::move(in);
        continue;
      }
      for (const RegId r : uses[i].defined) in[r] = false;
      for (const RegId r : uses[i].registers) in[r] = true;
      for (const ExprId e : uses[i].exprs) mark(e, in);
      if (in == live[i]) continue;
      live[i] = std::move(in);
      changed = true;
    }
  }
  return live;
}

}  // namespace thinair::events
