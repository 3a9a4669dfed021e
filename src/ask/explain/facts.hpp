// What a test says that an outcome may hinge on, piece by piece; and the same test without some of the pieces.
//
//   takes   a test and the proposition asked about
//   gives   facts, each with its place in the source; the relaxed test and proposition that leaving some of them out gives
//   does not ask whether a fact matters: ask/explain/reason does, by solving the relaxed test
//
// Leaving a fact out means, by kind:
//   order       what stands before an access is no longer before it, nor before what follows it, in program order
//   dependency  the model sees no dependency of the access on earlier reads; values flow all the same
//   mode        the access has the weakest mode (Java: plain)
//   fence       the fence is not there
//   store       the store may also write any value that the proposition mentions, or the location's initial one
//   condition   one of the conjuncts of the proposition is not asked for
#pragma once

#include <string>
#include <vector>

#include "program/condition.hpp"
#include "support/budget.hpp"

namespace thinair::verdict {

struct Fact {
  enum class Kind { order, dependency, mode, fence, store, condition } kind = Kind::order;
  std::uint32_t thread = 0;  // not for a condition
  Span where;                // the access or fence; the read that gives a condition's register its value, if there is just one
  Span earlier;              // order: what stands before it
  std::size_t conjunct = 0;  // condition: its number
  std::string text;          // condition: as it would be written; mode and fence: the sets that it is in, "V"; store: the location
  std::vector<program::Value> values;  // store: what it might write instead
  bool operator==(const Fact&) const = default;
};

// In the order in which a reason tells them. `across_dependencies`: also program order that values flow along. A justification
// evaluates executions forwards, which needs that order.
std::vector<Fact> facts_of(const program::Test& test, const program::Prop& goal, bool across_dependencies, Budget& budget);

struct Relaxed {
  program::Test test;
  program::Prop goal;
};
Relaxed without(const program::Test& test, const program::Prop& goal, const std::vector<Fact>& dropped);

}  // namespace thinair::verdict
