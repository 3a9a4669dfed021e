// Which of several models agree with what was observed, and what would tell the rest apart?
//
//   takes   models (or variants of one), tests with outcomes that were seen, or that are known not to happen
//   gives   for each model the observations that speak against it; then programs of a space on which models that fit differ
//   does not read files or print
//
// A state that was seen must be allowed. One that was not seen says nothing, unless somebody vouches for it: then it must be forbidden.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "ask/find/fitted.hpp"
#include "problem/problem.hpp"
#include "program/condition.hpp"
#include "space/space.hpp"

namespace thinair::find {

struct Observation {
  Seen seen;
  program::Test test;
  program::Prop goal;
};

struct Candidate {
  std::string name;
  problem::ConfiguredModel model;
};

// Fails if a model cannot judge a test.
Result<std::vector<Fitted>> fit(const std::vector<Candidate>& candidates, const std::vector<Observation>& observations,
                                const std::function<Budget()>& budget);

Result<Separation> tell_apart(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& which, const Space& space,
                              const std::function<Budget()>& budget, const std::atomic<bool>* stop = nullptr);

}  // namespace thinair::find
