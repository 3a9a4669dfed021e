#include "read/java/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::read {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

}  // namespace

void JavaNames::declare(const std::string& name, Span where, bool constant) {
  if (declared(name) != nullptr)
    report_.warning("litmus-redeclared", where, fmt::format("local '{}' is declared already", name),
                    "Java would reject this; it is the same local");
  scopes_.back()[name] = {constant};
}

const JavaNames::Declared* JavaNames::declared(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

// `X` stands for location `x`, `Flag` for `flag`, when the init block does not say otherwise.
std::optional<LocId> JavaNames::implicit_binding(std::string_view name) const {
  if (!is_upper(name.front())) return std::nullopt;
  if (const auto location = environment_.location(lowered(name))) return location;
  std::string decapitalised(name);
  decapitalised.front() = lower(decapitalised.front());
  return environment_.location(decapitalised);
}

JavaNames::Meaning JavaNames::meaning(const std::string& name, Span where, std::string_view use) {
  if (declared(name) != nullptr) return {};
  const bool bound = environment_.binding(thread_, name).has_value();
  if (!bound && environment_.start(thread_, name)) return {};
  if (!bound)
    if (const auto location = environment_.location(name)) return {Meaning::Kind::shared, *location};
  if (!bound && !implicit_binding(name)) return {};
  report_.error("litmus-handle", where, fmt::format("'{}' is a handle, not a value", name), fmt::format("use {}.{}", name, use));
  return {Meaning::Kind::wrong, 0};
}

JavaNames::Meaning JavaNames::value(const std::string& name, Span where) { return meaning(name, where, "get()"); }

JavaNames::Meaning JavaNames::target(const std::string& name, Span where) {
  if (const Declared* local = declared(name); local != nullptr && local->constant) {
    report_.error("litmus-final", where, fmt::format("'{}' is final and has a value", name));
    return {Meaning::Kind::wrong, 0};
  }
  return meaning(name, where, "set(...)");
}

std::optional<LocId> JavaNames::bound(const std::string& name) const {
  if (declared(name) != nullptr) return std::nullopt;
  if (const auto location = environment_.binding(thread_, name)) return location;
  if (environment_.start(thread_, name)) return std::nullopt;
  const auto location = environment_.location(name);
  return location ? location : implicit_binding(name);
}

std::optional<LocId> JavaNames::handle(const std::string& name, Span where) {
  if (const auto location = bound(name)) return location;
  const bool local = declared(name) != nullptr;
  if (report_.full() || !reported_.insert(name).second) return std::nullopt;
  if (local || environment_.start(thread_, name)) {
    report_.error("litmus-handle", where, fmt::format("'{}' is a local of thread {} and has no methods", name, thread_));
    return std::nullopt;
  }
  std::string hint = did_you_mean(name, environment_.handles(thread_));
  if (hint.empty()) hint = fmt::format("bind it in the init block, as in {}:{}={}", thread_, name, lowered(name));
  report_.error("litmus-unbound-handle", where, fmt::format("thread {} uses handle '{}', which is bound to no location", thread_, name),
                hint);
  return std::nullopt;
}

}  // namespace thinair::read
