#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "program/condition.hpp"
#include "program/floating.hpp"
#include "program/operator.hpp"
#include "program/program.hpp"

namespace thinair::program {

std::string_view symbol(Op op) {
  switch (op) {
    case Op::constant:
    case Op::reg:
    case Op::address:
    case Op::field:
    case Op::element:
    case Op::monitor:
    case Op::length:
    case Op::instance_of: return "";
    case Op::neg: return "-";
    case Op::bit_not: return "~";
    case Op::log_not: return "!";
    case Op::add: return "+";
    case Op::sub: return "-";
    case Op::mul: return "*";
    case Op::div: return "/";
    case Op::rem: return "%";
    case Op::shl: return "<<";
    case Op::shr: return ">>";
    case Op::ushr: return ">>>";
    case Op::lt: return "<";
    case Op::le: return "<=";
    case Op::gt: return ">";
    case Op::ge: return ">=";
    case Op::eq: return "==";
    case Op::ne: return "!=";
    case Op::bit_and: return "&";
    case Op::bit_xor: return "^";
    case Op::bit_or: return "|";
  }
  return "";
}
namespace {

std::string_view symbol(Relop relop) {
  constexpr std::array<std::string_view, 6> kRelops = {"=", "!=", "<", "<=", ">", ">="};
  return kRelops[static_cast<std::size_t>(relop)];
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string print() {
    for (const Location& location : program_.locations) out_ += fmt::format("{} = {}\n", location.name, location.initial);
    for (const Register& reg : program_.registers)
      if (reg.address != kNoAddress) {
        out_ += fmt::format("{}:{} = &{}\n", reg.thread, reg.name, program_.locations[reg.address].name);
      } else if (reg.initial != 0) {
        out_ += fmt::format("{}:{} = {}\n", reg.thread, reg.name, reg.initial);
      }
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      out_ += fmt::format("thread {}\n", i);
      const std::vector<Instr>& code = program_.threads[i].code;
      for (std::size_t at = 0; at < code.size(); ++at)
        out_ += fmt::format("{:>4}  {}\n", at, std::visit([&](const auto& op) { return text(op); }, code[at].op));
    }
    return std::move(out_);
  }

 private:
  const std::string& reg(RegId id) const { return program_.registers[id].name; }

  // Operators in parentheses unless outermost: unambiguous, and short enough for a listing.
  std::string expr(ExprId id, bool outermost = true) const {
    const Expr& e = program_.exprs[id];
    switch (e.op) {
      case Op::constant: return std::to_string(e.value);
      case Op::reg: return reg(e.index);
      case Op::address: return program_.locations[e.index].name;
      case Op::neg:
      case Op::bit_not:
      case Op::log_not: return fmt::format("{}{}", symbol(e.op), expr(e.lhs, false));
      case Op::field: return fmt::format("{}.{}", expr(e.lhs, false), e.index);
      case Op::element: return fmt::format("{}[{}]", expr(e.lhs, false), expr(e.rhs));
      case Op::monitor: return fmt::format("{}.monitor", expr(e.lhs, false));
      case Op::length: return fmt::format("{}.length", expr(e.lhs, false));
      case Op::instance_of: return fmt::format("{} instanceof {}", expr(e.lhs, false), program_.classes[e.index].name);
      default: break;
    }
    const std::string width = e.bits == 0 ? "" : fmt::format("{}", e.bits);
    const std::string text = fmt::format("{} {}{} {}", expr(e.lhs, false), symbol(e.op), width, expr(e.rhs, false));
    return outermost ? text : "(" + text + ")";
  }

  std::string sets(SetMask mask) const {
    std::string out;
    for (std::size_t i = 0; i < program_.set_names.size(); ++i)
      if (has_set(mask, i)) out += (out.empty() ? "" : ",") + program_.set_names[i];
    return out;
  }
  std::string mode(SetMask mask) const { return mask == 0 ? "" : fmt::format(" {{{}}}", sets(mask)); }

  std::string text(const Assign& i) const {
    return fmt::format("{} := {}{}", reg(i.dst), expr(i.value), i.like ? fmt::format(" like {}", expr(*i.like)) : "");
  }
  static std::string_view paired(Pairing pairing) {
    switch (pairing) {
      case Pairing::none: return "";
      case Pairing::atomic: return "atomic ";
      case Pairing::exclusive: return "exclusive ";
      case Pairing::whole: return "whole ";
    }
    return "";
  }
  std::string text(const Load& i) const {
    return fmt::format("{} := {}load [{}]{}", reg(i.dst), paired(i.pairing), expr(i.address), mode(i.sets));
  }
  std::string text(const Store& i) const {
    return fmt::format("{}store [{}], {}{}", paired(i.pairing), expr(i.address), expr(i.value), mode(i.sets));
  }
  std::string text(const StoreConditional& i) const {
    return fmt::format("{} := store-conditional [{}], {}{} ? {} : {}", reg(i.status), expr(i.address), expr(i.value), mode(i.sets),
                       i.on_success, i.on_failure);
  }
  std::string text(const Update& i) const {
    return fmt::format("{} := update [{}], {}{}", reg(i.dst), expr(i.address), expr(i.value), mode(i.sets));
  }
  std::string text(const CompareUpdate& i) const {
    return fmt::format("{}, {} := {}compare-update [{}], {}, {}{} else{}", reg(i.dst), reg(i.success), i.weak ? "weak " : "",
                       expr(i.address), expr(i.expected), expr(i.desired), mode(i.sets_success),
                       i.sets_failure == 0 ? " {}" : mode(i.sets_failure));
  }
  std::string text(const Fence& i) const { return fmt::format("fence{}", mode(i.sets)); }
  std::string text(const Branch& i) const {
    if (!i.depends) return fmt::format("unless {} goto {}", expr(i.condition), i.otherwise);
    return fmt::format("unless {} goto {}, {}", expr(i.condition), i.otherwise,
                       i.join == kNoJoin ? "no join" : fmt::format("join {}", i.join));
  }
  static std::string text(const Jump& i) { return fmt::format("goto {}", i.target); }
  static std::string text(const Choice& i) { return fmt::format("perhaps goto {}", i.otherwise); }
  std::string text(const Select& i) const {
    return fmt::format("{} := {} ? {} : {}", reg(i.dst), expr(i.condition, false), expr(i.yes, false), expr(i.no, false));
  }
  static std::string text(const Throw& i) { return fmt::format("throw {}", i.what); }
  std::string text(const Resolve& i) const {
    return fmt::format("resolve {}{}", reg(i.reg), i.below ? fmt::format(" below {}", expr(*i.below)) : "");
  }
  std::string text(const TestClass& i) const {
    std::string out = fmt::format("{} := {} instanceof", reg(i.dst), reg(i.reg));
    for (const ClassId one : i.classes) out += ' ' + program_.classes[one].name;
    return out + (i.null_counts ? " or null" : "");
  }
  std::string text(const New& i) const {
    return fmt::format("{} := new {}{}", reg(i.dst), program_.objects[i.first].name,
                       i.count > 1 ? fmt::format(" .. {} in all", i.count) : "");
  }
  std::string text(const Synchronise& i) const {
    constexpr std::array<std::string_view, 6> kActions = {"lock", "unlock", "wait", "notify", "notify all", "freeze"};
    return fmt::format("{}{} [{}]", kActions[static_cast<std::size_t>(i.action)], i.timed ? " for a time" : "", expr(i.of));
  }
  std::string text(const StartThread& i) const { return fmt::format("{} := is start of thread {} refused", reg(i.refused), i.thread); }
  static std::string text(const JoinThread& i) { return fmt::format("join thread {}", i.thread); }
  std::string text(const IsAlive& i) const { return fmt::format("{} := is thread {} alive", reg(i.dst), i.thread); }
  std::string text(const Print& i) const { return fmt::format("print {}", expr(i.value)); }

  const Program& program_;
  std::string out_;
};

// A constant is written as what it is compared with has it.
std::string operand_text(const Program& program, const Operand& operand, const Operand& other) {
  if (!operand.is_constant) return to_text(program, operand.observable);
  return to_text(program, other.is_constant ? Type::number : type_of(program, other.observable), operand.value);
}

// Weakest first: implication, disjunction, conjunction, the rest.
unsigned strength(const Prop& prop) {
  switch (prop.kind) {
    case Prop::Kind::implies: return 0;
    case Prop::Kind::or_: return 1;
    case Prop::Kind::and_: return 2;
    default: return 3;
  }
}

void print_prop(std::string& out, const Program& program, const Prop& prop, unsigned weakest) {
  const bool parentheses = strength(prop) < weakest;
  if (parentheses) out += '(';
  switch (prop.kind) {
    case Prop::Kind::true_: out += "true"; break;
    case Prop::Kind::false_: out += "false"; break;
    case Prop::Kind::atom: {
      out += operand_text(program, prop.lhs, prop.rhs);
      out += symbol(prop.relop);
      // Of a processor, `x` on the right is an address.
      const bool contents = !is_language(program.arch) && !prop.rhs.is_constant && prop.rhs.observable.is_location;
      const std::string right = operand_text(program, prop.rhs, prop.lhs);
      out += contents ? fmt::format("[{}]", right) : right;
      break;
    }
    case Prop::Kind::not_:
      out += "not ";
      print_prop(out, program, prop.kids[0], 3);
      break;
    case Prop::Kind::and_:
    case Prop::Kind::or_: {
      const bool conjunction = prop.kind == Prop::Kind::and_;
      for (std::size_t i = 0; i < prop.kids.size(); ++i) {
        if (i > 0) out += conjunction ? " /\\ " : " \\/ ";
        print_prop(out, program, prop.kids[i], conjunction ? 3 : 2);
      }
      break;
    }
    case Prop::Kind::implies:
      print_prop(out, program, prop.kids[0], 1);
      out += " => ";
      print_prop(out, program, prop.kids[1], 0);
      break;
  }
  if (parentheses) out += ')';
}

}  // namespace

std::string to_text(const Program& program) { return Printer(program).print(); }

Type type_of(const Program& program, const Observable& observable) {
  return observable.is_location ? program.locations[observable.index].type : program.registers[observable.index].type;
}

std::string to_text(const Program& program, const Observable& observable) {
  if (observable.is_location) return program.locations[observable.index].name;
  const Register& reg = program.registers[observable.index];
  return fmt::format("{}:{}", reg.thread, reg.name);
}

std::string to_text(const Program& program, const Prop& prop) {
  std::string out;
  print_prop(out, program, prop, 0);
  return out;
}

std::vector<Observable> observed(const Test& test) {
  std::vector<Observable> all = test.shown;
  all.insert(all.end(), test.hidden.begin(), test.hidden.end());
  return all;
}

std::vector<Value> constants(const Prop& prop) {
  std::set<Value> out;
  const auto collect = [&out](const auto& self, const Prop& p) -> void {
    if (p.kind == Prop::Kind::atom)
      for (const Operand& operand : {p.lhs, p.rhs})
        if (operand.is_constant) out.insert(operand.value);
    for (const Prop& kid : p.kids) self(self, kid);
  };
  collect(collect, prop);
  return {out.begin(), out.end()};
}

void observe(Test& test, const Prop& prop) {
  const auto add = [&](const Operand& operand) {
    const auto has = [&](const std::vector<Observable>& list) { return std::ranges::find(list, operand.observable) != list.end(); };
    if (!operand.is_constant && !has(test.shown) && !has(test.hidden)) test.hidden.push_back(operand.observable);
  };
  if (prop.kind == Prop::Kind::atom) {
    add(prop.lhs);
    add(prop.rhs);
  }
  for (const Prop& kid : prop.kids) observe(test, kid);
}

bool is_instance(const Program& program, ObjectId object, ClassId of) {
  for (ClassId at = program.objects[object].is; at != kNoClass; at = program.classes[at].super)
    if (at == of) return true;
  return false;
}

std::string to_text(const Program& program, Type type, Value value) {
  switch (type) {
    case Type::number: break;
    case Type::boolean: return value == 0 ? "false" : value == 1 ? "true" : std::to_string(value);
    case Type::character:
      if (value >= ' ' && value <= '~') return fmt::format("'{}'", static_cast<char>(value));
      break;
    case Type::single: return floating_text(as_float(value));
    case Type::double_: return floating_text(as_double(value));
    case Type::reference:
      if (value == 0) return "null";
      if (const auto object = object_of(program, value)) return program.objects[*object].name;
      break;
    case Type::address:
      if (const auto location = object_of(program, value)) return program.objects[*location].name;
      break;
  }
  return std::to_string(value);
}

// Of Java's, RA says ACQ or REL again. Of C's, A and NA say only whether there is an order.
std::string mode_text(const Program& program, SetMask sets) {
  std::string out;
  for (std::size_t i = 0; i < program.set_names.size(); ++i) {
    if (!has_set(sets, i) || program.set_names[i] == "RA") continue;
    if (program.arch == Arch::c && i < 2 && sets != program.plain_sets) continue;
    out += (out.empty() ? "" : ",") + program.set_names[i];
  }
  return out;
}

InstrId instruction_at(const Program& program, std::uint32_t thread, std::uint32_t index) {
  while (index > 0 && program.threads[thread].code[index].continues) --index;
  return {thread, index};
}

}  // namespace thinair::program
