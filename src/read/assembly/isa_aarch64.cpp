// AArch64. W and X are the halves and the whole of one register; it is shown under its X name.
//
// Sets as in the models published for herd: A acquire (LDAR and the A forms of atomics), Q acquirePC (LDAPR), L release, X accesses
// of exclusives and atomics, NoRet reads of atomics that give no value (ST forms), one set per barrier.
#include <array>

#include "read/assembly/isa_text.hpp"
#include "read/assembly/isas.hpp"
#include "read/assembly/thread.hpp"

namespace thinair::read {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;
using Cond = AssemblyThread::Cond;

constexpr SetMask kAcquire = 1U << 0;
constexpr SetMask kAcquirePc = 1U << 1;
constexpr SetMask kRelease = 1U << 2;
constexpr SetMask kAArch64Exclusive = 1U << 3;
constexpr SetMask kNoReturn = 1U << 4;
constexpr SetMask kIsb = 1U << 5;
constexpr unsigned kFirstDmb = 6;

// Shareability domains, each for all accesses, loads only and stores only.
constexpr std::array<std::string_view, 12> kDomains = {"SY",  "LD",    "ST",    "ISH", "ISHLD", "ISHST",
                                                       "OSH", "OSHLD", "OSHST", "NSH", "NSHLD", "NSHST"};
constexpr unsigned kFirstDsb = kFirstDmb + kDomains.size();

struct AArch64Alu {
  std::string_view name;
  Op op;
  bool flags;
};
constexpr std::array<AArch64Alu, 9> kAArch64Alu = {{{"add", Op::add, false},
                                                    {"adds", Op::add, true},
                                                    {"sub", Op::sub, false},
                                                    {"subs", Op::sub, true},
                                                    {"and", Op::bit_and, false},
                                                    {"ands", Op::bit_and, true},
                                                    {"orr", Op::bit_or, false},
                                                    {"eor", Op::bit_xor, false},
                                                    {"mul", Op::mul, false}}};

struct Named {
  std::string_view name;
  Cond cond;
};
constexpr std::array<Named, 8> kConditions = {{{"eq", Cond::eq},
                                               {"ne", Cond::ne},
                                               {"lt", Cond::lt},
                                               {"le", Cond::le},
                                               {"gt", Cond::gt},
                                               {"ge", Cond::ge},
                                               {"mi", Cond::negative},
                                               {"pl", Cond::not_negative}}};

std::optional<Cond> condition_named(std::string_view name) {
  for (const Named& known : kConditions)
    if (known.name == name) return known.cond;
  return std::nullopt;
}

struct Atomic {
  std::string_view name;
  Op op;
};
constexpr std::array<Atomic, 4> kFetch = {{{"add", Op::add}, {"set", Op::bit_or}, {"eor", Op::bit_xor}, {"clr", Op::bit_and}}};

// The order of an atomic from its suffix: "", a, l, al.
struct Order {
  SetMask read = kAArch64Exclusive, write = kAArch64Exclusive;
};
std::optional<Order> order_of(std::string_view suffix) {
  if (suffix.empty()) return Order{};
  if (suffix == "a") return Order{kAArch64Exclusive | kAcquire, kAArch64Exclusive};
  if (suffix == "l") return Order{kAArch64Exclusive, kAArch64Exclusive | kRelease};
  if (suffix == "al") return Order{kAArch64Exclusive | kAcquire, kAArch64Exclusive | kRelease};
  return std::nullopt;
}

class Aarch64 final : public Isa {
 public:
  Arch arch() const override { return Arch::aarch64; }
  std::string_view name() const override { return "AArch64"; }
  bool zero_extends() const override { return true; }

  std::vector<std::string> set_names() const override {
    std::vector<std::string> names = {"A", "Q", "L", "X", "NoRet", "ISB"};
    for (const char* barrier : {"DMB.", "DSB."})
      for (const std::string_view domain : kDomains) names.push_back(barrier + std::string(domain));
    return names;
  }

  std::optional<RegisterName> register_named(std::string_view word) const override {
    const std::string name = lower_case(word);
    if (name == "xzr") return RegisterName{"XZR", 8, true};
    if (name == "wzr") return RegisterName{"XZR", 4, true};
    if (const auto n = numbered(name, "x", 31)) return RegisterName{"X" + std::to_string(*n), 8};
    if (const auto n = numbered(name, "w", 31)) return RegisterName{"X" + std::to_string(*n), 4};
    return std::nullopt;
  }

  std::vector<std::string> mnemonics() const override {
    std::vector<std::string> all = {"LDR",  "LDAR", "LDAPR", "LDXR", "LDAXR", "STR", "STLR", "STXR", "STLXR", "MOV", "CMP",
                                    "CSET", "CSEL", "B",     "CBZ",  "CBNZ",  "DMB", "DSB",  "ISB",  "NOP",   "MVN", "NEG"};
    for (const AArch64Alu& alu : kAArch64Alu) all.push_back(upper(alu.name));
    for (const Named& known : kConditions) all.push_back("B." + upper(known.name));
    for (const char* suffix : {"", "A", "L", "AL"}) {
      all.push_back(std::string("SWP") + suffix);
      all.push_back(std::string("CAS") + suffix);
      for (const Atomic& fetch : kFetch) all.push_back("LD" + upper(fetch.name) + suffix);
    }
    for (const char* suffix : {"", "L"})
      for (const Atomic& fetch : kFetch) all.push_back("ST" + upper(fetch.name) + suffix);
    return all;
  }

  bool lower(const Line& line, AssemblyThread& t) const override {
    if (line.lock) return false;
    const std::string m = lower_case(line.mnemonic);
    return access(m, line, t) || atomic(m, line, t) || barrier(m, line, t) || control(m, line, t) || arithmetic(m, line, t);
  }

 private:
  static std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
  }

  // `[X1]`, `[X1,#4]`, `[X1,W2,SXTW]`, `[X1,X2]`.
  static ExprId address(const Operand& memory, AssemblyThread& t) {
    if (!t.is_memory(memory) || !memory.bracketed) {
      t.error(memory.where, "expected an address such as [X1]");
      return t.constant(0);
    }
    const ExprId base = t.base(memory.parts[0]);
    if (memory.parts.size() == 1) return base;
    if (t.is_number(memory.parts[1]) && memory.parts.size() == 2) return t.binary(Op::add, base, t.constant(memory.parts[1].number));
    const std::size_t extends = memory.parts.size();
    if (extends > 3 || (extends == 3 && !is_extension(memory.parts[2], t))) {
      t.error(memory.where, "this form of address is not supported", "write [Xn], [Xn,#i], [Xn,Xm] or [Xn,Wm,SXTW]");
      return base;
    }
    return t.binary(Op::add, base, t.reg(memory.parts[1]));
  }

  // Values are kept sign-extended, so that SXTW is what reading a W register does.
  static bool is_extension(const Operand& operand, AssemblyThread&) {
    return operand.kind == Operand::Kind::word && lower_case(operand.word) == "sxtw";
  }

  static bool access(const std::string& m, const Line& line, AssemblyThread& t) {
    const auto load = [&](SetMask sets, Pairing pairing) {
      if (t.operands(line, 2)) t.load(line.operands[0], address(line.operands[1], t), sets, t.width(line.operands[0]), pairing);
      return true;
    };
    const auto store = [&](SetMask sets) {
      if (t.operands(line, 2))
        t.store(address(line.operands[1], t), t.reg(line.operands[0]), sets, t.width(line.operands[0]), Pairing::none);
      return true;
    };
    if (m == "ldr") return load(0, Pairing::none);
    if (m == "ldar") return load(kAcquire, Pairing::none);
    if (m == "ldapr") return load(kAcquirePc, Pairing::none);
    if (m == "ldxr") return load(kAArch64Exclusive, Pairing::exclusive);
    if (m == "ldaxr") return load(kAArch64Exclusive | kAcquire, Pairing::exclusive);
    if (m == "str") return store(0);
    if (m == "stlr") return store(kRelease);
    if (m == "stxr" || m == "stlxr") {
      if (!t.operands(line, 3)) return true;
      const ExprId where = address(line.operands[2], t);
      const ExprId value = t.reg(line.operands[1]);
      t.emit(StoreConditional{t.destination(line.operands[0], 4), where, value,
                              m == "stxr" ? kAArch64Exclusive : kAArch64Exclusive | kRelease, 0, 1, StoreConditional::Status::none,
                              t.width(line.operands[1])});
      return true;
    }
    return false;
  }

  static bool atomic(const std::string& m, const Line& line, AssemblyThread& t) {
    if (m.starts_with("swp")) {
      const auto order = order_of(std::string_view(m).substr(3));
      if (order) fetch(line, *order, t, [](ExprId, ExprId operand) { return operand; });
      return order.has_value();
    }
    if (m.starts_with("cas")) {
      const auto order = order_of(std::string_view(m).substr(3));
      if (order) compare_and_swap(line, *order, t);
      return order.has_value();
    }
    if (!m.starts_with("ld") && !m.starts_with("st")) return false;
    for (const Atomic& known : kFetch) {
      if (!std::string_view(m).substr(2).starts_with(known.name)) continue;
      const auto order = order_of(std::string_view(m).substr(2 + known.name.size()));
      if (!order) continue;
      const auto combine = [&](ExprId old, ExprId operand) {
        return t.arithmetic(known.op, old, known.name == "clr" ? t.unary(Op::bit_not, operand) : operand, t.width(line.operands[0]));
      };
      if (m.starts_with("ld")) {
        fetch(line, *order, t, combine);
      } else if (t.operands(line, 2)) {
        fetch_into(line.operands[0], nullptr, line.operands[1], {order->read | kNoReturn, order->write}, t, combine);
      }
      return true;
    }
    return false;
  }

  template <class Combine>
  static void fetch(const Line& line, Order order, AssemblyThread& t, Combine combine) {
    if (t.operands(line, 3)) fetch_into(line.operands[0], &line.operands[1], line.operands[2], order, t, combine);
  }

  // To the zero register is the form without a result (Arm ARM: LDADD to ZR is STADD), which acquires nothing.
  static Order without_result(Order order) { return {(order.read & ~kAcquire) | kNoReturn, order.write}; }

  template <class Combine>
  static void fetch_into(const Operand& operand, const Operand* dst, const Operand& memory, Order order, AssemblyThread& t,
                         Combine combine) {
    const std::uint8_t bytes = t.width(operand);
    const auto name = dst == nullptr ? std::nullopt : t.as_register(*dst);
    if (name && name->zero) order = without_result(order);
    const RegId old = t.load(address(memory, t), order.read, bytes, Pairing::atomic);
    t.store(address(memory, t), combine(t.of(old), t.reg(operand)), order.write, bytes, Pairing::atomic);
    if (dst != nullptr) t.assign(*dst, t.of(old), bytes);
  }

  // CAS Rs,Rt,[Xn]. A failure may or may not write back what it read.
  //
  // Dependencies (Arm ARM, the intrinsic dependencies of CAS). Whether it succeeds is decided without a branch by Rs and what was
  // read: the write depends on both by a pick dependency, and on Rt by its value. What a failure hands back is what it read. What a success
  // hands back is what it read, or, as that is the same, what was in Rs, and then what was read only picks it: a processor may do
  // either.
  static void compare_and_swap(const Line& line, Order order, AssemblyThread& t) {
    if (!t.operands(line, 3)) return;
    const Operand& expected = line.operands[0];
    const std::uint8_t bytes = t.width(expected);
    const auto name = t.as_register(expected);
    const bool returns = !(name && name->zero);
    if (!returns) order = without_result(order);
    const RegId old = t.load(address(line.operands[2], t), order.read, bytes, Pairing::atomic);
    const RegId result = t.temporary();
    const ExprId equal = t.binary(Op::eq, t.of(old), t.reg(expected));
    const auto picked = [&](ExprId value) {
      const RegId to = t.temporary();
      t.emit(Select{to, equal, value, value});
      return t.of(to);
    };
    const Label differ = t.new_label();
    const Label as_read = t.new_label();
    const Label done = t.new_label();
    t.emit(Branch{equal, differ, kNoJoin, false});
    t.store(address(line.operands[2], t), picked(t.reg(line.operands[1], bytes)), order.write, bytes, Pairing::atomic);
    if (returns) {
      t.emit(Choice{as_read});
      t.emit(Assign{result, t.of(old), picked(t.reg(expected))});
    }
    t.emit(Jump{done});
    t.place(differ);
    t.emit(Choice{as_read});
    t.store(address(line.operands[2], t), picked(t.of(old)), order.write, bytes, Pairing::atomic);
    t.place(as_read);
    t.assign(result, t.of(old));
    t.place(done);
    if (returns) t.assign(expected, t.of(result), bytes);
  }

  static bool barrier(const std::string& m, const Line& line, AssemblyThread& t) {
    if (m == "isb") {
      if (t.operands(line, 0)) t.emit(Fence{kIsb});
      return true;
    }
    if (m != "dmb" && m != "dsb") return false;
    if (!t.operands(line, 1)) return true;
    const unsigned first = m == "dmb" ? kFirstDmb : kFirstDsb;
    for (unsigned i = 0; i < kDomains.size(); ++i)
      if (line.operands[0].kind == Operand::Kind::word && upper(line.operands[0].word) == kDomains[i]) {
        t.emit(Fence{SetMask{1} << (first + i)});
        return true;
      }
    t.error(line.operands[0].where, "unknown kind of barrier", "one of SY, LD, ST, ISH, ISHLD, ISHST");
    return true;
  }

  static bool control(const std::string& m, const Line& line, AssemblyThread& t) {
    if (m == "nop") return t.operands(line, 0), true;
    if (m == "b") {
      if (t.operands(line, 1)) t.emit(Jump{t.label(line.operands[0])});
      return true;
    }
    if (m == "cbz" || m == "cbnz") {
      if (t.operands(line, 2))
        t.branch_if(t.binary(m == "cbz" ? Op::eq : Op::ne, t.reg(line.operands[0]), t.constant(0)), line.operands[1]);
      return true;
    }
    if (m == "cset") {
      const auto cond = t.operands(line, 2) ? condition_named(lower_case(line.operands[1].word)) : std::nullopt;
      if (line.operands.size() == 2 && !cond) t.error(line.operands[1].where, "unknown condition");
      if (cond) select(line.operands[0], *cond, t.constant(1), t.constant(0), t);
      return true;
    }
    if (m == "csel") {
      const auto cond = t.operands(line, 4) ? condition_named(lower_case(line.operands[3].word)) : std::nullopt;
      if (line.operands.size() == 4 && !cond) t.error(line.operands[3].where, "unknown condition");
      if (cond) select(line.operands[0], *cond, t.reg(line.operands[1]), t.reg(line.operands[2]), t);
      return true;
    }
    if (!m.starts_with("b.")) return false;
    const auto cond = condition_named(std::string_view(m).substr(2));
    if (cond && t.operands(line, 1)) t.branch_if(*cond, line.operands[0]);
    return cond.has_value();
  }

  static void select(const Operand& dst, Cond cond, ExprId yes, ExprId no, AssemblyThread& t) {
    const ExprId condition = t.condition(cond);
    t.emit(Select{t.destination(dst, t.width(dst)), condition, yes, no});
  }

  static bool arithmetic(const std::string& m, const Line& line, AssemblyThread& t) {
    if (m == "mov" || m == "mvn" || m == "neg") {
      if (!t.operands(line, 2)) return true;
      const std::uint8_t bytes = t.width(line.operands[0]);
      const ExprId value = t.value(line.operands[1], bytes);
      t.assign(line.operands[0],
               m == "mov"   ? value
               : m == "mvn" ? t.unary(Op::bit_not, value)
                            : t.narrowed(t.unary(Op::neg, value), bytes),
               bytes);
      return true;
    }
    if (m == "cmp") {
      if (t.operands(line, 2)) t.compare(t.reg(line.operands[0]), t.value(line.operands[1], t.width(line.operands[0])));
      return true;
    }
    for (const AArch64Alu& alu : kAArch64Alu) {
      if (m != alu.name) continue;
      const bool extended = line.operands.size() == 4 && is_extension(line.operands[3], t);
      if (!extended && !t.operands(line, 3)) return true;
      const std::uint8_t bytes = t.width(line.operands[0]);
      const ExprId right = t.is_number(line.operands[2]) ? t.number(line.operands[2]) : t.reg(line.operands[2]);
      const ExprId left = t.reg(line.operands[1]);
      const RegId result = t.temporary();
      t.assign(result, t.arithmetic(alu.op, left, right, bytes));
      if (alu.flags && alu.op == Op::sub) t.compare(left, right);
      if (alu.flags && alu.op != Op::sub)
        t.set_flags(t.of(result), alu.op == Op::add ? AssemblyThread::Result::arithmetic : AssemblyThread::Result::logical);
      t.assign(line.operands[0], t.of(result), bytes);
      return true;
    }
    return false;
  }
};

}  // namespace

const Isa& aarch64_isa() {
  static const Aarch64 kIsa;
  return kIsa;
}

}  // namespace thinair::read
