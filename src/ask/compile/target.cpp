#include "ask/compile/target.hpp"

#include "ask/compile/targets.hpp"

namespace thinair::compile {

using litmus::assembly::Isa;
using litmus::assembly::Line;
using litmus::assembly::Operand;

Operand word(std::string text, std::string prefix) {
  Operand operand;
  operand.word = std::move(text);
  operand.prefix = std::move(prefix);
  return operand;
}

void put(Lines& out, std::string mnemonic, std::vector<Operand> operands) {
  Line line;
  line.mnemonic = std::move(mnemonic);
  line.operands = std::move(operands);
  out.push_back(std::move(line));
}

Operand Target::reg(const std::string& name) const { return word(name); }
Operand Target::address(const std::string& name) const { return word(name); }

Operand Target::number(program::Value value) const {
  Operand operand;
  operand.kind = Operand::Kind::number;
  operand.number = value;
  return operand;
}

const Target& target_of(Isa isa) {
  switch (isa) {
    case Isa::x86: break;  // no scheme compiles to it
    case Isa::x86_64: return x86_target();
    case Isa::aarch64: return aarch64_target();
    case Isa::riscv: return riscv_target();
    case Isa::ppc: return ppc_target();
  }
  return x86_target();
}

}  // namespace thinair::compile
