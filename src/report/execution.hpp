// An execution in a form that every printer can draw: what each event is called, reads, writes and sees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "causality/solve.hpp"
#include "search/engine.hpp"

namespace thinair::report {

struct DrawnEvent {
  events::EventId id = 0;
  std::uint32_t thread = events::kInitThread;
  std::string label;                    // "W[V] x"
  std::string location;                 // "" for fences
  std::string read, written;            // values as text; "" if it does not read or write
  std::optional<events::EventId> from;  // the write that a read sees
};

struct DrawnExecution {
  std::vector<DrawnEvent> events;
  std::vector<std::pair<std::string, std::vector<events::EventId>>> orders;  // total orders: name and sequence
};

DrawnExecution draw(const program::Test& test, const search::Answer& answer, const search::Outcome& outcome);
DrawnExecution draw(const program::Test& test, const causality::Candidate& candidate);

enum class Mark { none, earlier, now };  // committed in an earlier stage, in this one

// One column per thread, program order downwards. `marks` by event; empty: no marks.
std::string columns(const DrawnExecution& execution, const std::vector<Mark>& marks, std::size_t threads, const std::string& indent);

}  // namespace thinair::report
