// One path of one thread in the making.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

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
  std::map<program::Label, std::uint32_t> entered;    // loops that wait: how many events there were when their last turn began
  std::map<VarId, program::Value> known;              // what Resolve made of reads
  std::map<program::InstrId, std::uint32_t> objects;  // how many each New made
  std::map<LocId, Holding> monitors;
  std::vector<TermId> printed;
};

}  // namespace thinair::events
