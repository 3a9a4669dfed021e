// Writes the instructions of one thread: registers by name, fresh temporaries, labels placed later than they are used.
//
//   takes   the Program to write into and the number of the thread
//   gives   Thread::code with every label resolved, when finish() is called
//   does not know any source language
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

class CodeBuilder {
 public:
  CodeBuilder(Program& program, std::uint32_t thread) : program_(program), thread_(thread) {}

  RegId local(const std::string& name, Value initial);  // the one register of that name
  RegId temporary();
  void mark_assigned(RegId reg) { program_.registers[reg].assigned = true; }
  bool is_assigned(RegId reg) const { return program_.registers[reg].assigned; }
  std::vector<std::string> assigned_locals() const;
  const std::string& name(RegId reg) const { return program_.registers[reg].name; }

  ExprId add(Expr expr) { return program_.add(expr); }
  ExprId constant(Value value) { return program_.add({Op::constant, value, 0, 0, 0}); }
  ExprId reg(RegId id) { return program_.add({Op::reg, 0, id, 0, 0}); }
  ExprId address(LocId id) { return program_.add({Op::address, 0, id, 0, 0}); }
  ExprId unary(Op op, ExprId operand) { return program_.add({op, 0, 0, operand, 0}); }
  ExprId binary(Op op, ExprId lhs, ExprId rhs) { return program_.add({op, 0, 0, lhs, rhs}); }
  const Expr& operator[](ExprId id) const { return program_.exprs[id]; }
  bool mentions(ExprId expr, RegId reg) const;

  // A place in the code that is not known yet. In Branch and Jump it stands in for the Label until finish().
  Label new_label();
  void place(Label label);
  Label at_end();  // behind the last instruction
  template <class Operation>
  void emit(Operation operation, Span where, std::string_view name = {}) {
    code_.push_back({std::move(operation), where, false, name});
  }
  // The same, as a further part of the machine instruction emitted last.
  template <class Operation>
  void emit_more(Operation operation, Span where) {
    code_.push_back({std::move(operation), where, true, {}});
  }

  void finish();

 private:
  Label resolved(Label label) const;
  Program& program_;
  std::uint32_t thread_;
  std::map<std::string, RegId> locals_;
  std::vector<Label> places_;  // by provisional label
  std::optional<Label> end_;
  std::vector<Instr> code_;
  std::uint32_t temporaries_ = 0;
};

}  // namespace thinair::read
