#include "read/assembly/thread.hpp"

#include <fmt/format.h>

namespace thinair::read {

using litmus::assembly::Operand;

AssemblyThread::AssemblyThread(const Isa& isa, Environment& environment, Program& program, std::uint32_t thread, Report& report)
    : isa_(isa), environment_(environment), program_(program), report_(report), thread_(thread), code_(program, thread) {}

void AssemblyThread::lower(const litmus::assembly::Thread& source) {
  define_labels(source);
  if (report_.failed()) return;
  for (const Line& line : source.lines) {
    lower_line(line);
    if (report_.failed()) return;  // one mistake at a time: what follows may depend on it
  }
  for (const std::string& name : environment_.bound(thread_))
    if (const auto known = isa_.register_named(name)) find_register(*known);  // conditions may name them
  settle_widths();
  settle_flags();
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

void AssemblyThread::lower_line(const Line& line) {
  if (const auto found = labels_.find(line.label); found != labels_.end()) {
    code_.place(found->second);
    flags_.reset();
  }
  if (line.mnemonic.empty()) return;
  where_ = line.where;
  started_ = false;
  if (isa_.lower(line, *this)) return;
  report_.error("litmus-unknown-instruction", line.mnemonic_where,
                fmt::format("unknown {} instruction '{}{}'", isa_.name(), line.lock ? "lock " : "", line.mnemonic),
                did_you_mean(line.mnemonic, isa_.mnemonics()));
}

// ---- operands

std::optional<RegisterName> AssemblyThread::as_register(const Operand& operand) const {
  if (operand.kind != Operand::Kind::word) return std::nullopt;
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

ExprId AssemblyThread::reg(const Operand& operand) { return reg(operand, width(operand)); }

ExprId AssemblyThread::reg(const Operand& operand, std::uint8_t bytes) {
  const auto name = as_register(operand);
  if (!name) {
    error(operand.where, fmt::format("'{}' is no register of {}", to_text(operand), isa_.name()));
    return constant(0);
  }
  if (name->zero) return constant(0);
  const RegId id = find_register(*name);
  const ExprId read = code_.reg(id);
  reads_.push_back({read, id, bytes, operand.where});
  return read;
}

ExprId AssemblyThread::number(const Operand& operand) {
  if (!is_number(operand)) error(operand.where, fmt::format("expected a number, found '{}'", to_text(operand)));
  return constant(operand.number);
}

ExprId AssemblyThread::value(const Operand& operand, std::uint8_t bytes) {
  return is_number(operand) ? constant(operand.number) : reg(operand, bytes);
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
  if (memory.parts.size() > 1 || (memory.bracketed && isa_.arch() != Arch::x86)) {
    error(memory.where, "this form of address is not supported", "one register or location in parentheses");
    return constant(0);
  }
  const ExprId start = base(memory.parts[0]);
  return memory.number == 0 ? start : binary(Op::add, start, constant(memory.number));
}

Label AssemblyThread::label(const Operand& operand) {
  const auto found = labels_.find(operand.word);
  if (operand.kind == Operand::Kind::word && operand.prefix.empty() && found != labels_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, label] : labels_) known.push_back(name);
  report_.error("litmus-unknown-label", operand.where, fmt::format("no label '{}' in this thread", to_text(operand)),
                did_you_mean(operand.word, known));
  return kNoJoin;
}

// ---- expressions and instructions

ExprId AssemblyThread::narrowed(ExprId value, std::uint8_t bytes) {
  const unsigned bits = bytes * 8U;
  if (bits >= isa_.bits() || code_[value].op == Op::constant) return value;
  const ExprId distance = constant(static_cast<Value>(isa_.bits() - bits));
  return binary(Op::shr, binary(Op::shl, value, distance), distance);
}

RegId AssemblyThread::destination(const Operand& dst, std::uint8_t bytes) {
  const auto name = as_register(dst);
  if (!name) error(dst.where, fmt::format("'{}' is no register of {}", to_text(dst), isa_.name()));
  if (!name || name->zero) return code_.temporary();
  const RegId id = find_register(*name);
  written_[id] |= bytes;
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
  all_flags_ = {all_flags_.order && known.order, all_flags_.sign && known.sign};
}

// The sign flag of a comparison is that of a difference, which may overflow.
void AssemblyThread::compare(ExprId lhs, ExprId rhs) { flags_are(lhs, rhs, {.order = true, .sign = false}); }

void AssemblyThread::set_flags(ExprId result, Result kind) {
  flags_are(result, constant(0), {.order = kind == Result::logical, .sign = true});
}

ExprId AssemblyThread::condition(Cond cond) {
  const ExprId left = of(flags_left());
  const ExprId right = of(flags_right());
  const Asked asked{{.order = cond == Cond::lt || cond == Cond::le || cond == Cond::gt || cond == Cond::ge,
                     .sign = cond == Cond::negative || cond == Cond::not_negative},
                    where_};
  if (flags_) {
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
  }
  return left;
}

void AssemblyThread::require_known(Known flags, const Asked& asked) {
  if (asked.needed.order && !flags.order)
    error(asked.where, "the order of a result that may overflow is not modelled", "compare explicitly before the jump");
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
// architecture puts into the upper half. Which of the two it is cannot be told when both kinds of writes may come before.
void AssemblyThread::settle_widths() {
  if (isa_.bits() <= 32) return;
  for (const Read& read : reads_) {
    const auto found = written_.find(read.reg);
    const std::uint8_t written = found == written_.end() ? std::uint8_t{0} : found->second;
    const bool narrow = (written & 4) != 0;
    const bool wide = (written & 8) != 0 || program_.registers[read.reg].address != kNoAddress;
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
