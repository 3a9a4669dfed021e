// This test under this model: what questions are asked of.
//
//   takes   a test and a model that fits it
//   gives   answers and explanations; what one question worked out, the next one uses
//   does not judge clauses (ask/verdict) and does not print (show/)
//
// A model that does not fit the test cannot become a problem, so nobody can forget to ask. A problem belongs to one thread.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "problem/model.hpp"

namespace thinair::problem {

class Problem {
 public:
  // The test must outlive the problem.
  static Result<Problem> make(const program::Test& test, const Model& model, const Options& options = {});

  const program::Test& test() const { return *test_; }
  const Model& model() const { return model_; }
  const Options& options() const { return options_; }
  engine::Engine& engine() { return *engine_; }

  // Fails (with Diagnostics) only when the model cannot be evaluated on this test.
  Result<answer::Answer> ask(const engine::Question& question, Budget& budget);
  Result<answer::Answer> outcomes(Budget& budget) { return ask({}, budget); }
  // Has some execution undefined behaviour? Asked of the engine once; only of a model that speaks of it.
  Result<answer::Answer> undefined(Budget& budget);
  Result<answer::Explanation> explain(const program::Prop& goal, Budget& budget, const engine::ExplainOptions& options = {});

  // How often the reference engine confirmed a witness. One that it refutes is a fault of ours, and is treated as such.
  std::uint64_t confirmed() const { return confirmed_; }

 private:
  Problem(const program::Test& test, const Model& model, const Options& options, std::unique_ptr<engine::Engine> engine)
      : test_(&test), model_(model), options_(options), engine_(std::move(engine)) {}
  void verify(const answer::Answer& answer, const Budget& budget);
  void verify_by_machine(const answer::Answer& answer, const Budget& budget);

  const program::Test* test_;
  Model model_;
  Options options_;
  std::unique_ptr<engine::Engine> engine_;
  std::uint64_t confirmed_ = 0;
  std::optional<answer::Answer> undefined_;
  std::optional<std::set<answer::State>> literal_;  // of a machine as it is written, once it was asked
};

// A model and how it is asked, before there is a test.
struct ConfiguredModel {
  Model model;
  Options options;

  Result<Problem> problem(const program::Test& test) const { return Problem::make(test, model, options); }
};

}  // namespace thinair::problem
