// Where a machine is: which events are done, what reads have read, and what its state variables hold.
//
//   takes   the resolved machine and an event structure, which fix the layout
//   gives   configurations, and each of them as bytes: equal exactly when the configurations are
//   does not take steps: explorer does
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events/structure.hpp"
#include "language/op/machine.hpp"

namespace thinair::machine {

using events::EventId;
using events::Structure;
using relation::EventSet;
using relation::Relation;

inline constexpr std::uint32_t kNone = UINT32_MAX;  // no event, no thread

using Sequence = std::vector<EventId>;

struct Configuration {
  EventSet done;
  std::vector<std::optional<program::Value>> read;  // by event; only of reads that somebody looks at later
  std::vector<EventId> owed;                        // by event, where threads speculate: the write whose value, not known yet, it takes
  std::vector<std::uint32_t> scalars;               // events, threads, numbers
  std::vector<Sequence> sequences;
  std::vector<EventSet> sets;
  std::vector<Relation> relations;
};

// Where the parts of each state variable are: those of one kind stand together.
class Layout {
 public:
  Layout(const op::Machine& machine, const Structure& structure, std::size_t threads, std::size_t locations);

  // A part of a variable by number; that of the two keys k, l is the one after all parts of the keys before k.
  std::size_t at(std::uint32_t variable, std::size_t part) const { return offsets_[variable] + part; }
  std::size_t part(std::uint32_t variable, std::uint32_t k, std::uint32_t l) const { return k * inner_[variable] + l; }
  // Of the last of its keys.
  std::size_t inner(std::uint32_t variable) const { return inner_[variable]; }
  std::size_t parts(std::uint32_t variable) const { return parts_[variable]; }
  const op::Machine& machine() const { return machine_; }

  // Nothing is done but the initial writes; state variables are empty, hold no event, or 0.
  Configuration empty() const;

  // `recorded`: reads whose values count.
  void encode(const Configuration& c, const EventSet& recorded, std::string& out) const;
  // Into a configuration that `empty` made, whatever it holds.
  void decode(std::string_view bytes, const EventSet& recorded, Configuration& c) const;

 private:
  const op::Machine& machine_;
  const Structure& structure_;
  std::vector<std::size_t> offsets_, parts_, inner_;
  std::size_t scalars_ = 0, sequences_ = 0, sets_ = 0, relations_ = 0;
};

}  // namespace thinair::machine
