// Rules of a scheme -> instructions: holes become operands, labels get names of their own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/compile/target.hpp"
#include "read/assembly/ast.hpp"

namespace thinair::compile {

class Filling {
 public:
  // `suffix` keeps labels of different places apart.
  Filling(const Target& target, std::string suffix) : target_(target), suffix_(std::move(suffix)) {}

  void set_register(const std::string& hole, const std::string& reg) { fillings_[hole] = {reg, {}, {}}; }
  void set_number(const std::string& hole, program::Value number, const std::string& reg_if_needed);
  // The location itself where the target names locations in code, else the register that holds its address.
  void set_location(const std::string& name, const std::string& address_register);
  bool has(const std::string& hole) const { return fillings_.contains(hole); }

  void fill(const std::vector<litmus::assembly::Line>& rule, std::vector<litmus::assembly::Line>& out) const;

 private:
  struct One {
    std::string reg;
    std::optional<program::Value> number;
    std::string location;
  };
  litmus::assembly::Operand filled(const litmus::assembly::Operand& operand, bool in_memory, const std::vector<std::string>& labels) const;
  const Target& target_;
  std::string suffix_;
  std::map<std::string, One> fillings_;
};

}  // namespace thinair::compile
