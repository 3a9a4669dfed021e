// Why a state is possible, or why it is not. Complete data: printers and pictures need nothing else.
//
// A forbidden state has a reason: rules of the model and facts of the test that exclude it together, and none of which can be left
// out. What leaving one out means is solved, not guessed (engine/minimiser). The reason is irreducible, not the
// smallest there is.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answer/answer.hpp"
#include "language/rule.hpp"
#include "program/relaxation.hpp"

namespace thinair::answer {

using language::Rule;

// A relation by the name that the model has for it, for pictures.
using NamedRelation = std::pair<std::string, relation::Relation>;
using Relations = std::vector<NamedRelation>;

// A piece of what a test says that the outcome may hinge on.
struct Fact {
  enum class Kind {
    order,       // what stands before an access is before it, and before what follows it, in program order
    dependency,  // an access depends on earlier reads
    mode,        // an access has a mode
    fence,       // a fence is there
    store,       // a store writes its own value
    condition    // a conjunct of the proposition is asked for
  } kind = Kind::order;
  program::InstrId instruction;  // not for a condition
  Span where;                    // the access or fence; the read that gives a condition's register its value, if there is just one
  Span earlier;                  // order: what stands before it
  std::size_t conjunct = 0;      // condition: its number
  std::string text;              // condition: as it would be written; mode and fence: the sets that it is in, "V"; store: the location
  std::vector<program::Value> values;  // store: what it might write instead
  bool operator==(const Fact&) const = default;
};

struct Reason {
  std::vector<Rule> rules;
  std::vector<Fact> facts;
  bool minimal = true;     // false: a limit was reached before it was known whether fewer would do
  std::size_t solved = 0;  // relaxed problems that were solved to find it
};

// An edge: `to` follows `from` in a relation, by the name that the rule itself has for it if it has one. `via` says how, in relations
// that need no explanation (po, rf, a chosen order, and fr if it is reads-from backwards and then an order).
struct Step {
  EventId from = 0, to = 0;
  std::string relation;
  bool inverse = false;  // the relation leads from `to` to `from`
  std::vector<Step> via;
};

struct Finding {
  std::string rule;  // the check, or the order that does not exist
  language::Rule::Kind kind = language::Rule::Kind::check;
  Span where;
  std::vector<Step> steps;      // a cycle; for `empty` the pair that should not be there
  std::vector<EventId> events;  // for `empty` of a set: what should not be there
};

struct Assumed {
  std::string order;  // "": first is the final write of its location
  EventId first = 0, second = 0;
};

struct Case {
  std::vector<Assumed> assumed;
  Finding finding;
};

// A candidate for the outcome, and how the checks of a single-execution model reject it.
struct Refuted {
  events::Execution execution;  // without orders
  std::vector<Case> cases;      // together they cover every choice of orders
};

struct Refutation {
  std::vector<Refuted> candidates;             // the first kMostShown
  std::size_t count = 0;                       // of all candidates, or of those looked at
  std::map<std::string, std::size_t> by_rule;  // how many of them a rule has a part in rejecting
  bool no_order = false;                       // some case is rejected because an order does not exist
  bool cut = false;                            // there are more candidates than were looked at
  bool complete = true;                        // false: a limit, or a model that must look inside values
};
inline constexpr std::size_t kMostShown = 64;

// Why a state is not justified: how far the best justification gets.
struct Obstacle {
  bool no_candidate = true;                       // no execution at all has the state
  Justification attempt;                          // of the candidate that got farthest
  relation::EventSet committed;                   // over the events of its target
  std::map<std::string, std::size_t> stopped_by;  // rule -> ways on that it refused
};

enum class Verdict { allowed, forbidden, unknown };

struct Explanation {
  Verdict verdict = Verdict::unknown;
  std::vector<std::string> undefined;  // as in Answer; looked for if it is forbidden
  Limit limit;                         // which one, if unknown
  Answer answer;                       // if allowed: one outcome
  language::Rules rules;               // of the model: those that a reason could have
  std::string single_model;            // the name of the single-execution model
  bool for_some_values = false;

  // If forbidden.
  enum class Why {
    values,       // no choice of reads-from gives these values
    checks,       // checks of the single-execution model exclude it
    thin_air,     // consistent executions have these values only out of thin air: no justified write writes them
    unjustified,  // consistent executions exist, none is justified
    unwritten     // consistent executions exist, but in each a racing read sees a write that the model's set of writes does not have
  } why = Why::values;
  Reason reason;
  Refutation refutation;  // values, checks
  Obstacle obstacle;      // unjustified
  Answer consistent;      // thin_air, unwritten: an execution that only the model's own conditions forbid
  // thin_air: the values that each location can come to hold without thin air, by LocId.
  std::vector<std::set<program::Value>> grounded;
  std::vector<EventId> unwritten;  // unwritten: reads of that execution that see writes which are not in the set
  // thin_air, unjustified: events of that execution (of the obstacle's target) in a circle, each there because of the one before it: a
  // read because of the write it sees, a write because of reads that it depends on. Empty if there is none.
  std::vector<EventId> circle;
  bool of_single() const { return why == Why::values || why == Why::checks; }  // the reason is about the single-execution model

  // Relations for pictures, if they are wanted.
  Relations witness_relations;                   // of the outcome
  std::vector<Relations> stage_relations;        // by execution of the justification or of the obstacle's attempt
  std::shared_ptr<events::Unfolding> unfolding;  // of the refuted executions; owns their terms
};

}  // namespace thinair::answer
