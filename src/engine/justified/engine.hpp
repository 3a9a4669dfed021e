// The engine of multi-execution models: the states of justified executions.
//
// A goal is first asked of the single-execution model, for one execution that has it: if there is none, the goal is forbidden and
// nothing else is looked at. Targets are then made one at a time, those without races first, and each is justified
// (engine/justified/justify), until one is enough. All states: the same, outcome by outcome; an execution whose state is already
// justified is passed over.
//
// A model may declare the DRF guarantee (`drf-sc`): a test without a data race has only the states of interleavings. In an interleaving of
// such a test every read sees a write that happens before it, so the targets without races have all of these states. Once the
// others prove hard to refute, the engine asks whether there is a data race at all; if not, none of the others has a new state.
#pragma once

#include <memory>
#include <mutex>

#include "engine/axiomatic/engine.hpp"
#include "engine/justified/justify.hpp"
#include "language/mem/ast.hpp"

namespace thinair::justified {

// What the DRF guarantee goes by, made ready for the tests of one dialect when it is first asked for. Threads may ask at the same time.
class PlannedRaces {
 public:
  PlannedRaces(std::shared_ptr<const cat::LateModel> races, std::vector<std::string> dialect, std::vector<std::string> variants)
      : races_(std::move(races)), dialect_(std::move(dialect)), variants_(std::move(variants)) {}

  const cat::Model& model() const { return races_->get(); }
  const Result<std::shared_ptr<const bounds::PlannedModel>>& get() const;

 private:
  std::shared_ptr<const cat::LateModel> races_;
  std::vector<std::string> dialect_, variants_;
  mutable std::once_flag once_;
  mutable Result<std::shared_ptr<const bounds::PlannedModel>> planned_;
};

// A multi-execution model made ready for the tests of one dialect.
struct PlannedModel {
  const mem::Model* model = nullptr;                   // outlives this
  std::shared_ptr<const bounds::PlannedModel> single;  // its exports are the names that the conditions mention
  // Its conditions, if none is left out; null: they cannot be evaluated. For tests without external actions, and with them.
  std::shared_ptr<const Rules> rules, rules_with_external;
  std::shared_ptr<const PlannedRaces> races;  // null if the model does not declare the DRF guarantee
};
Result<PlannedModel> plan(const mem::Model& model, std::vector<std::string> dialect, std::vector<std::string> variants);

class Engine : public engine::Engine {
 public:
  Engine(const program::Test& test, std::shared_ptr<const PlannedModel> model, mem::Identity identity, language::RuleSet always);

  const program::Test& test() const override { return test_; }
  const language::Rules& rules() const override { return model_->model->rules; }
  std::vector<language::RuleId> droppable() const override;
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget) override;
  Result<answer::Explanation> explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) override;
  engine::Engine& explaining() override { return single_; }
  bool relaxes_value_flow() const override { return false; }

 private:
  // What a question needs and the next one about the same test can use again.
  struct Session;
  Result<std::shared_ptr<Session>> session(const engine::Question& question, Budget& budget);
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget, answer::Obstacle* obstacle);
  bool race_free(Budget& budget);
  void explain_thin_air(const program::Prop& goal, Budget& budget, answer::Explanation& out);

  const program::Test& test_;
  std::shared_ptr<const PlannedModel> model_;
  mem::Identity identity_;
  language::RuleSet always_;
  axiomatic::Engine single_;
  std::optional<bool> race_free_;  // once it was asked
  std::shared_ptr<Session> kept_;  // of the test and the model as they are
};

}  // namespace thinair::justified
