// The values of reads, given reads-from.
//
//   takes   a structure and a write for every read
//   gives   every assignment of values to reads that satisfies the program: forward evaluation where values flow without
//           a cycle; where they flow in a cycle, one read of it takes every value of a given domain in turn
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "events/structure.hpp"

namespace thinair::reference {

using ReadValues = std::vector<std::optional<value::Value>>;  // by event; empty for events that do not read

// The value of a term when reads return `values`; none if a read that matters has none yet.
std::optional<value::Value> evaluate_term(const value::TermPool& pool, value::TermId term, const events::Structure& structure,
                                          const ReadValues& values);

// True if every read returns what its write wrote and every constraint of the paths holds.
bool is_consistent(const value::TermPool& pool, const events::Structure& structure, const std::vector<events::EventId>& reads_from,
                   const ReadValues& values);

// Calls `visit` with every consistent assignment. Returns whether values flow in a cycle: then there may be more, outside
// of the domain.
bool for_each_valuation(const value::TermPool& pool, const events::Structure& structure, const std::vector<events::EventId>& reads_from,
                        const std::vector<value::Value>& domain, const std::function<void(const ReadValues&)>& visit);

}  // namespace thinair::reference
