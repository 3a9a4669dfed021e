// Which paths of several threads can be of one execution, as far as values tell.
//
//   takes   every path of every thread
//   gives   the choices of one path per thread in which each read finds some write that has a value the path can go on with
//   does not look at orders, at two reads together, or at the model: what it drops has no candidate under any
//
// A thread that follows references, or retries a compare-and-set, has many paths, and most of them want values that the paths of the others
// do not write. A *need* is a set of values of one location, one of which a read must find. Each path has the needs that neither an initial
// value nor its own writes satisfy, and the needs of others that its writes satisfy; both are sets of numbers, so a choice is judged in a
// few words.
#pragma once

#include <functional>
#include <vector>

#include "events/structure.hpp"
#include "program/program.hpp"
#include "support/budget.hpp"

namespace thinair::candidates {

class Support {
 public:
  Support(const program::Program& program, const events::Unfolding& unfolding);

  // Calls `use` with each choice that is left; stops when that returns false. The path of the last thread changes first.
  void each(Budget& budget, const std::function<bool(const std::vector<std::uint32_t>&)>& use) const;

 private:
  struct Path {
    std::uint32_t number = 0;  // in the unfolding
    relation::EventSet needs, gives;
  };
  using Threads = std::vector<std::vector<Path>>;

  void find_needs(const program::Program& program, const events::Unfolding& unfolding);
  void drop_unsupported();
  bool choose(std::size_t thread, std::vector<std::uint32_t>& chosen, const relation::EventSet& needs, const relation::EventSet& gives,
              Budget& budget, const std::function<bool(const std::vector<std::uint32_t>&)>& use) const;

  Threads threads_;
  std::vector<relation::EventSet> later_;  // by thread: what it and those behind it give at most
  std::size_t count_ = 0;                  // of needs
};

}  // namespace thinair::candidates
