// What an engine answers: final states, each with a witness, and whether these are all.
//
//   gives   data alone: any engine fills it, any printer reads it
//   does not include an engine, nor does it know which one answered
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/outcomes.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"

namespace thinair::answer {

struct Statistics {
  std::uint64_t structures = 0;    // path combinations looked at
  std::uint64_t nodes = 0;         // search nodes
  std::uint64_t propagations = 0;  // passes over a constraint network
  std::uint64_t solver_calls = 0;  // questions to the SMT solver
  std::uint64_t write_set = 0;     // writes of the set, initial ones included, under a model that has one

  Statistics& operator+=(const Statistics& more) {
    structures += more.structures;
    nodes += more.nodes;
    propagations += more.propagations;
    solver_calls += more.solver_calls;
    write_set = std::max(write_set, more.write_set);
    return *this;
  }
};

struct Answer {
  Outcomes outcomes;               // sorted by state
  std::vector<std::string> flags;  // raised by `flag` checks in some allowed execution, sorted
  // Names of `undefined_unless` checks that fail in some allowed execution, sorted: the program has undefined behaviour.
  std::vector<std::string> undefined;
  bool complete = true;
  Limit limit;  // if not complete: which one
  Statistics statistics;
  std::shared_ptr<events::Unfolding> unfolding;  // owns the terms of the outcomes
};

enum class Truth { no, yes, open };  // open: for some values of the open symbols yes, for others no

}  // namespace thinair::answer
