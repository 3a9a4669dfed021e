#include "read/java/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/flow.hpp"
#include "read/java/initial.hpp"
#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

ThreadLowering::ThreadLowering(JavaTest& test, std::uint32_t thread)
    : test_(test),
      source_(test.source),
      environment_(test.environment),
      report_(test.report),
      classes_(test.classes),
      thread_(thread),
      names_(test.environment, thread, test.report),
      code_(test.program, thread) {}

void ThreadLowering::lower() {
  statements(source_.threads[thread_].body);
  for (const std::string& name : environment_.started(thread_)) local(name);  // conditions may name them
  code_.finish();
}

void ThreadLowering::open() {
  if (frames_.empty()) return names_.open();
  frames_.back().scopes.emplace_back();
}

void ThreadLowering::close() {
  if (frames_.empty()) return names_.close();
  frames_.back().scopes.pop_back();
}

void ThreadLowering::statements(const std::vector<tree::Stmt>& body) {
  for (const tree::Stmt& stmt : body) statement(stmt);
}

void ThreadLowering::statement(const tree::Stmt& stmt) {
  using Kind = tree::Stmt::Kind;
  switch (stmt.kind) {
    case Kind::empty: break;
    case Kind::block:
      open();
      statements(stmt.body);
      close();
      break;
    case Kind::declare: declaration(stmt); break;
    case Kind::assign:
    case Kind::increment: assignment(stmt); break;
    case Kind::call: {
      const tree::Expr& e = source_.exprs[stmt.expr];
      begin_expression(stmt.expr);
      if (e.kind == tree::Expr::Kind::call) {
        call(e, std::nullopt, true);
      } else {
        value(stmt.expr);
      }
      break;
    }
    case Kind::branch: branch(stmt); break;
    case Kind::while_loop:
    case Kind::do_loop:
    case Kind::for_loop: loop(stmt); break;
    case Kind::for_each: for_each(stmt); break;
    case Kind::labelled: labelled(stmt); break;
    case Kind::switch_: switch_statement(stmt); break;
    case Kind::case_: break;  // switch_statement places it
    case Kind::break_:
    case Kind::continue_: leave_loop(stmt); break;
    case Kind::return_: give_back(stmt); break;
    case Kind::synchronized_: synchronized_statement(stmt); break;
    case Kind::try_: try_statement(stmt); break;
    case Kind::throw_: throw_statement(stmt); break;
    case Kind::assert_: assert_statement(stmt); break;
  }
}

void ThreadLowering::declaration(const tree::Stmt& stmt) {
  const bool inferred = stmt.type.name == "var" && !classes_.find("var");
  JavaType type = inferred ? JavaType{} : classes_.type(stmt.type).value_or(JavaType{});
  if (type.base == JavaType::Base::void_) report_.error("litmus-type", stmt.type.where, "a local cannot be void");
  for (const tree::Declarator& declarator : stmt.declarators) {
    if (inferred && declarator.value) type = type_of(*declarator.value);
    if (inferred && !declarator.value) report_.error("litmus-type", declarator.where, "'var' needs a value", "write the type instead");
    const RegId reg = frames_.empty() ? local(declarator.name) : code_.temporary();
    set_type(reg, type);
    if (declarator.value) {
      begin_expression(*declarator.value);
      value_into(reg, type, *declarator.value, declarator.where);
      if (frames_.empty()) code_.mark_assigned(reg);
    }
    declare_local(declarator.name, type, reg, stmt.is_final && declarator.value, declarator.where);
  }
}

// `n = e`, `n op= e`, `n++`.
void ThreadLowering::assignment(const tree::Stmt& stmt) {
  const bool increment = stmt.kind == tree::Stmt::Kind::increment;
  copying_ = !increment && source_.exprs[stmt.expr].modifies;
  const Place target = named_place(stmt.target, stmt.target_where, true);
  if (target.kind == Place::Kind::wrong) {
    if (!increment) value(stmt.expr);  // for the mistakes in it
    return;
  }
  if (!stmt.compound && target.kind == Place::Kind::local) {
    if (target.settled) {
      test_.uses.assigned.try_emplace(target.reg, target.where);
      if (const JavaType type = type_of(stmt.expr); type.is_reference()) set_type(target.reg, type);
    }
    value_into(target.reg, target.settled ? type_of_register(target.reg) : target.type, stmt.expr, stmt.where);
    if (frames_.empty()) code_.mark_assigned(target.reg);
    return;
  }
  if (!stmt.compound) return store(target, value(stmt.expr), stmt.where);
  // The old value is fetched before e is evaluated (JLS 15.26.2).
  const Typed old = load(target, std::nullopt, stmt.target_where);
  const Typed operand = increment ? number(1) : value(stmt.expr);
  store(target, binary(*stmt.compound, old, operand, stmt.where), stmt.where);
}

void ThreadLowering::branch(const tree::Stmt& stmt) {
  begin_expression(stmt.expr);
  const bool has_else = stmt.body.size() > 1;
  const Label join = code_.new_label();
  const Label otherwise = has_else ? code_.new_label() : join;
  jump_if(stmt.expr, false, otherwise, join);
  auto without = finals_;
  arm(stmt.body[0]);
  finals_.swap(without);
  if (has_else) {
    code_.emit(Jump{join}, stmt.where);
    code_.place(otherwise);
    arm(stmt.body[1]);
  }
  finals_.merge(without);
  code_.place(join);
}

void ThreadLowering::arm(const tree::Stmt& stmt) {
  open();
  statement(stmt);
  close();
}

// A thread's body is a method without value.
void ThreadLowering::give_back(const tree::Stmt& stmt) {
  const bool in_method = !frames_.empty();
  const std::optional<RegId> result = in_method ? frames_.back().result : std::nullopt;
  if (stmt.has_expr != result.has_value()) {
    if (!in_method) {
      report_.error("litmus-type", stmt.where, "a thread gives no value back", "'return;' ends it");
    } else if (result) {
      report_.error(
          "litmus-type", stmt.where,
          fmt::format("'{}' must give a value of type {}", frames_.back().method->name, classes_.describe(type_of_register(*result))));
    } else {
      report_.error("litmus-type", stmt.where, fmt::format("'{}' gives no value", frames_.back().method->name),
                    "declare it with the type of the value instead of void");
    }
    return;
  }
  if (result) {
    begin_expression(stmt.expr);
    value_into(*result, type_of_register(*result), stmt.expr, stmt.where);
  }
  leave_regions(in_method ? frames_.back().regions : 0, stmt.where);
  if (in_method && frames_.back().constructs) finals_.clear();
  if (in_method) {
    code_.emit(Jump{frames_.back().end}, stmt.where);
  } else {
    code_.emit(Jump{code_.at_end()}, stmt.where);
  }
}

void check_java_types(const std::vector<litmus::InitItem>& items, Report& report) {
  for (const litmus::InitItem& item : items) {
    const bool boolean = std::ranges::find(item.type, "boolean") != item.type.end();
    if (boolean && item.value.kind == litmus::InitValue::Kind::number && item.value.number != 0 && item.value.number != 1)
      report.error("litmus-range", item.value.where, fmt::format("{} is not a boolean", item.value.number), "expected true or false");
  }
}

JavaUses lower_java(const tree::Program& source, const std::vector<litmus::InitItem>& items, const Environment& environment,
                    Program& program, Report& report) {
  program.arch = Arch::java;
  program.bits = uses_long(source, items) ? 64 : 32;
  program.set_names = java::set_names();
  program.threads.resize(source.threads.size());
  check_flow(source, report);
  JavaClasses classes(source, program, report);
  JavaTest test{source, environment, program, report, classes, {}, {}, {}, {}, {}};
  initial_objects(items, test);
  for (std::uint32_t thread = 0; thread < source.threads.size(); ++thread) ThreadLowering(test, thread).lower();
  return std::move(test.uses);
}

}  // namespace thinair::read
