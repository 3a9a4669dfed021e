// One thread: instructions of program.hpp -> lines of assembly.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ask/compile/fill.hpp"
#include "ask/compile/registers.hpp"
#include "ask/compile/scheme.hpp"
#include "ask/compile/target.hpp"
#include "program/condition.hpp"
#include "read/report.hpp"

namespace thinair::compile {

class ThreadCompiler {
 public:
  // `rules` are those of the thread's instructions, by number; `reserved` are registers that rules name.
  ThreadCompiler(const program::Program& program, std::uint32_t thread, litmus::assembly::Isa isa, const std::vector<const Rule*>& rules,
                 const std::set<std::string>& reserved, const std::vector<std::string>& location_names, read::Report& report);

  Lines run();
  const Registers& registers() const { return registers_; }
  // What must be left in registers for an execution to count.
  const std::vector<std::pair<std::string, std::int64_t>>& assumed() const { return assumed_; }

 private:
  void instruction(const program::Instr& instr);
  void access(const program::Instr& instr);
  bool in_loop(const program::Instr& instr) const;
  void assume_each_time(const std::string& reg, std::int64_t value);
  void put_value(Filling& filling, const Rule& rule, const std::string& hole, program::ExprId value, const std::string& result);
  std::string evaluate(program::ExprId id);
  void evaluate_into(const std::string& dst, program::ExprId id);
  void truth_into(const std::string& dst, program::ExprId id);
  void branch_unless(program::ExprId condition, const std::string& label);
  void branch_if(program::ExprId condition, const std::string& label);
  void compare_and_branch(program::Op op, program::ExprId lhs, program::ExprId rhs, const std::string& label);
  std::string label(program::Label at);
  std::string fresh_label();
  void place(const std::string& label);
  const program::Expr& expr(program::ExprId id) const { return program_.exprs[id]; }

  const program::Program& program_;
  std::uint32_t thread_;
  const Target& target_;
  const std::vector<const Rule*>& rules_;
  const std::vector<std::string>& location_names_;
  read::Report& report_;
  Registers registers_;
  Lines out_;
  std::map<program::Label, std::string> labels_;
  unsigned next_label_ = 0;
  std::vector<std::pair<std::string, std::int64_t>> assumed_;
  std::optional<std::string> wrong_;  // whether an assumption failed in some turn of a loop
  Span where_;
};

// Registers that a rule names itself.
std::set<std::string> literal_registers(const Rule& rule, litmus::assembly::Isa isa);

}  // namespace thinair::compile
