// The values of a candidate whose reads-from is complete: concrete, or left open.
//
//   takes   a Flow in which every read has its write
//   gives   every solution of the value equations: reads as terms over the variables that stay open, and what constrains those
//   does not ask whether the model allows the candidate
//
// Forward substitution has settled what it can. What is left is cyclic through rf: copies (r1=x; y=r1 || r2=y; x=r2) leave
// their common value open; an equation such as v = v|1 or a branch taken constrains it. Constant propagation comes first,
// then the solver.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/candidates/flow.hpp"
#include "support/budget.hpp"

namespace thinair::candidates {

struct Valuation {
  std::vector<TermId> reads;        // by event; the constant 0 for events that do not read
  std::vector<TermId> constraints;  // over the open variables; none: any value at all
};

class OpenValues {
 public:
  OpenValues(value::TermPool& pool, Budget& budget) : pool_(pool), budget_(budget) {}

  // The equations, simplified but not solved: reads as terms over the variables that stay open, and what constrains these.
  // None if they contradict each other.
  std::optional<Valuation> equations(const Structure& structure, const Flow& flow);

  // All solutions; empty if there is none. Exhausts the budget when the solver gives up.
  std::vector<Valuation> solve(const Structure& structure, const Flow& flow);

  // Can the terms all be non-zero together? Exhausts the budget when the solver gives up.
  bool satisfiable(std::vector<TermId> terms);

  std::uint64_t solver_calls = 0;

 private:
  using Assignment = std::map<VarId, Value>;
  // Solutions of the constraints over their variables: all of them if they are few, none listed if they are many.
  struct Solutions {
    bool many = false;
    std::vector<Assignment> listed;
  };
  const Solutions& solutions(const std::vector<TermId>& constraints);

  value::TermPool& pool_;
  Budget& budget_;
  std::map<std::vector<TermId>, Solutions> known_;
};

}  // namespace thinair::candidates
