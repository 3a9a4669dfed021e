// Definitions. `let` binds names to what will be looked at when they are used; nobody looks at what nobody uses.
//
// `let rec` on values is the least fixpoint of equations between sets and relations. It is solved on kinds in two rounds:
// one with the bound names unknown, which yields their kinds, and one with these kinds, which reports. During both, the names are
// tainted; a tainted operand where the language is not monotone is an error.
#include <algorithm>

#include "language/cat/resolve_impl.hpp"

namespace thinair::cat {
namespace {

constexpr std::uint32_t kTaintLevels = 32;

}  // namespace

EnvId Resolver::definitions(const std::vector<Binding>& bindings, bool is_recursive, EnvId env) {
  EnvId out = env;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (i == 0 || !is_recursive) laters_.push_back({.bindings = &bindings, .index = i, .recursive = is_recursive, .env = env});
    const Pattern& pattern = bindings[i].pattern;
    for (const std::string& name : pattern.names) out = bind_later(out, name, static_cast<LaterId>(laters_.size() - 1), pattern.span);
  }
  return out;
}

Abstract Resolver::value_of(EnvId bound, Span use) {
  const LaterId id = bounds_[bound].later;
  if (id == 0) return bounds_[bound].value;
  Later& later = laters_[id];  // a deque: stays where it is
  if (later.running) return {};
  if (!later.known || (later.failed && !later.reported && quiet_ == 0))
    look_at(later, bounds_[bound].name, use);
  else if (later.failed)
    ++failures_;
  if (!later.bindings) return later.joined;
  const EnvId inside = find(later.out, bounds_[bound].name);
  return inside == 0 ? Abstract{} : bounds_[inside].value;
}

void Resolver::look_at(Later& later, std::string_view name, Span use) {
  const std::size_t before = failures_;
  later.running = true;
  uses_.push_back({use, name});
  if (!later.bindings) {
    const Abstract left = value_of(later.left, use), right = value_of(later.right, use);
    later.joined = {kinds_.join(left.kind, right.kind), left.taint | right.taint};
  } else if (later.recursive) {
    later.out = recursive(*later.bindings, later.env);
  } else {
    const Binding& b = (*later.bindings)[later.index];
    later.out = bind_pattern(b.pattern, eval(*b.value, later.env), later.env, b.value->span);
  }
  uses_.pop_back();
  later.running = false;
  later.known = true;
  later.failed = failures_ > before;
  later.reported = later.reported || quiet_ == 0;
}

// The environment in which all of the bindings see each other. Functions get closures over it.
EnvId Resolver::bind_recursive(const std::vector<Binding>& bindings, const std::vector<Abstract>& values, EnvId env) {
  EnvId out = env;
  std::vector<std::pair<EnvId, const Expr*>> functions;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding& b = bindings[i];
    const bool function = b.value->kind == EK::lambda && !b.pattern.tuple;
    const EnvId before = out;
    if (b.pattern.tuple)
      for (const std::string& name : b.pattern.names) out = bind(out, name, {Kinds::kUnknown, values[i].taint}, b.pattern.span);
    else
      out = bind(out, b.pattern.names[0], function ? Abstract{} : values[i], b.pattern.span);
    if (function && out != before) functions.emplace_back(out, b.value.get());
  }
  for (const auto& [at, code] : functions)
    bounds_[at].value.kind = kinds_.make({.tag = Tag::closure, .parts = {}, .code = code, .env = out});
  return out;
}

EnvId Resolver::recursive(const std::vector<Binding>& bindings, EnvId env) {
  const Taint level = Taint{1} << std::min(recursion_, kTaintLevels - 1);
  ++recursion_;
  std::vector<Abstract> values(bindings.size(), Abstract{Kinds::kUnknown, level});
  const auto round = [&](EnvId inner, bool report_kinds) {
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const Expr& body = *bindings[i].value;
      if (body.kind == EK::lambda && !bindings[i].pattern.tuple) continue;
      Abstract value = eval(body, inner);
      if (report_kinds && value.kind != Kinds::kUnknown && !kinds_.is_collection(value.kind))
        mismatch(body, inner, value.kind, "a recursive definition", "a set or a relation", "");
      if (value.kind == Kinds::kAny) value.kind = Kinds::kRelation;
      values[i] = {kinds_.is_collection(value.kind) ? value.kind : Kinds::kUnknown, value.taint | level};
    }
  };
  const bool only_functions =
      std::ranges::all_of(bindings, [](const Binding& b) { return b.value->kind == EK::lambda && !b.pattern.tuple; });
  if (!only_functions) {
    const std::size_t before = failures_;
    ++quiet_;
    round(bind_recursive(bindings, values, env), false);
    --quiet_;
    failures_ = before;
    round(bind_recursive(bindings, values, env), true);
  }
  --recursion_;
  for (Abstract& value : values) value.taint &= ~level;
  const EnvId out = bind_recursive(bindings, values, env);
  for (EnvId e = out; e != env; e = bounds_[e].parent)
    if (kinds_.tag(bounds_[e].value.kind) == Tag::closure) examine(bounds_[e].value.kind);
  return out;
}

}  // namespace thinair::cat
