// A memory model of either kind, and the one question asked of it: which final states does a test have?
//
//   takes   a shipped name (jls04) or a path to a .cat or .mem file
//   gives   a loaded model; answers from engine/axiomatic/ (single-execution) or engine/justified/ (multi-execution)
//   does not print or judge clauses: ask/verdict/ and show/report/ do
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "language/cat/load.hpp"
#include "engine/justified/solve.hpp"
#include "language/mem/ast.hpp"
#include "engine/axiomatic/engine.hpp"

namespace thinair::model {

struct Model {
  std::string name;  // as given: a shipped name or a path
  std::variant<cat::Model, mem::Model> body;

  const mem::Model* multi() const { return std::get_if<mem::Model>(&body); }
  const cat::Model& single() const { return multi() ? multi()->single : std::get<cat::Model>(body); }
};

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options);

struct Question {
  const program::Test* test = nullptr;
  const Model* model = nullptr;
  std::optional<mem::Identity> identity;  // instead of the one a multi-execution model names
  const program::Prop* goal = nullptr;    // only states that can satisfy it; all if null
  bool first_only = false;                // one outcome is enough
  std::vector<std::string> variants;      // herd's -variant
  std::vector<std::string> skipped;       // names of checks and conditions to leave out
  bool among_values = false;              // see engine/justified/solve.hpp
  bool verify = false;                    // every witness and justification is checked by the plain evaluator before it is given out
};

// The complaint that the model is for another architecture than the program; nothing if it is not.
Diagnostics other_architecture(const Model& model, const program::Program& program);

// Why the model cannot judge this program: a name or kind that is wrong in it, or the architecture. Nothing if it can.
Diagnostics misfits(const Model& model, const program::Program& program, const std::vector<std::string>& variants);

Result<axiomatic::Answer> solve(const Question& question, Budget& budget);

// How often the plain evaluator confirmed, since the program started. A witness that it refutes ends the program: that is a bug.
std::uint64_t confirmed_witnesses();

// The same; for a state that is not reached under a multi-execution model also what stood in the way.
Result<axiomatic::Answer> solve(const Question& question, Budget& budget, justified::Obstacle& obstacle);

}  // namespace thinair::model
