// Every final state of a test under a multi-execution model, from the rules as written.
//
//   takes   a test, a .mem model, and limits
//   gives   the set of states of its justified executions: what engine/justified/ must find too
//   does not prune, index or recognise rules, and shares no code with engine/justified/, engine/axiomatic/ and engine/bounds/
//
// docs/mem-language.md says what a model decides. Here that is done word by word, for programs of a few accesses:
//
//   1. Executions. Every combination of paths, every choice of a write for each read, every assignment of values that fits. Values follow
//      forward, except where they flow in a cycle: there a read takes each of the values that can be in memory at all (value_domain.hpp).
//      Every choice of final writes, and of total orders one by one, with which the single-execution model accepts. What is left are
//      *worlds*: events, the values written, and what each name of the single-execution model stands for. Worlds in which all of this
//      is the same are one world, which ends in the states of all of them.
//
//   2. Matchings. Which event of a stage's execution G is which of the target T. Identity nth leaves no choice. Identity free takes every
//      one-to-one matching within one thread, kind and location that matches as many events as can be. The last stage is T with all its
//      events as themselves.
//
//   3. Stages. A *position* is what decides how a sequence of stages may go on: the set C of events that are committed, and the pairs that
//      `keep` statements of the stages so far found. The first position has the initial writes in C and no pairs. A stage leads from one
//      position to another: it takes any world as G, any matching of it, and any C that is larger than the one before (D); all conditions
//      must hold of them, what was kept must hold in G, and what the stage itself wants kept must hold in T.
//
//   4. Justification. T is justified if from some position that can be reached, the stage (T, all events of T) may follow. Positions are
//      searched one after the other; each is looked at once, as it does not matter how it was reached.
//
// Nothing is left out because some rule would refuse it anyhow. So the work grows as 2^events for each pair of executions and position,
// and a limit on the steps of the budget, one for each question asked of the rules or of the single-execution model, is what ends it.
#pragma once

#include "engine/reference/outcomes.hpp"
#include "language/mem/ast.hpp"

namespace thinair::reference {

struct CausalityOptions {
  std::optional<mem::Identity> identity;  // instead of the model's own
  std::vector<std::string> variants;
  std::vector<std::string> skipped;  // checks of the single-execution model and conditions of this one to leave out
};

// Outcomes::complete is false, and some states may be missing, if a limit was reached.
Result<Outcomes> justified_outcomes(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget);

}  // namespace thinair::reference
