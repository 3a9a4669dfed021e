// An execution of the single-execution model with concrete values, as a stage or a target of a justification sees it.
//
// Orders (so) are not chosen here: a candidate holds the part of each order that is forced, and any total order that extends it
// gives the same happens-before and satisfies the model. Two orders that agree on what the rules can see are one candidate.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answer/justification.hpp"

namespace thinair::justified {

using answer::kNoEvent;
using events::EventId;
using events::EventSet;
using events::Relation;
using events::Structure;
using program::Value;

// What an event has in common with the same event in another execution: kind, thread and location. Which of these it is in program
// order is its index.
struct EventKey {
  events::Kind kind = events::Kind::fence;
  std::uint32_t thread = 0;
  events::LocId location = 0;
  events::SetMask fence_sets = 0;  // fences of different strength are different kinds
  auto operator<=>(const EventKey&) const = default;
};

// The keys of a structure's events.
struct Keys {
  std::vector<EventKey> key;         // by event
  std::vector<std::uint32_t> index;  // by event: position among those with the same key
};
Keys keys_of(const Structure& structure);

struct Candidate : answer::ConcreteExecution {
  std::shared_ptr<const Keys> keys;
  Relation rf;
  // Meaning of the names that the rules mention, in the order of Rules::names. Sets are kept as relations below the identity.
  std::vector<Relation> names;
  std::vector<Value> registers;  // final values, by RegId

  const answer::PartialOrder* order(const std::string& name) const;
};

// An event by its key and index; an edge of reads-from by those of its ends.
using EventName = std::pair<EventKey, std::uint32_t>;
using Edge = std::pair<EventName, EventName>;  // write, read
inline EventName name_of(const Candidate& c, EventId e) { return {c.keys->key[e], c.keys->index[e]}; }

}  // namespace thinair::justified
