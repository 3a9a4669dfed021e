// Java tests against interleavings: every outcome of one is allowed, and without races there is no other.
#pragma once

#include "property/harness.hpp"

namespace thinair::tests {

// The executions of sc that have a data race, JLS 17.4.5, as a model.
std::string race_model();

// Every state in which an interleaving ends (property/interleavings) is one of the engine's; under sc there is no other.
Comparison compare_with_interleavings(const Subject& subject);

// If no execution under sc has a race, the engine's states are those of sc. Skipped if there is one.
Comparison compare_without_races(const Subject& subject);

using Comparer = Comparison (*)(const Subject&);
Subject shrink_by(const Subject& subject, Comparer compare);

}  // namespace thinair::tests
