// A rule of a model: what an explanation can name, and what a question can leave out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/source.hpp"

namespace thinair::language {

// Rules are numbered through a model in the order of its text: those of the single-execution model first. Places that have one name
// are one rule.
using RuleId = std::uint32_t;
inline constexpr RuleId kNoRule = UINT32_MAX;

struct Rule {
  enum class Kind {
    check,       // acyclic, irreflexive, empty, or a procedure that is called `as` something
    order,       // a chosen order (with x from ..) extends what the model says it extends
    condition,   // a multi-execution model's `require`
    obligation,  // its `keep`
    cell,        // of a machine's table
    guard        // a condition of a machine's rule
  } kind = Kind::check;
  std::string name;  // `as NAME`; of a check without a name its text; of an order the name that it is bound to
  Span where;
  bool named = true;                   // the model's text gives it this name
  std::vector<std::string> relations;  // that it speaks of, of those that pictures draw
  bool operator==(const Rule&) const = default;
};

using Rules = std::vector<Rule>;

// A set of rules to leave out.
class RuleSet {
 public:
  void add(RuleId id) {
    if (id >= in_.size()) in_.resize(id + 1, false);
    in_[id] = true;
  }
  void remove(RuleId id) {
    if (id < in_.size()) in_[id] = false;
  }
  void add(const RuleSet& more) {
    for (RuleId id = 0; id < more.in_.size(); ++id)
      if (more.in_[id]) add(id);
  }
  bool empty() const {
    return std::ranges::none_of(in_, [](bool in) { return in; });
  }
  bool has(RuleId id) const { return id < in_.size() && in_[id]; }

 private:
  std::vector<bool> in_;
};

}  // namespace thinair::language
