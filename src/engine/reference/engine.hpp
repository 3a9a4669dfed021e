// The reference engine: the same interface, by enumeration and from the models as they are written.
//
//   takes   questions about a test and a model of either kind
//   gives   states without witnesses; and a verdict on any witness that another engine presents
//   does not share code with the engines that it is compared with
//
// Where values flow in a cycle it tries a list of values only: then its answer is not complete.
#pragma once

#include "engine/engine.hpp"
#include "engine/reference/witness.hpp"
#include "language/mem/ast.hpp"

namespace thinair::reference {

struct ModelOptions {
  std::optional<mem::Identity> identity;  // instead of the model's own
  std::vector<std::string> variants;
  language::RuleSet without;
};

class Engine : public engine::Engine {
 public:
  // `multi` may be null; `single` is its single-execution model otherwise.
  Engine(const program::Test& test, const cat::Model& single, const mem::Model* multi, ModelOptions options);

  const program::Test& test() const override { return test_; }
  const language::Rules& rules() const override { return multi_ ? multi_->rules : single_.rules; }
  std::vector<language::RuleId> droppable() const override;
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget) override;
  bool relaxes_value_flow() const override { return multi_ == nullptr; }

  // Does the outcome stand? Checked as written.
  Result<Verdict> verify(const events::Unfolding& unfolding, const answer::Outcome& outcome) const;

 private:
  std::vector<std::string> left_out(const language::RuleSet& more) const;

  const program::Test& test_;
  const cat::Model& single_;
  const mem::Model* multi_;
  ModelOptions options_;
};

}  // namespace thinair::reference
