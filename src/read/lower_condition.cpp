#include "read/lower_condition.hpp"

#include <fmt/format.h>

#include "program/floating.hpp"
#include "read/assembly/isa.hpp"
#include "read/widths.hpp"

namespace thinair::read {

ConditionLowering::ConditionLowering(const Program& program, Report& report) : program_(program), report_(report) {
  for (RegId reg = 0; reg < program.registers.size(); ++reg)
    if (!program.registers[reg].temporary)
      known_.emplace(Key{program.registers[reg].thread, program.registers[reg].name}, Observable{false, reg});
  for (LocId location = 0; location < program.locations.size(); ++location)
    if (program.locations[location].role == Location::Role::variable)
      known_.emplace(Key{std::nullopt, program.locations[location].name}, Observable{true, location});
}

std::optional<Observable> ConditionLowering::observable(const litmus::Observable& tree) {
  auto found = known_.find({tree.thread, tree.thread ? canonical_register(program_.arch, program_.bits, tree.name) : tree.name});
  if (found == known_.end() && !is_language(program_.arch)) found = known_.find({tree.thread, tree.name + "[0]"});  // an array
  if (found == known_.end()) {
    if (!report_.full()) unknown(tree);
    return std::nullopt;
  }
  if (found->second.is_location && program_.locations[found->second.index].high != kNoAddress) {
    report_.error("litmus-unsupported", tree.where, fmt::format("'{}' may be torn, and conditions see whole values only", tree.name),
                  "let a thread read it, or declare it volatile");
    return std::nullopt;
  }
  mentioned_.insert(found->second);
  return found->second;
}

void ConditionLowering::shown(const litmus::Observable& tree) {
  const auto first = observable(tree);
  if (!first || !first->is_location || program_.locations[first->index].array != first->index || tree.name.ends_with(']')) return;
  for (LocId id = 0; id < program_.locations.size(); ++id)
    if (program_.locations[id].array == first->index) mentioned_.insert({true, id});
}

void ConditionLowering::unknown(const litmus::Observable& tree) {
  if (tree.thread && *tree.thread >= program_.threads.size()) {
    report_.error("litmus-thread", tree.where, fmt::format("no thread {}", *tree.thread),
                  program_.threads.size() == 1 ? "the test has only thread 0"
                                               : fmt::format("the test has threads 0 to {}", program_.threads.size() - 1));
    return;
  }
  std::vector<std::string> candidates;
  std::string elsewhere;
  for (const Register& reg : program_.registers) {
    if (reg.temporary) continue;
    if (tree.thread && reg.thread == *tree.thread) candidates.push_back(reg.name);
    if (reg.name == tree.name && elsewhere.empty()) elsewhere = fmt::format("{}:{}", reg.thread, reg.name);
  }
  if (!tree.thread)
    for (const Location& location : program_.locations) candidates.push_back(location.name);
  const std::string near = nearest_name(tree.name, candidates);
  std::string hint;
  if (!near.empty()) {
    hint = fmt::format("did you mean '{}{}'?", tree.thread ? fmt::format("{}:", *tree.thread) : "", near);
  } else if (!elsewhere.empty()) {
    hint = fmt::format("did you mean '{}'?", elsewhere);
  }
  const std::string_view kind = is_language(program_.arch) ? "local" : "register";
  const std::string what =
      tree.thread ? fmt::format("thread {} has no {} '{}'", *tree.thread, kind, tree.name) : fmt::format("no location '{}'", tree.name);
  report_.error("litmus-unknown-name", tree.where, what, hint);
}

Operand ConditionLowering::operand(const litmus::Operand& tree) {
  if (tree.is_constant) return {true, tree.value, {}};
  if (!tree.observable.thread && program_.arch == Arch::java && !known_.contains({std::nullopt, tree.observable.name})) {
    if (tree.observable.name == "null") return {true, 0, {}};
    for (ObjectId object = 0; object < program_.objects.size(); ++object)
      if (program_.objects[object].name == tree.observable.name) return {true, reference_to(object), {}};
  }
  const auto found = observable(tree.observable);
  return {!found, 0, found.value_or(Observable{})};  // a mistake refuses the test
}

// The address of a location, which the condition does not look into.
Operand ConditionLowering::address(const litmus::Operand& tree) {
  for (const std::string& name : {tree.observable.name, tree.observable.name + "[0]"})
    if (const auto found = known_.find({std::nullopt, name}); found != known_.end()) return {true, reference_to(found->second.index), {}};
  if (!report_.full()) unknown(tree.observable);
  return {true, 0, {}};
}

// As the location or register shows it; 0xFFFFFFFF is -1 where 4 bytes are written.
Value ConditionLowering::at_width(Value value, const Observable& of) const {
  const std::uint8_t bytes = of.is_location ? program_.locations[of.index].bytes : program_.registers[of.index].bytes;
  if (program_.bits == 32) return of_width(value, of.is_location ? bytes : kWord);
  return !of.is_location && bytes != 4 ? value : of_width(value, bytes);
}

// A constant beside a floating number is one of its type, however it is written; which numbers are equal is decided by their bits.
void ConditionLowering::floating(const litmus::Prop& tree, Prop& atom) {
  const auto type = [&](const Operand& o) { return o.is_constant ? Type::number : type_of(program_, o.observable); };
  const auto is_floating = [](Type one) { return one == Type::single || one == Type::double_; };
  const Type left = type(atom.lhs), right = type(atom.rhs);
  const auto fix = [&](Operand& constant, const litmus::Operand& from, Type as) {
    const double number = from.floating ? *from.floating : static_cast<double>(from.value);
    constant.value = as == Type::single ? bits_of(static_cast<float>(number)) : bits_of(number);
  };
  const bool mistaken = (atom.lhs.is_constant && !tree.lhs.is_constant) || (atom.rhs.is_constant && !tree.rhs.is_constant);
  if (mistaken) return;
  if (!is_floating(left) && !is_floating(right)) {
    for (const litmus::Operand* one : {&tree.lhs, &tree.rhs})
      if (one->floating) report_.error("litmus-type", one->where, "a number with a fraction is compared with something that has none");
    return;
  }
  if (tree.relop != litmus::Relop::eq && tree.relop != litmus::Relop::ne)
    report_.error("litmus-unsupported", tree.where, "conditions ask of floating numbers only whether they are equal", "write = or !=");
  if (atom.lhs.is_constant) return fix(atom.lhs, tree.lhs, right);
  if (atom.rhs.is_constant) return fix(atom.rhs, tree.rhs, left);
  if (left != right) report_.error("litmus-type", tree.where, "two numbers of different types are compared");
}

Prop ConditionLowering::prop(const litmus::Prop& tree) {
  Prop result;
  switch (tree.kind) {
    case litmus::Prop::Kind::true_: result.kind = Prop::Kind::true_; break;
    case litmus::Prop::Kind::false_: result.kind = Prop::Kind::false_; break;
    case litmus::Prop::Kind::atom: result.kind = Prop::Kind::atom; break;
    case litmus::Prop::Kind::not_: result.kind = Prop::Kind::not_; break;
    case litmus::Prop::Kind::and_: result.kind = Prop::Kind::and_; break;
    case litmus::Prop::Kind::or_: result.kind = Prop::Kind::or_; break;
    case litmus::Prop::Kind::implies: result.kind = Prop::Kind::implies; break;
  }
  if (tree.kind == litmus::Prop::Kind::atom) {
    result.lhs = operand(tree.lhs);
    const bool processor = !is_language(program_.arch);
    const bool is_address = processor && compares_with_address(tree);
    result.rhs = is_address ? address(tree.rhs) : operand(tree.rhs);
    if (processor && result.lhs.is_constant && !result.rhs.is_constant)
      result.lhs.value = at_width(result.lhs.value, result.rhs.observable);
    if (processor && !is_address && result.rhs.is_constant && !result.lhs.is_constant)
      result.rhs.value = at_width(result.rhs.value, result.lhs.observable);
    if (!processor) floating(tree, result);
    switch (tree.relop) {
      case litmus::Relop::eq: result.relop = Relop::eq; break;
      case litmus::Relop::ne: result.relop = Relop::ne; break;
      case litmus::Relop::lt: result.relop = Relop::lt; break;
      case litmus::Relop::le: result.relop = Relop::le; break;
      case litmus::Relop::gt: result.relop = Relop::gt; break;
      case litmus::Relop::ge: result.relop = Relop::ge; break;
    }
  }
  for (const litmus::Prop& kid : tree.kids) result.kids.push_back(prop(kid));
  return result;
}

}  // namespace thinair::read
