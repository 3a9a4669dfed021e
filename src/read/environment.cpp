#include "read/environment.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::read {

using litmus::InitItem;
using litmus::InitValue;

namespace {

// `Node head = dummy`: a class, in the dialect that has them; read/java/initial looks whether there is one, and such an object.
bool names_class(const InitItem& item) {
  return std::ranges::any_of(item.type,
                             [](const std::string& word) { return word.front() >= 'A' && word.front() <= 'Z' && word != "VarHandle"; });
}

}  // namespace

Environment::Environment(const std::vector<InitItem>& items, std::size_t threads, Program& program, Report& report, Cells cells)
    : program_(program), report_(report), cells_(cells), locals_(threads) {
  for (const InitItem& item : items) {
    if (item.thread) {
      add_local(item);
    } else {
      add_location(item);
    }
  }
}

LocId Environment::find_or_add(const std::string& name) {
  const auto [entry, added] = ids_.try_emplace(name, static_cast<LocId>(program_.locations.size()));
  if (added) {
    program_.locations.push_back({.name = name});
    entries_.emplace_back();
  }
  return entry->second;
}

void Environment::add_location(const InitItem& item) {
  Value start = item.value.number;
  if (item.value.kind == InitValue::Kind::name && cells_ == Cells::addresses) {
    find_or_add(item.name);
    start = reference_to(find_or_add(item.value.name));
    starts_with_address_ = true;
  } else if (item.value.kind == InitValue::Kind::name && !names_class(item)) {
    report_.error("litmus-init", item.value.where, fmt::format("location '{}' cannot hold an address", item.name),
                  fmt::format("expected a number; a handle is bound per thread, as in 0:{}={}", item.name, item.value.name));
    return;
  }
  if (item.value.kind == InitValue::Kind::string && !names_class(item)) {
    report_.error("litmus-init", item.value.where, fmt::format("location '{}' cannot hold a string", item.name),
                  fmt::format("declare it, as in String {} = ...", item.name));
    return;
  }
  const bool is_floating = std::ranges::any_of(item.type, [](const std::string& word) { return word == "float" || word == "double"; });
  if (item.value.kind == InitValue::Kind::floating && !is_floating) {
    report_.error("litmus-init", item.value.where, fmt::format("location '{}' cannot hold a number with a fraction", item.name),
                  fmt::format("declare it, as in double {} = ...", item.name));
    return;
  }
  const bool array_type = !item.type.empty() && item.type.back().ends_with("[]");
  if (item.array || (item.value.kind == InitValue::Kind::list && !array_type)) {
    report_.warning("litmus-ignored", item.where, fmt::format("'{}' stands for its first element", item.name),
                    "nothing can index an array");
    start = item.value.list.empty() ? 0 : item.value.list.front();
  }
  const LocId id = find_or_add(item.name);
  Location& location = program_.locations[id];
  if (entries_[id].given && location.initial != start) {
    report_.error("litmus-duplicate", item.where, fmt::format("location '{}' already starts as {}", item.name, location.initial));
    return;
  }
  location.initial = start;
  entries_[id].given = true;
  entries_[id].is_volatile = entries_[id].is_volatile || std::ranges::find(item.type, "volatile") != item.type.end();
}

void Environment::add_local(const InitItem& item) {
  const std::uint32_t thread = *item.thread;
  if (thread >= locals_.size()) {
    report_.error("litmus-thread", item.where, fmt::format("no thread {}", thread),
                  locals_.size() == 1 ? "the test has only thread 0" : fmt::format("the test has threads 0 to {}", locals_.size() - 1));
    return;
  }
  if (item.array || item.value.kind == InitValue::Kind::list) {
    report_.error("litmus-init", item.where, fmt::format("'{}:{}' cannot be an array", thread, item.name));
    return;
  }
  if (item.value.kind == InitValue::Kind::string || item.value.kind == InitValue::Kind::floating) {
    report_.error("litmus-init", item.value.where,
                  fmt::format("local '{}:{}' cannot start with a {}", thread, item.name,
                              item.value.kind == InitValue::Kind::string ? "string" : "floating number"),
                  "assign it in the thread");
    return;
  }
  Local local;
  if (item.value.kind == InitValue::Kind::name) {
    local.location = find_or_add(item.value.name);
  } else {
    local.start = item.value.number;
  }
  const auto [entry, added] = locals_[thread].try_emplace(item.name, local);
  if (!added && entry->second != local)
    report_.error("litmus-duplicate", item.where, fmt::format("'{}:{}' already has another value", thread, item.name));
}

std::optional<LocId> Environment::location(std::string_view name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<LocId> Environment::binding(std::uint32_t thread, std::string_view name) const {
  const auto found = locals_[thread].find(name);
  return found == locals_[thread].end() ? std::nullopt : found->second.location;
}

std::optional<Value> Environment::start(std::uint32_t thread, std::string_view name) const {
  const auto found = locals_[thread].find(name);
  return found == locals_[thread].end() || found->second.location ? std::nullopt : std::optional(found->second.start);
}

std::vector<std::string> Environment::started(std::uint32_t thread) const {
  std::vector<std::string> names;
  for (const auto& [name, local] : locals_[thread])
    if (!local.location) names.push_back(name);
  return names;
}

std::vector<std::string> Environment::bound(std::uint32_t thread) const {
  std::vector<std::string> names;
  for (const auto& [name, local] : locals_[thread]) names.push_back(name);
  return names;
}

std::vector<std::string> Environment::handles(std::uint32_t thread) const {
  std::vector<std::string> names;
  for (const auto& [name, local] : locals_[thread])
    if (local.location) names.push_back(name);
  for (const Location& location : program_.locations) names.push_back(location.name);
  return names;
}

std::vector<std::string> Environment::locations() const {
  std::vector<std::string> names;
  for (const Location& location : program_.locations) names.push_back(location.name);
  return names;
}

}  // namespace thinair::read
