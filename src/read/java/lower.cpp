// Statements become instructions one after the other; an expression becomes the instructions for its memory accesses,
// strictly left to right (JLS 15.7), and a pure term over registers that the caller uses. Accesses inside expressions
// go to fresh temporaries. Where nothing inside an expression assigns to a local, a term may be used later than its place; where `r++` or
// `r += 1` does, every local that the expression reads is copied first.
//
// `&&`, `||` and `?:` are control flow (JLS 15.23-15.25): the operand that decides is a Branch, and what it decides about
// ends at the Branch's join, as for `if`.
#include "read/java/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "read/code_builder.hpp"
#include "read/java/methods.hpp"
#include "read/java/names.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

namespace tree = litmus::java;
using java::Method;
using Action = Method::Action;
using Binary = tree::Binary;
using Meaning = JavaNames::Meaning;

Op operation(Binary op) {
  // In the order of Binary, from bit_or on.
  constexpr std::array<Op, 17> kOps = {Op::bit_or, Op::bit_xor, Op::bit_and, Op::eq,  Op::ne,  Op::lt,  Op::le,  Op::gt, Op::ge,
                                       Op::shl,    Op::shr,     Op::ushr,    Op::add, Op::sub, Op::mul, Op::div, Op::rem};
  check(op >= Binary::bit_or, "&& and || are no operations on values");
  return kOps[static_cast<std::size_t>(op) - static_cast<std::size_t>(Binary::bit_or)];
}

class ThreadLowering {
 public:
  ThreadLowering(const tree::Program& source, const Environment& environment, Program& program, std::uint32_t thread, Report& report,
                 JavaUses& uses)
      : source_(source),
        environment_(environment),
        report_(report),
        thread_(thread),
        names_(environment, thread, report),
        code_(program, thread),
        uses_(uses) {}

  void lower() {
    for (const tree::Stmt& stmt : source_.threads[thread_].body) statement(stmt);
    for (const std::string& name : environment_.started(thread_)) local(name);  // conditions may name them
    code_.finish();
  }

 private:
  // ---- statements

  void statement(const tree::Stmt& stmt) {
    switch (stmt.kind) {
      case tree::Stmt::Kind::empty: break;
      case tree::Stmt::Kind::block:
        names_.open();
        for (const tree::Stmt& inner : stmt.body) statement(inner);
        names_.close();
        break;
      case tree::Stmt::Kind::declare: declaration(stmt); break;
      case tree::Stmt::Kind::assign: assignment(stmt); break;
      case tree::Stmt::Kind::increment: assignment(stmt); break;
      case tree::Stmt::Kind::call:
        copying_ = source_.exprs[stmt.expr].modifies;
        call(source_.exprs[stmt.expr], std::nullopt, true);
        break;
      case tree::Stmt::Kind::branch: branch(stmt); break;
    }
  }

  void declaration(const tree::Stmt& stmt) {
    for (const tree::Declarator& declarator : stmt.declarators) {
      const RegId reg = local(declarator.name);
      if (declarator.value) {
        copying_ = source_.exprs[*declarator.value].modifies;
        value_into(reg, *declarator.value, declarator.where);
        code_.mark_assigned(reg);
      }
      names_.declare(declarator.name, declarator.where, stmt.is_final && declarator.value);
    }
  }

  // `n = e`, `n op= e`, `n++`. The old value is fetched before e is evaluated (JLS 15.26.2).
  void assignment(const tree::Stmt& stmt) {
    const Meaning target = names_.target(stmt.target, stmt.target_where);
    const bool increment = stmt.kind == tree::Stmt::Kind::increment;
    copying_ = !increment && source_.exprs[stmt.expr].modifies;
    if (target.kind == Meaning::Kind::wrong) {
      if (!increment) value(stmt.expr);  // for the mistakes in it
      return;
    }
    const bool shared = target.kind == Meaning::Kind::shared;
    const RegId reg = shared ? 0 : local(stmt.target);
    if (!shared) assigned(stmt.target, stmt.target_where);
    if (!stmt.compound && !shared) {
      value_into(reg, stmt.expr, stmt.where);
      code_.mark_assigned(reg);
      return;
    }
    std::optional<ExprId> result;
    if (stmt.compound) {
      const ExprId old = shared ? plain_read(target.location, stmt.target_where) : read_local(reg, stmt.target_where);
      const ExprId operand = increment ? code_.constant(1) : value(stmt.expr);
      result = binary(*stmt.compound, old, operand, stmt.where);
    } else {
      result = value(stmt.expr);
    }
    if (shared) {
      plain_write(target.location, *result, stmt.where);
    } else {
      code_.emit(Assign{reg, *result}, stmt.where);
      code_.mark_assigned(reg);
    }
  }

  void branch(const tree::Stmt& stmt) {
    const bool has_else = stmt.body.size() > 1;
    const Label join = code_.new_label();
    const Label otherwise = has_else ? code_.new_label() : join;
    copying_ = source_.exprs[stmt.expr].modifies;
    jump_if(stmt.expr, false, otherwise, join);
    arm(stmt.body[0]);
    if (has_else) {
      code_.emit(Jump{join}, stmt.where);
      code_.place(otherwise);
      arm(stmt.body[1]);
    }
    code_.place(join);
  }

  void arm(const tree::Stmt& stmt) {
    names_.open();
    statement(stmt);
    names_.close();
  }

  // ---- expressions

  // Goes on at `target` when the truth of the expression is `sense`, falls through otherwise.
  void jump_if(tree::ExprId id, bool sense, Label target, Label join) {
    const tree::Expr& e = source_.exprs[id];
    if (e.kind == tree::Expr::Kind::unary && e.unary == tree::Unary::log_not) return jump_if(e.kids[0], !sense, target, join);
    if (e.kind == tree::Expr::Kind::binary && (e.binary == Binary::log_and || e.binary == Binary::log_or)) {
      const bool decides = e.binary == Binary::log_or;  // the truth of the left operand that makes the right one needless
      if (decides == sense) {
        jump_if(e.kids[0], sense, target, join);
        jump_if(e.kids[1], sense, target, join);
      } else {
        const Label skip = code_.new_label();
        jump_if(e.kids[0], decides, skip, join);
        jump_if(e.kids[1], sense, target, join);
        code_.place(skip);
      }
      return;
    }
    const ExprId guard = value(id);
    code_.emit(Branch{sense ? code_.unary(Op::log_not, guard) : guard, target, join}, e.where);
  }

  ExprId value(tree::ExprId id) {
    const tree::Expr& e = source_.exprs[id];
    switch (e.kind) {
      case tree::Expr::Kind::literal: return code_.constant(e.value);
      case tree::Expr::Kind::name: return name_value(e);
      case tree::Expr::Kind::unary: return unary(e);
      case tree::Expr::Kind::call: return call(e, std::nullopt, false);
      case tree::Expr::Kind::modify: return modify(e);
      case tree::Expr::Kind::conditional: break;
      case tree::Expr::Kind::binary:
        if (e.binary == Binary::log_and || e.binary == Binary::log_or) break;
        const ExprId lhs = value(e.kids[0]);
        const ExprId rhs = value(e.kids[1]);
        return binary(e.binary, lhs, rhs, e.where);
    }
    const RegId result = code_.temporary();
    choice_into(result, e);
    return code_.reg(result);
  }

  // The same, with the result in a register: accesses deliver there without a temporary.
  void value_into(RegId dst, tree::ExprId id, Span where) {
    const tree::Expr& e = source_.exprs[id];
    const bool choice = e.kind == tree::Expr::Kind::conditional ||
                        (e.kind == tree::Expr::Kind::binary && (e.binary == Binary::log_and || e.binary == Binary::log_or));
    if (choice) return choice_into(dst, e);
    if (e.kind == tree::Expr::Kind::call) {
      call(e, dst, false);
      return;
    }
    if (e.kind == tree::Expr::Kind::name) {
      const Meaning meaning = names_.value(e.name, e.where);
      if (meaning.kind == Meaning::Kind::wrong) return;
      if (meaning.kind == Meaning::Kind::shared) {
        code_.emit(Load{dst, code_.address(meaning.location), plain_sets(meaning.location)}, e.where, plain_get(meaning.location));
        return;
      }
    }
    const ExprId result = value(id);
    code_.emit(Assign{dst, result}, where);
  }

  // `a && b` is `a ? b : false` with b as a truth value, `a || b` is `a ? true : b`.
  void choice_into(RegId dst, const tree::Expr& e) {
    const Label join = code_.new_label();
    const Label otherwise = code_.new_label();
    jump_if(e.kids[0], false, otherwise, join);
    if (e.kind == tree::Expr::Kind::conditional) {
      value_into(dst, e.kids[1], e.where);
    } else if (e.binary == Binary::log_and) {
      truth_into(dst, e.kids[1]);
    } else {
      code_.emit(Assign{dst, code_.constant(1)}, e.where);
    }
    code_.emit(Jump{join}, e.where);
    code_.place(otherwise);
    if (e.kind == tree::Expr::Kind::conditional) {
      value_into(dst, e.kids[2], e.where);
    } else if (e.binary == Binary::log_or) {
      truth_into(dst, e.kids[1]);
    } else {
      code_.emit(Assign{dst, code_.constant(0)}, e.where);
    }
    code_.place(join);
  }

  void truth_into(RegId dst, tree::ExprId id) {
    const Span where = source_.exprs[id].where;
    if (is_boolean(id)) return value_into(dst, id, where);
    const ExprId result = value(id);
    code_.emit(Assign{dst, code_.binary(Op::ne, result, code_.constant(0))}, where);
  }

  // Sure to be 0 or 1.
  bool is_boolean(tree::ExprId id) const {
    const tree::Expr& e = source_.exprs[id];
    switch (e.kind) {
      case tree::Expr::Kind::literal: return e.boolean;
      case tree::Expr::Kind::name:
      case tree::Expr::Kind::modify: return false;
      case tree::Expr::Kind::unary: return e.unary == tree::Unary::log_not;
      case tree::Expr::Kind::conditional: return is_boolean(e.kids[1]) && is_boolean(e.kids[2]);
      case tree::Expr::Kind::binary:
        return e.binary == Binary::log_and || e.binary == Binary::log_or || (e.binary >= Binary::eq && e.binary <= Binary::ge);
      case tree::Expr::Kind::call: {
        const Method* method = java::find_method(e.method);
        return method != nullptr && method->action == Action::compare_set;
      }
    }
    return false;
  }

  // `n++`, `--n`, `n += e` inside an expression (JLS 15.14.2, 15.15.1, 15.26.2): a read of n and then a write.
  ExprId modify(const tree::Expr& e) {
    check(copying_, "the statement knows that its expression modifies something");
    const Meaning target = names_.target(e.name, e.name_where);
    if (target.kind == Meaning::Kind::wrong) {
      for (const tree::ExprId kid : e.kids) value(kid);  // for the mistakes in it
      return code_.constant(0);
    }
    const bool shared = target.kind == Meaning::Kind::shared;
    const RegId reg = shared ? 0 : local(e.name);
    const ExprId old = shared ? plain_read(target.location, e.name_where) : read_local(reg, e.name_where);
    const ExprId result = binary(e.binary, old, e.kids.empty() ? code_.constant(1) : value(e.kids[0]), e.where);
    if (shared) {
      plain_write(target.location, result, e.where);
    } else {
      assigned(e.name, e.name_where);
      code_.emit(Assign{reg, result}, e.where);
      code_.mark_assigned(reg);
    }
    return e.postfix ? old : result;
  }

  ExprId unary(const tree::Expr& e) {
    const ExprId operand = value(e.kids[0]);
    switch (e.unary) {
      case tree::Unary::minus: return code_.unary(Op::neg, operand);
      case tree::Unary::plus: return operand;
      case tree::Unary::bit_not: return code_.unary(Op::bit_not, operand);
      case tree::Unary::log_not: return code_.unary(Op::log_not, operand);
    }
    return operand;
  }

  ExprId binary(Binary op, ExprId lhs, ExprId rhs, Span where) {
    if (op == Binary::div || op == Binary::rem) guard_division(rhs, where);
    return code_.binary(operation(op), lhs, rhs);
  }

  // All that follows happens only if the divisor is not 0, so it depends on the divisor to the end of the thread.
  void guard_division(ExprId divisor, Span where) {
    if (code_[divisor].op == Op::constant && code_[divisor].value != 0) return;
    const Label fine = code_.new_label();
    code_.emit(Branch{code_.binary(Op::eq, divisor, code_.constant(0)), fine, kNoJoin}, where);
    code_.emit(Throw{"ArithmeticException"}, where);
    code_.place(fine);
  }

  ExprId name_value(const tree::Expr& e) {
    const Meaning meaning = names_.value(e.name, e.where);
    switch (meaning.kind) {
      case Meaning::Kind::shared: return plain_read(meaning.location, e.where);
      case Meaning::Kind::local: return read_local(local(e.name), e.where);
      case Meaning::Kind::wrong: break;
    }
    return code_.constant(0);
  }

  RegId local(const std::string& name) { return code_.local(name, environment_.start(thread_, name).value_or(0)); }

  ExprId read_local(RegId reg, Span where) {
    if (!environment_.start(thread_, code_.name(reg))) uses_.read.try_emplace(reg, where);
    if (!copying_) return code_.reg(reg);
    const RegId copy = code_.temporary();
    code_.emit(Assign{copy, code_.reg(reg)}, where);
    return code_.reg(copy);
  }

  // A local that needs no declaration may be a location that somebody forgot or misspelt.
  void assigned(const std::string& name, Span where) {
    if (!names_.is_declared(name) && !environment_.start(thread_, name)) uses_.assigned.try_emplace(local(name), where);
  }

  SetMask plain_sets(LocId location) const { return environment_.is_volatile(location) ? java::kVolatile : java::kPlain; }

  std::string_view plain_get(LocId location) const { return environment_.is_volatile(location) ? "getVolatile" : "get"; }

  ExprId plain_read(LocId location, Span where) {
    const RegId dst = code_.temporary();
    code_.emit(Load{dst, code_.address(location), plain_sets(location)}, where, plain_get(location));
    return code_.reg(dst);
  }

  void plain_write(LocId location, ExprId value, Span where) {
    code_.emit(Store{code_.address(location), value, plain_sets(location)}, where,
               environment_.is_volatile(location) ? "setVolatile" : "set");
  }

  // ---- calls

  // The value of the call; in `dst` if given. A statement may also be a call without value.
  ExprId call(const tree::Expr& e, std::optional<RegId> dst, bool statement) {
    const Method* method = resolve(e);
    std::vector<ExprId> arguments;
    std::optional<LocId> location;
    if (method != nullptr && method->action != Action::fence) location = names_.handle(e.name, e.name_where);
    for (const tree::ExprId kid : e.kids) arguments.push_back(value(kid));
    if (method == nullptr || !check_shape(e, *method, statement)) return code_.constant(0);
    if (method->action == Action::fence) {
      code_.emit(Fence{method->sets}, e.where, method->name);
      return code_.constant(0);
    }
    if (!location) return code_.constant(0);
    if (method->same_as != method->name) uses_.atomic.insert(*location);
    if (method->name == "get" || method->name == "set") uses_.bare.try_emplace(*location, e.method_where, method);
    return access(*method, code_.address(*location), arguments, dst, e.where);
  }

  ExprId access(const Method& method, ExprId address, const std::vector<ExprId>& arguments, std::optional<RegId> wanted, Span where) {
    if (method.action == Action::set) {
      code_.emit(Store{address, arguments[0], method.sets}, where, method.same_as);
      return code_.constant(0);
    }
    const RegId dst = wanted ? *wanted : code_.temporary();
    switch (method.action) {
      case Action::get: code_.emit(Load{dst, address, method.sets}, where, method.name); break;
      case Action::compare_set:
      case Action::compare_exchange: {
        const bool gives_success = method.action == Action::compare_set;
        const RegId other = code_.temporary();
        code_.emit(CompareUpdate{gives_success ? other : dst, gives_success ? dst : other, address, arguments[0], arguments[1], method.sets,
                                 method.sets_failure, method.weak},
                   where, method.same_as);
        break;
      }
      default: update(method, address, method.operand ? code_.constant(*method.operand) : arguments[0], dst, where); break;
    }
    return code_.reg(dst);
  }

  // Update evaluates its value with dst already overwritten: an operand that uses dst needs a temporary in its place.
  void update(const Method& method, ExprId address, ExprId operand, RegId dst, Span where) {
    const bool clash = code_.mentions(operand, dst);
    const RegId old = clash || method.gives_new ? code_.temporary() : dst;
    const ExprId result = updated(method.action, code_.reg(old), operand);
    code_.emit(Update{old, address, result, method.sets}, where, method.same_as);
    if (method.gives_new) {
      code_.emit(Assign{dst, result}, where);
    } else if (clash) {
      code_.emit(Assign{dst, code_.reg(old)}, where);
    }
  }

  ExprId updated(Action action, ExprId old, ExprId operand) {
    switch (action) {
      case Action::get_add: return code_.binary(Op::add, old, operand);
      case Action::get_or: return code_.binary(Op::bit_or, old, operand);
      case Action::get_and: return code_.binary(Op::bit_and, old, operand);
      case Action::get_xor: return code_.binary(Op::bit_xor, old, operand);
      default: return operand;  // get_set
    }
  }

  const Method* resolve(const tree::Expr& e) {
    const Method* method = java::find_method(e.method);
    const bool on_class = e.name == "VarHandle";
    const bool wants_fence = e.name.empty() || on_class;
    if (method != nullptr && (method->action == Action::fence) == wants_fence) return method;
    if (method != nullptr && wants_fence) {
      report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' needs a handle", e.method),
                    fmt::format("as in X.{}(...)", e.method));
    } else if (method != nullptr) {
      report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' is not a method of a handle", e.method),
                    fmt::format("write {}() or VarHandle.{}()", e.method, e.method));
    } else {
      std::vector<std::string> known;
      for (const Method& candidate : java::methods())
        if ((candidate.action == Action::fence) == wants_fence) known.push_back(candidate.name);
      std::string hint = did_you_mean(e.method, known);
      if (hint.empty())
        hint = wants_fence ? "without a handle there are fences only, as in fullFence()"
                           : "VarHandle's methods are known, as in X.get(), X.setRelease(1), X.getAndAdd(1), X.compareAndSet(0, 1)";
      report_.error("litmus-unknown-method", e.method_where, fmt::format("unknown method '{}'", e.method), hint);
    }
    return nullptr;
  }

  bool check_shape(const tree::Expr& e, const Method& method, bool statement) {
    if (e.kids.size() != method.arguments()) {
      report_.error("litmus-arguments", e.where,
                    fmt::format("'{}' takes {} argument{}, found {}", e.method, method.arguments(), method.arguments() == 1 ? "" : "s",
                                e.kids.size()));
      return false;
    }
    if (!statement && !method.has_value()) {
      report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.method), "it is a statement of its own");
      return false;
    }
    return true;
  }

  const tree::Program& source_;
  const Environment& environment_;
  Report& report_;
  std::uint32_t thread_;
  JavaNames names_;
  CodeBuilder code_;
  JavaUses& uses_;
  bool copying_ = false;  // the expression at hand modifies something: reads of locals are copied
};

}  // namespace

void check_java_types(const std::vector<litmus::InitItem>& items, Report& report) {
  constexpr std::array<std::string_view, 5> kTypes = {"int", "boolean", "volatile", "VarHandle", "*"};
  for (const litmus::InitItem& item : items) {
    for (const std::string& word : item.type)
      if (std::ranges::find(kTypes, word) == kTypes.end())
        report.error("litmus-unsupported", item.type_where, fmt::format("unknown type '{}'", word), "locations are int or boolean");
    const bool boolean = std::ranges::find(item.type, "boolean") != item.type.end();
    if (boolean && item.value.kind == litmus::InitValue::Kind::number && item.value.number != 0 && item.value.number != 1)
      report.error("litmus-range", item.value.where, fmt::format("{} is not a boolean", item.value.number), "expected true or false");
  }
}

JavaUses lower_java(const tree::Program& source, const Environment& environment, Program& program, Report& report) {
  program.arch = Arch::java;
  program.bits = 32;
  program.set_names = java::set_names();
  program.threads.resize(source.threads.size());
  JavaUses uses;
  for (std::uint32_t thread = 0; thread < source.threads.size(); ++thread)
    ThreadLowering(source, environment, program, thread, report, uses).lower();
  return uses;
}

}  // namespace thinair::read
