// Java tests against interleavings: every outcome of one is allowed, and without races there is no other.
#pragma once

#include <string>
#include <vector>

#include "property/harness.hpp"

namespace thinair::tests {

// The executions of sc that have a data race, JLS 17.4.5, as a model.
std::string race_model();

// Every state in which an interleaving ends (property/interleavings) is one of the engine's; under sc there is no other.
Comparison compare_with_interleavings(const Subject& subject);

// Happens-before consistency in which no read comes before the write that it sees, and synchronisation goes with time: jls-hb, and one
// check more.
std::string in_time_model();

// Every state in which the machine that remembers all writes (property/histories) ends is one of the engine's; under in_time_model() there
// is no other. Loops that wait for a plain variable must not be there: what it misses forever is not the machine's business.
Comparison compare_with_histories(const Subject& subject);

// The same under each of several models: the machine, which takes longer than the engine, runs once.
std::vector<Comparison> compare_with_histories_under(const std::string& text, const std::vector<std::string>& models);

// If no execution under sc has a race, the engine's states are those of sc. Skipped if there is one.
Comparison compare_without_races(const Subject& subject);

using Comparer = Comparison (*)(const Subject&);
Subject shrink_by(const Subject& subject, Comparer compare);

}  // namespace thinair::tests
