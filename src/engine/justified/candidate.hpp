// A complete execution of a single-execution model, as a stage or a target of a justification sees it.
//
// Orders (so) are not chosen here: a candidate holds the part of each order that is forced, and any total order that extends it
// gives the same happens-before and satisfies the model. Two orders that agree on what the rules can see are one candidate.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "events/structure.hpp"

namespace thinair::justified {

using events::EventId;
using events::EventSet;
using events::Relation;
using events::Structure;
using program::Value;

// The same event in another execution: kind, thread and location, and which of these it is in program order.
struct Similarity {
  events::Kind kind = events::Kind::fence;
  std::uint32_t thread = 0;
  events::LocId location = 0;
  events::SetMask fence_sets = 0;  // fences of different strength are different kinds
  auto operator<=>(const Similarity&) const = default;
};

struct Candidate {
  std::shared_ptr<const Structure> structure;
  std::vector<EventId> reads_from;   // by event
  std::vector<EventId> final_write;  // by LocId; kNoEvent where the model does not care
  std::vector<Value> read;           // by event: value read
  std::vector<Value> written;        // by event: value written
  std::vector<Similarity> similar;   // by event
  std::vector<std::uint32_t> index;  // by event: position among the similar ones
  Relation rf;
  // Meaning of the names that the rules mention, in the order of Rules::names. Sets are kept as relations below the identity.
  std::vector<Relation> names;
  std::vector<Relation> orders;  // forced part, closed; in the order of the network's orders
  std::vector<std::string> order_names;
  std::vector<EventSet> order_scopes;  // the events that each order orders,
  std::vector<Relation> order_pairs;   // and the pairs it orders one way or the other
  std::vector<Value> registers;        // final values, by RegId

  std::size_t size() const { return structure->size(); }
};

inline constexpr EventId kNoEvent = UINT32_MAX;

}  // namespace thinair::justified
