// Local work in the target's instructions: constants, moves, arithmetic, branches. What touches memory is the scheme's.
//
//   takes   operands as registers of a pool, by the names that states show
//   gives   lines of assembly
//   does not optimise: dependencies of the source stay dependencies of the compiled test
#pragma once

#include <string>
#include <vector>

#include "program/program.hpp"
#include "read/assembly/ast.hpp"

namespace thinair::compile {

using Lines = std::vector<litmus::assembly::Line>;

class Target {
 public:
  using Operand = litmus::assembly::Operand;
  virtual ~Target() = default;

  virtual litmus::assembly::Isa isa() const = 0;
  virtual std::vector<std::string> pool() const = 0;       // registers that may be used freely, in the order to use them
  virtual Operand reg(const std::string& name) const;      // as a 32-bit operand
  virtual Operand address(const std::string& name) const;  // as the base of an address
  virtual Operand number(program::Value value) const;
  virtual bool direct_addresses() const { return false; }  // locations are named in code
  virtual std::string zero() const { return ""; }          // a register that is always 0, if there is one

  virtual void constant(Lines& out, const std::string& dst, program::Value value) const = 0;
  virtual void move(Lines& out, const std::string& dst, const std::string& src) const = 0;
  // dst is none of the sources. False if there is no such instruction.
  virtual bool binary(Lines& out, program::Op op, const std::string& dst, const std::string& lhs, const std::string& rhs) const = 0;
  // Goes to the label if `lhs op rhs`, op being a comparison; rhs is a register, or a number that the target compares with.
  virtual void branch(Lines& out, program::Op op, const std::string& lhs, const Operand& rhs, const std::string& label) const = 0;
  virtual bool compares_with(program::Value value) const = 0;
  virtual void jump(Lines& out, const std::string& label) const = 0;
};

const Target& target_of(litmus::assembly::Isa isa);

// ---- for those who write targets

litmus::assembly::Operand word(std::string text, std::string prefix = {});
void put(Lines& out, std::string mnemonic, std::vector<litmus::assembly::Operand> operands);

}  // namespace thinair::compile
