// The engine of single-execution models: which final states does a test have under a .cat model?
//
// Path combinations one after the other; per combination the networks of the model; per network an exploration of reads-from. Where a
// model must look inside values that depend on rf or on an order (engine/bounds/build says so), reads are decided first and the
// model is built again for each choice. Structures and networks are kept for the next question about the same test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/bounds/build.hpp"
#include "engine/candidates/structures.hpp"
#include "engine/engine.hpp"

namespace thinair::axiomatic {

// Gets an execution; `ends`: the model looks at its final writes. Otherwise they are arbitrary.
using EachExecution = std::function<void(const events::Execution& execution, bool ends)>;

class Engine : public engine::Engine {
 public:
  // `always`: rules that every question leaves out.
  Engine(const program::Test& test, std::shared_ptr<const bounds::PlannedModel> model, const language::Rules& rules,
         language::RuleSet always);

  const program::Test& test() const override { return test_; }
  const language::Rules& rules() const override { return rules_; }
  std::vector<language::RuleId> droppable() const override;
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget) override;
  // Every execution of the test, by its paths, its reads-from and, where the model looks at them, its final writes: `visit` gets each. The
  // orders that the model chooses do not tell executions apart. The answer has the states, and whether these are all executions.
  Result<answer::Answer> each_execution(Budget& budget, const EachExecution& visit);
  Result<answer::Explanation> explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) override;

  // What the networks of the test say. They are kept for the questions that follow.
  std::optional<std::string> likeness(Budget& budget) override;

  // The rest of an explanation whose verdict is that checks exclude the goal: the reason, and how it rejects each candidate.
  void explain_rejection(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget, answer::Explanation& out);

  // The model with what its names mean, for explanations.
  const bounds::PlannedModel& labelled();

 private:
  friend class Asking;
  using Networks = std::vector<std::shared_ptr<const bounds::Network>>;

  candidates::Structures& structures(const program::Relaxation& without, Budget& budget, std::unique_ptr<candidates::Structures>& own);

  const program::Test& test_;
  std::shared_ptr<const bounds::PlannedModel> model_;
  const language::Rules& rules_;
  language::RuleSet always_;
  std::optional<bounds::PlannedModel> labelled_;
  std::unique_ptr<candidates::Structures> structures_;     // of the test as it is
  std::vector<std::shared_ptr<const Networks>> networks_;  // by number of structure: of the model as it is
};

}  // namespace thinair::axiomatic
