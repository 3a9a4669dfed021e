// X86_64 in AT&T order, as herd reads it: source before destination, except that cmpxchg also takes its memory operand first.
// X86, 32 bits, has the destination first; its lines are turned round before anything else.
//
// Locked instructions and xchg are a read and a write, both in X; a compare-and-exchange that fails is the read alone, in X too.
// Without lock, an instruction on memory is a read and a write that are not atomic.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/assembly/isa_text.hpp"
#include "read/assembly/isas.hpp"
#include "read/assembly/thread.hpp"

namespace thinair::read {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;
using Cond = AssemblyThread::Cond;
using Result = AssemblyThread::Result;

constexpr SetMask kMfence = 1U << 0;
constexpr SetMask kSfence = 1U << 1;
constexpr SetMask kLfence = 1U << 2;
constexpr SetMask kAtomic = 1U << 3;  // X

constexpr std::array<std::array<std::string_view, 2>, 8> kLegacy = {
    {{"rax", "eax"}, {"rbx", "ebx"}, {"rcx", "ecx"}, {"rdx", "edx"}, {"rsi", "esi"}, {"rdi", "edi"}, {"rbp", "ebp"}, {"rsp", "esp"}}};

struct X86Alu {
  std::string_view name;
  Op op;
};
constexpr std::array<X86Alu, 5> kTwoOperands = {
    {{"add", Op::add}, {"sub", Op::sub}, {"and", Op::bit_and}, {"or", Op::bit_or}, {"xor", Op::bit_xor}}};

struct Jcc {
  std::string_view name;
  Cond cond;
};
constexpr std::array<Jcc, 28> kJcc = {{{"je", Cond::eq},         {"jz", Cond::eq},
                                       {"jne", Cond::ne},        {"jnz", Cond::ne},
                                       {"jl", Cond::lt},         {"jnge", Cond::lt},
                                       {"jle", Cond::le},        {"jng", Cond::le},
                                       {"jg", Cond::gt},         {"jnle", Cond::gt},
                                       {"jge", Cond::ge},        {"jnl", Cond::ge},
                                       {"js", Cond::negative},   {"jns", Cond::not_negative},
                                       {"jlt", Cond::lt},        {"jgt", Cond::gt},
                                       {"jb", Cond::below},      {"jc", Cond::below},
                                       {"jnae", Cond::below},    {"jbe", Cond::not_above},
                                       {"jna", Cond::not_above}, {"ja", Cond::above},
                                       {"jnbe", Cond::above},    {"jae", Cond::not_below},
                                       {"jnb", Cond::not_below}, {"jnc", Cond::not_below},
                                       {"jo", Cond::overflow},   {"jno", Cond::no_overflow}}};

constexpr std::array<X86Alu, 4> kShifts = {{{"shl", Op::shl}, {"sal", Op::shl}, {"shr", Op::ushr}, {"sar", Op::shr}}};

// Loads that make a wider value of a narrow one.
struct Extending {
  std::string_view name;
  std::uint8_t from, to;
  bool sign;
};
constexpr std::array<Extending, 9> kExtending = {{{"movzbl", 1, 4, false},
                                                  {"movzbq", 1, 8, false},
                                                  {"movzwl", 2, 4, false},
                                                  {"movzwq", 2, 8, false},
                                                  {"movsbl", 1, 4, true},
                                                  {"movsbq", 1, 8, true},
                                                  {"movswl", 2, 4, true},
                                                  {"movswq", 2, 8, true},
                                                  {"movslq", 4, 8, true}}};

// A mnemonic without its size suffix.
struct Sized {
  std::string_view base;
  std::uint8_t bytes;
};

// The size is the suffix's, or that of a register among the operands.
std::optional<Sized> sized(const std::string& mnemonic, std::string_view base, const Line& line, AssemblyThread& t) {
  if (!mnemonic.starts_with(base)) return std::nullopt;
  if (mnemonic == std::string(base) + "l") return Sized{base, 4};
  if (mnemonic == std::string(base) + "q") return Sized{base, 8};
  const bool half = mnemonic == std::string(base) + "w";
  if (half || mnemonic == std::string(base) + "b") {
    const bool stores_number = base == "mov" && line.operands.size() == 2 && t.is_number(line.operands[0]) && t.is_memory(line.operands[1]);
    if (!stores_number) t.error(line.where, "of 1 or 2 bytes only a number can be stored", "movzbl and its kin load them");
    return Sized{base, half ? std::uint8_t{2} : std::uint8_t{1}};
  }
  if (mnemonic != base) return std::nullopt;
  for (const Operand& o : line.operands)
    if (const auto reg = t.as_register(o)) return Sized{base, reg->bytes};
  return Sized{base, 4};
}

class X86 final : public Isa {
 public:
  enum class Mode : std::uint8_t { bits32, bits64 };
  explicit X86(Mode mode) : mode_(mode) {}

  Arch arch() const override { return Arch::x86; }
  unsigned bits() const override { return mode_ == Mode::bits32 ? 32 : 64; }
  std::string_view name() const override { return mode_ == Mode::bits32 ? "X86" : "X86_64"; }
  bool zero_extends() const override { return true; }
  bool fixed_length() const override { return false; }
  std::vector<std::string> set_names() const override { return {"MFENCE", "SFENCE", "LFENCE", "X"}; }

  std::optional<RegisterName> register_named(std::string_view word) const override {
    const std::string name = lower_case(word);
    if (mode_ == Mode::bits32) {
      for (const auto& [wide, narrow] : kLegacy)
        if (name == narrow) return RegisterName{upper_case(narrow), 4};
      return std::nullopt;
    }
    for (const auto& [wide, narrow] : kLegacy) {
      if (name == wide) return RegisterName{std::string(wide), 8};
      if (name == narrow) return RegisterName{std::string(wide), 4};
    }
    const bool narrow = name.ends_with('d');
    const auto number = numbered(narrow ? std::string_view(name).substr(0, name.size() - 1) : name, "r", 16);
    if (!number || *number < 8) return std::nullopt;
    return RegisterName{"r" + std::to_string(*number), narrow ? std::uint8_t{4} : std::uint8_t{8}};
  }

  std::vector<std::string> mnemonics() const override {
    std::vector<std::string> all = {"mov",  "movl",  "movq",  "xchg",   "xchgl",  "xchgq",  "cmp",     "cmpl",     "cmpq",
                                    "test", "imul",  "imull", "imulq",  "testl",  "testq",  "cmpxchg", "cmpxchgl", "cmpxchgq",
                                    "xadd", "xaddl", "xaddq", "inc",    "incl",   "incq",   "dec",     "decl",     "decq",
                                    "neg",  "not",   "jmp",   "mfence", "sfence", "lfence", "nop",     "lea"};
    for (const X86Alu& shift : kShifts) all.emplace_back(shift.name);
    for (const Extending& known : kExtending) all.emplace_back(known.name);
    for (const Jcc& jump : kJcc) all.push_back("cmov" + std::string(jump.name.substr(1)));
    for (const X86Alu& alu : kTwoOperands)
      for (const char* suffix : {"", "l", "q"}) all.push_back(std::string(alu.name) + suffix);
    for (const Jcc& jump : kJcc) all.emplace_back(jump.name);
    return all;
  }

  bool lower(const Line& given, AssemblyThread& t) const override {
    const std::string m = lower_case(given.mnemonic);
    Line line = given;
    if (mode_ == Mode::bits32 && line.operands.size() == 2) std::swap(line.operands[0], line.operands[1]);
    if (const Operand* narrow = narrow_register(line)) {
      t.error(narrow->where, "registers of 8 and 16 bits are not modelled", "movzbl and movb with a number access single bytes");
      return true;
    }
    if (line.lock) return locked(m, line, t);
    if (m == "mfence" || m == "sfence" || m == "lfence") {
      if (t.operands(line, 0)) t.emit(Fence{m == "mfence" ? kMfence : m == "sfence" ? kSfence : kLfence});
      return true;
    }
    if (m == "nop") return t.operands(line, 0), true;
    if (m == "jmp") {
      if (t.operands(line, 1)) t.emit(Jump{t.label(line.operands[0])});
      return true;
    }
    for (const Jcc& jump : kJcc) {
      if (m != jump.name) continue;
      if (t.operands(line, 1)) t.branch_if(jump.cond, line.operands[0]);
      return true;
    }
    if (m.starts_with("cmov"))
      for (const Jcc& jump : kJcc)
        if (m.substr(4) == jump.name.substr(1)) return conditional_move(line, jump.cond, t), true;
    for (const Extending& known : kExtending)
      if (m == known.name) return extend(line, known, t), true;
    for (const X86Alu& known : kShifts)
      if (const auto s = sized(m, known.name, line, t); s && s->bytes >= 4) return shift(line, known.op, s->bytes, t), true;
    if (const auto s = sized(m, "lea", line, t)) {
      if (t.operands(line, 2)) t.assign(line.operands[1], t.narrowed(t.address(line.operands[0]), s->bytes), s->bytes);
      return true;
    }
    if (const auto s = sized(m, "imul", line, t)) return multiply(line, s->bytes, t), true;
    if (const auto s = sized(m, "mov", line, t)) return move(line, s->bytes, t), true;
    if (const auto s = sized(m, "xchg", line, t)) return exchange(line, s->bytes, t), true;
    if (const auto s = sized(m, "cmp", line, t)) return compare(line, s->bytes, t), true;
    if (const auto s = sized(m, "test", line, t)) return test(line, s->bytes, t), true;
    if (sized(m, "cmpxchg", line, t) || sized(m, "xadd", line, t)) {
      t.error(line.where, fmt::format("'{}' is only supported with lock", line.mnemonic));
      return true;
    }
    return modify(m, line, t);
  }

 private:
  // With lock: only instructions that read and write memory.
  bool locked(const std::string& m, const Line& line, AssemblyThread& t) const {
    if (const auto s = sized(m, "cmpxchg", line, t)) return compare_exchange(line, s->bytes, t), true;
    if (const auto s = sized(m, "xadd", line, t)) return exchange_add(line, s->bytes, t), true;
    if (const auto s = sized(m, "xchg", line, t)) return exchange(line, s->bytes, t), true;
    if (!line.operands.empty() && t.is_memory(line.operands.back()) && modify(m, line, t)) return true;
    const std::vector<std::string> known = mnemonics();
    if (std::ranges::find(known, m) == known.end()) return false;
    t.error(line.where, "lock is for instructions that read and write memory");
    return true;
  }

  static void move(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const Operand& from = line.operands[0];
    const Operand& to = line.operands[1];
    if (t.is_memory(from) && t.is_memory(to)) {
      t.error(line.where, "at most one operand is in memory");
    } else if (t.is_memory(from)) {
      t.load(to, t.address(from), 0, bytes);
    } else if (t.is_memory(to)) {
      t.store(t.address(to), t.value(from, bytes), 0, bytes);
    } else {
      t.assign(to, t.value(from, bytes), bytes);
    }
  }

  static std::string upper_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
  }

  static const Operand* narrow_register(const Line& line) {
    static constexpr auto kNarrow = std::to_array<std::string_view>(
        {"al", "ah", "ax", "bl", "bh", "bx", "cl", "ch", "cx", "dl", "dh", "dx", "sil", "si", "dil", "di", "bpl", "bp", "spl", "sp"});
    for (const Operand& operand : line.operands) {
      if (operand.kind != Operand::Kind::word) continue;
      const std::string name = lower_case(operand.word);
      const bool numbered_one = name.size() > 2 && (name.ends_with('b') || name.ends_with('w')) &&
                                numbered(std::string_view(name).substr(0, name.size() - 1), "r", 16).has_value();
      if (std::ranges::find(kNarrow, name) != kNarrow.end() || numbered_one) return &operand;
    }
    return nullptr;
  }

  static void conditional_move(const Line& line, Cond cond, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const std::uint8_t bytes = t.width(line.operands[1]);
    const ExprId other = source(line.operands[0], bytes, t);
    const ExprId kept = t.reg(line.operands[1], bytes);
    const ExprId holds = t.condition(cond);
    t.emit(Select{t.destination(line.operands[1], bytes), holds, other, kept});
  }

  static void extend(const Line& line, const Extending& how, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    if (!t.is_memory(line.operands[0]) && how.from != 4) return t.error(line.operands[0].where, "expected an operand in memory");
    const ExprId value = source(line.operands[0], how.from, t);
    t.assign(line.operands[1], how.sign && how.from < 4 ? t.narrowed(value, how.from) : value, how.to);
  }

  // By a number: the flags of other shifts depend on whether the distance is 0.
  static void shift(const Line& line, Op op, std::uint8_t bytes, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const Operand& distance = line.operands[0];
    if (!t.is_number(distance) || distance.number < 1 || distance.number >= bytes * 8 || !t.is_register(line.operands[1]))
      return t.error(line.where, "only shifts of a register by a number within its width are supported");
    const RegId result = t.temporary();
    t.assign(result, t.binary(op, t.reg(line.operands[1], bytes), t.constant(distance.number), bytes));
    t.set_flags(t.of(result), Result::arithmetic);
    t.assign(line.operands[1], t.of(result), bytes);
  }

  static void multiply(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const ExprId factor = source(line.operands[0], bytes, t);
    const RegId result = t.temporary();
    t.assign(result, t.arithmetic(Op::mul, t.reg(line.operands[1], bytes), factor, bytes));
    t.assign(line.operands[1], t.of(result), bytes);
  }

  // The operands in any order: which is the memory?
  static bool memory_and_register(const Line& line, AssemblyThread& t, const Operand*& memory, const Operand*& reg) {
    if (!t.operands(line, 2)) return false;
    memory = &line.operands[0];
    reg = &line.operands[1];
    if (!t.is_memory(*memory)) std::swap(memory, reg);
    if (t.is_memory(*memory) && t.is_register(*reg)) return true;
    t.error(line.where, "expected one operand in memory and one register");
    return false;
  }

  static void exchange(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    const Operand *memory = nullptr, *reg = nullptr;
    if (!memory_and_register(line, t, memory, reg)) return;
    const RegId old = t.load(t.address(*memory), kAtomic, bytes, Pairing::atomic);
    t.store(t.address(*memory), t.reg(*reg, bytes), kAtomic, bytes, Pairing::atomic);
    t.assign(*reg, t.of(old), bytes);
  }

  static void exchange_add(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    const Operand *memory = nullptr, *reg = nullptr;
    if (!memory_and_register(line, t, memory, reg)) return;
    const RegId old = t.load(t.address(*memory), kAtomic, bytes, Pairing::atomic);
    const ExprId sum = t.arithmetic(Op::add, t.of(old), t.reg(*reg, bytes), bytes);
    t.store(t.address(*memory), sum, kAtomic, bytes, Pairing::atomic);
    t.set_flags(sum, Result::arithmetic);
    t.assign(*reg, t.of(old), bytes);
  }

  static void compare_exchange(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    const Operand *memory = nullptr, *reg = nullptr;
    if (!memory_and_register(line, t, memory, reg)) return;
    Operand accumulator;
    accumulator.word = bytes == 4 ? "eax" : "rax";
    const RegId old = t.load(t.address(*memory), kAtomic, bytes, Pairing::atomic);
    t.compare(t.reg(accumulator, bytes), t.of(old), bytes);
    const Label done = t.new_label();
    const Label differ = t.new_label();
    t.emit(Branch{t.condition(Cond::eq), differ, kNoJoin, false});
    t.store(t.address(*memory), t.reg(*reg, bytes), kAtomic, bytes, Pairing::atomic);
    t.emit(Jump{done});
    t.place(differ);
    t.assign(accumulator, t.of(old), bytes);
    t.place(done);
  }

  static void compare(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const ExprId right = source(line.operands[0], bytes, t);
    const ExprId left = source(line.operands[1], bytes, t);
    t.compare(left, right, bytes);
  }

  static void test(const Line& line, std::uint8_t bytes, AssemblyThread& t) {
    if (!t.operands(line, 2)) return;
    const ExprId right = source(line.operands[0], bytes, t);
    const ExprId left = source(line.operands[1], bytes, t);
    t.set_flags(t.binary(Op::bit_and, left, right), Result::logical);
  }

  // A number, a register, or what is read from memory.
  static ExprId source(const Operand& operand, std::uint8_t bytes, AssemblyThread& t) {
    if (t.is_memory(operand)) return t.of(t.load(t.address(operand), 0, bytes));
    return t.value(operand, bytes);
  }

  // add, inc and the like: destination := f(destination). With lock, in one step.
  static bool modify(const std::string& m, const Line& line, AssemblyThread& t) {
    for (const X86Alu& alu : kTwoOperands) {
      const auto s = sized(m, alu.name, line, t);
      if (!s) continue;
      if (!t.operands(line, 2)) return true;
      if (t.is_memory(line.operands[0]) && t.is_memory(line.operands[1])) {
        t.error(line.where, "at most one operand is in memory");
        return true;
      }
      const ExprId operand = source(line.operands[0], s->bytes, t);
      const bool logical = alu.op == Op::bit_and || alu.op == Op::bit_or || alu.op == Op::bit_xor;
      const auto flags = [&](ExprId old, ExprId result) {
        if (alu.op == Op::sub) return t.compare(old, operand, s->bytes);
        t.set_flags(result, logical ? Result::logical : Result::arithmetic);
      };
      update(
          line, line.operands[1], s->bytes, t, [&](ExprId old) { return t.arithmetic(alu.op, old, operand, s->bytes); }, flags);
      return true;
    }
    for (const std::string_view name : {"inc", "dec", "neg", "not"}) {
      const auto s = sized(m, name, line, t);
      if (!s) continue;
      if (!t.operands(line, 1)) return true;
      const auto result = [&](ExprId old) {
        if (name == "not") return t.unary(Op::bit_not, old);
        if (name == "neg") return t.narrowed(t.unary(Op::neg, old), s->bytes);
        return t.arithmetic(name == "inc" ? Op::add : Op::sub, old, t.constant(1), s->bytes);
      };
      const auto flags = [&](ExprId old, ExprId value) {
        if (name == "dec") return t.compare_without_carry(old, t.constant(1), s->bytes);
        if (name != "not") t.set_flags(value, Result::arithmetic);  // not sets none
      };
      update(line, line.operands[0], s->bytes, t, result, flags);
      return true;
    }
    return false;
  }

  // `flags` gets the old value and the result, both in registers that the flags may still read.
  template <class Function, class Flags>
  static void update(const Line& line, const Operand& to, std::uint8_t bytes, AssemblyThread& t, Function function, Flags flags) {
    if (t.is_memory(to)) {
      const SetMask sets = line.lock ? kAtomic : 0;
      const Pairing pairing = line.lock ? Pairing::atomic : Pairing::none;
      const RegId old = t.load(t.address(to), sets, bytes, pairing);
      const ExprId result = function(t.of(old));
      t.store(t.address(to), result, sets, bytes, pairing);
      flags(t.of(old), result);
    } else {
      const RegId result = t.temporary();
      t.assign(result, function(t.reg(to, bytes)));
      flags(t.reg(to, bytes), t.of(result));
      t.assign(to, t.of(result), bytes);
    }
  }

  Mode mode_;
};

}  // namespace

const Isa& x86_isa() {
  static const X86 kIsa(X86::Mode::bits64);
  return kIsa;
}

const Isa& x86_32_isa() {
  static const X86 kIsa(X86::Mode::bits32);
  return kIsa;
}

}  // namespace thinair::read
