// Which final states does a test have under a multi-execution model? The states of its justified executions.
#pragma once

#include "engine/justified/justify.hpp"
#include "language/mem/ast.hpp"
#include "engine/axiomatic/engine.hpp"

namespace thinair::justified {

struct Question {
  const program::Test* test = nullptr;
  const mem::Model* model = nullptr;
  std::optional<mem::Identity> identity;  // instead of the model's own
  const program::Prop* goal = nullptr;    // only states that satisfy it; all if null
  bool first_only = false;
  // Rules that let values come out of thin air: ask only about executions whose values the program makes from its initial values and
  // from those that the goal mentions. Otherwise such an answer is not complete.
  bool among_values = false;
  std::vector<std::string> variants;
  std::vector<std::string> skipped;  // checks of the single-execution model and conditions of this one to leave out
};

// A justification with everything it refers to.
struct Proof {
  Justification justification;
  std::shared_ptr<const std::vector<Candidate>> candidates;
  std::shared_ptr<const Rules> rules;
};

// Why a state is not reached: no candidate at all has it, or how far the best justification gets.
struct Obstacle {
  bool no_candidate = true;
  std::size_t target = 0;     // the candidate whose justification got farthest
  std::vector<Stage> stages;  // the best attempt
  EventSet committed;
  std::map<std::string, std::size_t> stopped_by;  // rule name -> ways on that it refused
  std::shared_ptr<const std::vector<Candidate>> candidates;
};

Result<axiomatic::Answer> solve(const Question& question, Budget& budget, Obstacle* obstacle = nullptr);

}  // namespace thinair::justified
