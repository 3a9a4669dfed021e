#include "language/mem/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::mem {
namespace {

using EK = cat::Expr::Kind;

constexpr auto kFunctions = std::to_array<std::string_view>({"domain", "range", "reduction"});
constexpr auto kReserved = std::to_array<std::string_view>({"C", "D", "G", "T", "domain", "id", "range", "reduction"});

bool is_reserved(std::string_view name) {
  return name.starts_with("T.") || name.starts_with("G.") || std::ranges::find(kReserved, name) != kReserved.end();
}

}  // namespace

void Forms::error(Span where, std::string code, std::string message, std::string hint) {
  errors_.push_back({.code = std::move(code), .where = where, .message = std::move(message), .hint = std::move(hint), .notes = {}});
}

Forms::Extent Forms::unsupported(Span where, std::string message, std::string hint) {
  error(where, "mem-unsupported", std::move(message), std::move(hint));
  return {};
}

void Forms::bind(const cat::Pattern& pattern) {
  for (const std::string& name : pattern.names) {
    if (is_reserved(name)) error(pattern.span, "mem-reserved", fmt::format("'{}' cannot be defined: it has a meaning already", name));
    parameters_.push_back(name);
  }
}

const Forms::Definition* Forms::find(const std::string& name) const {
  if (std::ranges::find(parameters_, name) != parameters_.end()) return nullptr;
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? nullptr : &found->second;
}

bool Forms::fits(Span where, Extent extent) {
  if (extent.levels > kMostLevels)
    error(where, "mem-size", fmt::format("with its definitions this is nested more than {} deep", kMostLevels));
  else if (extent.operations > kMostOperations)
    error(where, "mem-size", fmt::format("with their definitions the conditions have more than {} operations", kMostOperations));
  return extent.levels <= kMostLevels && extent.operations <= kMostOperations;
}

bool Forms::definition(const cat::Binding& binding) {
  const std::size_t before = errors_.size();
  bind(binding.pattern);
  parameters_.clear();
  if (binding.pattern.tuple) unsupported(binding.pattern.span, "a definition is of one name", "write a 'let' for each");
  const cat::Expr* value = binding.value.get();
  const bool function = value->kind == EK::lambda;
  if (function) {
    bind(value->pattern);
    value = value->kids[0].get();
  }
  Extent extent;
  if (value->kind == EK::lambda && function)
    unsupported(value->span, "a function has one list of parameters", "write: let f(x, y) = ..");
  else
    extent = walk(*value);
  parameters_.clear();
  if (errors_.size() > before || !fits(value->span, extent)) return false;
  definitions_[binding.pattern.names[0]] = {function, extent};
  return true;
}

bool Forms::condition(const cat::Expr& expr) {
  const std::size_t before = errors_.size();
  Extent extent = walk(expr);
  operations_ = extent.operations += operations_;
  return fits(expr.span, extent) && errors_.size() == before;
}

Forms::Extent Forms::over(const std::vector<cat::ExprPtr>& kids, Extent head) {
  Extent all = head;
  for (const cat::ExprPtr& kid : kids) {
    const Extent one = walk(*kid);
    all.operations += one.operations;
    all.levels = std::max(all.levels, one.levels);
  }
  return {all.operations + 1, all.levels + 1};
}

Forms::Extent Forms::name(const cat::Expr& expr) {
  const Definition* known = find(expr.name);
  if ((known && known->function) || std::ranges::find(kFunctions, expr.name) != kFunctions.end())
    return unsupported(expr.span, fmt::format("'{}' is a function and needs arguments", expr.name), "functions are no values here");
  return known ? Extent{known->extent.operations + 1, known->extent.levels + 1} : Extent{1, 1};
}

Forms::Extent Forms::call(const cat::Expr& expr) {
  const cat::Expr& head = *expr.kids[0];
  const cat::ExprPtr& argument = expr.kids[1];
  if (head.kind != EK::name) return unsupported(head.span, "only a function with a name can be applied", "write: let f(x) = ..");
  const Definition* known = find(head.name);
  return over(argument->kind == EK::tuple ? argument->kids : std::vector{argument}, known ? known->extent : Extent{});
}

Forms::Extent Forms::walk(const cat::Expr& expr) {
  switch (expr.kind) {
    case EK::name: return name(expr);
    case EK::apply: return call(expr);
    case EK::let:
      if (expr.recursive) return unsupported(expr.span, "there is no recursion in multi-execution models", "closures are r+ and r*");
      return unsupported(expr.span, "a definition is a statement in multi-execution models", "write a 'let' on a line of its own");
    case EK::lambda: return unsupported(expr.span, "functions have names in multi-execution models", "write: let f(x) = ..");
    case EK::match: return unsupported(expr.span, "'match' has no meaning in multi-execution models");
    case EK::try_: return unsupported(expr.span, "'try' has no meaning in multi-execution models", "every name must be bound");
    case EK::if_: return unsupported(expr.span, "'if' has no meaning in multi-execution models");
    case EK::tag: return unsupported(expr.span, "tags have no meaning in multi-execution models");
    case EK::tuple: return unsupported(expr.span, "a tuple can only be the argument of a function");
    case EK::insert: return unsupported(expr.span, "'++' has no meaning in multi-execution models", "the union is written '|'");
    case EK::set_literal:
      return unsupported(expr.span, "there are no sets of values in multi-execution models", "[S] is the identity on S");
    default: return over(expr.kids, Extent{});
  }
}

}  // namespace thinair::mem
