#include "read/assembly/thread.hpp"

#include <fmt/format.h>

#include <charconv>

#include "read/assembly/isa_text.hpp"
#include "read/assembly/missing.hpp"
#include "value/term.hpp"

namespace thinair::read {

using litmus::assembly::Operand;

AssemblyThread::AssemblyThread(const Isa& isa, Environment& environment, Program& program, std::uint32_t thread, Report& report)
    : isa_(isa), environment_(environment), program_(program), report_(report), thread_(thread), code_(program, thread) {}

void AssemblyThread::lower(const litmus::assembly::Thread& source) {
  define_labels(source);
  define_distances(source);
  if (report_.failed()) return;
  for (const Line& line : source.lines) {
    lower_line(line);
    if (report_.failed()) return;  // one mistake at a time: what follows may depend on it
  }
  if (const auto end = distances_.find(instruction_); end != distances_.end()) come_to(end->second);
  for (const std::string& name : environment_.bound(thread_))
    if (const auto known = isa_.register_named(name)) find_register(*known);  // conditions may name them
  settle_widths();
  settle_flags();
  for (const auto& [reg, bytes] : written_) program_.registers[reg].bytes = bytes;
  if (!report_.failed()) code_.finish();
}

void AssemblyThread::define_labels(const litmus::assembly::Thread& source) {
  for (const Line& line : source.lines) {
    if (line.label.empty()) continue;
    if (labels_.contains(line.label)) {
      report_.error("litmus-duplicate", line.label_where, fmt::format("label '{}' is already in this thread", line.label));
    } else {
      labels_.emplace(line.label, code_.new_label());
    }
  }
}

namespace {

// The distance in instructions of `.+8`, if it is one.
std::optional<std::ptrdiff_t> distance(const Operand& operand) {
  if (operand.kind != Operand::Kind::word || operand.word.size() < 3 || operand.word[0] != '.') return std::nullopt;
  if (operand.word[1] != '+' && operand.word[1] != '-') return std::nullopt;
  std::ptrdiff_t bytes = 0;
  const char* const end = operand.word.data() + operand.word.size();
  const auto parsed = std::from_chars(operand.word.data() + 2, end, bytes);
  if (parsed.ec != std::errc{} || parsed.ptr != end || bytes % 4 != 0) return std::nullopt;
  return operand.word[1] == '-' ? -bytes / 4 : bytes / 4;
}

}  // namespace

void AssemblyThread::define_distances(const litmus::assembly::Thread& source) {
  std::vector<std::pair<std::size_t, const Operand*>> found;
  std::size_t number = 0;
  for (const Line& line : source.lines) {
    if (line.mnemonic.empty()) continue;
    for (const Operand& operand : line.operands)
      if (distance(operand) && isa_.fixed_length()) found.emplace_back(number, &operand);
    ++number;
  }
  for (const auto& [from, operand] : found) {
    const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(from) + *distance(*operand);
    if (to < 0 || to > static_cast<std::ptrdiff_t>(number)) {
      report_.error("litmus-unknown-label", operand->where, fmt::format("'{}' is outside of this thread", operand->word));
    } else if (!distances_.contains(static_cast<std::size_t>(to))) {
      distances_.emplace(static_cast<std::size_t>(to), code_.new_label());
    }
  }
}

// `X1 #3` is no operand; `LSL #3` may be.
void AssemblyThread::check_amounts(const std::vector<Operand>& operands) {
  for (const Operand& operand : operands) {
    if (operand.kind == Operand::Kind::word && operand.has_number && !isa_.takes_amount(operand.word))
      error(operand.where, fmt::format("'{}' is no operand", to_text(operand)), "a comma may be missing");
    check_amounts(operand.parts);
  }
}

// Others may come in here.
void AssemblyThread::come_to(Label label) {
  place(label);
  flags_.reset();
}

void AssemblyThread::place(Label label) {
  code_.place(label);
  last_.clear();
  before_labels_ = false;
}

void AssemblyThread::lower_line(const Line& line) {
  if (const auto found = labels_.find(line.label); found != labels_.end()) come_to(found->second);
  if (line.mnemonic.empty()) return;
  if (const auto here = distances_.find(instruction_); here != distances_.end()) come_to(here->second);
  where_ = line.where;
  started_ = false;
  check_amounts(line.operands);
  if (report_.failed()) return;
  const bool known = isa_.lower(line, *this);
  ++instruction_;
  if (known) return;
  if (const auto missing = missing_instruction(isa_.arch(), lower_case(line.mnemonic))) {
    report_.error("litmus-unsupported", line.mnemonic_where, fmt::format("'{}': {} are not modelled", line.mnemonic, missing->what),
                  std::string(missing->hint));
    return;
  }
  report_.error("litmus-unknown-instruction", line.mnemonic_where,
                fmt::format("unknown {} instruction '{}{}'", isa_.name(), line.lock ? "lock " : "", line.mnemonic),
                did_you_mean(line.mnemonic, isa_.mnemonics()));
}

// ---- operands

std::optional<RegisterName> AssemblyThread::as_register(const Operand& operand) const {
  if (operand.kind != Operand::Kind::word || operand.has_number) return std::nullopt;
  return isa_.register_named(operand.word);
}

RegId AssemblyThread::find_register(const RegisterName& name) {
  const auto start = environment_.start(thread_, name.canonical);
  const RegId id = code_.local(name.canonical, start.value_or(0));
  if (const auto location = environment_.binding(thread_, name.canonical)) program_.registers[id].address = *location;
  return id;
}

std::uint8_t AssemblyThread::width(const Operand& operand) {
  const auto name = as_register(operand);
  return name ? name->bytes : std::uint8_t{8};
}

void AssemblyThread::no_register(const Operand& operand) {
  const auto missing =
      operand.kind == Operand::Kind::word ? missing_register(isa_.arch(), lower_case(operand.word)) : std::optional<MissingFeature>();
  if (missing) {
    report_.error("litmus-unsupported", operand.where, fmt::format("'{}': {} are not modelled", to_text(operand), missing->what),
                  std::string(missing->hint));
  } else {
    error(operand.where, fmt::format("'{}' is no register of {}", to_text(operand), isa_.name()));
  }
}

ExprId AssemblyThread::reg(const Operand& operand) { return reg(operand, width(operand)); }

ExprId AssemblyThread::reg(const Operand& operand, std::uint8_t bytes) {
  const auto name = as_register(operand);
  if (!name) {
    no_register(operand);
    return constant(0);
  }
  if (name->zero) return constant(0);
  const RegId id = find_register(*name);
  const ExprId read = code_.reg(id);
  const auto last = last_.find(id);
  reads_.push_back({read, id, bytes, operand.where, last != last_.end() ? last->second : before_labels_ ? kInitial : std::uint8_t{0}});
  return read;
}

ExprId AssemblyThread::number(const Operand& operand) {
  if (!is_number(operand)) error(operand.where, fmt::format("expected a number, found '{}'", to_text(operand)));
  return constant(operand.number);
}

ExprId AssemblyThread::number(const Operand& operand, std::uint8_t bytes) {
  const ExprId given = number(operand);
  const Value least = -(Value{1} << 31);
  const Value most = (Value{1} << 32) - 1;
  if ((bytes <= 4 || isa_.bits() <= 32) && (operand.number < least || operand.number > most))
    report_.error("litmus-range", operand.where, fmt::format("'{}' does not fit into 32 bits", operand.number));
  return narrowed(given, std::max(bytes, std::uint8_t{4}));
}

ExprId AssemblyThread::value(const Operand& operand, std::uint8_t bytes) {
  return is_number(operand) ? number(operand, bytes) : reg(operand, bytes);
}

ExprId AssemblyThread::base(const Operand& operand) {
  // Whatever it holds is an address, or the access is to no location: no width to settle.
  if (const auto name = as_register(operand)) return name->zero ? constant(0) : code_.reg(find_register(*name));
  if (operand.kind != Operand::Kind::word || !operand.prefix.empty()) {
    error(operand.where, fmt::format("'{}' is no address", to_text(operand)));
    return constant(0);
  }
  return code_.address(environment_.find_or_add(operand.word));
}

ExprId AssemblyThread::address(const Operand& memory) {
  if (!is_memory(memory)) {
    error(memory.where, fmt::format("expected an address, found '{}'", to_text(memory)));
    return constant(0);
  }
  // x86 locations are also written as herd prints them, [x].
  if (memory.parts.size() > 1 || memory.writes_back || (memory.bracketed && isa_.arch() != Arch::x86)) {
    error(memory.where, "this form of address is not supported", "one register or location in parentheses");
    return constant(0);
  }
  const ExprId start = base(memory.parts[0]);
  return memory.number == 0 ? start : binary(Op::add, start, constant(memory.number));
}

Label AssemblyThread::label(const Operand& operand) {
  const auto found = labels_.find(operand.word);
  if (operand.kind == Operand::Kind::word && operand.prefix.empty() && found != labels_.end()) return found->second;
  if (const auto away = distance(operand); away && isa_.fixed_length())
    return distances_.at(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(instruction_) + *away));
  std::vector<std::string> known;
  for (const auto& [name, label] : labels_) known.push_back(name);
  report_.error("litmus-unknown-label", operand.where, fmt::format("no label '{}' in this thread", to_text(operand)),
                did_you_mean(operand.word, known));
  return kNoJoin;
}

// ---- expressions and instructions

ExprId AssemblyThread::narrowed(ExprId value, std::uint8_t bytes) {
  const unsigned bits = bytes * 8U;
  if (bits >= isa_.bits()) return value;
  if (code_[value].op == Op::constant) return constant(value::wrap(code_[value].value, bits));
  const ExprId distance = constant(static_cast<Value>(isa_.bits() - bits));
  return binary(Op::shr, binary(Op::shl, value, distance), distance);
}

ExprId AssemblyThread::binary(Op op, ExprId a, ExprId b, std::uint8_t bytes) {
  const unsigned bits = bytes * 8U;
  return code_.add({op, 0, 0, a, b, static_cast<std::uint8_t>(bits < isa_.bits() ? bits : 0)});
}

RegId AssemblyThread::destination(const Operand& dst, std::uint8_t bytes) {
  const auto name = as_register(dst);
  if (!name) no_register(dst);
  if (!name || name->zero) return code_.temporary();
  const RegId id = find_register(*name);
  bytes = std::max(bytes, std::uint8_t{4});
  written_[id] |= bytes;
  last_[id] = bytes;
  code_.mark_assigned(id);
  return id;
}

void AssemblyThread::assign(const Operand& dst, ExprId value, std::uint8_t bytes) { emit(Assign{destination(dst, bytes), value}); }

void AssemblyThread::load(const Operand& dst, ExprId address, SetMask sets, std::uint8_t bytes, Pairing pairing) {
  emit(Load{destination(dst, bytes), address, sets, pairing, bytes});
}

RegId AssemblyThread::load(ExprId address, SetMask sets, std::uint8_t bytes, Pairing pairing) {
  const RegId id = code_.temporary();
  emit(Load{id, address, sets, pairing, bytes});
  return id;
}

void AssemblyThread::store(ExprId address, ExprId value, SetMask sets, std::uint8_t bytes, Pairing pairing) {
  if (bytes < 4) value = binary(Op::bit_and, value, constant((Value{1} << (8U * bytes)) - 1));
  emit(Store{address, value, sets, pairing, bytes});
}

// ---- flags

RegId AssemblyThread::flags_left() {
  if (!flags_left_) flags_left_ = code_.temporary();
  return *flags_left_;
}

RegId AssemblyThread::flags_right() {
  if (!flags_right_) flags_right_ = code_.temporary();
  return *flags_right_;
}

void AssemblyThread::flags_are(ExprId lhs, ExprId rhs, Known known) {
  emit(Assign{flags_left(), lhs});
  emit(Assign{flags_right(), rhs});
  flags_ = known;
  all_flags_ = {all_flags_.order && known.order, all_flags_.sign && known.sign, all_flags_.unsigned_order && known.unsigned_order};
}

void AssemblyThread::compare_without_carry(ExprId lhs, ExprId rhs, std::uint8_t bytes) {
  flags_are(lhs, rhs, {.order = true, .sign = false, .unsigned_order = false, .difference = bytes});
}

// The sign flag of a comparison is that of a difference, which may overflow.
void AssemblyThread::compare(ExprId lhs, ExprId rhs, std::uint8_t bytes) {
  flags_are(lhs, rhs, {.order = true, .sign = false, .unsigned_order = true, .difference = bytes});
}

void AssemblyThread::set_flags(ExprId result, Result kind) {
  flags_are(result, constant(0), {.order = kind == Result::logical, .sign = true, .unsigned_order = false});
}

void AssemblyThread::set_flags_of_sum(ExprId lhs, ExprId rhs, ExprId result) {
  if (!summands_) {
    const RegId first = code_.temporary();
    summands_ = std::pair(first, code_.temporary());
  }
  emit(Assign{summands_->first, lhs});
  emit(Assign{summands_->second, rhs});
  flags_are(result, constant(0), {.order = false, .sign = true, .unsigned_order = false, .sum = true});
}

void AssemblyThread::set_flags_cleared(ExprId result) {
  flags_are(result, constant(0), {.order = true, .sign = true, .unsigned_order = false, .cleared = true});
}

// N, Z, C and V of a sum, or of a result that clears C and V; none where the result itself says enough.
std::optional<ExprId> AssemblyThread::condition_of_sum(Cond cond, ExprId result) {
  const ExprId zero = constant(0);
  const auto carry = [&] { return flags_->cleared ? zero : unsigned_order(Op::lt, result, of(summands_->first)); };
  const auto overflow = [&] {  // both summands have a sign that the result has not
    if (flags_->cleared) return zero;
    const ExprId first = binary(Op::bit_xor, of(summands_->first), result);
    return binary(Op::lt, binary(Op::bit_and, first, binary(Op::bit_xor, of(summands_->second), result)), zero);
  };
  const auto less = [&] { return binary(Op::ne, binary(Op::lt, result, zero), overflow()); };
  const ExprId not_zero = binary(Op::ne, result, zero);
  switch (cond) {
    case Cond::below: return unary(Op::log_not, carry());
    case Cond::not_below: return binary(Op::ne, carry(), zero);
    case Cond::above: return binary(Op::bit_and, carry(), not_zero);
    case Cond::not_above: return unary(Op::log_not, binary(Op::bit_and, carry(), not_zero));
    case Cond::overflow: return binary(Op::ne, overflow(), zero);
    case Cond::no_overflow: return unary(Op::log_not, overflow());
    case Cond::lt: return less();
    case Cond::ge: return unary(Op::log_not, less());
    case Cond::gt: return binary(Op::bit_and, not_zero, unary(Op::log_not, less()));
    case Cond::le: return unary(Op::log_not, binary(Op::bit_and, not_zero, unary(Op::log_not, less())));
    default: return std::nullopt;
  }
}

// Adding 2^(n-1) to both turns the order of numbers without sign into that of numbers with sign. Where 32-bit values are kept
// sign-extended, their order without sign is that of the 64-bit numbers.
ExprId AssemblyThread::unsigned_order(Op op, ExprId lhs, ExprId rhs) {
  const ExprId half = constant(isa_.bits() >= 64 ? INT64_MIN : Value{INT32_MIN});
  return binary(op, binary(Op::bit_xor, lhs, half), binary(Op::bit_xor, rhs, half));
}

ExprId AssemblyThread::condition(Cond cond) {
  const ExprId left = of(flags_left());
  const ExprId right = of(flags_right());
  const Asked asked{{.order = cond == Cond::lt || cond == Cond::le || cond == Cond::gt || cond == Cond::ge,
                     .sign = cond == Cond::negative || cond == Cond::not_negative || cond == Cond::overflow || cond == Cond::no_overflow,
                     .unsigned_order = cond >= Cond::below && cond <= Cond::not_below},
                    where_};
  if (flags_ && (flags_->sum || flags_->cleared))
    if (const auto known = condition_of_sum(cond, left)) return *known;
  if (flags_ && flags_->difference != 0 && asked.needed.sign) {
    const ExprId sign = binary(Op::lt, narrowed(binary(Op::sub, left, right), flags_->difference), constant(0));
    if (cond == Cond::negative) return sign;
    if (cond == Cond::not_negative) return unary(Op::log_not, sign);
    return binary(cond == Cond::overflow ? Op::ne : Op::eq, sign, binary(Op::lt, left, right));
  }
  if (cond == Cond::overflow || cond == Cond::no_overflow) {
    error(where_, "the overflow of this result is not modelled", "compare explicitly before the jump");
  } else if (flags_) {
    require_known(*flags_, asked);
  } else {
    asked_behind_label_.push_back(asked);
  }
  switch (cond) {
    case Cond::eq: return binary(Op::eq, left, right);
    case Cond::ne: return binary(Op::ne, left, right);
    case Cond::lt:
    case Cond::negative: return binary(Op::lt, left, right);
    case Cond::le: return binary(Op::le, left, right);
    case Cond::gt: return binary(Op::gt, left, right);
    case Cond::ge:
    case Cond::not_negative: return binary(Op::ge, left, right);
    case Cond::below: return unsigned_order(Op::lt, left, right);
    case Cond::not_above: return unsigned_order(Op::le, left, right);
    case Cond::above: return unsigned_order(Op::gt, left, right);
    case Cond::not_below: return unsigned_order(Op::ge, left, right);
    case Cond::overflow:
    case Cond::no_overflow: break;
  }
  return left;
}

void AssemblyThread::require_known(Known flags, const Asked& asked) {
  if (asked.needed.order && !flags.order)
    error(asked.where, "the order of a result that may overflow is not modelled", "compare explicitly before the jump");
  if (asked.needed.unsigned_order && !flags.unsigned_order)
    error(asked.where, "the carry of this result is not modelled", "compare explicitly before the jump");
  if (asked.needed.sign && !flags.sign)
    error(asked.where, "the sign of a difference that may overflow is not modelled", "ask for the order of what was compared");
}

void AssemblyThread::settle_flags() {
  for (const Asked& asked : asked_behind_label_) require_known(all_flags_, asked);
}

void AssemblyThread::branch_if(Cond cond, const Operand& target) { branch_if(condition(cond), target); }

// Hardware branches jump when the condition holds, Branch when it does not.
void AssemblyThread::branch_if(ExprId condition, const Operand& target) {
  emit(Branch{unary(Op::log_not, condition), label(target), kNoJoin});
}

// ---- complaints

bool AssemblyThread::operands(const Line& line, std::size_t count) {
  if (line.operands.size() == count) return true;
  error(line.where, fmt::format("'{}' takes {} operand{}, found {}", line.mnemonic, count, count == 1 ? "" : "s", line.operands.size()));
  return false;
}

// A narrow read of a register that holds more takes the low half; a wide read of a register that is written narrow sees what the
// architecture puts into the upper half. Since the last label it is known which write comes before; otherwise it cannot be told when both
// kinds may.
void AssemblyThread::settle_widths() {
  if (isa_.bits() <= 32) return;
  for (const Read& read : reads_) {
    const auto found = written_.find(read.reg);
    const Register& known = program_.registers[read.reg];
    const bool starts_wide = known.address != kNoAddress || known.initial < INT32_MIN || known.initial > INT32_MAX;
    const std::uint8_t written = read.last != 0 ? read.last : found == written_.end() ? kInitial : found->second | kInitial;
    const bool narrow = (written & 4) != 0;
    const bool wide = (written & 8) != 0 || ((written & kInitial) != 0 && starts_wide);
    const ExprId leaf = code_.reg(read.reg);
    if (read.bytes == 4 && wide) {
      program_.exprs[read.expr] = program_.exprs[narrowed(leaf, 4)];
    } else if (read.bytes == 8 && narrow && isa_.zero_extends()) {
      if (wide) {
        error(read.where, "this register is written at two widths and read as 64 bits: not modelled");
      } else {
        program_.exprs[read.expr] = program_.exprs[binary(Op::bit_and, leaf, constant(0xFFFFFFFF))];
      }
    }
  }
}

}  // namespace thinair::read
