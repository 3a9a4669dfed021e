// A multi-execution model (.mem) as a tree: which executions of a single-execution model are justified.
//
//   single "jls-hb.cat"                                   the single-execution model; every stage and the target satisfy it
//   identity nth                                          when events of two executions are the same (nth or free)
//   stages without update-race                            checks of the single-execution model that the target passes and stages need not
//   let new = C \ D                                       definitions, in .cat's expressions
//   require C subset G.E                    as rule-1     conditions on every stage
//   require [C];G.hb;[C] = [C];T.hb;[C]     as rule-2
//   require values (C & W)                  as rule-4     each write writes in G what it writes in T
//   require empty G.rf;[G.R \ D] \ G.hb     as rule-6     also acyclic, irreflexive
//   keep ssw & (_ * domain(G.hb?;[new])) in sw as rule-8  these pairs are in sw in all later stages and in the target
//   drf-sc "races.cat"                                    a test without an execution under this one has the outcomes of sc, no others
//
// or, instead of conditions on stages (Java PathRelaxer's way):
//
//   plain reads see hb or writes from "sc.cat" as write-set     a closed set of writes, see WriteSet
//
// Names: T.x is the target's and G.x the stage's, for any x that the .cat model binds or that is primitive; C are the events
// committed at this stage, D those committed before it; R, W, IW and other sets without a prefix are those of both.
//
// Expressions are .cat's as far as they are about sets and relations: 0 {} _ names, operators, and calls of a named function with a
// value or a tuple of values. So every definition can be expanded in place; forms.hpp bounds what comes out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/cat/late.hpp"

namespace thinair::mem {

enum class Identity { nth, free };

struct Condition {
  enum class Kind { subset, equal, values, empty, acyclic, irreflexive } kind = Kind::subset;
  cat::ExprPtr left;
  cat::ExprPtr right;  // subset, equal
  std::string name;
  Span span;
  language::RuleId rule = language::kNoRule;
};

struct Keep {
  cat::ExprPtr pairs;
  std::string relation;  // a name that the single-execution model binds, without prefix
  Span relation_span;
  std::string name;
  Span span;
  language::RuleId rule = language::kNoRule;
};

// `plain reads see hb or writes from "sc.cat"`: a read that is not volatile sees a write through the relation `hb`, or one with a value
// that the write, by its identity, has in an execution of this model, or in one whose plain reads all do so.
struct WriteSet {
  std::string visible;  // a relation that the single-execution model binds; empty if there is none
  Span visible_span;
  std::string file_name;  // as written
  Span span;
  std::string name;
  cat::Model start;  // loaded
  language::RuleId rule = language::kNoRule;
};

// `drf-sc "races.cat"`: the DRF guarantee, as the author of the model claims it. Engines may rely on it; tests hold it on random programs.
struct DrfGuarantee {
  std::string file_name;  // as written
  Span span;
  std::shared_ptr<const cat::LateModel> races;  // after load
};

struct Model {
  std::string name;
  std::string title;
  std::string single_name;  // as written
  Span single_span;
  cat::Model single;  // loaded
  Identity identity = Identity::nth;
  std::vector<std::pair<std::string, Span>> stages_without;  // names of checks
  language::RuleSet target_only;                             // after load: these
  std::vector<cat::Binding> definitions;                     // not recursive; `let f(x) = e` included
  std::vector<Condition> conditions;
  std::vector<Keep> keeps;
  std::optional<WriteSet> writes;  // then there are no conditions and no keeps
  std::optional<DrfGuarantee> drf;
  std::uint32_t file = 0;
  language::Rules rules;  // after load: those of the single-execution model, then its own
};

}  // namespace thinair::mem
