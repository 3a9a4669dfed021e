#include "ask/compile/thread_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/compile/check_rule.hpp"
#include "program/operator.hpp"
#include "read/assembly/isa.hpp"
#include "read/java/methods.hpp"
#include "support/check.hpp"

namespace thinair::compile {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;
using program::Expr;
using program::ExprId;
using program::Instr;
using program::is_comparison;
using program::negated;
using program::Op;
using program::RegId;
using Action = read::java::Method::Action;

// What an access of the source language is about.
struct Access {
  ExprId address = 0;
  std::optional<ExprId> value, expected, desired;
  std::optional<RegId> result;
};

std::optional<Access> as_access(const program::Program& program, const Instr& instr) {
  const read::java::Method* method = read::java::find_method(instr.operation);
  if (const auto* load = std::get_if<program::Load>(&instr.op)) return Access{load->address, {}, {}, {}, load->dst};
  if (const auto* store = std::get_if<program::Store>(&instr.op)) return Access{store->address, store->value, {}, {}, {}};
  if (const auto* update = std::get_if<program::Update>(&instr.op)) {
    // The front end wrote `old op operand`, or the operand alone for getAndSet.
    const bool set = method != nullptr && method->action == Action::get_set;
    return Access{update->address, set ? update->value : program.exprs[update->value].rhs, {}, {}, update->dst};
  }
  if (const auto* cas = std::get_if<program::CompareUpdate>(&instr.op)) {
    const bool gives_success = method != nullptr && method->action == Action::compare_set;
    return Access{cas->address, {}, cas->expected, cas->desired, gives_success ? cas->success : cas->dst};
  }
  return std::nullopt;
}

void collect(const Operand& operand, const read::Isa& isa, std::set<std::string>& names) {
  if (operand.kind == Operand::Kind::word)
    if (const auto reg = isa.register_named(operand.word)) names.insert(reg->canonical);
  for (const Operand& part : operand.parts) collect(part, isa, names);
}

}  // namespace

std::set<std::string> literal_registers(const Rule& rule, litmus::assembly::Isa kind) {
  const read::Isa& isa = read::isa_of(kind);
  std::set<std::string> names;
  for (const Line& line : rule.lines) {
    for (const Operand& operand : line.operands) collect(operand, isa, names);
    if (line.lock && line.mnemonic.starts_with("cmpxchg")) names.insert("rax");  // it compares with this one
  }
  return names;
}

ThreadCompiler::ThreadCompiler(const program::Program& program, std::uint32_t thread, litmus::assembly::Isa isa,
                               const std::vector<const Rule*>& rules, const std::set<std::string>& reserved,
                               const std::vector<std::string>& location_names, read::Report& report)
    : program_(program),
      thread_(thread),
      target_(target_of(isa)),
      rules_(rules),
      location_names_(location_names),
      report_(report),
      registers_(target_.pool(), reserved) {}

Lines ThreadCompiler::run() {
  for (RegId reg = 0; reg < program_.registers.size(); ++reg)
    if (program_.registers[reg].thread == thread_ && !program_.registers[reg].temporary) registers_.home(reg);
  const std::vector<Instr>& code = program_.threads[thread_].code;
  for (const Instr& instr : code) {
    // Addresses are there from the start: no scratch register may have been in their place.
    if (const auto access = as_access(program_, instr); access && !target_.direct_addresses())
      registers_.address_of(expr(access->address).index);
    if (const auto* branch = std::get_if<program::Branch>(&instr.op)) label(branch->otherwise);
    if (const auto* jump = std::get_if<program::Jump>(&instr.op)) label(jump->target);
  }
  for (program::Label at = 0; at <= code.size(); ++at) {
    if (const auto found = labels_.find(at); found != labels_.end()) place(found->second);
    if (at == code.size()) break;
    where_ = code[at].where;
    instruction(code[at]);
    registers_.release_scratch();
  }
  if (registers_.exhausted())
    report_.error("compile-registers", where_, fmt::format("thread {} needs more registers than the target has", thread_));
  return std::move(out_);
}

void ThreadCompiler::instruction(const Instr& instr) {
  if (const auto* assign = std::get_if<program::Assign>(&instr.op)) {
    evaluate_into(registers_.home(assign->dst), assign->value);
  } else if (const auto* branch = std::get_if<program::Branch>(&instr.op)) {
    branch_unless(branch->condition, label(branch->otherwise));
  } else if (const auto* jump = std::get_if<program::Jump>(&instr.op)) {
    target_.jump(out_, label(jump->target));
  } else if (std::holds_alternative<program::Throw>(instr.op)) {
    report_.error("compile-unsupported", instr.where, "exceptions are not compiled", "a division may be by zero here");
  } else {
    access(instr);
  }
}

void ThreadCompiler::access(const Instr& instr) {
  const auto at = static_cast<std::size_t>(&instr - program_.threads[thread_].code.data());
  check(rules_[at] != nullptr, "every operation of the program has a rule");
  const Rule& rule = *rules_[at];
  Filling filling(target_, fresh_label());
  if (const auto access = as_access(program_, instr)) {
    const Expr& address = expr(access->address);
    check(address.op == Op::address, "a Java access names its location");
    filling.set_location(location_names_[address.index], target_.direct_addresses() ? "" : registers_.address_of(address.index));
    const std::string result = access->result ? registers_.home(*access->result) : "";
    if (access->value) put_value(filling, rule, "v", *access->value, result);
    if (access->expected) put_value(filling, rule, "e", *access->expected, result);
    if (access->desired) put_value(filling, rule, "n", *access->desired, result);
    if (access->result) filling.set_register("r", result);
  }
  std::vector<std::pair<std::string, std::int64_t>> each_time;
  for (const Assumption& assumption : rule.assumptions) {
    if (filling.has(assumption.temporary)) continue;
    if (in_loop(instr)) {
      each_time.emplace_back(registers_.scratch(), assumption.value);
      filling.set_register(assumption.temporary, each_time.back().first);
      continue;
    }
    const std::string kept = registers_.keep();
    filling.set_register(assumption.temporary, kept);
    assumed_.emplace_back(kept, assumption.value);
  }
  for (const Line& line : rule.lines)
    for (const Operand& operand : line.operands)
      if (operand.kind == Operand::Kind::hole && is_temporary(operand.word) && !filling.has(operand.word))
        filling.set_register(operand.word, registers_.scratch());
  filling.fill(rule.lines, out_);
  for (const auto& [reg, value] : each_time) assume_each_time(reg, value);
}

// Between where a jump leads back to and the jump.
bool ThreadCompiler::in_loop(const Instr& instr) const {
  const std::vector<Instr>& code = program_.threads[thread_].code;
  const auto at = static_cast<std::size_t>(&instr - code.data());
  for (std::size_t i = at; i < code.size(); ++i)
    if (const auto* jump = std::get_if<program::Jump>(&code[i].op); jump && jump->target <= at) return true;
  return false;
}

// What a loop leaves in the register is of its last turn alone. So each turn adds to another one where the value is not as assumed,
// and that one must stay 0.
void ThreadCompiler::assume_each_time(const std::string& reg, std::int64_t value) {
  if (!wrong_) {
    wrong_ = registers_.keep();
    assumed_.emplace_back(*wrong_, 0);
  }
  const std::string expected = registers_.scratch(), difference = registers_.scratch(), sum = registers_.scratch();
  target_.constant(out_, expected, value);
  const bool known =
      target_.binary(out_, Op::bit_xor, difference, reg, expected) && target_.binary(out_, Op::bit_or, sum, *wrong_, difference);
  check(known, "every target has these operations");
  target_.move(out_, *wrong_, sum);
}

// Rules may write the result before they have read everything: an operand in that register moves out of the way.
void ThreadCompiler::put_value(Filling& filling, const Rule& rule, const std::string& hole, ExprId value, const std::string& result) {
  if (expr(value).op == Op::constant) {
    // In a register too, if the rule has a place where no number can stand.
    const bool needs_register = std::ranges::any_of(rule.lines, [&](const Line& line) {
      return std::ranges::any_of(line.operands, [&](const Operand& operand) {
        return operand.kind == Operand::Kind::hole && operand.word == hole && operand.prefix.empty();
      });
    });
    filling.set_number(hole, expr(value).value, needs_register ? evaluate(value) : "");
    return;
  }
  std::string reg = evaluate(value);
  if (reg == result) {
    const std::string copy = registers_.scratch();
    target_.move(out_, copy, reg);
    reg = copy;
  }
  filling.set_register(hole, reg);
}

std::string ThreadCompiler::evaluate(ExprId id) {
  const Expr& e = expr(id);
  if (e.op == Op::reg) return registers_.home(e.index);
  if (e.op == Op::constant && e.value == 0 && !target_.zero().empty()) return target_.zero();
  const std::string dst = registers_.scratch();
  evaluate_into(dst, id);
  return dst;
}

void ThreadCompiler::evaluate_into(const std::string& dst, ExprId id) {
  const Expr& e = expr(id);
  if (e.op == Op::constant) return target_.constant(out_, dst, e.value);
  if (e.op == Op::log_not || is_comparison(e.op)) return truth_into(dst, id);
  if (e.op == Op::reg) {
    const std::string& src = registers_.home(e.index);
    if (src != dst) target_.move(out_, dst, src);
    return;
  }
  check(e.op != Op::address, "an address is only used to access it");
  // -a is 0-a, and ~a is -1^a.
  std::string lhs, rhs;
  Op op = e.op;
  if (e.op == Op::neg || e.op == Op::bit_not) {
    lhs = registers_.scratch();
    target_.constant(out_, lhs, e.op == Op::neg ? 0 : -1);
    rhs = evaluate(e.lhs);
    op = e.op == Op::neg ? Op::sub : Op::bit_xor;
  } else {
    lhs = evaluate(e.lhs);
    rhs = evaluate(e.rhs);
  }
  const bool clash = dst == lhs || dst == rhs;
  const std::string into = clash ? registers_.scratch() : dst;
  if (!target_.binary(out_, op, into, lhs, rhs)) {
    report_.error("compile-unsupported", where_, fmt::format("no instruction for '{}' in this dialect", symbol(op)));
    return;
  }
  if (clash) target_.move(out_, dst, into);
}

// 1 or 0. The condition may use what is in dst.
void ThreadCompiler::truth_into(const std::string& dst, ExprId id) {
  const std::string done = fmt::format("L{}", fresh_label());
  const std::string result = registers_.scratch();
  target_.constant(out_, result, 1);
  branch_if(id, done);
  target_.constant(out_, result, 0);
  place(done);
  target_.move(out_, dst, result);
}

void ThreadCompiler::branch_unless(ExprId condition, const std::string& label) {
  const Expr& e = expr(condition);
  if (e.op == Op::log_not) return branch_if(e.lhs, label);
  if (is_comparison(e.op)) return compare_and_branch(negated(e.op), e.lhs, e.rhs, label);
  const std::string value = evaluate(condition);
  const bool number = target_.compares_with(0);
  target_.branch(out_, Op::eq, value, number ? target_.number(0) : target_.reg(target_.zero()), label);
}

void ThreadCompiler::branch_if(ExprId condition, const std::string& label) {
  const Expr& e = expr(condition);
  if (e.op == Op::log_not) return branch_unless(e.lhs, label);
  if (is_comparison(e.op)) return compare_and_branch(e.op, e.lhs, e.rhs, label);
  const std::string value = evaluate(condition);
  const bool number = target_.compares_with(0);
  target_.branch(out_, Op::ne, value, number ? target_.number(0) : target_.reg(target_.zero()), label);
}

void ThreadCompiler::compare_and_branch(Op op, ExprId lhs, ExprId rhs, const std::string& label) {
  const std::string left = evaluate(lhs);
  const Expr& right = expr(rhs);
  const bool number = right.op == Op::constant && target_.compares_with(right.value);
  target_.branch(out_, op, left, number ? target_.number(right.value) : target_.reg(evaluate(rhs)), label);
}

std::string ThreadCompiler::label(program::Label at) {
  const auto [found, fresh] = labels_.try_emplace(at);
  if (fresh) found->second = fmt::format("L{}", fresh_label());
  return found->second;
}

std::string ThreadCompiler::fresh_label() { return std::to_string(thread_) + std::to_string(next_label_++); }

void ThreadCompiler::place(const std::string& label) {
  Line line;
  line.label = label;
  out_.push_back(std::move(line));
}

}  // namespace thinair::compile
