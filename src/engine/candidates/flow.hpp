// The values of reads while reads-from is being chosen.
//
//   takes   decisions "this read takes its value from that write"
//   gives   the value of each read as soon as it follows (forward substitution), and whether a path's constraint is violated
//   does not solve value flow that is cyclic through rf: engine/candidates/open_values does, once every read is decided
#pragma once

#include <optional>
#include <vector>

#include "events/structure.hpp"

namespace thinair::candidates {

using events::EventId;
using events::Structure;
using program::Value;
using value::TermId;
using value::VarId;

class Flow {
 public:
  Flow(value::TermPool& pool, const Structure& structure);

  // False: a constraint of the paths cannot hold. Undo with rewind to an earlier mark.
  bool assign(EventId read, EventId write);
  std::size_t mark() const { return trail_.size(); }
  void rewind(std::size_t mark);

  bool assigned(EventId read) const { return writer_[read] != kNone; }
  EventId writer(EventId read) const { return writer_[read]; }
  std::optional<Value> value(EventId read) const { return value_[read]; }
  std::optional<Value> evaluate(TermId term) const;
  EventId event_of(VarId var) const;
  const value::TermPool& pool() const { return pool_; }

 private:
  static constexpr EventId kNone = UINT32_MAX;
  struct Step {
    EventId event;
    bool is_value;  // the step gave `event` its value; else its writer
  };
  value::TermPool& pool_;
  const Structure& structure_;
  std::vector<EventId> writer_;
  std::vector<std::optional<Value>> value_;
  std::vector<EventId> waiting_;  // reads in program order; scratch for assign
  std::vector<std::vector<EventId>> reads_of_thread_;
  relation::EventSet feeds_;        // reads whose value some write is made of
  relation::EventSet constrained_;  // reads whose value some constraint looks at
  std::vector<Step> trail_;
};

}  // namespace thinair::candidates
