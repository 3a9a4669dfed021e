// What an enumeration of executions chooses from, and the state that an execution ends in.
//
//   takes   a structure
//   gives   for every read the writes it may see, for every location the writes that may be final; the value of a proposition
//   does not prune
#pragma once

#include <functional>
#include <vector>

#include "engine/reference/valuation.hpp"
#include "events/structure.hpp"
#include "program/condition.hpp"

namespace thinair::reference {

// Calls `visit` with every vector that has at position i one of choices[i]; stops when it returns false.
template <class T>
bool for_each_choice(const std::vector<std::vector<T>>& choices, std::vector<T>& chosen, const std::function<bool()>& visit) {
  if (chosen.size() == choices.size()) return visit();
  for (const T& option : choices[chosen.size()]) {
    chosen.push_back(option);
    const bool go_on = for_each_choice(choices, chosen, visit);
    chosen.pop_back();
    if (!go_on) return false;
  }
  return true;
}

// The paths of each thread, by index.
std::vector<std::vector<std::uint32_t>> path_choices(const events::Unfolding& unfolding);

// For a read: the writes to its location. An update does not read from itself. For other events: one dummy choice.
std::vector<std::vector<events::EventId>> sources(const events::Structure& structure);

// For a location: the writes that can be final. The initial one only if there is no other.
std::vector<std::vector<events::EventId>> last_writes(const events::Structure& structure, std::size_t locations);

using Look = std::function<program::Value(const program::Observable&)>;
bool holds(const program::Prop& prop, const Look& look);

// What an execution ends with, for observables of the test.
Look final_values(const program::Program& program, const events::Unfolding& unfolding, const events::Structure& structure,
                  const std::vector<events::EventId>& final_write, const ReadValues& values);

}  // namespace thinair::reference
