// The engine of abstract machines: which final states does a test have under a .op model?
//
// Path combinations one after the other, each explored by itself. A path that the values of a run contradict is given up there; another
// combination has the one that the run takes. Where paths had to be cut off in loops, the program is run as it is written (WholeProgram):
// if its states repeat, they are all known, and none is missing because of the bound.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/candidates/structures.hpp"
#include "engine/engine.hpp"
#include "language/op/machine.hpp"

namespace thinair::machine {

class Engine : public engine::Engine {
 public:
  // `always`: cells and guards that every question leaves out. `literal`: the obvious form of the machine, without reductions.
  Engine(const program::Test& test, std::shared_ptr<const op::Machine> machine, const language::Rules& rules, language::RuleSet always,
         bool literal = false);

  const program::Test& test() const override { return test_; }
  const language::Rules& rules() const override { return rules_; }
  std::vector<language::RuleId> droppable() const override;
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget) override;
  bool relaxes_value_flow() const override { return false; }

  // Guided exploration: does the machine come to its end on this execution, if each read takes the write that it reads from there? With
  // `ends`, locations must also hold the execution's final writes, where the machine says what they hold. The execution is of `unfolding`.
  Result<bool> follows(const std::shared_ptr<events::Unfolding>& unfolding, const events::Execution& execution, bool ends, Budget& budget);

 private:
  Diagnostics cannot_judge() const;
  std::optional<std::set<answer::State>> whole_program(const engine::Question& question, const language::RuleSet& without,
                                                       Budget& budget) const;

  const program::Test& test_;
  std::shared_ptr<const op::Machine> machine_;
  const language::Rules& rules_;
  language::RuleSet always_;
  bool literal_;
  std::unique_ptr<candidates::Structures> structures_;  // of the test as it is
};

}  // namespace thinair::machine
