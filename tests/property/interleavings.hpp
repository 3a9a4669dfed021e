// An abstract machine for Java tests: one step of one thread at a time, in every order.
//
//   takes   a program (what the front end made of a test)
//   gives   the states in which it can end, or get stuck: what sequential consistency allows; or, with a memory that remembers all writes
//           (property/histories), what happens-before consistency allows if no read comes before the write that it sees
//   does not know paths, events or models: what src/events makes of monitors, threads, objects and loops is checked against it
//
// A thread that runs and never gets any further is blocked: it waits for a monitor, for the end of a thread, for a notification, or goes
// round in a loop while all others have ended or are blocked too. Scheduling is fair. A waiting thread may wake up without reason, or not.
#pragma once

#include <optional>
#include <set>

#include "engine/reference/outcomes.hpp"
#include "program/condition.hpp"
#include "property/histories.hpp"

namespace thinair::tests {

// None if there are more than `most` configurations.
std::optional<std::set<reference::State>> interleavings(const program::Test& test, std::size_t most = 200'000,
                                                        Remembers remembers = Remembers::last);

}  // namespace thinair::tests
