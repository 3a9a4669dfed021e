// Runs a .cat model on one candidate: accepted, or the check that rejects it.
//
//   takes   a model, a candidate, and either nothing (every element of a `with` is tried in turn) or the orders that a
//           witness claims for the model's `with` statements
//   gives   a judgement; diagnostics when the model cannot be evaluated on this candidate
//   does not prune: every order is built in full before the first check looks at it
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/reference/interpreter.hpp"
#include "language/cat/ast.hpp"
#include "relation/relation.hpp"
#include "support/budget.hpp"

namespace thinair::reference {

struct JudgeOptions {
  std::vector<std::string> variants;
  std::vector<std::string> skipped;  // names of checks
  // If set: the `with` statements, in the order they are run, take these instead of trying every element.
  const std::vector<std::pair<std::string, relation::Relation>>* orders = nullptr;
  bool explain = false;       // say why a check fails; costs time, so not while enumerating
  bool every_choice = false;  // do not stop at the first accepted element: flags of all are wanted
  // If set: a choice that passes every check is accepted only if this says yes of it. It sees what the model binds at its end.
  std::function<bool(Interpreter&, const Env&)> also;
};

struct Rejection {
  std::string check;  // its name; the kind of check if it has none; "with NAME" for a claimed order that is no element
  std::string why;    // a sentence; empty unless it was asked for
  Span where;
};

struct Judgement {
  bool accepted = false;
  std::set<std::string> flags;      // raised by accepted choices
  std::set<std::string> undefined;  // `undefined_unless` checks that fail in accepted choices
  Rejection rejection;              // if not accepted: of the last choice tried
  bool used_final_writes = false;   // false: the judgement is the same for every choice of final writes
};

// Past the budget the judgement is "not accepted" and the budget says so.
Result<Judgement> judge(const cat::Model& model, const Candidate& candidate, const JudgeOptions& options, Budget& budget);

// Does the model have `flag` or `undefined_unless` statements, in includes and branches too?
bool raises_flags(const cat::Model& model);

}  // namespace thinair::reference
