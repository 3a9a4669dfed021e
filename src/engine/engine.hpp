// What answers questions about one test under one model.
//
//   takes   a goal, and what to leave out of the model and of the test to see whether it matters
//   gives   an Answer: states with witnesses; an Explanation: why a state is possible, or why it is not
//   does not print, and does not judge clauses
//
// Four kinds of engine, one interface. axiomatic/ decides models of one execution by bounds and search; justified/ adds commit sequences
// on top of it; machine/ takes the steps of abstract machines; reference/ enumerates, slowly and obviously, and checks what the others
// answer. problem/ makes the one that a model asks for. An engine keeps what it has worked out between two questions.
//
// What a question leaves out is an assumption, as for a SAT solver: neither the program nor the model is copied or rewritten.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answer/answer.hpp"
#include "answer/explanation.hpp"
#include "language/rule.hpp"
#include "program/relaxation.hpp"
#include "support/budget.hpp"
#include "support/diagnostic.hpp"

namespace thinair::engine {

struct Without {
  language::RuleSet rules;
  program::Relaxation facts;
};

struct Question {
  const program::Prop* goal = nullptr;  // only states that can satisfy it; all if null. It mentions observables of the test
  bool first_only = false;              // one outcome is enough
  Without without;
  // Rules that let values come out of thin air: ask only about executions whose values the program makes from its initial values and
  // from those that the goal mentions. Otherwise such an answer is not complete.
  bool among_values = false;
  // Nodes that a search for one outcome may have before it starts anew and learns from its conflicts (where an engine can). What it
  // answers is the same.
  std::uint64_t patience = 300;
  // Only whether some execution has undefined behaviour (Answer::undefined); no outcomes.
  bool undefined = false;
};

struct ExplainOptions {
  bool relations = false;  // also what pictures draw
  // Steps for making a reason minimal, and again for looking at candidates one by one. Both may take much longer than the answer
  // itself, and nobody reads thousands of cases. Without a number: as long as the budget lasts.
  std::optional<std::uint64_t> effort = 300'000;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual const program::Test& test() const = 0;
  // Every rule of the model, by RuleId.
  virtual const language::Rules& rules() const = 0;
  // Those that a question may leave out and still have a meaning; in the order of the model's text.
  virtual std::vector<language::RuleId> droppable() const = 0;

  // Fails (with Diagnostics) only when the model cannot be evaluated on this test.
  virtual Result<answer::Answer> ask(const Question& question, Budget& budget) = 0;

  // The goal's explanation. This one gives an outcome or an irreducible reason; engines add how the reason works.
  virtual Result<answer::Explanation> explain(const program::Prop& goal, const ExplainOptions& options, Budget& budget);

  // What the states of the test depend on besides what its threads do. Tests that differ in event sets of their instructions alone, and
  // are alike under one model, have the same states. Nothing if the engine cannot tell.
  virtual std::optional<std::string> likeness(Budget&) { return std::nullopt; }

  // The engine that a reason about the single-execution model alone was asked of: this one, unless it builds on another.
  virtual Engine& explaining() { return *this; }

  // Does program order that values flow along count as a fact that can be left out? Not where executions are evaluated forwards.
  virtual bool relaxes_value_flow() const { return true; }
};

// How an explanation begins: the outcome that was found, or that there is none, or which limit was reached.
void begin(const Engine& engine, const program::Prop& goal, answer::Answer answer, answer::Explanation& out);

}  // namespace thinair::engine
