#include "space/cycle.hpp"

#include <array>
#include <utility>

namespace thinair::space {
namespace {

// What meets at one location.
struct Meeting {
  const Access* arrives = nullptr;  // the last access of a thread
  const Access* leaves = nullptr;   // the first access of another
  bool between = false;             // a write that is a thread

  bool complete() const {
    if (!arrives || !leaves) return false;
    return between ? leaves->reads() : arrives->writes() || leaves->writes();
  }
};
using Meetings = std::array<Meeting, kLocationNames.size()>;

// Nothing if two arrive at a location, or two leave it.
bool meet(const Thread& thread, Meetings& at) {
  if (thread.size() == 1) {
    Meeting& here = at[thread[0].location];
    return thread[0].writes() && !std::exchange(here.between, true);
  }
  const Access &first = thread.front(), &last = thread.back();
  return first.location != last.location && !std::exchange(at[first.location].leaves, &first) &&
         !std::exchange(at[last.location].arrives, &last);
}

}  // namespace

bool may_become_cycle(const Program& program, std::size_t threads) {
  Meetings at;
  for (std::size_t t = 0; t < threads; ++t)
    if (!meet(program.threads[t], at)) return false;
  return true;
}

bool is_cycle(const Program& program) {
  Meetings at;
  for (const Thread& thread : program.threads)
    if (!meet(thread, at)) return false;
  for (std::size_t x = 0; x < program.locations(); ++x)
    if (!at[x].complete()) return false;
  // Each location is left by one thread, which arrives at one: from the first, do we come through all?
  std::size_t here = 0, steps = 0;
  do {
    for (const Thread& thread : program.threads)
      if (&thread.front() == at[here].leaves) {
        here = thread.back().location;
        break;
      }
    ++steps;
  } while (here != 0);
  return steps == program.locations();
}

}  // namespace thinair::space
