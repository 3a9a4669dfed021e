#include "language/cat/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace thinair::cat {
namespace {

constexpr std::uint32_t kLargestKind = 64;

}  // namespace

Kinds::Kinds() {
  for (const Tag tag : {Tag::unknown, Tag::any_collection, Tag::set, Tag::relation, Tag::event, Tag::pair, Tag::tag}) {
    const KindId id = make({.tag = tag, .parts = {}});
    check(static_cast<std::uint32_t>(tag) == id, "the simple kinds have fixed ids");
  }
}

KindId Kinds::make(KindInfo info) {
  std::uint32_t size = 1;
  for (const KindId part : info.parts) size += sizes_[part];
  if (size > kLargestKind) return kUnknown;
  const auto [at, added] = ids_.try_emplace(info, static_cast<KindId>(infos_.size()));
  if (added) {
    infos_.push_back(std::move(info));
    sizes_.push_back(size);
  }
  return at->second;
}

KindId Kinds::set_of(KindId element) {
  const KindInfo& info = infos_[element];
  if (element == kEvent) return kSet;
  if (element == kPair) return kRelation;
  if (info.tag == Tag::tuple && info.parts == std::vector<KindId>{kEvent, kEvent}) return kRelation;
  if (element == kUnknown) return kUnknown;
  return make({.tag = Tag::set_of, .parts = {element}});
}

KindId Kinds::element(KindId collection) const {
  switch (tag(collection)) {
    case Tag::set: return kEvent;
    case Tag::relation: return kPair;
    case Tag::set_of: return infos_[collection].parts[0];
    default: return kUnknown;
  }
}

KindId Kinds::join(KindId a, KindId b) const {
  if (a == b) return a;
  if (a == kAny && is_collection(b)) return b;
  if (b == kAny && is_collection(a)) return a;
  return kUnknown;
}

bool Kinds::is_collection(KindId id) const {
  switch (tag(id)) {
    case Tag::any_collection:
    case Tag::set:
    case Tag::relation:
    case Tag::set_of: return true;
    default: return false;
  }
}

std::string Kinds::describe(KindId id) const {
  switch (tag(id)) {
    case Tag::unknown: return "of unknown kind";
    case Tag::any_collection: return "a set or relation";
    case Tag::set: return "a set";
    case Tag::relation: return "a relation";
    case Tag::event: return "an event";
    case Tag::pair: return "a pair of events";
    case Tag::tag: return "a tag";
    case Tag::tuple: return infos_[id].parts.empty() ? "the empty tuple ()" : fmt::format("a tuple of {}", infos_[id].parts.size());
    case Tag::set_of: {
      const KindId part = infos_[id].parts[0];
      switch (tag(part)) {
        case Tag::set: return "a set of sets";
        case Tag::relation: return "a set of relations";
        case Tag::tag: return "a set of tags";
        default: return "a set of values";
      }
    }
    case Tag::closure:
    case Tag::primitive: return "a function";
    case Tag::procedure: return "a procedure";
  }
  return "a value";
}

}  // namespace thinair::cat
