#include "mem/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::mem {
namespace {

using EK = cat::Expr::Kind;

constexpr auto kReserved = std::to_array<std::string_view>({"C", "D", "G", "T", "domain", "id", "range", "reduction"});

bool is_reserved(std::string_view name) {
  return name.starts_with("T.") || name.starts_with("G.") || std::ranges::find(kReserved, name) != kReserved.end();
}

}  // namespace

void Forms::unsupported(Span where, std::string message, std::string hint) {
  errors_.push_back({.code = "mem-unsupported", .where = where, .message = std::move(message), .hint = std::move(hint), .notes = {}});
}

void Forms::names(const cat::Pattern& pattern) {
  for (const std::string& name : pattern.names) {
    if (is_reserved(name))
      errors_.push_back({.code = "mem-reserved",
                         .where = pattern.span,
                         .message = fmt::format("'{}' cannot be defined: it has a meaning already", name),
                         .hint = {},
                         .notes = {}});
    locals_.push_back(name);
  }
}

bool Forms::is_function(const std::string& name) const {
  return functions_.contains(name) && std::ranges::find(locals_, name) == locals_.end();
}

void Forms::definition(const cat::Binding& binding) {
  names(binding.pattern);
  locals_.clear();
  if (binding.pattern.tuple) return unsupported(binding.pattern.span, "a definition is of one name", "write a 'let' for each");
  const cat::Expr& value = *binding.value;
  if (value.kind != EK::lambda) return walk(value);
  const cat::Expr& body = *value.kids[0];
  if (body.kind == EK::lambda) return unsupported(body.span, "a function has one list of parameters", "write: let f(x, y) = ..");
  names(value.pattern);
  walk(body);
  locals_.clear();
  if (!binding.pattern.names.empty()) functions_.insert(binding.pattern.names[0]);
}

void Forms::expression(const cat::Expr& expr) { walk(expr); }

void Forms::call(const cat::Expr& expr) {
  const cat::Expr& head = *expr.kids[0];
  const cat::Expr& argument = *expr.kids[1];
  if (head.kind != EK::name) walk(head);
  if (argument.kind != EK::tuple) return walk(argument);
  for (const cat::ExprPtr& kid : argument.kids) walk(*kid);
}

void Forms::let(const cat::Expr& expr) {
  if (expr.recursive) return unsupported(expr.span, "there is no recursion in multi-execution models", "closures are r+ and r*");
  const std::size_t outer = locals_.size();
  for (const cat::Binding& b : expr.bindings) walk(*b.value);
  for (const cat::Binding& b : expr.bindings) {
    if (b.pattern.tuple) unsupported(b.pattern.span, "a definition is of one name", "write a 'let' for each");
    names(b.pattern);
  }
  walk(*expr.kids[0]);
  locals_.resize(outer);
}

void Forms::walk(const cat::Expr& expr) {
  switch (expr.kind) {
    case EK::name:
      if (is_function(expr.name))
        unsupported(expr.span, fmt::format("'{}' is a function and needs arguments", expr.name), "functions are no values here");
      return;
    case EK::apply: return call(expr);
    case EK::let: return let(expr);
    case EK::lambda: return unsupported(expr.span, "functions have names in multi-execution models", "write: let f(x) = ..");
    case EK::match: return unsupported(expr.span, "'match' has no meaning in multi-execution models");
    case EK::try_: return unsupported(expr.span, "'try' has no meaning in multi-execution models", "every name must be bound");
    case EK::if_: return unsupported(expr.span, "'if' has no meaning in multi-execution models");
    case EK::tag: return unsupported(expr.span, "tags have no meaning in multi-execution models");
    case EK::tuple: return unsupported(expr.span, "a tuple can only be the argument of a function");
    case EK::insert: return unsupported(expr.span, "'++' has no meaning in multi-execution models", "the union is written '|'");
    case EK::set_literal:
      return unsupported(expr.span, "there are no sets of values in multi-execution models", "[S] is the identity on S");
    default:
      for (const cat::ExprPtr& kid : expr.kids) walk(*kid);
  }
}

}  // namespace thinair::mem
