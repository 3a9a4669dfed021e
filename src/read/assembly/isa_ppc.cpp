// Power, 32-bit accesses. `r0` as the base of an address, or as the second operand of addi, stands for 0.
//
// Sets as in the models published for herd: SYNC, LWSYNC, EIEIO and ISYNC for the barriers, X for lwarx and stwcx.
#include <array>

#include "read/assembly/isa_text.hpp"
#include "read/assembly/isas.hpp"
#include "read/assembly/thread.hpp"

namespace thinair::read {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;
using Cond = AssemblyThread::Cond;

constexpr SetMask kPpcExclusive = 1U << 4;
constexpr std::array<std::string_view, 4> kBarriers = {"sync", "lwsync", "eieio", "isync"};

struct PpcAlu {
  std::string_view name;
  Op op;
};
constexpr std::array<PpcAlu, 6> kPpcAlu = {
    {{"add", Op::add}, {"and", Op::bit_and}, {"or", Op::bit_or}, {"xor", Op::bit_xor}, {"mullw", Op::mul}, {"sub", Op::sub}}};
// `andi.` exists only in the form that sets CR0; addi is apart because of r0.
constexpr std::array<PpcAlu, 3> kImmediate = {{{"ori", Op::bit_or}, {"xori", Op::bit_xor}, {"andi.", Op::bit_and}}};
constexpr std::array<PpcAlu, 3> kShiftBy = {{{"slwi", Op::shl}, {"srwi", Op::ushr}, {"srawi", Op::shr}}};

// Accesses by the name of the form with a displacement; an `x` behind it makes the indexed form.
struct PpcAccess {
  std::string_view name;
  std::uint8_t bytes;
  bool loads, sign;
};
constexpr std::array<PpcAccess, 8> kPpcAccesses = {{{"lwz", 4, true, true},
                                                    {"lwa", 4, true, true},
                                                    {"lhz", 2, true, false},
                                                    {"lha", 2, true, true},
                                                    {"lbz", 1, true, false},
                                                    {"stw", 4, false, false},
                                                    {"sth", 2, false, false},
                                                    {"stb", 1, false, false}}};

struct PpcJump {
  std::string_view name;
  Cond cond;
};
constexpr std::array<PpcJump, 8> kPpcJumps = {{{"beq", Cond::eq},
                                               {"bne", Cond::ne},
                                               {"blt", Cond::lt},
                                               {"ble", Cond::le},
                                               {"bgt", Cond::gt},
                                               {"bge", Cond::ge},
                                               {"bnl", Cond::ge},
                                               {"bng", Cond::le}}};

class Ppc final : public Isa {
 public:
  Arch arch() const override { return Arch::ppc; }
  unsigned bits() const override { return 32; }
  std::string_view name() const override { return "PPC"; }
  std::vector<std::string> set_names() const override { return {"SYNC", "LWSYNC", "EIEIO", "ISYNC", "X"}; }

  std::optional<RegisterName> register_named(std::string_view word) const override {
    const auto number = numbered(lower_case(word), "r", 32);
    if (!number) return std::nullopt;
    return RegisterName{"r" + std::to_string(*number), 4};
  }

  std::vector<std::string> mnemonics() const override {
    std::vector<std::string> all = {"lwarx", "stwcx.", "li",   "lis",   "mr", "addi", "subi",  "mulli", "neg",   "not",
                                    "nor",   "subf",   "cmpw", "cmpwi", "b",  "nop",  "addis", "extsb", "extsh", "rlwinm"};
    for (const PpcAccess& access : kPpcAccesses)
      for (const char* indexed : {"", "x"}) all.push_back(std::string(access.name) + indexed);
    for (const PpcAlu& alu : kShiftBy) all.emplace_back(alu.name);
    for (const std::string_view barrier : kBarriers) all.emplace_back(barrier);
    for (const PpcAlu& alu : kPpcAlu)
      for (const char* dot : {"", "."}) all.push_back(std::string(alu.name) + dot);
    for (const PpcAlu& alu : kImmediate) all.emplace_back(alu.name);
    for (const PpcJump& jump : kPpcJumps) all.emplace_back(jump.name);
    return all;
  }

  bool lower(const Line& line, AssemblyThread& t) const override {
    if (line.lock) return false;
    const std::string m = lower_case(line.mnemonic);
    return access(m, line, t) || control(m, line, t) || arithmetic(m, line, t);
  }

 private:
  static bool is_r0(const Operand& operand) { return operand.kind == Operand::Kind::word && lower_case(operand.word) == "r0"; }

  // `rA,rB`: the sum, where r0 in the first place stands for 0.
  static ExprId indexed(const Line& line, AssemblyThread& t) {
    if (is_r0(line.operands[1])) return t.base(line.operands[2]);
    return t.binary(Op::add, t.base(line.operands[1]), t.reg(line.operands[2]));
  }

  // `d(rA)`, where r0 stands for 0.
  static ExprId displaced(const Operand& memory, AssemblyThread& t) {
    return t.is_memory(memory) && is_r0(memory.parts[0]) ? t.constant(memory.number) : t.address(memory);
  }

  static bool access(const std::string& m, const Line& line, AssemblyThread& t) {
    for (const PpcAccess& known : kPpcAccesses) {
      const bool is_indexed = m == std::string(known.name) + "x";
      if (m != known.name && !is_indexed) continue;
      if (!t.operands(line, is_indexed ? 3 : 2)) return true;
      const ExprId where = is_indexed ? indexed(line, t) : displaced(line.operands[1], t);
      if (!known.loads) {
        t.store(where, t.reg(line.operands[0]), 0, known.bytes);
      } else if (known.bytes == 4 || !known.sign) {
        t.load(line.operands[0], where, 0, known.bytes);
      } else {
        const RegId value = t.load(where, 0, known.bytes);
        t.assign(line.operands[0], t.narrowed(t.of(value), known.bytes), 4);
      }
      return true;
    }
    if (m != "lwarx" && m != "stwcx.") return false;
    if (!t.operands(line, 3)) return true;
    const ExprId where = indexed(line, t);
    if (m == "lwarx") {
      t.load(line.operands[0], where, kPpcExclusive, 4, Pairing::exclusive);
    } else {
      // Success shows as EQ in CR0.
      const RegId status = t.temporary();
      t.emit(StoreConditional{status, where, t.reg(line.operands[0]), kPpcExclusive, 0, 1, StoreConditional::Status::operands, 4});
      t.compare(t.of(status), t.constant(0));
    }
    return true;
  }

  static bool control(const std::string& m, const Line& line, AssemblyThread& t) {
    for (unsigned i = 0; i < kBarriers.size(); ++i) {
      if (m != kBarriers[i]) continue;
      if (t.operands(line, 0)) t.emit(Fence{SetMask{1} << i});
      return true;
    }
    if (m == "nop") return t.operands(line, 0), true;
    if (m == "b") {
      if (t.operands(line, 1)) t.emit(program::Jump{t.label(line.operands[0])});
      return true;
    }
    for (const PpcJump& jump : kPpcJumps) {
      if (m != jump.name) continue;
      if (t.operands(line, 1)) t.branch_if(jump.cond, line.operands[0]);
      return true;
    }
    if (m == "cmpw" || m == "cmpwi") {
      if (!t.operands(line, 2)) return true;
      t.compare(t.reg(line.operands[0]), m == "cmpw" ? t.reg(line.operands[1]) : t.number(line.operands[1], 4));
      return true;
    }
    return false;
  }

  // rlwinm rA,rS,SH,MB,ME: turned left, and of that the bits MB to ME, counted from the left, around the end if MB > ME.
  static bool rotate(const Line& line, AssemblyThread& t) {
    if (!t.operands(line, 5)) return true;
    for (std::size_t i = 2; i < 5; ++i)
      if (!t.is_number(line.operands[i]) || line.operands[i].number < 0 || line.operands[i].number > 31)
        return t.error(line.operands[i].where, "expected a number from 0 to 31"), true;
    const std::int64_t distance = line.operands[2].number;
    std::uint32_t mask = 0;
    for (std::int64_t bit = line.operands[3].number;; bit = (bit + 1) % 32) {
      mask |= 0x80000000U >> static_cast<unsigned>(bit);
      if (bit == line.operands[4].number) break;
    }
    ExprId turned = t.reg(line.operands[1]);
    if (distance != 0)
      turned = t.binary(Op::bit_or, t.binary(Op::shl, turned, t.constant(distance)),
                        t.binary(Op::ushr, t.reg(line.operands[1]), t.constant(32 - distance)));
    t.assign(line.operands[0], t.binary(Op::bit_and, turned, t.constant(Value{static_cast<std::int32_t>(mask)})), 4);
    return true;
  }

  static bool arithmetic(const std::string& m, const Line& line, AssemblyThread& t) {
    const auto set = [&](std::size_t count, auto value) {
      if (t.operands(line, count)) t.assign(line.operands[0], value(), 4);
      return true;
    };
    const auto source = [&](std::size_t i) { return t.reg(line.operands[i]); };
    if (m == "li") return set(2, [&] { return t.number(line.operands[1], 4); });
    const auto upper = [&](std::size_t i) {
      t.number(line.operands[i]);
      if (line.operands[i].number < -0x8000 || line.operands[i].number > 0xFFFF)
        t.error(line.operands[i].where, "expected a number of 16 bits");
      return t.constant(Value{static_cast<std::int32_t>(static_cast<std::uint32_t>(line.operands[i].number) << 16)});
    };
    if (m == "lis") return set(2, [&] { return upper(1); });
    if (m == "rlwinm") return rotate(line, t);
    if (m == "extsb" || m == "extsh") return set(2, [&] { return t.narrowed(source(1), m == "extsb" ? 1 : 2); });
    if (m == "nor") return set(3, [&] { return t.unary(Op::bit_not, t.binary(Op::bit_or, source(1), source(2))); });
    if (m == "subi") return set(3, [&] { return t.binary(Op::sub, source(1), t.number(line.operands[2], 4)); });
    if (m == "mulli") return set(3, [&] { return t.binary(Op::mul, source(1), t.number(line.operands[2], 4)); });
    for (const PpcAlu& alu : kShiftBy) {
      if (m != alu.name) continue;
      const bool fits =
          line.operands.size() == 3 && t.is_number(line.operands[2]) && line.operands[2].number >= 0 && line.operands[2].number < 32;
      if (line.operands.size() == 3 && !fits) return t.error(line.operands[2].where, "expected a number from 0 to 31"), true;
      return set(3, [&] { return t.binary(alu.op, source(1), t.constant(line.operands[2].number)); });
    }
    if (m == "addis") return set(3, [&] { return t.binary(Op::add, is_r0(line.operands[1]) ? t.constant(0) : source(1), upper(2)); });
    if (m == "mr") return set(2, [&] { return source(1); });
    if (m == "neg") return set(2, [&] { return t.unary(Op::neg, source(1)); });
    if (m == "not") return set(2, [&] { return t.unary(Op::bit_not, source(1)); });
    if (m == "subf") return set(3, [&] { return t.binary(Op::sub, source(2), source(1)); });
    if (m == "addi")
      return set(3, [&] { return t.binary(Op::add, is_r0(line.operands[1]) ? t.constant(0) : source(1), t.number(line.operands[2])); });
    // CR0 after a result: how it compares with 0, overflow or not.
    const auto record = [&] {
      if (line.operands.size() == 3) t.compare(source(0), t.constant(0));
      return true;
    };
    for (const PpcAlu& alu : kImmediate)
      if (m == alu.name) {
        set(3, [&] { return t.binary(alu.op, source(1), t.number(line.operands[2])); });
        return m.ends_with('.') ? record() : true;
      }
    for (const PpcAlu& alu : kPpcAlu) {
      if (m == alu.name) return set(3, [&] { return t.binary(alu.op, source(1), source(2)); });
      if (m != std::string(alu.name) + ".") continue;
      set(3, [&] { return t.binary(alu.op, source(1), source(2)); });
      return record();
    }
    return false;
  }
};

}  // namespace

const Isa& ppc_isa() {
  static const Ppc kIsa;
  return kIsa;
}

}  // namespace thinair::read
