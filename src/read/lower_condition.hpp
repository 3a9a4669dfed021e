// Conditions: names resolved to registers and locations.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "program/condition.hpp"
#include "read/litmus/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

class ConditionLowering {
 public:
  ConditionLowering(const Program& program, Report& report);

  Prop prop(const litmus::Prop& tree);
  // None if there is no such register or location, which is an error: a misspelt name would make a test pass vacuously.
  std::optional<Observable> observable(const litmus::Observable& tree);

  // The same for what a test shows, where an array stands for all of its elements.
  void shown(const litmus::Observable& tree);

  // `0:X1=x` of a processor: the register holds the address of x. What x holds is `[x]`.
  static bool compares_with_address(const litmus::Prop& atom) {
    return atom.kind == litmus::Prop::Kind::atom && (atom.relop == litmus::Relop::eq || atom.relop == litmus::Relop::ne) &&
           !atom.lhs.is_constant && !atom.rhs.is_constant && !atom.rhs.observable.thread && !atom.rhs.observable.contents;
  }

  // Everything resolved since the last call.
  std::set<Observable> take_mentioned() { return std::exchange(mentioned_, {}); }

 private:
  Operand operand(const litmus::Operand& tree);
  Operand address(const litmus::Operand& tree);
  Value at_width(Value value, const Observable& of) const;
  void floating(const litmus::Prop& tree, Prop& atom);
  void unknown(const litmus::Observable& tree);
  const Program& program_;
  Report& report_;
  using Key = std::pair<std::optional<std::uint32_t>, std::string>;  // thread of a register, and name
  std::map<Key, Observable> known_;
  std::set<Observable> mentioned_;
};

}  // namespace thinair::read
