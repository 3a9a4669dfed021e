// The engine of models with a set of writes (`plain reads see writes from`): Java PathRelaxer's approximation.
//
//   takes   a test, a single-execution model, and another one whose executions start the set
//   gives   the states of the executions whose plain reads see writes of the set, or what is visible to them, and how large the set is
//   does not justify: which execution a write comes from is forgotten, and writes of several may be combined
//
// Source: Jin, Yavuz-Kahveci, Sanders, "Java Path Relaxer" and "Java Memory Model-Aware Model Checking" (TACAS 2012). With V(w) what a
// write writes and id(w) which write of its thread to its location it is,
//
//   WS0   = { (id w, V w) | w a write of an execution of the starting model } and the initial writes
//   F(WS) = WS and { (id w, V w) | w a write of an execution of the single-execution model whose plain reads see pairs of WS, or writes
//                                  that happen before them }
//
// and the set is the least fixed point of F above WS0. What happens before is what the model file says (`see visible or writes from`). In
// the paper's algorithm a read of a write that was executed before takes whatever that wrote on this path, if the set knows the write at
// all; only a write of the future must be in the set with its value. To ask for the pairs of all reads would lose executions that Java
// allows: a thread reads back what it wrote for the first time, because of an early read (litmus/jpr/own-write.litmus).
//
// So this contains what Java's rules allow (JLS 17.4.8): in a stage, a read that is committed sees a write committed before it, which an
// earlier stage has with this value; any other read sees a write that happens before it.
//
// The paper runs a model checker once per round. Here every execution of the single-execution model is made once; what it needs and what it
// gives (the pairs of its writes) is all that the fixed point asks about, so the rounds cost next to nothing.
//
// Values. An execution whose values flow without a cycle has them. In a cycle a read takes any value of a domain (value_domain), which
// holds what can come about in as many rounds as the program has writes. If the set comes to hold a value that the domain has not, the
// domain grows and all is done again; arithmetic may let that go on for ever (r = x; y = r + 1 against r = y; x = r + 1), so a number of
// times only: then the answer is not complete.
#pragma once

#include <memory>

#include "engine/axiomatic/engine.hpp"
#include "engine/justified/candidates.hpp"
#include "language/mem/ast.hpp"

namespace thinair::justified {

struct PlannedWrites {
  const mem::Model* model = nullptr;  // outlives this
  std::shared_ptr<const bounds::PlannedModel> single, start;
};
Result<PlannedWrites> plan_writes(const mem::Model& model, const std::vector<std::string>& dialect,
                                  const std::vector<std::string>& variants);

class WriteSetEngine : public engine::Engine {
 public:
  WriteSetEngine(const program::Test& test, std::shared_ptr<const PlannedWrites> model, mem::Identity identity, language::RuleSet always);

  const program::Test& test() const override { return test_; }
  const language::Rules& rules() const override { return model_->model->rules; }
  std::vector<language::RuleId> droppable() const override;
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget) override;
  Result<answer::Explanation> explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) override;
  engine::Engine& explaining() override { return single_; }
  bool relaxes_value_flow() const override { return false; }

 private:
  struct Closed;  // the set and the executions that see it
  Result<std::shared_ptr<Closed>> closed(const engine::Question& question, Budget& budget);
  std::optional<Diagnostics> explain_unwritten(const program::Prop& goal, answer::Answer possible, Budget& budget,
                                               answer::Explanation& out);

  const program::Test& test_;
  std::shared_ptr<const PlannedWrites> model_;
  mem::Identity identity_;
  language::RuleSet always_;
  axiomatic::Engine single_;
  std::shared_ptr<Closed> kept_;  // of the test and the model as they are
};

}  // namespace thinair::justified
