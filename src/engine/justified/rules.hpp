// The conditions of a .mem model, compiled: expressions over T, G, C and D as a graph whose parts are evaluated once per
// (target, stage) pair where they do not depend on what is committed.
//
//   takes   a resolved mem::Model
//   gives   which names of the single-execution model are needed; truth of each condition, pairs of each keep
//   does not search: engine/justified/justify does
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/justified/candidate.hpp"
#include "language/mem/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::justified {

using RuleNode = std::uint32_t;

struct RuleExpr {
  enum class Kind {
    target,
    stage,
    both,
    committed,
    before,
    empty,
    universe,
    identity_relation,
    constant_id,
    union_,
    intersection,
    difference,
    sequence,
    plus,
    inverse,
    complement,
    identity,
    product,
    domain,
    range,
    reduction
  } kind = Kind::empty;
  bool is_set = false;
  bool poly = false;       // {} and _: a set or a relation, as the other operand is
  bool varies = false;     // depends on C or D
  std::uint32_t name = 0;  // target, stage, both: index into Rules::names
  RuleNode a = 0, b = 0;
};

struct Rule {
  mem::Condition::Kind kind = mem::Condition::Kind::subset;
  RuleNode left = 0, right = 0;
  std::string name;
  Span span;
  // require [C];G.o;[C] = [C];T.o;[C] for an order o: decided by asking whether some total orders agree, never by listing them.
  std::optional<std::string> agreement;
  // require [C];G.x;[C] = [C];T.x;[C] for any other name: index into Rules::names. Asked of each pair of executions once.
  std::optional<std::uint32_t> compares = {};
};

struct Obligation {
  RuleNode pairs = 0;
  std::uint32_t relation = 0;  // index into Rules::names
  std::string name;
};

struct Rules {
  std::vector<std::string> names;  // of the single-execution model: "E", "hb", "R", ...
  std::vector<RuleExpr> exprs;
  std::vector<Rule> rules;
  std::vector<Obligation> obligations;
  std::vector<std::string> agreed_orders;  // orders that occur in agreements only
  std::vector<std::string> total_orders;   // orders that a rule looks into
  // Recognised forms, which let the search skip stages and subsets without asking. See justify.cpp.
  bool races_are_committed = false;     // the model has rules 5 and 6 as JLS 17.4.8 does
  std::vector<std::string> race_rules;  // these two, by name
  std::uint32_t visible =
      UINT32_MAX;  // of rule 6: index of the relation that other reads see their writes through; "hb" if there is no such rule
  bool values_are_grounded = false;  // also rules 4 and 7: every justified value goes back to writes that were justified before
  // Every rule is of a form by which committing an event that all stages have, alike, can do no harm (see Justifier::find_safe).
  bool writes_can_be_safe = false, reads_can_be_safe = false;
  std::vector<std::uint32_t> compared;  // names x with a rule [C];G.x;[C] = [C];T.x;[C]
  bool commits_split = false;           // committing events one after the other is as good as committing them together, reads excepted
  // What no read needs that races can be committed last (see Justifier::find_late). Reads count if they see their write through one of
  // these names, which are compared and part of what is visible.
  bool commitments_can_wait = false;
  std::vector<std::uint32_t> waits_through;
};

struct CompileOptions {
  std::map<std::string, bool> is_set;  // kind of every name of mentioned_names
  std::vector<std::string> orders;     // names that the single-execution model binds to orders it chooses
  language::RuleSet without;           // conditions to leave out
  bool external = true;                // false: the test has no external actions, and conditions about them alone say nothing
};
Result<Rules> compile(const mem::Model& model, const CompileOptions& options);

// Names of the single-execution model that the conditions use, without T. and G.; "E" stands for all events.
std::vector<std::string> mentioned_names(const mem::Model& model);

}  // namespace thinair::justified
