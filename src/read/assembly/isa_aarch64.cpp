// AArch64. W and X are the halves and the whole of one register; it is shown under its X name.
//
// Sets as in the models published for herd: A acquire (LDAR and the A forms of atomics), Q acquirePC (LDAPR), L release, X accesses
// of exclusives and atomics, NoRet reads of atomics that give no value (ST forms), one set per barrier.
#include <array>

#include "read/assembly/aarch64.hpp"
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

using aarch64::condition_named;

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
  bool takes_amount(std::string_view word) const override { return aarch64::is_shift(word); }

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
    if (name == "sp") return RegisterName{"SP", 8};
    if (name == "wsp") return RegisterName{"SP", 4};
    if (const auto n = numbered(name, "x", 31)) return RegisterName{"X" + std::to_string(*n), 8};
    if (const auto n = numbered(name, "w", 31)) return RegisterName{"X" + std::to_string(*n), 4};
    return std::nullopt;
  }

  std::vector<std::string> mnemonics() const override {
    std::vector<std::string> all = {"CSET", "CSEL", "B", "CBZ", "CBNZ", "TBZ", "TBNZ", "DMB", "DSB", "ISB", "NOP"};
    for (const std::string& name : aarch64::access_mnemonics()) all.push_back(upper(name));
    for (const std::string& name : aarch64::data_mnemonics()) all.push_back(upper(name));
    for (const std::string_view cond : aarch64::conditions()) all.push_back("B." + upper(cond));
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
    if (aarch64::lower_access(m, line, {kAcquire, kAcquirePc, kRelease, kAArch64Exclusive}, t)) return true;
    return atomic(m, line, t) || barrier(m, line, t) || control(m, line, t) || aarch64::lower_data(m, line, t);
  }

 private:
  static std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
  }

  static ExprId address(const Operand& memory, AssemblyThread& t) { return aarch64::address(memory, t); }

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
    if (m == "tbz" || m == "tbnz") {
      if (!t.operands(line, 3)) return true;
      const Operand& bit = line.operands[1];
      if (!t.is_number(bit) || bit.number < 0 || bit.number >= t.width(line.operands[0]) * 8) {
        t.error(bit.where, "expected the number of a bit of the register");
        return true;
      }
      const ExprId one = t.binary(Op::bit_and, t.reg(line.operands[0]), t.constant(static_cast<Value>(std::uint64_t{1} << bit.number)));
      t.branch_if(t.binary(m == "tbz" ? Op::eq : Op::ne, one, t.constant(0)), line.operands[2]);
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
};

}  // namespace

const Isa& aarch64_isa() {
  static const Aarch64 kIsa;
  return kIsa;
}

}  // namespace thinair::read
