// Which method a call means (JLS 15.12), and which one an object has (JLS 15.12.4.4).
//
// Candidates have the name and the number of parameters. If there is one, it is meant, whatever the arguments are: numbers are converted
// where Java would ask for a cast, and the caller reports references that do not fit. If there are several, the types of the arguments
// choose as in Java: widening and subtyping, then the most specific one.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/classes.hpp"

namespace thinair::read {
namespace {

using Base = JavaType::Base;
using litmus::java::MethodDecl;
using litmus::java::Parameter;

bool same_parameters(const MethodDecl& one, const MethodDecl& other) {
  return std::ranges::equal(one.parameters, other.parameters, [](const Parameter& a, const Parameter& b) {
    return a.type.name == b.type.name && a.type.dimensions == b.type.dimensions;
  });
}

bool has_shape(const MethodDecl& method, std::string_view name, std::size_t parameters) {
  return !method.is_constructor && method.name == name && method.parameters.size() == parameters;
}

// JLS 5.1.2. What nobody knows the type of fits everywhere.
bool widens(Base from, Base to) {
  if (from == to || from == Base::void_) return true;
  constexpr std::array kSteps = {Base::byte_, Base::short_, Base::int_, Base::long_, Base::float_, Base::double_};
  const auto to_at = std::ranges::find(kSteps, to);
  if (from == Base::char_) return to == Base::int_ || to == Base::long_ || to == Base::float_ || to == Base::double_;
  const auto from_at = std::ranges::find(kSteps, from);
  return from_at != kSteps.end() && to_at != kSteps.end() && from_at < to_at;
}

}  // namespace

std::optional<JavaType> JavaClasses::known_type(const litmus::java::TypeName& name) { return knows(name.name) ? type(name) : std::nullopt; }

std::vector<MethodInfo> JavaClasses::methods(ClassId of, std::string_view name, std::size_t parameters) const {
  std::vector<MethodInfo> out;
  const auto add = [&](const MethodInfo& one) {
    if (std::ranges::none_of(out, [&](const MethodInfo& known) { return same_parameters(*known.declaration, *one.declaration); }))
      out.push_back(one);
  };
  for (ClassId at = of; at != kNoClass; at = program_.classes[at].super)
    if (classes_[at].declaration)
      for (const MethodDecl& method : classes_[at].declaration->methods)
        if (has_shape(method, name, parameters)) add({&method, at});
  for (ClassId at = of; at != kNoClass; at = program_.classes[at].super)
    for (const ClassId interface : classes_[at].interfaces)
      for (const MethodInfo& inherited : methods(interface, name, parameters)) add(inherited);
  return out;
}

std::vector<MethodInfo> JavaClasses::free_methods(std::string_view name, std::size_t parameters) const {
  std::vector<MethodInfo> out;
  for (const MethodDecl& method : source_.methods)
    if (has_shape(method, name, parameters)) out.push_back({&method, kNoClass});
  return out;
}

std::vector<MethodInfo> JavaClasses::constructors(ClassId of, std::size_t parameters) const {
  std::vector<MethodInfo> out;
  if (classes_[of].declaration)
    for (const MethodDecl& method : classes_[of].declaration->methods)
      if (method.is_constructor && method.parameters.size() == parameters) out.push_back({&method, of});
  return out;
}

bool JavaClasses::accepts(const MethodDecl& method, const std::vector<JavaType>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto wanted = known_type(method.parameters[i].type);
    if (!wanted || arguments[i].base == Base::void_) continue;  // somebody else complains
    const bool references = wanted->is_reference() || arguments[i].is_reference();
    if (references ? !can_assign(arguments[i], *wanted) : !widens(arguments[i].base, wanted->base)) return false;
  }
  return true;
}

JavaClasses::Pick JavaClasses::pick(const std::vector<MethodInfo>& candidates, const std::vector<JavaType>& arguments) {
  if (candidates.size() == 1) return {0, false};
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (accepts(*candidates[i].declaration, arguments)) fitting.push_back(i);
  const auto most_specific = [&](std::size_t one) {
    std::vector<JavaType> own;
    for (const Parameter& parameter : candidates[one].declaration->parameters)
      own.push_back(known_type(parameter.type).value_or(JavaType{Base::void_}));
    return std::ranges::all_of(fitting, [&](std::size_t other) { return accepts(*candidates[other].declaration, own); });
  };
  const auto best = std::ranges::find_if(fitting, most_specific);
  if (best != fitting.end()) return {*best, false};
  return {std::nullopt, !fitting.empty()};
}

std::optional<MethodInfo> JavaClasses::implementation(ClassId of, const MethodDecl& method) const {
  std::optional<MethodInfo> out;
  const auto look = [&](ClassId at) {
    if (!classes_[at].declaration) return;
    for (const MethodDecl& own : classes_[at].declaration->methods)
      if (!out && !own.is_abstract && !own.is_static && has_shape(own, method.name, method.parameters.size()) &&
          same_parameters(own, method))
        out = MethodInfo{&own, at};
  };
  for (ClassId at = of; at != kNoClass; at = program_.classes[at].super) look(at);
  if (out) return out;
  // A default method of an interface, the most derived one: interfaces have larger numbers than those that they extend.
  for (auto at = static_cast<ClassId>(classes_.size()); at-- > 0;)
    if (classes_[at].declaration && classes_[at].declaration->is_interface && is_subclass(of, at)) look(at);
  return out;
}

void JavaClasses::refuse_twice(const std::vector<MethodDecl>& methods) {
  for (std::size_t i = 0; i < methods.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (methods[i].name == methods[j].name && methods[i].is_constructor == methods[j].is_constructor &&
          same_parameters(methods[i], methods[j]))
        report_.error("litmus-duplicate", methods[i].where, fmt::format("'{}' with these parameters is there already", methods[i].name),
                      "methods of one name differ in the number or the types of their parameters");
}

// A class that can be made has a body for every method (JLS 8.1.1.1).
void JavaClasses::refuse_open(ClassId id) {
  const litmus::java::ClassDecl* declaration = classes_[id].declaration;
  if (!declaration || declaration->is_abstract) return;
  for (ClassId above = 0; above < classes_.size(); ++above) {
    if (!classes_[above].declaration || !is_subclass(id, above)) continue;
    for (const MethodDecl& method : classes_[above].declaration->methods)
      if (method.is_abstract && !implementation(id, method))
        report_.error("litmus-type", declaration->where,
                      fmt::format("class '{}' lacks the method '{}' of '{}'", declaration->name, method.name, name(above)),
                      "write it, or declare the class abstract");
  }
}

std::string JavaClasses::describe(const std::vector<JavaType>& types) const {
  std::string out;
  for (const JavaType type : types) out += (out.empty() ? "" : ", ") + describe(type);
  return "(" + out + ")";
}

}  // namespace thinair::read
