// RISC-V: RV64 with the A extension. Registers by number or by their names in the calling convention, shown by number.
//
// Sets as in the models published for herd: Acq, Rel and AcqRel for what the annotations .aq, .rl and .aq.rl say, Sc for
// AcqRel again (the architecture's RCsc), X for accesses of lr, sc and atomics, one set per fence.
#include <algorithm>
#include <array>

#include "read/assembly/isa_text.hpp"
#include "read/assembly/isas.hpp"
#include "read/assembly/thread.hpp"

namespace thinair::read {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;

constexpr SetMask kAcq = 1U << 0;
constexpr SetMask kRel = 1U << 1;
constexpr SetMask kAcqRel = 1U << 2;
constexpr SetMask kSc = 1U << 3;
constexpr SetMask kRiscvExclusive = 1U << 4;
constexpr unsigned kFirstFence = 5;

constexpr std::array<std::string_view, 11> kFences = {"Fence.r.r",  "Fence.r.w",  "Fence.r.rw",  "Fence.w.r", "Fence.w.w", "Fence.w.rw",
                                                      "Fence.rw.r", "Fence.rw.w", "Fence.rw.rw", "Fence.tso", "Fence.i"};

constexpr std::array<std::string_view, 32> kAbi = {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
                                                   "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                                                   "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

struct RiscvAlu {
  std::string_view name;
  Op op;
  bool immediate, narrow;
};
constexpr std::array<RiscvAlu, 26> kRiscvAlu = {
    {{"add", Op::add, false, false},     {"addw", Op::add, false, true},     {"sub", Op::sub, false, false},
     {"subw", Op::sub, false, true},     {"mulw", Op::mul, false, true},     {"and", Op::bit_and, false, false},
     {"or", Op::bit_or, false, false},   {"xor", Op::bit_xor, false, false}, {"addi", Op::add, true, false},
     {"addiw", Op::add, true, true},     {"andi", Op::bit_and, true, false}, {"ori", Op::bit_or, true, false},
     {"xori", Op::bit_xor, true, false}, {"mul", Op::mul, false, false},     {"sll", Op::shl, false, false},
     {"srl", Op::ushr, false, false},    {"sra", Op::shr, false, false},     {"sllw", Op::shl, false, true},
     {"srlw", Op::ushr, false, true},    {"sraw", Op::shr, false, true},     {"slli", Op::shl, true, false},
     {"srli", Op::ushr, true, false},    {"srai", Op::shr, true, false},     {"slliw", Op::shl, true, true},
     {"srliw", Op::ushr, true, true},    {"sraiw", Op::shr, true, true}}};

// Loads and stores by name; `.aq` and `.rl` may follow (Zalasr, and herd before it).
struct RiscvAccess {
  std::string_view name;
  std::uint8_t bytes;
  bool loads, sign;
};
constexpr std::array<RiscvAccess, 11> kRiscvAccesses = {{{"lb", 1, true, true},
                                                         {"lh", 2, true, true},
                                                         {"lw", 4, true, true},
                                                         {"ld", 8, true, true},
                                                         {"lbu", 1, true, false},
                                                         {"lhu", 2, true, false},
                                                         {"lwu", 4, true, false},
                                                         {"sb", 1, false, false},
                                                         {"sh", 2, false, false},
                                                         {"sw", 4, false, false},
                                                         {"sd", 8, false, false}}};

struct Amo {
  std::string_view name;
  Op op;
};
constexpr std::array<Amo, 4> kAmo = {{{"add", Op::add}, {"and", Op::bit_and}, {"or", Op::bit_or}, {"xor", Op::bit_xor}}};

struct Compare {
  std::string_view name;
  Op op;
};
constexpr std::array<Compare, 6> kBranches = {
    {{"beq", Op::eq}, {"bne", Op::ne}, {"blt", Op::lt}, {"bge", Op::ge}, {"ble", Op::le}, {"bgt", Op::gt}}};
constexpr std::array<Compare, 4> kUnsignedBranches = {{{"bltu", Op::lt}, {"bgeu", Op::ge}, {"bleu", Op::le}, {"bgtu", Op::gt}}};
constexpr std::array<Compare, 6> kBranchesOnZero = {
    {{"beqz", Op::eq}, {"bnez", Op::ne}, {"bltz", Op::lt}, {"bgez", Op::ge}, {"blez", Op::le}, {"bgtz", Op::gt}}};

// What stands behind the width in `lr.w.aq.rl`.
std::optional<SetMask> annotation(const std::vector<std::string>& parts, std::size_t from) {
  const std::size_t count = parts.size() - from;
  if (count == 0) return 0;
  if (count == 1 && parts[from] == "aq") return kAcq;
  if (count == 1 && parts[from] == "rl") return kRel;
  if ((count == 1 && parts[from] == "aqrl") || (count == 2 && parts[from] == "aq" && parts[from + 1] == "rl")) return kAcqRel | kSc;
  return std::nullopt;
}

class Riscv final : public Isa {
 public:
  Arch arch() const override { return Arch::riscv; }
  std::string_view name() const override { return "RISC-V"; }

  std::vector<std::string> set_names() const override {
    std::vector<std::string> names = {"Acq", "Rel", "AcqRel", "Sc", "X"};
    names.insert(names.end(), kFences.begin(), kFences.end());
    return names;
  }

  std::optional<RegisterName> register_named(std::string_view word) const override {
    const std::string name = lower_case(word);
    auto number = numbered(name, "x", 32);
    for (unsigned i = 0; !number && i < kAbi.size(); ++i)
      if (name == kAbi[i]) number = i;
    if (name == "fp") number = 8;
    if (!number) return std::nullopt;
    return RegisterName{"x" + std::to_string(*number), 8, *number == 0};
  }

  std::vector<std::string> mnemonics() const override {
    std::vector<std::string> all = {"li",  "mv",   "not",  "neg",   "negw", "sext.w", "snez",  "seqz",      "sltz", "sgtz",
                                    "slt", "slti", "sltu", "sltiu", "lui",  "j",      "fence", "fence.tso", "nop",  "fence.i"};
    for (const RiscvAlu& alu : kRiscvAlu) all.emplace_back(alu.name);
    for (const Compare& branch : kBranches) all.emplace_back(branch.name);
    for (const Compare& branch : kUnsignedBranches) all.emplace_back(branch.name);
    for (const Compare& branch : kBranchesOnZero) all.emplace_back(branch.name);
    for (const RiscvAccess& access : kRiscvAccesses)
      for (const char* order : {"", ".aq", ".rl", ".aqrl"}) all.push_back(std::string(access.name) + order);
    for (const char* order : {"", ".aq", ".rl", ".aq.rl"}) {
      for (const char* width : {".w", ".d"}) {
        for (const char* name : {"lr", "sc", "amoswap"}) all.push_back(std::string(name) + width + order);
        for (const Amo& amo : kAmo) all.push_back("amo" + std::string(amo.name) + width + order);
      }
    }
    return all;
  }

  bool lower(const Line& line, AssemblyThread& t) const override {
    if (line.lock) return false;
    const std::string m = lower_case(line.mnemonic);
    return access(m, line, t) || atomic(m, line, t) || fence(m, line, t) || control(m, line, t) || arithmetic(m, line, t);
  }

 private:
  static bool access(const std::string& m, const Line& line, AssemblyThread& t) {
    const std::vector<std::string> parts = split(m, '.');
    const auto* const known = std::ranges::find(kRiscvAccesses, std::string_view(parts[0]), &RiscvAccess::name);
    const auto order = annotation(parts, 1);
    if (known == kRiscvAccesses.end() || !order) return false;
    if (!t.operands(line, 2)) return true;
    const std::uint8_t bytes = known->bytes;
    const ExprId where = t.address(line.operands[1]);
    if (!known->loads) {
      t.store(where, t.reg(line.operands[0], bytes == 4 ? std::uint8_t{4} : std::uint8_t{8}), *order, bytes);
    } else if (known->sign == (bytes >= 4)) {
      t.load(line.operands[0], where, *order, bytes);
    } else {
      const RegId value = t.load(where, *order, bytes);
      t.assign(line.operands[0], known->sign ? t.narrowed(t.of(value), bytes) : t.binary(Op::bit_and, t.of(value), t.constant(0xFFFFFFFF)),
               8);
    }
    return true;
  }

  static bool atomic(const std::string& m, const Line& line, AssemblyThread& t) {
    const std::vector<std::string> parts = split(m, '.');
    const bool known = parts[0] == "lr" || parts[0] == "sc" || parts[0].starts_with("amo");
    if (!known || parts.size() < 2 || (parts[1] != "w" && parts[1] != "d")) return false;
    const auto order = annotation(parts, 2);
    if (!order) return false;
    const std::uint8_t bytes = parts[1] == "w" ? 4 : 8;
    const SetMask sets = *order | kRiscvExclusive;
    if (parts[0] == "lr") {
      if (t.operands(line, 2)) t.load(line.operands[0], t.address(line.operands[1]), sets, bytes, Pairing::exclusive);
      return true;
    }
    const bool swap = parts[0] == "amoswap";
    std::optional<Op> op;
    for (const Amo& amo : kAmo)
      if (parts[0] == "amo" + std::string(amo.name)) op = amo.op;
    if (parts[0] != "sc" && !swap && !op) return false;
    if (!t.operands(line, 3)) return true;
    const ExprId where = t.address(line.operands[2]);
    if (parts[0] == "sc") {
      const ExprId value = t.reg(line.operands[1], bytes);
      t.emit(StoreConditional{t.destination(line.operands[0], 4), where, value, sets, 0, 1, StoreConditional::Status::write, bytes});
      return true;
    }
    // One memory operation, a load and a store at once (RVWMO, "Memory Model Primitives").
    const RegId old = t.temporary();
    const ExprId operand = t.reg(line.operands[1], bytes);
    t.emit(Update{old, where, swap ? operand : t.arithmetic(*op, t.of(old), operand, bytes), sets, bytes});
    t.assign(line.operands[0], t.of(old), bytes);
    return true;
  }

  // `iorw`: what is about memory. There are no devices.
  static std::string accesses(const std::string& word) {
    std::string out = lower_case(word);
    if (out.find_first_not_of("iorw") == std::string::npos) std::erase_if(out, [](char c) { return c == 'i' || c == 'o'; });
    return out;
  }

  static bool fence(const std::string& m, const Line& line, AssemblyThread& t) {
    std::string wanted;
    if (m == "fence.tso" || m == "fence.i") {
      if (!t.operands(line, 0)) return true;
      wanted = m == "fence.i" ? "Fence.i" : "Fence.tso";
    } else if (m == "fence") {
      // Without operands it orders everything.
      if (!line.operands.empty() && !t.operands(line, 2)) return true;
      wanted = line.operands.empty() ? "Fence.rw.rw" : "Fence." + accesses(line.operands[0].word) + "." + accesses(line.operands[1].word);
    } else {
      return false;
    }
    for (unsigned i = 0; i < kFences.size(); ++i)
      if (kFences[i] == wanted) {
        t.emit(Fence{SetMask{1} << (kFirstFence + i)});
        return true;
      }
    t.error(line.where, "unknown kind of fence", "each side is r, w or rw");
    return true;
  }

  static bool control(const std::string& m, const Line& line, AssemblyThread& t) {
    if (m == "nop") return t.operands(line, 0), true;
    if (m == "j") {
      if (t.operands(line, 1)) t.emit(Jump{t.label(line.operands[0])});
      return true;
    }
    for (const Compare& branch : kBranchesOnZero) {
      if (m != branch.name) continue;
      if (t.operands(line, 2)) t.branch_if(t.binary(branch.op, t.reg(line.operands[0]), t.constant(0)), line.operands[1]);
      return true;
    }
    for (const Compare& branch : kUnsignedBranches) {
      if (m != branch.name) continue;
      if (t.operands(line, 3)) t.branch_if(t.unsigned_order(branch.op, t.reg(line.operands[0]), t.reg(line.operands[1])), line.operands[2]);
      return true;
    }
    for (const Compare& branch : kBranches) {
      if (m != branch.name) continue;
      if (t.operands(line, 3)) t.branch_if(t.binary(branch.op, t.reg(line.operands[0]), t.reg(line.operands[1])), line.operands[2]);
      return true;
    }
    return false;
  }

  static bool fits_into_int(const Line& line) {
    return line.operands.size() == 2 && line.operands[1].number >= INT32_MIN && line.operands[1].number <= INT32_MAX;
  }

  static bool arithmetic(const std::string& m, const Line& line, AssemblyThread& t) {
    const auto set = [&](std::size_t count, auto value, std::uint8_t bytes) {
      if (t.operands(line, count)) t.assign(line.operands[0], value(), bytes);
      return true;
    };
    const auto source = [&](std::size_t i) { return t.reg(line.operands[i]); };
    if (m == "li")
      return set(
          2, [&] { return t.number(line.operands[1]); }, fits_into_int(line) ? 4 : 8);
    if (m == "mv")
      return set(
          2, [&] { return source(1); }, 8);
    if (m == "not")
      return set(
          2, [&] { return t.unary(Op::bit_not, source(1)); }, 8);
    if (m == "neg" || m == "negw")
      return set(
          2, [&] { return t.narrowed(t.unary(Op::neg, source(1)), m == "neg" ? 8 : 4); }, m == "neg" ? 8 : 4);
    if (m == "sext.w")
      return set(
          2, [&] { return t.narrowed(source(1), 4); }, 4);
    if (m == "snez")
      return set(
          2, [&] { return t.binary(Op::ne, source(1), t.constant(0)); }, 4);
    if (m == "seqz")
      return set(
          2, [&] { return t.binary(Op::eq, source(1), t.constant(0)); }, 4);
    if (m == "sltz")
      return set(
          2, [&] { return t.binary(Op::lt, source(1), t.constant(0)); }, 4);
    if (m == "slt")
      return set(
          3, [&] { return t.binary(Op::lt, source(1), source(2)); }, 4);
    if (m == "sgtz")
      return set(
          2, [&] { return t.binary(Op::gt, source(1), t.constant(0)); }, 4);
    if (m == "sltu")
      return set(
          3, [&] { return t.unsigned_order(Op::lt, source(1), source(2)); }, 4);
    if (m == "sltiu")
      return set(
          3, [&] { return t.unsigned_order(Op::lt, source(1), t.number(line.operands[2])); }, 4);
    if (m == "lui") {
      if (line.operands.size() == 2 && t.is_number(line.operands[1]) && (line.operands[1].number < 0 || line.operands[1].number > 0xFFFFF))
        return t.error(line.operands[1].where, "expected a number of 20 bits without sign"), true;
      return set(
          2,
          [&] {
            t.number(line.operands[1]);
            return t.constant(Value{static_cast<std::int32_t>(static_cast<std::uint32_t>(line.operands[1].number) << 12)});
          },
          4);
    }
    if (m == "slti")
      return set(
          3, [&] { return t.binary(Op::lt, source(1), t.number(line.operands[2])); }, 4);
    for (const RiscvAlu& alu : kRiscvAlu) {
      if (m != alu.name) continue;
      const std::uint8_t bytes = alu.narrow ? 4 : 8;
      return set(
          3,
          [&] {
            const ExprId right = alu.immediate ? t.number(line.operands[2]) : source(2);
            if (alu.op != Op::shl && alu.op != Op::shr && alu.op != Op::ushr) return t.arithmetic(alu.op, source(1), right, bytes);
            const bool fits = !alu.immediate || (line.operands[2].number >= 0 && line.operands[2].number < bytes * 8);
            if (!fits) t.error(line.operands[2].where, "the distance is smaller than the register is wide");
            return t.binary(alu.op, alu.narrow ? t.narrowed(source(1), 4) : source(1), right, bytes);
          },
          bytes);
    }
    return false;
  }
};

}  // namespace

const Isa& riscv_isa() {
  static const Riscv kIsa;
  return kIsa;
}

}  // namespace thinair::read
