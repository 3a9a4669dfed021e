// Loads and stores of AArch64. The mnemonic says how many bytes, whether a narrow value gets a sign, and the order; the operand says
// where, and whether the base moves on (Arm ARM C1.3.3, "Addressing modes").
#include <algorithm>
#include <array>

#include "read/assembly/aarch64.hpp"
#include "read/assembly/isa_text.hpp"

namespace thinair::read::aarch64 {
namespace {

constexpr std::array<std::string_view, 12> kShifts = {"lsl",  "lsr",  "asr",  "ror",  "uxtb", "uxth",
                                                      "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"};

// What a base is changed to behind or before the access.
struct Place {
  ExprId address;
  std::optional<ExprId> new_base;
  const Operand* base = nullptr;
};

struct Access {
  std::string_view name;
  std::uint8_t bytes;  // 0: those of the register
  std::uint8_t sign;   // bytes of the register that gets a sign; 0: none; 1: those of the register
  enum class Order : std::uint8_t { none, acquire, acquire_pc, release } order = Order::none;
  enum class What : std::uint8_t { load, store, load_exclusive, store_exclusive } what = What::load;
};

using Order = Access::Order;
using What = Access::What;

constexpr auto kAccesses = std::to_array<Access>({
    {"ldr", 0, 0},
    {"ldrb", 1, 0},
    {"ldrh", 2, 0},
    {"ldrsb", 1, 1},
    {"ldrsh", 2, 1},
    {"ldrsw", 4, 8},
    {"ldur", 0, 0},
    {"ldurb", 1, 0},
    {"ldurh", 2, 0},
    {"ldursb", 1, 1},
    {"ldursh", 2, 1},
    {"ldursw", 4, 8},
    {"ldar", 0, 0, Order::acquire},
    {"ldarb", 1, 0, Order::acquire},
    {"ldarh", 2, 0, Order::acquire},
    {"ldapr", 0, 0, Order::acquire_pc},
    {"ldaprb", 1, 0, Order::acquire_pc},
    {"ldaprh", 2, 0, Order::acquire_pc},
    {"ldapur", 0, 0, Order::acquire_pc},
    {"ldapurb", 1, 0, Order::acquire_pc},
    {"ldapurh", 2, 0, Order::acquire_pc},
    {"ldxr", 0, 0, Order::none, What::load_exclusive},
    {"ldxrb", 1, 0, Order::none, What::load_exclusive},
    {"ldxrh", 2, 0, Order::none, What::load_exclusive},
    {"ldaxr", 0, 0, Order::acquire, What::load_exclusive},
    {"ldaxrb", 1, 0, Order::acquire, What::load_exclusive},
    {"ldaxrh", 2, 0, Order::acquire, What::load_exclusive},
    {"str", 0, 0, Order::none, What::store},
    {"strb", 1, 0, Order::none, What::store},
    {"strh", 2, 0, Order::none, What::store},
    {"stur", 0, 0, Order::none, What::store},
    {"sturb", 1, 0, Order::none, What::store},
    {"sturh", 2, 0, Order::none, What::store},
    {"stlr", 0, 0, Order::release, What::store},
    {"stlrb", 1, 0, Order::release, What::store},
    {"stlrh", 2, 0, Order::release, What::store},
    {"stlur", 0, 0, Order::release, What::store},
    {"stlurb", 1, 0, Order::release, What::store},
    {"stlurh", 2, 0, Order::release, What::store},
    {"stxr", 0, 0, Order::none, What::store_exclusive},
    {"stxrb", 1, 0, Order::none, What::store_exclusive},
    {"stxrh", 2, 0, Order::none, What::store_exclusive},
    {"stlxr", 0, 0, Order::release, What::store_exclusive},
    {"stlxrb", 1, 0, Order::release, What::store_exclusive},
    {"stlxrh", 2, 0, Order::release, What::store_exclusive},
});

SetMask sets_of(const Access& access, const AccessSets& sets) {
  const SetMask order = access.order == Order::acquire      ? sets.acquire
                        : access.order == Order::acquire_pc ? sets.acquire_pc
                        : access.order == Order::release    ? sets.release
                                                            : 0;
  const bool exclusive = access.what == What::load_exclusive || access.what == What::store_exclusive;
  return order | (exclusive ? sets.exclusive : 0);
}

// Whether plain loads and stores have this one's forms that change the base.
bool may_move(const Access& access) { return access.order == Order::none && (access.what == What::load || access.what == What::store); }

// The memory operand of a line at `from`, with the number behind it, if there is one.
std::optional<Place> place(const Line& line, std::size_t from, bool may_move, AssemblyThread& t) {
  if (line.operands.size() <= from || line.operands.size() > from + 2 || (line.operands.size() == from + 2 && !may_move)) {
    t.operands(line, from + 1);
    return std::nullopt;
  }
  const Operand& memory = line.operands[from];
  const bool behind = line.operands.size() == from + 2;
  Place out{.address = 0, .new_base = std::nullopt, .base = nullptr};
  if (memory.writes_back || behind) {
    const bool fits = may_move && t.is_memory(memory) && memory.bracketed && t.is_register(memory.parts[0]) &&
                      (behind ? !memory.writes_back && memory.parts.size() == 1 && t.is_number(line.operands[from + 1])
                              : memory.parts.size() == 2 && t.is_number(memory.parts[1]));
    if (!fits) {
      t.error(memory.where, "this form of address is not supported", "the base changes as in [Xn,#i]! or [Xn],#i");
      return std::nullopt;
    }
    out.base = &memory.parts[0];
    const ExprId moved =
        t.binary(Op::add, t.base(memory.parts[0]), t.constant(behind ? line.operands[from + 1].number : memory.parts[1].number));
    out.new_base = moved;
    out.address = behind ? t.base(memory.parts[0]) : moved;
    return out;
  }
  out.address = address(memory, t);
  return out;
}

// The base moves on; a register that is loaded at the same time must be another one.
void move_base(const Place& at, const Line& line, std::size_t registers, AssemblyThread& t) {
  if (!at.new_base) return;
  const auto base = t.as_register(*at.base);
  for (std::size_t i = 0; i < registers; ++i)
    if (const auto other = t.as_register(line.operands[i]); other && base && other->canonical == base->canonical && !other->zero)
      t.error(line.operands[i].where, "the base of the address must be another register");
  t.assign(*at.base, *at.new_base, 8);
}

// The address is taken before the base moves, and of a store the value too: what moves is put into effect last.
void lower_one(const Access& access, const Line& line, const AccessSets& sets, AssemblyThread& t) {
  const std::size_t at = access.what == What::store_exclusive ? 2 : 1;
  if (line.operands.size() <= at) {
    t.operands(line, at + 1);
    return;
  }
  const auto where = place(line, at, may_move(access), t);
  if (!where) return;
  const Operand& reg = line.operands[at - 1];
  const std::uint8_t bytes = access.bytes == 0 ? t.width(reg) : access.bytes;
  const SetMask in = sets_of(access, sets);
  switch (access.what) {
    case What::load:
    case What::load_exclusive: {
      const Pairing pairing = access.what == What::load ? Pairing::none : Pairing::exclusive;
      if (access.sign == 0) {
        t.load(reg, where->address, in, bytes, pairing);
      } else {
        const RegId value = t.load(where->address, in, bytes, pairing);
        t.assign(reg, bytes == 4 ? t.of(value) : t.narrowed(t.of(value), bytes), access.sign == 8 ? 8 : t.width(reg));
      }
      break;
    }
    case What::store: t.store(where->address, t.reg(reg), in, bytes); break;
    case What::store_exclusive: {
      ExprId value = t.reg(reg);
      if (bytes < 4) value = t.binary(Op::bit_and, value, t.constant((Value{1} << (8U * bytes)) - 1));
      t.emit(StoreConditional{t.destination(line.operands[0], 4), where->address, value, in, 0, 1, StoreConditional::Status::none, bytes});
      break;
    }
  }
  move_base(*where, line, at, t);
}

// Two accesses side by side, in no order.
void lower_pair(bool loads, const Line& line, AssemblyThread& t) {
  if (line.operands.size() < 3) {
    t.operands(line, 3);
    return;
  }
  const auto where = place(line, 2, true, t);
  if (!where) return;
  const std::uint8_t bytes = t.width(line.operands[0]);
  if (t.width(line.operands[1]) != bytes) return t.error(line.operands[1].where, "both registers have the same width");
  const ExprId second = t.binary(Op::add, where->address, t.constant(bytes));
  if (loads) {
    const auto one = t.as_register(line.operands[0]);
    const auto other = t.as_register(line.operands[1]);
    if (one && other && !one->zero && one->canonical == other->canonical) return t.error(line.where, "a pair is loaded into two registers");
    const RegId low = t.load(where->address, 0, bytes);  // not yet into the registers: one of them may be the base
    const RegId high = t.load(second, 0, bytes);
    t.assign(line.operands[0], t.of(low), bytes);
    t.assign(line.operands[1], t.of(high), bytes);
  } else {
    t.store(where->address, t.reg(line.operands[0]), 0, bytes);
    t.store(second, t.reg(line.operands[1]), 0, bytes);
  }
  move_base(*where, line, 2, t);
}

}  // namespace

bool is_shift(std::string_view word) { return std::ranges::find(kShifts, lower_case(word)) != kShifts.end(); }
bool is_shift(const Operand& operand) { return operand.kind == Operand::Kind::word && operand.prefix.empty() && is_shift(operand.word); }

// Values of 32 bits are kept sign-extended, so that SXTW is what reading a W register does.
ExprId shifted(const Operand& reg, const Operand* shift, std::uint8_t bytes, AssemblyThread& t) {
  if (shift == nullptr) return t.reg(reg);
  const std::string how = lower_case(shift->word);
  const auto amount = static_cast<std::uint64_t>(shift->number);
  const bool extends = how[1] == 'x';
  const unsigned most = extends ? 4 : bytes * 8U - 1;
  if (amount > most || (!extends && !shift->has_number)) {
    t.error(shift->where, "the amount of this shift is not supported", extends ? "0 to 4" : "it is smaller than the register is wide");
    return t.reg(reg);
  }
  const auto moved = [&](ExprId value, Op op) { return amount == 0 ? value : t.binary(op, value, t.constant(shift->number), bytes); };
  if (!extends) {
    const ExprId value = t.reg(reg);
    if (how == "lsl") return moved(value, Op::shl);
    if (how == "lsr") return moved(value, Op::ushr);
    if (how == "asr") return moved(value, Op::shr);
    if (amount == 0) return value;
    const ExprId low = moved(value, Op::ushr);
    return t.binary(Op::bit_or, low, t.binary(Op::shl, t.reg(reg), t.constant(static_cast<Value>(bytes * 8U - amount)), bytes));
  }
  const std::uint8_t from = how[3] == 'b' ? 1 : how[3] == 'h' ? 2 : how[3] == 'w' ? 4 : 8;
  ExprId value = t.reg(reg, from == 8 ? std::uint8_t{8} : std::uint8_t{4});
  if (from < 8 && how[0] == 'u') value = t.binary(Op::bit_and, value, t.constant((Value{1} << (8U * from)) - 1));
  if (from < 4 && how[0] == 's') value = t.narrowed(value, from);
  return moved(value, Op::shl);
}

ExprId address(const Operand& memory, AssemblyThread& t) {
  if (!t.is_memory(memory) || !memory.bracketed) {
    t.error(memory.where, "expected an address such as [X1]");
    return t.constant(0);
  }
  const ExprId base = t.base(memory.parts[0]);
  const std::size_t parts = memory.parts.size();
  if (parts == 1 && !memory.writes_back) return base;
  if (parts == 2 && t.is_number(memory.parts[1]) && !memory.writes_back) return t.binary(Op::add, base, t.constant(memory.parts[1].number));
  if (parts > 3 || memory.writes_back || (parts == 3 && !is_shift(memory.parts[2]))) {
    t.error(memory.where, "this form of address is not supported", "write [Xn], [Xn,#i], [Xn,Xm], [Xn,Xm,LSL #i] or [Xn,Wm,SXTW]");
    return base;
  }
  return t.binary(Op::add, base, shifted(memory.parts[1], parts == 3 ? &memory.parts[2] : nullptr, 8, t));
}

bool lower_access(const std::string& m, const Line& line, const AccessSets& sets, AssemblyThread& t) {
  if (m == "ldp" || m == "ldnp" || m == "stp" || m == "stnp") return lower_pair(m[0] == 'l', line, t), true;
  const auto* const found = std::ranges::find(kAccesses, std::string_view(m), &Access::name);
  if (found == kAccesses.end()) return false;
  lower_one(*found, line, sets, t);
  return true;
}

std::vector<std::string> access_mnemonics() {
  std::vector<std::string> all = {"ldp", "ldnp", "stp", "stnp"};
  for (const Access& access : kAccesses) all.emplace_back(access.name);
  return all;
}

}  // namespace thinair::read::aarch64
