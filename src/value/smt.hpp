// The wall around the SMT solver: satisfiability of terms over bit vectors. The only place that knows Z3.
//
//   takes   terms that must be non-zero
//   gives   values for their variables, or that there are none, or that the solver gave up
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "value/term.hpp"

namespace thinair::value {

enum class Satisfiability { sat, unsat, unknown };

class Smt {
 public:
  explicit Smt(const TermPool& pool);
  ~Smt();
  Smt(const Smt&) = delete;
  Smt& operator=(const Smt&) = delete;

  void require(TermId term);  // from now on
  Satisfiability solve(std::optional<double> seconds);
  Value value(VarId var);  // after sat; 0 for a variable that does not matter

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace thinair::value
