// The single-execution model is run on kinds first, which yields the kinds of what it binds; then the expressions of the
// multi-execution model, in which names mean something else (name()).
#include "language/mem/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "language/cat/load.hpp"
#include "language/cat/resolve_impl.hpp"

namespace thinair::mem {
namespace {

using cat::Abstract;
using cat::EnvId;
using cat::KindId;
using cat::Kinds;
using cat::Primitive;

constexpr Primitive kReduction{
    .kind = Primitive::Kind::function, .name = "reduction", .signature = "r>r", .meaning = "the transitive reduction", .unsupported = ""};

// What is bound without a prefix, beside the event sets.
constexpr auto kOwn = std::to_array<std::string_view>({"C", "D", "domain", "id", "range", "reduction"});

bool has_prefix(std::string_view name) { return name.starts_with("T.") || name.starts_with("G."); }

class Resolver : private cat::Resolver {
 public:
  Resolver(const Model& model, const std::vector<std::string>& dialect_sets) : cat::Resolver(dialect_sets, kNoVariants), model_(model) {}
  Diagnostics run();

 private:
  Abstract name(const cat::Expr& expr, EnvId env) override;
  Abstract member(const cat::Expr& expr);
  void bare(const cat::Expr& expr, EnvId env);
  Abstract primitive(const cat::Expr& expr, const Primitive& primitive);
  Abstract function(const Primitive& primitive) { return {kinds_.make({.tag = Tag::primitive, .parts = {}, .primitive = &primitive})}; }
  std::vector<std::string> members() const;
  std::optional<KindId> kind_of_member(std::string_view name, Span where);  // nothing if the single-execution model has no such value
  void unbound_member(std::string_view name, std::string_view prefix, Span where);

  EnvId definition(const cat::Binding& binding, EnvId env);
  void condition(const Condition& condition, EnvId env);
  void comparison(const Condition& condition, EnvId env);
  void keep(const Keep& keep, EnvId env);
  void seen(const WriteSet& set);

  static inline const cat::ResolveOptions kNoVariants{.variants = {}, .registers = false};
  const Model& model_;
  std::optional<EnvId> single_;  // what the single-execution model binds; none while it is being run
};

Diagnostics Resolver::run() {
  statements_ = &model_.single.statements;
  const EnvId bound = cat::Resolver::run(model_.single.statements, 0);
  if (!errors_.empty()) return std::move(errors_);
  single_ = bound;
  EnvId env = 0;
  for (const cat::Binding& d : model_.definitions) env = definition(d, env);
  for (const Condition& c : model_.conditions) condition(c, env);
  for (const Keep& k : model_.keeps) keep(k, env);
  if (model_.writes && !model_.writes->visible.empty()) seen(*model_.writes);
  for (Diagnostic& d : errors_)
    if (d.code.starts_with("cat-")) d.code.replace(0, 3, "mem");
  return std::move(errors_);
}

EnvId Resolver::definition(const cat::Binding& binding, EnvId env) {
  const std::string& name = binding.pattern.names[0];
  const Primitive* known = cat::find_primitive(name);
  if ((known && known->kind == Primitive::Kind::set) || std::ranges::find(dialect_, name) != dialect_.end())
    report(binding.pattern.span, "mem-reserved", fmt::format("'{}' cannot be defined: it is an event set", name));
  return bind_pattern(binding.pattern, eval(*binding.value, env), env, binding.value->span);
}

Abstract Resolver::name(const cat::Expr& expr, EnvId env) {
  if (!single_) return cat::Resolver::name(expr, env);
  if (const EnvId bound = find(env, expr.name); bound != 0) return value_of(bound, expr.span);
  if (has_prefix(expr.name)) return member(expr);
  if (expr.name == "C" || expr.name == "D") return {Kinds::kSet};
  if (expr.name == "id") return {Kinds::kRelation};
  if (expr.name == kReduction.name) return function(kReduction);
  if (std::ranges::find(dialect_, expr.name) != dialect_.end()) return {Kinds::kSet};
  const Primitive* known = cat::find_primitive(expr.name);
  const bool own = std::ranges::find(kOwn, expr.name) != kOwn.end();
  if (known && (known->kind == Primitive::Kind::set || own)) return primitive(expr, *known);
  bare(expr, env);
  return {};
}

Abstract Resolver::primitive(const cat::Expr& expr, const Primitive& primitive) {
  if (!primitive.unsupported.empty()) {
    report(expr.span, "mem-unsupported", fmt::format("'{}' is not supported", expr.name), std::string(primitive.unsupported));
    return {};
  }
  switch (primitive.kind) {
    case Primitive::Kind::set: return {Kinds::kSet};
    case Primitive::Kind::relation: return {Kinds::kRelation};
    case Primitive::Kind::function: return function(primitive);
  }
  return {};
}

std::optional<KindId> Resolver::kind_of_member(std::string_view name, Span where) {
  if (const EnvId bound = find(*single_, name); bound != 0) {
    const auto single = std::exchange(single_, std::nullopt);  // its definitions speak its own language
    const KindId kind = value_of(bound, where).kind;
    single_ = single;
    return kind;
  }
  if (name == "E" || std::ranges::find(dialect_, name) != dialect_.end()) return Kinds::kSet;
  const Primitive* known = cat::find_primitive(name);
  if (!known || !known->unsupported.empty() || known->kind == Primitive::Kind::function) return std::nullopt;
  return known->kind == Primitive::Kind::set ? Kinds::kSet : Kinds::kRelation;
}

// T.x and G.x
Abstract Resolver::member(const cat::Expr& expr) {
  const std::string_view prefix = std::string_view(expr.name).substr(0, 2);
  const std::string_view name = std::string_view(expr.name).substr(2);
  if (const auto kind = kind_of_member(name, expr.span)) {
    const Tag tag = kinds_.tag(*kind);
    if (tag != Tag::closure && tag != Tag::primitive && tag != Tag::procedure) return {*kind};
    report(expr.span, "mem-kind",
           fmt::format("'{}' is {} of '{}', which can only be used there", name, kinds_.describe(*kind), model_.single_name),
           "define what is needed here, or bind its value there");
    return {};
  }
  if (const Primitive* known = cat::find_primitive(name); known && !known->unsupported.empty()) return primitive(expr, *known);
  unbound_member(name, prefix, expr.span);
  return {};
}

void Resolver::unbound_member(std::string_view name, std::string_view prefix, Span where) {
  if (name.empty()) return report(where, "mem-unbound", fmt::format("a name is missing after '{}'", prefix));
  if (std::ranges::find(kOwn, name) != kOwn.end())
    return report(where, "mem-unbound", fmt::format("'{}' does not belong to one execution", name), fmt::format("write {}", name));
  std::string hint;
  if (quiet_ == 0) {
    const std::string near = name.size() < 3 ? "" : nearest(name, members());  // hb, so, sw: too short to be near anything
    const std::string library = cat::library_binding(name);
    if (!library.empty())
      hint = fmt::format("include \"{}\" there binds it", library);
    else if (const std::string_view home = cat::dialect_of(name); !home.empty())
      hint = fmt::format("an event set of {} tests", home);
    else if (!near.empty())
      hint = fmt::format("did you mean '{}{}'?", prefix, near);
  }
  report(where, "mem-unbound", fmt::format("the single-execution model '{}' binds no '{}'", model_.single_name, name), std::move(hint));
}

// What T. and G. may stand before.
std::vector<std::string> Resolver::members() const {
  std::vector<std::string> names = visible(*single_, false);
  std::erase_if(names, [](const std::string& name) {
    const Primitive* known = cat::find_primitive(name);
    return known && known->kind == Primitive::Kind::function;
  });
  names.emplace_back("E");
  return names;
}

// A name without prefix that means nothing.
void Resolver::bare(const cat::Expr& expr, EnvId env) {
  const std::string& name = expr.name;
  if (name == "T" || name == "G")
    return report(expr.span, "mem-unbound", fmt::format("'{}' is an execution, not a set or a relation", name),
                  fmt::format("its events are {}.E", name));
  if (const auto kind = kind_of_member(name, expr.span); kind && (kinds_.is_collection(*kind) || *kind == Kinds::kUnknown))
    return report(expr.span, "mem-unbound", fmt::format("'{}' belongs to one execution", name), fmt::format("write G.{0} or T.{0}", name));
  const Primitive* known = cat::find_primitive(name);
  if (known && known->kind == Primitive::Kind::function)
    return report(expr.span, "mem-unbound", fmt::format("the function '{}' has no meaning in multi-execution models", name),
                  "there are domain, range and reduction");
  std::string hint;
  if (quiet_ == 0) {
    std::vector<std::string> candidates(kOwn.begin(), kOwn.end());
    for (EnvId e = env; e != 0; e = bounds_[e].parent) candidates.emplace_back(bounds_[e].name);
    candidates.insert(candidates.end(), dialect_.begin(), dialect_.end());
    for (const Primitive& p : cat::primitives())
      if (p.kind == Primitive::Kind::set && p.unsupported.empty()) candidates.emplace_back(p.name);
    if (const std::string near = name.size() < 2 ? "" : nearest(name, candidates); !near.empty())
      hint = fmt::format("did you mean '{}'?", near);
    else if (const std::string other = name.size() < 2 ? "" : nearest(name, members()); !other.empty())
      hint = fmt::format("did you mean G.{0} or T.{0}?", other);
    else if (const std::string_view home = cat::dialect_of(name); !home.empty())
      hint = fmt::format("an event set of {} tests", home);
  }
  report(expr.span, "mem-unbound", fmt::format("unbound name '{}'", name), std::move(hint));
}

void Resolver::condition(const Condition& c, EnvId env) {
  using CK = Condition::Kind;
  switch (c.kind) {
    case CK::subset:
    case CK::equal: return comparison(c, env);
    case CK::values: want(*c.left, env, Kinds::kSet, "'values'"); return;
    case CK::empty: want_collection(*c.left, env, "'empty'"); return;
    case CK::acyclic: want(*c.left, env, Kinds::kRelation, "'acyclic'"); return;
    case CK::irreflexive: want(*c.left, env, Kinds::kRelation, "'irreflexive'"); return;
  }
}

void Resolver::comparison(const Condition& c, EnvId env) {
  const std::string_view word = c.kind == Condition::Kind::equal ? "'='" : "'subset'";
  const KindId left = want_collection(*c.left, env, word).kind;
  const KindId right = want_collection(*c.right, env, word).kind;
  const bool clash = (left == Kinds::kSet && right == Kinds::kRelation) || (left == Kinds::kRelation && right == Kinds::kSet);
  if (clash)
    report(join(c.left->span, c.right->span), "mem-kind",
           fmt::format("{} cannot compare {} and {}", word, kinds_.describe(left), kinds_.describe(right)), "",
           bound_here(left == Kinds::kSet ? *c.left : *c.right, env));
}

void Resolver::keep(const Keep& k, EnvId env) {
  want(*k.pairs, env, Kinds::kRelation, "'keep'");
  if (has_prefix(k.relation))
    return report(k.relation_span, "mem-unbound", "'keep' is about the later stages and the target, so the relation has no prefix",
                  fmt::format("write {}", k.relation.substr(2)));
  const auto kind = kind_of_member(k.relation, k.relation_span);
  if (!kind) return unbound_member(k.relation, "", k.relation_span);
  if (*kind != Kinds::kRelation && *kind != Kinds::kUnknown && *kind != Kinds::kAny)
    report(k.relation_span, "mem-kind", fmt::format("'{}' is {}, but 'keep' needs a relation", k.relation, kinds_.describe(*kind)));
}

void Resolver::seen(const WriteSet& set) {
  const auto kind = kind_of_member(set.visible, set.visible_span);
  if (!kind) return unbound_member(set.visible, "", set.visible_span);
  if (*kind != Kinds::kRelation && *kind != Kinds::kUnknown && *kind != Kinds::kAny)
    report(set.visible_span, "mem-kind",
           fmt::format("'{}' is {}, but reads see writes through a relation", set.visible, kinds_.describe(*kind)));
}

}  // namespace

Diagnostics resolve(const Model& model, const std::vector<std::string>& dialect_sets) { return Resolver(model, dialect_sets).run(); }

}  // namespace thinair::mem
