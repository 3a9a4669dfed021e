#include "ask/compile/targets.hpp"

#include <fmt/format.h>

#include <optional>

namespace thinair::compile {
namespace {

using litmus::assembly::Isa;
using litmus::assembly::Operand;
using program::Op;
using program::Value;

// The mnemonic for an operator, out of a list.
struct Mnemonic {
  Op op;
  const char* text;
};
template <std::size_t N>
const char* find(const Mnemonic (&list)[N], Op op) {
  for (const Mnemonic& one : list)
    if (one.op == op) return one.text;
  return nullptr;
}

class X86Target final : public Target {
 public:
  Isa isa() const override { return Isa::x86_64; }
  std::vector<std::string> pool() const override {
    return {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbp"};
  }
  bool direct_addresses() const override { return true; }

  Operand reg(const std::string& name) const override {
    const bool numbered = name[1] >= '0' && name[1] <= '9';
    return word(numbered ? name + "d" : "e" + name.substr(1), "%");
  }
  Operand address(const std::string& name) const override { return word(name, "%"); }
  Operand number(Value value) const override {
    Operand operand = Target::number(value);
    operand.prefix = "$";
    return operand;
  }

  void constant(Lines& out, const std::string& dst, Value value) const override { put(out, "movl", {number(value), reg(dst)}); }
  void move(Lines& out, const std::string& dst, const std::string& src) const override { put(out, "movl", {reg(src), reg(dst)}); }

  bool binary(Lines& out, Op op, const std::string& dst, const std::string& lhs, const std::string& rhs) const override {
    static constexpr Mnemonic kOps[] = {{Op::add, "addl"},     {Op::sub, "subl"},   {Op::mul, "imull"},
                                        {Op::bit_and, "andl"}, {Op::bit_or, "orl"}, {Op::bit_xor, "xorl"}};
    const char* mnemonic = find(kOps, op);
    if (mnemonic == nullptr) return false;
    move(out, dst, lhs);
    put(out, mnemonic, {reg(rhs), reg(dst)});
    return true;
  }

  void branch(Lines& out, Op op, const std::string& lhs, const Operand& rhs, const std::string& label) const override {
    static constexpr Mnemonic kJumps[] = {{Op::eq, "je"},  {Op::ne, "jne"}, {Op::lt, "jl"},
                                          {Op::le, "jle"}, {Op::gt, "jg"},  {Op::ge, "jge"}};
    put(out, "cmpl", {rhs, reg(lhs)});
    put(out, find(kJumps, op), {word(label)});
  }
  bool compares_with(Value) const override { return true; }
  void jump(Lines& out, const std::string& label) const override { put(out, "jmp", {word(label)}); }
};

class Aarch64Target final : public Target {
 public:
  Isa isa() const override { return Isa::aarch64; }
  std::vector<std::string> pool() const override {
    std::vector<std::string> names;
    for (unsigned i = 0; i <= 30; ++i) names.push_back(fmt::format("X{}", i));
    return names;
  }
  Operand reg(const std::string& name) const override { return word(fmt::format("W{}", name.substr(1))); }
  Operand number(Value value) const override {
    Operand operand = Target::number(value);
    operand.prefix = "#";
    return operand;
  }

  void constant(Lines& out, const std::string& dst, Value value) const override { put(out, "MOV", {reg(dst), number(value)}); }
  void move(Lines& out, const std::string& dst, const std::string& src) const override { put(out, "MOV", {reg(dst), reg(src)}); }

  bool binary(Lines& out, Op op, const std::string& dst, const std::string& lhs, const std::string& rhs) const override {
    static constexpr Mnemonic kOps[] = {{Op::add, "ADD"},     {Op::sub, "SUB"},    {Op::mul, "MUL"},
                                        {Op::bit_and, "AND"}, {Op::bit_or, "ORR"}, {Op::bit_xor, "EOR"}};
    const char* mnemonic = find(kOps, op);
    if (mnemonic != nullptr) put(out, mnemonic, {reg(dst), reg(lhs), reg(rhs)});
    return mnemonic != nullptr;
  }

  void branch(Lines& out, Op op, const std::string& lhs, const Operand& rhs, const std::string& label) const override {
    static constexpr Mnemonic kJumps[] = {{Op::eq, "B.EQ"}, {Op::ne, "B.NE"}, {Op::lt, "B.LT"},
                                          {Op::le, "B.LE"}, {Op::gt, "B.GT"}, {Op::ge, "B.GE"}};
    put(out, "CMP", {reg(lhs), rhs});
    put(out, find(kJumps, op), {word(label)});
  }
  bool compares_with(Value value) const override { return value >= 0 && value < 4096; }
  std::string zero() const override { return "XZR"; }
  void jump(Lines& out, const std::string& label) const override { put(out, "B", {word(label)}); }
};

class RiscvTarget final : public Target {
 public:
  Isa isa() const override { return Isa::riscv; }
  std::vector<std::string> pool() const override {
    std::vector<std::string> names;
    for (unsigned i = 5; i <= 31; ++i) names.push_back(fmt::format("x{}", i));
    return names;
  }

  void constant(Lines& out, const std::string& dst, Value value) const override { put(out, "li", {reg(dst), number(value)}); }
  void move(Lines& out, const std::string& dst, const std::string& src) const override { put(out, "mv", {reg(dst), reg(src)}); }

  bool binary(Lines& out, Op op, const std::string& dst, const std::string& lhs, const std::string& rhs) const override {
    static constexpr Mnemonic kOps[] = {{Op::add, "addw"},    {Op::sub, "subw"},  {Op::mul, "mulw"},
                                        {Op::bit_and, "and"}, {Op::bit_or, "or"}, {Op::bit_xor, "xor"}};
    const char* mnemonic = find(kOps, op);
    if (mnemonic != nullptr) put(out, mnemonic, {reg(dst), reg(lhs), reg(rhs)});
    return mnemonic != nullptr;
  }

  void branch(Lines& out, Op op, const std::string& lhs, const Operand& rhs, const std::string& label) const override {
    static constexpr Mnemonic kJumps[] = {{Op::eq, "beq"}, {Op::ne, "bne"}, {Op::lt, "blt"}, {Op::ge, "bge"}};
    // The architecture has no ble and bgt: the operands change places.
    const bool swapped = op == Op::le || op == Op::gt;
    const Op how = op == Op::le ? Op::ge : op == Op::gt ? Op::lt : op;
    put(out, find(kJumps, how), {swapped ? rhs : reg(lhs), swapped ? reg(lhs) : rhs, word(label)});
  }
  bool compares_with(Value) const override { return false; }
  std::string zero() const override { return "x0"; }
  void jump(Lines& out, const std::string& label) const override { put(out, "j", {word(label)}); }
};

class PpcTarget final : public Target {
 public:
  Isa isa() const override { return Isa::ppc; }
  std::vector<std::string> pool() const override {
    std::vector<std::string> names;
    for (unsigned i = 1; i <= 31; ++i) names.push_back(fmt::format("r{}", i));  // r0 means 0 in addresses
    return names;
  }

  void constant(Lines& out, const std::string& dst, Value value) const override { put(out, "li", {reg(dst), number(value)}); }
  void move(Lines& out, const std::string& dst, const std::string& src) const override { put(out, "mr", {reg(dst), reg(src)}); }

  bool binary(Lines& out, Op op, const std::string& dst, const std::string& lhs, const std::string& rhs) const override {
    static constexpr Mnemonic kOps[] = {{Op::add, "add"},     {Op::sub, "sub"},   {Op::mul, "mullw"},
                                        {Op::bit_and, "and"}, {Op::bit_or, "or"}, {Op::bit_xor, "xor"}};
    const char* mnemonic = find(kOps, op);
    if (mnemonic != nullptr) put(out, mnemonic, {reg(dst), reg(lhs), reg(rhs)});
    return mnemonic != nullptr;
  }

  void branch(Lines& out, Op op, const std::string& lhs, const Operand& rhs, const std::string& label) const override {
    static constexpr Mnemonic kJumps[] = {{Op::eq, "beq"}, {Op::ne, "bne"}, {Op::lt, "blt"},
                                          {Op::le, "ble"}, {Op::gt, "bgt"}, {Op::ge, "bge"}};
    put(out, rhs.kind == Operand::Kind::number ? "cmpwi" : "cmpw", {reg(lhs), rhs});
    put(out, find(kJumps, op), {word(label)});
  }
  bool compares_with(Value value) const override { return value >= -32768 && value < 32768; }
  void jump(Lines& out, const std::string& label) const override { put(out, "b", {word(label)}); }
};

}  // namespace

const Target& x86_target() {
  static const X86Target kTarget;
  return kTarget;
}
const Target& aarch64_target() {
  static const Aarch64Target kTarget;
  return kTarget;
}
const Target& riscv_target() {
  static const RiscvTarget kTarget;
  return kTarget;
}
const Target& ppc_target() {
  static const PpcTarget kTarget;
  return kTarget;
}

}  // namespace thinair::compile
