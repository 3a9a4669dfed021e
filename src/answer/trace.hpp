// How a machine comes to a final state: the steps that it takes, one after the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events/structure.hpp"

namespace thinair::answer {

// A cell of a table that lets a step come early.
struct TraceCell {
  std::string name;  // bypass[R,W]
  Span where;
  bool operator==(const TraceCell&) const = default;
};

// A part of the machine's state as it is after a step: sb[0], mem[x].
struct TracePart {
  std::string name;
  std::vector<events::EventId> events;
};

struct TraceStep {
  std::string rule;
  Span where;                              // of the rule, in the machine's text
  std::vector<events::EventId> events;     // that the rule binds, in the order of its names
  std::optional<events::EventId> reads;    // the event that takes a value in this step
  std::optional<events::EventId> from;     // from this write
  std::vector<events::EventId> done;       // done from now on
  std::vector<events::EventId> overtaken;  // earlier in program order than one of these, and not done yet
  std::vector<TraceCell> cells;            // that allow this
  std::vector<events::EventId> also;       // other writes that the event could have read from in this step
  std::vector<TracePart> changed;          // what the machine remembers differently after it
};

struct Trace {
  std::vector<TraceStep> steps;
};

}  // namespace thinair::answer
