// One path of one thread in the making.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "events/register_flow.hpp"
#include "events/structure.hpp"

namespace thinair::events {

// Read events that a value depends on, as ascending indices into the path.
using Taint = std::vector<std::uint32_t>;

inline Taint merge(const Taint& a, const Taint& b) {
  Taint out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

struct Binding {
  TermId term;
  Taint taint;
  Taint picked = {};
  bool operator==(const Binding&) const = default;
};

struct Scope {
  program::Label join;
  Taint taint;
  Taint picked;
};

// A monitor that the thread holds: how often, and the event of the outermost lock.
struct Holding {
  unsigned count = 0;
  std::uint32_t lock = 0;
};

// A turn of a loop as it began.
struct Turn {
  std::size_t events = 0;
  std::size_t choices = 0;
  std::size_t objects = 0;
  std::map<RegId, Binding> registers;  // those that matter there
  std::optional<std::uint32_t> exclusive;
  std::optional<std::vector<LocId>> after_waiting;  // the turn before did nothing but wait for a notification, with these monitors
  std::map<LocId, unsigned> held;                   // monitors, and how often
  std::optional<std::vector<LocId>> after_looking;  // the turn before did nothing but look, with these monitors
};

struct Walk {
  ThreadPath path;
  std::map<RegId, Binding> registers;
  std::vector<Scope> scopes;
  std::uint32_t reads = 0;
  std::uint32_t instruction = 0;  // counts those of the path
  program::InstrId instr;         // the one being followed
  program::Label at = 0;
  std::optional<std::uint32_t> atomic;                // the last atomic read, until its write
  std::optional<std::uint32_t> exclusive;             // the last load-exclusive, until a store-conditional
  std::map<program::Label, unsigned> turns;           // how often each instruction jumped backwards
  std::map<program::Label, Turn> entered;             // loops, by where they begin
  std::optional<std::vector<LocId>> waited;           // the turn of a loop that just ended did nothing but wait, with these monitors
  std::shared_ptr<const Walk> asleep;                 // this path at its last wait for a time, before it wakes up
  std::optional<std::vector<LocId>> looked;           // the turn of a loop that just ended did nothing but look, with these monitors
  std::size_t choices = 0;                            // how often the path was one of several ways on
  std::map<VarId, program::Value> known;              // reads that the path requires one value of
  std::map<TermId, LocId> places;                     // locations of addresses with an offset that is known on this path
  std::map<program::InstrId, std::uint32_t> objects;  // how many each New made
  std::map<LocId, Holding> monitors;
  std::vector<TermId> printed;
  RegisterFlow flow;                              // only if the path has register events
  std::map<std::uint32_t, TermId> weak_failures;  // compare-and-sets that failed, and might have without cause: that they had a cause
};

}  // namespace thinair::events
