// Which objects a variable may refer to: what any path writes to it, followed through the reads that it was copied from.
//
//   takes   paths
//   gives   for every location that holds references, the values that may be there: null, if it starts so, and objects; for every
//           location of a processor's test that has addresses in memory, the addresses that may be there
//   does not look at orders or models: it is the same for every question
//
// Paths depend on it (an access through a reference goes on once for each object), so unfolding repeats until nothing is added.
#pragma once

#include <set>
#include <vector>

#include "events/structure.hpp"

namespace thinair::events {

// Whether addresses come into memory, in a test of a processor.
inline bool holds_addresses(const program::Program& program) { return !program::is_language(program.arch) && !program.objects.empty(); }

class References {
 public:
  explicit References(const program::Program& program);

  const std::set<program::Value>& at(LocId location) const { return held_[location]; }
  // True if something is new.
  bool add(const Unfolding& unfolding);

 private:
  bool add(const value::TermPool& pool, const ThreadPath& path);

  const program::Program& program_;
  std::vector<std::set<program::Value>> held_;  // by LocId
};

}  // namespace thinair::events
