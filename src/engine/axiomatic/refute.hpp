// How the checks of a single-execution model reject every candidate for an outcome.
//
//   takes   a question whose goal is forbidden, and the checks that exclude it
//   gives   for each candidate (a choice of paths, of reads-from, of observed final writes that gives the goal's values) the check that
//           rejects it and the cycle that the check finds, as edges with the names that the model has for them
//   does not minimise: ask/explain/reason does
//
// Where a model chooses an order, all choices are covered by cases: either an open pair is ordered one way and some check finds a
// cycle, or the other way and some check does. Cycles are read off lower bounds (engine/bounds/propagate), so each holds in every order
// that the case leaves open.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "events/execution.hpp"
#include "engine/axiomatic/engine.hpp"

namespace thinair::verdict {

using events::EventId;

// An edge: `to` follows `from` in a relation. `via` says how, in relations that need no explanation (po, rf, a chosen order).
struct Step {
  EventId from = 0, to = 0;
  std::string relation;
  bool inverse = false;  // the relation leads from `to` to `from`
  std::vector<Step> via;
};

struct Finding {
  std::string check;  // its name or text; "with NAME" if no order of that name exists
  Span where;
  std::vector<Step> steps;      // a cycle; for `empty` the pair that should not be there
  std::vector<EventId> events;  // for `empty` of a set: what should not be there
};

struct Assumed {
  std::string order;  // "": first is the final write of its location
  EventId first = 0, second = 0;
};

struct Case {
  std::vector<Assumed> assumed;
  Finding finding;
};

struct Refuted {
  events::Execution execution;  // without orders
  std::vector<Case> cases;      // together they cover every choice of orders
};

struct Refutation {
  std::vector<Refuted> candidates;              // the first kMostShown
  std::size_t count = 0;                        // of all candidates
  std::map<std::string, std::size_t> by_check;  // how many of them a check has a part in rejecting
  bool complete = true;                         // false: a limit, or a model that must look inside values (engine/bounds/build, Need)
  std::shared_ptr<events::Unfolding> unfolding;
};
inline constexpr std::size_t kMostShown = 64;

// `question.skipped` names the checks that are not needed.
Refutation refute(const axiomatic::Question& question, Budget& budget);

}  // namespace thinair::verdict
