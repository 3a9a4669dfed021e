#include "read/code_builder.hpp"

#include <fmt/format.h>

#include "program/operator.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

constexpr Label kUnplaced = UINT32_MAX;

}  // namespace

RegId CodeBuilder::local(const std::string& name, Value initial) {
  const auto [entry, added] = locals_.try_emplace(name, static_cast<RegId>(program_.registers.size()));
  if (added) program_.registers.push_back({.thread = thread_, .name = name, .initial = initial});
  return entry->second;
}

RegId CodeBuilder::temporary() {
  program_.registers.push_back({.thread = thread_, .name = fmt::format("%{}", temporaries_++), .temporary = true});
  return static_cast<RegId>(program_.registers.size() - 1);
}

std::vector<std::string> CodeBuilder::assigned_locals() const {
  std::vector<std::string> names;
  for (const auto& [name, reg] : locals_)
    if (is_assigned(reg)) names.push_back(name);
  return names;
}

bool CodeBuilder::mentions(ExprId expr, RegId reg) const {
  const Expr& e = program_.exprs[expr];
  if (e.op == Op::reg) return e.index == reg;
  if (is_leaf(e.op)) return false;
  return mentions(e.lhs, reg) || (!is_unary(e.op) && mentions(e.rhs, reg));
}

Label CodeBuilder::new_label() {
  places_.push_back(kUnplaced);
  return static_cast<Label>(places_.size() - 1);
}

void CodeBuilder::place(Label label) {
  check(places_[label] == kUnplaced, "a label is placed once");
  places_[label] = static_cast<Label>(code_.size());
}

Label CodeBuilder::resolved(Label label) const {
  if (label == kNoJoin) return label;
  check(places_[label] != kUnplaced, "every label is placed");
  return places_[label];
}

Label CodeBuilder::at_end() {
  if (!end_) end_ = new_label();
  return *end_;
}

void CodeBuilder::finish() {
  if (end_) place(*end_);
  for (Instr& instr : code_) {
    if (auto* branch = std::get_if<Branch>(&instr.op)) {
      branch->otherwise = resolved(branch->otherwise);
      branch->join = resolved(branch->join);
    } else if (auto* jump = std::get_if<Jump>(&instr.op)) {
      jump->target = resolved(jump->target);
    } else if (auto* choice = std::get_if<Choice>(&instr.op)) {
      choice->otherwise = resolved(choice->otherwise);
    }
  }
  program_.threads[thread_].code = std::move(code_);
}

}  // namespace thinair::read
