#include "language/cat/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "language/cat/load.hpp"
#include "language/cat/resolve_impl.hpp"

namespace thinair::cat {
namespace {

constexpr std::size_t kMostResolveErrors = 20;
constexpr std::size_t kMostWork = 50'000'000;
constexpr std::size_t kMostUseNotes = 8;
constexpr std::size_t kHintWork = 10'000;  // what a search for similar names counts as

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Where the model's own top level binds the name; an empty span if nowhere.
Span bound_later(const std::vector<Stmt>& statements, std::string_view name) {
  for (const Stmt& s : statements) {
    if ((s.kind == Stmt::Kind::with || s.kind == Stmt::Kind::procedure) && s.name == name) return s.span;
    for (const Binding& b : s.bindings)
      if (std::ranges::find(b.pattern.names, name) != b.pattern.names.end()) return b.pattern.span;
  }
  return {};
}

}  // namespace

bool Resolver::spend(std::size_t steps) {
  work_ += steps;
  return work_ <= kMostWork;
}

EnvId Resolver::bind(EnvId env, std::string_view name, Abstract value, Span where) {
  if (name == "_") return env;
  bounds_.push_back({env, name, value, where});
  return static_cast<EnvId>(bounds_.size() - 1);
}

EnvId Resolver::bind_later(EnvId env, std::string_view name, LaterId later, Span where) {
  const EnvId bound = bind(env, name, {}, where);
  if (bound != env) bounds_[bound].later = later;
  return bound;
}

EnvId Resolver::find(EnvId env, std::string_view name) {
  std::size_t steps = 1;
  while (env != 0 && bounds_[env].name != name) {
    env = bounds_[env].parent;
    ++steps;
  }
  spend(steps);
  return env;
}

EnvId Resolver::merge(EnvId base, EnvId left, EnvId right) {
  if (!spend(1)) return left;
  std::map<std::string_view, std::pair<EnvId, EnvId>> names;
  for (EnvId e = left; e != base; e = bounds_[e].parent)
    if (EnvId& slot = names[bounds_[e].name].first; slot == 0) slot = e;
  for (EnvId e = right; e != base; e = bounds_[e].parent)
    if (EnvId& slot = names[bounds_[e].name].second; slot == 0) slot = e;
  spend(names.size() * 2);
  EnvId out = base;
  for (const auto& [name, both] : names) {
    const auto [a, b] = both;
    const Bound one = bounds_[a != 0 ? a : b];
    if (a != 0 && b != 0) {
      laters_.push_back({.left = a, .right = b});
      out = bind_later(out, name, static_cast<LaterId>(laters_.size() - 1), one.where);
    } else {
      out = bind(out, name, one.value, one.where);
      bounds_[out].later = one.later;
    }
  }
  return out;
}

std::vector<std::string> Resolver::visible(EnvId env, bool procedures) const {
  std::set<std::string> names;
  for (; env != 0; env = bounds_[env].parent)
    if ((kinds_.tag(bounds_[env].value.kind) == Tag::procedure) == procedures) names.emplace(bounds_[env].name);
  if (!procedures) {
    names.insert(dialect_.begin(), dialect_.end());
    names.erase("");  // places without a set
    for (const Primitive& p : primitives())
      if (p.unsupported.empty()) names.emplace(p.name);
  }
  return {names.begin(), names.end()};
}

void Resolver::report(Span where, std::string_view code, std::string message, std::string hint, std::vector<Diagnostic> notes) {
  ++failures_;
  if (quiet_ > 0 || errors_.size() >= kMostResolveErrors) return;
  if (!reported_.emplace(where.file, where.begin, where.end, message).second) return;
  Diagnostic d;
  d.code = code;
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.notes = std::move(notes);
  for (std::size_t i = uses_.size(), shown = 0; i-- > 0 && shown < kMostUseNotes; ++shown) {
    Diagnostic note;
    note.severity = Severity::note;
    note.where = uses_[i].where;
    note.message = uses_[i].definition.empty() ? "in this call" : fmt::format("'{}' is used here", uses_[i].definition);
    d.notes.push_back(std::move(note));
  }
  errors_.push_back(std::move(d));
}

void Resolver::unbound(std::string_view name, Span where, EnvId env, bool procedure) {
  std::string hint;
  if (quiet_ == 0 && errors_.size() < kMostResolveErrors && spend(kHintWork)) {
    const std::string near = name.size() < 2 ? "" : nearest(name, visible(env, procedure));
    const std::string library = procedure ? "" : library_binding(name);
    if (const std::string_view home = procedure ? "" : dialect_of(name); !home.empty())
      hint = fmt::format("an event set of {} tests", home);
    else if (!library.empty())
      hint = fmt::format("include \"{}\" binds it", library);
    else if (!near.empty())
      hint = fmt::format("did you mean '{}'?", near);
  }
  std::vector<Diagnostic> notes;
  if (const Span later = bound_later(*statements_, name); later.begin != later.end) {
    Diagnostic note;
    note.severity = Severity::note;
    note.where = later;
    note.message = "it is bound only here";
    notes.push_back(std::move(note));
    hint.clear();
  }
  report(where, "cat-unbound", fmt::format("unbound {} '{}'", procedure ? "procedure" : "name", name), std::move(hint), std::move(notes));
}

std::vector<Diagnostic> Resolver::bound_here(const Expr& expr, EnvId env) {
  if (expr.kind != EK::name) return {};
  const EnvId bound = find(env, expr.name);
  const Span where = bounds_[bound].where;
  if (bound == 0 || where.begin == where.end) return {};
  Diagnostic note;
  note.severity = Severity::note;
  note.where = where;
  note.message = fmt::format("'{}' is bound here, as {}", expr.name, kinds_.describe(value_of(bound, expr.span).kind));
  return {note};
}

void Resolver::mismatch(const Expr& expr, EnvId env, KindId kind, std::string_view place, std::string_view wanted, std::string hint) {
  const std::string subject = expr.kind == EK::name ? fmt::format("'{}'", expr.name) : "this";
  report(expr.span, "cat-kind", fmt::format("{} is {}, but {} needs {}", subject, kinds_.describe(kind), place, wanted), std::move(hint),
         bound_here(expr, env));
}

void Resolver::not_monotone(Span where, std::string_view how) {
  report(where, "cat-not-monotone", fmt::format("a recursive definition must not {}", how),
         "such a definition need not have a least fixpoint");
}

Diagnostics Resolver::run(const Model& model) {
  statements_ = &model.statements;
  run(model.statements, 0);
  return std::move(errors_);
}

Diagnostics resolve(const Model& model, const std::vector<std::string>& dialect_sets, const ResolveOptions& options) {
  return Resolver(dialect_sets, options).run(model);
}

Diagnostics check_architecture(const Model& model, std::string_view architecture) {
  if (model.architecture.empty()) return {};
  for (std::string_view rest = model.architecture; !rest.empty();) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    const std::string_view one = rest.substr(0, end);
    if (same_word(one, architecture)) return {};
    // One memory model and one family of event sets; herd's files are written for either.
    if (same_word(one, "X86") && same_word(architecture, "X86_64")) return {};
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  Diagnostic d;
  d.code = "cat-architecture";
  d.where = model.title_span;
  d.message = fmt::format("this model is for {} and the test is for {}", model.architecture, architecture);
  return {d};
}

}  // namespace thinair::cat
