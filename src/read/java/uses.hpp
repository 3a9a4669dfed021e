// Names that look misspelt or forgotten, told once the whole test is known.
//
//   takes   a lowered Java test, what its conditions name, and which locals its threads used without saying what they are
//   gives   warnings: a local that is read and never assigned; one, or a location, that is written, never looked at and called almost like
//   a
//           location; `get` or `set` of a location that is an AtomicInteger by its other methods
#pragma once

#include <map>
#include <set>
#include <utility>

#include "program/condition.hpp"
#include "program/program.hpp"
#include "read/java/methods.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

struct JavaUses {
  std::map<RegId, Span> read;      // locals, and where each is first read
  std::map<RegId, Span> assigned;  // locals without declaration and start value, and where each is first assigned
  std::set<RegId> caught;          // exceptions that a catch names
  std::set<LocId> atomic;          // accessed by methods that only AtomicInteger has
  std::map<LocId, std::pair<Span, const java::Method*>> bare;  // accessed by `get` or `set`, and where first
};

void warn_of_uses(const Program& program, const std::set<Observable>& named, const JavaUses& uses, Report& report);

}  // namespace thinair::read
