// Data processing of AArch64: what happens between registers, and the conditional selections.
#include <algorithm>
#include <array>

#include "read/assembly/aarch64.hpp"
#include "read/assembly/isa_text.hpp"

namespace thinair::read::aarch64 {
namespace {

using Cond = AssemblyThread::Cond;

struct Named {
  std::string_view name;
  Cond cond, opposite;
};
constexpr auto kConditions = std::to_array<Named>({
    {"eq", Cond::eq, Cond::ne},
    {"ne", Cond::ne, Cond::eq},
    {"lt", Cond::lt, Cond::ge},
    {"le", Cond::le, Cond::gt},
    {"gt", Cond::gt, Cond::le},
    {"ge", Cond::ge, Cond::lt},
    {"mi", Cond::negative, Cond::not_negative},
    {"pl", Cond::not_negative, Cond::negative},
    {"lo", Cond::below, Cond::not_below},
    {"cc", Cond::below, Cond::not_below},
    {"hs", Cond::not_below, Cond::below},
    {"cs", Cond::not_below, Cond::below},
    {"hi", Cond::above, Cond::not_above},
    {"ls", Cond::not_above, Cond::above},
    {"vs", Cond::overflow, Cond::no_overflow},
    {"vc", Cond::no_overflow, Cond::overflow},
});

// Two sources, the second of which may be a number or shifted. `inverted`: its complement.
struct Two {
  std::string_view name;
  Op op;
  bool flags = false, inverted = false;
};
constexpr auto kTwo = std::to_array<Two>({
    {"add", Op::add},
    {"adds", Op::add, true},
    {"sub", Op::sub},
    {"subs", Op::sub, true},
    {"and", Op::bit_and},
    {"ands", Op::bit_and, true},
    {"orr", Op::bit_or},
    {"eor", Op::bit_xor},
    {"bic", Op::bit_and, false, true},
    {"bics", Op::bit_and, true, true},
    {"orn", Op::bit_or, false, true},
    {"eon", Op::bit_xor, false, true},
    {"mul", Op::mul},
    {"lsl", Op::shl},
    {"lsr", Op::ushr},
    {"asr", Op::shr},
});

struct Extension {
  std::string_view name;
  std::uint8_t bytes;
  bool sign;
};
constexpr auto kExtensions = std::to_array<Extension>(
    {{"sxtb", 1, true}, {"sxth", 2, true}, {"sxtw", 4, true}, {"uxtb", 1, false}, {"uxth", 2, false}, {"uxtw", 4, false}});

// The last operand of an instruction, with what may stand behind it: `#1`, `#1,LSL #12`, `X2`, `X2,LSL #3`, `W2,SXTW`.
ExprId second(const Line& line, std::size_t from, std::uint8_t bytes, AssemblyThread& t) {
  const Operand* shift = line.operands.size() > from + 1 ? &line.operands[from + 1] : nullptr;
  if (!t.is_number(line.operands[from])) return shifted(line.operands[from], shift, bytes, t);
  if (shift == nullptr) return t.number(line.operands[from], bytes);
  if (lower_case(shift->word) != "lsl" || shift->number < 0 || shift->number > 48) t.error(shift->where, "a number is shifted by LSL");
  Operand moved = line.operands[from];
  moved.number = static_cast<std::int64_t>(static_cast<std::uint64_t>(moved.number) << (static_cast<std::uint64_t>(shift->number) & 63U));
  return t.number(moved, bytes);
}

// That many operands, or one more that is a shift.
bool operands_and_shift(const Line& line, std::size_t count, AssemblyThread& t) {
  return (line.operands.size() == count + 1 && is_shift(line.operands[count])) || t.operands(line, count);
}

bool two_sources(const std::string& m, const Line& line, AssemblyThread& t) {
  const auto* const found = std::ranges::find(kTwo, std::string_view(m), &Two::name);
  if (found == kTwo.end()) return false;
  const Two& alu = *found;
  const bool shifts = alu.op == Op::shl || alu.op == Op::ushr || alu.op == Op::shr;
  if (shifts || alu.op == Op::mul ? !t.operands(line, 3) : !operands_and_shift(line, 3, t)) return true;
  const std::uint8_t bytes = t.width(line.operands[0]);
  ExprId right = second(line, 2, bytes, t);
  if (alu.inverted) right = t.unary(Op::bit_not, right);
  const ExprId left = t.reg(line.operands[1]);
  const RegId result = t.temporary();
  t.assign(result, shifts ? t.binary(alu.op, left, right, bytes) : t.arithmetic(alu.op, left, right, bytes));
  if (alu.flags && alu.op == Op::sub) t.compare(left, right, bytes);
  if (alu.flags && alu.op == Op::add) t.set_flags_of_sum(left, right, t.of(result));
  if (alu.flags && alu.op == Op::bit_and) t.set_flags_cleared(t.of(result));
  t.assign(line.operands[0], t.of(result), bytes);
  return true;
}

// MOVZ, MOVN and MOVK set 16 bits; MOVK keeps the others.
bool wide_moves(const std::string& m, const Line& line, AssemblyThread& t) {
  if (m != "movz" && m != "movn" && m != "movk") return false;
  if (!operands_and_shift(line, 2, t)) return true;
  const std::uint8_t bytes = t.width(line.operands[0]);
  const std::int64_t shift = line.operands.size() == 3 ? line.operands[2].number : 0;
  const Operand& number = line.operands[1];
  const bool fits = t.is_number(number) && number.number >= 0 && number.number <= 0xFFFF;
  const bool placed = line.operands.size() == 2 || (lower_case(line.operands[2].word) == "lsl" && shift % 16 == 0 && shift >= 0);
  if (!fits || !placed || shift >= bytes * 8) {
    t.error(line.where, "expected a number of 16 bits, shifted by a multiple of 16 within the register");
    return true;
  }
  const auto at = [&](std::uint64_t value) { return static_cast<Value>(value << static_cast<std::uint64_t>(shift)); };
  const Value bits = at(static_cast<std::uint64_t>(number.number));
  ExprId value = t.constant(m == "movn" ? ~bits : bits);
  if (m == "movk") value = t.binary(Op::bit_or, t.binary(Op::bit_and, t.reg(line.operands[0]), t.constant(~at(0xFFFF))), value);
  const RegId result = t.temporary();
  t.assign(result, t.narrowed(value, bytes));
  t.assign(line.operands[0], t.of(result), bytes);
  return true;
}

bool one_source(const std::string& m, const Line& line, AssemblyThread& t) {
  if (m == "mov" || m == "mvn" || m == "neg" || m == "negs") {
    if (m == "mov" ? !t.operands(line, 2) : !operands_and_shift(line, 2, t)) return true;
    const std::uint8_t bytes = t.width(line.operands[0]);
    const ExprId value = m == "mov" ? t.value(line.operands[1], bytes) : second(line, 1, bytes, t);
    if (m == "negs") t.compare(t.constant(0), value, bytes);
    t.assign(line.operands[0],
             m == "mov"   ? value
             : m == "mvn" ? t.unary(Op::bit_not, value)
                          : t.narrowed(t.unary(Op::neg, value), bytes),
             bytes);
    return true;
  }
  for (const Extension& known : kExtensions) {
    if (m != known.name) continue;
    if (!t.operands(line, 2)) return true;
    const ExprId value = t.reg(line.operands[1], 4);
    const ExprId bits = t.binary(Op::bit_and, value, t.constant((Value{1} << (8U * known.bytes)) - 1));
    t.assign(line.operands[0], known.sign ? known.bytes == 4 ? value : t.narrowed(value, known.bytes) : bits, t.width(line.operands[0]));
    return true;
  }
  return false;
}

bool comparisons(const std::string& m, const Line& line, AssemblyThread& t) {
  if (m != "cmp" && m != "cmn" && m != "tst") return false;
  if (!operands_and_shift(line, 2, t)) return true;
  const std::uint8_t bytes = t.width(line.operands[0]);
  const ExprId left = t.reg(line.operands[0]);
  const ExprId right = second(line, 1, bytes, t);
  if (m == "cmp") {
    t.compare(left, right, bytes);
  } else if (m == "cmn") {
    t.set_flags_of_sum(left, right, t.arithmetic(Op::add, left, right, bytes));
  } else {
    t.set_flags_cleared(t.binary(Op::bit_and, left, right));
  }
  return true;
}

// MADD and its kin: products that are added to a register.
bool products(const std::string& m, const Line& line, AssemblyThread& t) {
  if (m != "madd" && m != "msub" && m != "mneg") return false;
  if (!t.operands(line, m == "mneg" ? 3 : 4)) return true;
  const std::uint8_t bytes = t.width(line.operands[0]);
  const ExprId product = t.binary(Op::mul, t.reg(line.operands[1]), t.reg(line.operands[2]));
  const ExprId other = m == "mneg" ? t.constant(0) : t.reg(line.operands[3]);
  const RegId result = t.temporary();
  t.assign(result, t.arithmetic(m == "madd" ? Op::add : Op::sub, other, product, bytes));
  t.assign(line.operands[0], t.of(result), bytes);
  return true;
}

// CSINC, CSINV, CSNEG: the second register is changed if it is taken. CINC and so on name the condition for the change.
bool selections(const std::string& m, const Line& line, AssemblyThread& t) {
  struct Selection {
    std::string_view name;
    char change;  // +, ~, -
    std::size_t registers;
  };
  static constexpr auto kSelections = std::to_array<Selection>(
      {{"csinc", '+', 3}, {"csinv", '~', 3}, {"csneg", '-', 3}, {"cinc", '+', 2}, {"cinv", '~', 2}, {"cneg", '-', 2}, {"csetm", '~', 1}});
  const auto* const found = std::ranges::find(kSelections, std::string_view(m), &Selection::name);
  if (found == kSelections.end()) return false;
  if (!t.operands(line, found->registers + 1)) return true;
  const Operand& condition = line.operands.back();
  const auto cond = condition.kind == Operand::Kind::word ? condition_named(lower_case(condition.word)) : std::nullopt;
  if (!cond) return t.error(condition.where, "unknown condition"), true;
  const std::uint8_t bytes = t.width(line.operands[0]);
  const auto source = [&](std::size_t i) { return found->registers > i ? t.reg(line.operands[i], bytes) : t.constant(0); };
  const ExprId kept = source(1);
  const ExprId base = source(found->registers == 3 ? 2 : 1);
  const ExprId changed = found->change == '+'   ? t.arithmetic(Op::add, base, t.constant(1), bytes)
                         : found->change == '~' ? t.unary(Op::bit_not, base)
                                                : t.narrowed(t.unary(Op::neg, base), bytes);
  const ExprId holds = t.condition(found->registers == 3 ? *cond : opposite(*cond));
  t.emit(Select{t.destination(line.operands[0], bytes), holds, kept, changed});
  return true;
}

}  // namespace

std::optional<Cond> condition_named(std::string_view name) {
  const auto* const found = std::ranges::find(kConditions, name, &Named::name);
  return found == kConditions.end() ? std::nullopt : std::optional(found->cond);
}

std::vector<std::string_view> conditions() {
  std::vector<std::string_view> all;
  for (const Named& known : kConditions) all.push_back(known.name);
  return all;
}

Cond opposite(Cond cond) { return std::ranges::find(kConditions, cond, &Named::cond)->opposite; }

bool lower_data(const std::string& m, const Line& line, AssemblyThread& t) {
  return two_sources(m, line, t) || wide_moves(m, line, t) || one_source(m, line, t) || comparisons(m, line, t) || products(m, line, t) ||
         selections(m, line, t);
}

std::vector<std::string> data_mnemonics() {
  std::vector<std::string> all = {"mov",  "mvn",  "neg",  "negs",  "movz",  "movn",  "movk", "cmp",  "cmn",  "tst",
                                  "madd", "msub", "mneg", "csinc", "csinv", "csneg", "cinc", "cinv", "cneg", "csetm"};
  for (const Two& alu : kTwo) all.emplace_back(alu.name);
  for (const Extension& known : kExtensions) all.emplace_back(known.name);
  return all;
}

}  // namespace thinair::read::aarch64
