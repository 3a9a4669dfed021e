// A target T and a stage's execution G seen together, and the conditions of a multi-execution model there, by the book.
//
//   takes   the worlds of T and G, which event of G is which of T, commitments
//   gives   whether a condition holds, and which pairs a `keep` finds; a positioned diagnostic where an expression has no meaning
//   does not search, and shares no code with engine/justified/
//
// Events are those of T, numbered as there, and after them those of G that are none of T's. Sets without a prefix are
// those of both: an event is in R if it is in T.R or in G.R.
#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "engine/reference/world.hpp"

namespace thinair::reference {

inline constexpr EventId kNoMatch = UINT32_MAX;

// By event of G: the event of T that it is, or kNoMatch.
using Matching = std::vector<EventId>;

// Can event g of G be event t of T? Same kind, thread and location, initial writes as themselves; nth: the n-th such event of one is the
// n-th of the other.
bool may_match(const events::Structure& target, EventId t, const events::Structure& stage, EventId g, mem::Identity identity);

// Is this a matching? Empty if yes, else why not. No event twice, and as many as can be: no two that could be one are left.
std::string why_not_matching(const events::Structure& target, const events::Structure& stage, const Matching& matching,
                             mem::Identity identity);

struct Commitments {
  Events now;     // C, over T's events
  Events before;  // D
};

// What earlier stages make later ones keep: index of the `keep`, and a pair of T's events.
using Kept = std::set<std::tuple<std::size_t, EventId, EventId>>;

class StagePair {
 public:
  StagePair(const mem::Model& model, const World& target, const World& stage, const Matching& matching);

  // The first rule, but for those left out, that does not let the stage commit so; empty if it may. Adds what it makes later
  // stages keep to `kept`.
  Result<std::string> refused_by(const Commitments& commitments, const std::vector<std::string>& left_out, Kept& kept) const;

  Result<bool> holds(const mem::Condition& condition, const Commitments& commitments) const;

 private:
  // Names in scope: parameters, and the definitions that stand before the one being evaluated.
  struct Scope {
    const std::vector<std::pair<std::string, Value>>* parameters = nullptr;
    std::size_t definitions = 0;
    const Commitments* commitments = nullptr;
  };
  Result<Value> evaluate(const cat::Expr& expr, const Scope& scope) const;
  Result<Value> name(const cat::Expr& expr, const Scope& scope) const;
  Result<Value> apply(const cat::Expr& expr, const Scope& scope) const;
  Result<bool> values(const Value& set, Span where) const;
  Result<std::string> keep_refusal(const Commitments& commitments, const std::vector<std::string>& left_out, Kept& kept) const;
  const cat::Expr* definition(const std::string& name, Scope& scope) const;
  Events widened(const Events& of_target) const;

  const mem::Model& model_;
  const World& target_;
  const World& stage_;
  std::size_t size_;
  std::vector<EventId> number_;  // of each event of G
  std::map<std::string, Value> target_names_, stage_names_;
};

}  // namespace thinair::reference
