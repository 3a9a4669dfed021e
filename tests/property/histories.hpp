// The memory of an abstract machine (property/interleavings): what was written to each location so far, and what a thread may still see of
// it.
//
//   Remembers::last   sequential consistency: the last write, whoever made it
//   Remembers::all    happens-before, JLS 17.4.5 and 17.5.1: any write so far that no other one overwrote, as far as the reading thread
//   knows.
//                     What happened before is known by vector clocks; each synchronisation action passes one on.
//
// Written from the text of chapter 17. It knows no events, relations, paths or models: whether src/ does the same is for tests to ask.
//
// Final fields. A freeze F of a field counts for a read of that field if a memory chain leads to the read from something that F happens
// before; and then for every read that is reached by following references from there. Such a read sees no write that was overwritten before
// F. So each value carries its origin: the freezes that memory chains lead from to the read that gave it, and of these the ones that count.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <vector>

#include "program/program.hpp"

namespace thinair::tests {

using Clock = std::vector<std::uint32_t>;  // by thread: how many of its writes and freezes happened before

// A write or a freeze: the time-th of its thread. Of time 0: an initial write, which happened before everything.
struct Moment {
  std::uint32_t thread = 0;
  std::uint32_t time = 0;
  auto operator<=>(const Moment&) const = default;
};

struct Origin {
  std::set<Moment> chain;    // freezes that a memory chain leads from
  std::set<Moment> through;  // freezes of the final fields on the way
  auto operator<=>(const Origin&) const = default;
};

struct Written {
  program::Value value = 0;
  Moment when;
  Clock before;
  std::set<Moment> chain;
  bool is_volatile = false;
  bool was_updated = false;  // an atomic update saw it, and wrote
  auto operator<=>(const Written&) const = default;
};

struct Frozen {
  program::LocId field = 0;
  Clock before;
  auto operator<=>(const Frozen&) const = default;
};

struct Memory {
  std::vector<std::vector<Written>> at;       // by LocId, in the order in which they were written
  std::map<Moment, Frozen> frozen;            //
  std::map<program::LocId, Clock> published;  // by volatile variable, or monitor: what who reads or locks it gets to know
  auto operator<=>(const Memory&) const = default;
};

// An access of a thread.
struct Access {
  program::LocId location = 0;
  bool is_volatile = false;
  bool is_final = false;
  Origin base;  // of the reference that was followed
};

struct Seen {
  program::Value value = 0;
  Origin origin;
  bool is_last = true;
};

enum class Remembers : std::uint8_t { last, all };

class Histories {
 public:
  Histories(const program::Program& program, Remembers remembers) : program_(program), remembers_(remembers) {}

  Memory initial() const;
  bool remembers_all() const { return remembers_ == Remembers::all; }

  // What a read may see. Of a volatile variable the thread first gets to know what was published.
  std::vector<Seen> read(const Memory& memory, Clock& known, const Access& access) const;
  void write(Memory& memory, Clock& known, std::uint32_t thread, const Access& access, program::Value value, const Origin& origin) const;
  void freeze(Memory& memory, Clock& known, std::uint32_t thread, program::LocId field) const;
  // The next write is that of an update which saw the last one.
  static void update(Memory& memory, program::LocId location) { memory.at[location].back().was_updated = true; }

  void publish(Memory& memory, const Clock& known, program::LocId where) const;
  void learn(const Memory& memory, Clock& known, program::LocId where) const;
  static void learn(Clock& known, const Clock& from);

  // What may be left in memory at the end.
  std::set<program::Value> left(const Memory& memory, program::LocId location) const;

 private:
  bool is_reference(program::Value value) const { return program::object_of(program_, value).has_value(); }

  const program::Program& program_;
  Remembers remembers_;
};

}  // namespace thinair::tests
