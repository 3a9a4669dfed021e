// What kind of value an expression has, as far as it can be told before evaluation.
//
//   gives   small ids for kinds, equal exactly when the kinds are, and their names in messages
//   does not evaluate anything
//
// `unknown` fits everywhere. `any_collection` is what {} and _ are before their context decides.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::cat {

using KindId = std::uint32_t;
using EnvId = std::uint32_t;

struct KindInfo {
  enum class Tag : std::uint8_t {
    unknown,
    any_collection,
    set,
    relation,
    event,
    pair,
    tag,
    tuple,      // parts
    set_of,     // parts[0]
    closure,    // code, env
    primitive,  // primitive
    procedure,  // stmt, env
  } tag = Tag::unknown;
  std::vector<KindId> parts;
  const Expr* code = nullptr;
  const Stmt* stmt = nullptr;
  const Primitive* primitive = nullptr;
  EnvId env = 0;
  auto operator<=>(const KindInfo&) const = default;
};

class Kinds {
 public:
  using Tag = KindInfo::Tag;
  static constexpr KindId kUnknown = 0, kAny = 1, kSet = 2, kRelation = 3, kEvent = 4, kPair = 5, kTag = 6;

  Kinds();
  const KindInfo& operator[](KindId id) const { return infos_[id]; }
  Tag tag(KindId id) const { return infos_[id].tag; }

  KindId make(KindInfo info);  // a kind too large to be of use becomes unknown
  KindId tuple(std::vector<KindId> parts) { return make({.tag = Tag::tuple, .parts = std::move(parts)}); }
  KindId set_of(KindId element);            // of events: set; of pairs: relation
  KindId element(KindId collection) const;  // unknown when there is no telling
  // The kind of a value that has one of the two kinds.
  KindId join(KindId a, KindId b) const;
  bool is_collection(KindId id) const;

  // "a set", "a relation", "a tuple of 2", ...
  std::string describe(KindId id) const;

 private:
  std::vector<KindInfo> infos_;
  std::vector<std::uint32_t> sizes_;
  std::map<KindInfo, KindId> ids_;
};

}  // namespace thinair::cat
