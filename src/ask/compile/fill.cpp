#include "ask/compile/fill.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace thinair::compile {

using litmus::assembly::Line;
using litmus::assembly::Operand;

void Filling::set_number(const std::string& hole, program::Value number, const std::string& reg_if_needed) {
  fillings_[hole] = {reg_if_needed, number, {}};
}

void Filling::set_location(const std::string& name, const std::string& address_register) {
  fillings_["x"] = {address_register, {}, target_.direct_addresses() ? name : ""};
}

Operand Filling::filled(const Operand& operand, bool in_memory, const std::vector<std::string>& labels) const {
  Operand out = operand;
  if (operand.kind == Operand::Kind::memory) {
    for (Operand& part : out.parts) part = filled(part, true, labels);
    return out;
  }
  const bool is_label =
      operand.kind == Operand::Kind::word && operand.prefix.empty() && std::ranges::find(labels, operand.word) != labels.end();
  if (is_label) out.word += suffix_;
  if (operand.kind != Operand::Kind::hole) return out;
  const auto found = fillings_.find(operand.word);
  check(found != fillings_.end(), "every hole of a rule is filled");
  const One& one = found->second;
  if (!one.location.empty()) {
    out = Operand{};
    out.word = one.location;
  } else if (one.number && operand.prefix == "$") {
    out = target_.number(*one.number);
  } else {
    out = in_memory || operand.word == "x" ? target_.address(one.reg) : target_.reg(one.reg);
  }
  out.where = operand.where;
  return out;
}

void Filling::fill(const std::vector<Line>& rule, std::vector<Line>& out) const {
  std::vector<std::string> labels;
  for (const Line& line : rule)
    if (!line.label.empty()) labels.push_back(line.label);
  for (const Line& line : rule) {
    Line filled_line = line;
    if (!line.label.empty()) filled_line.label += suffix_;
    for (Operand& operand : filled_line.operands) operand = filled(operand, false, labels);
    out.push_back(std::move(filled_line));
  }
}

}  // namespace thinair::compile
