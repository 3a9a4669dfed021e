// A machine with its names resolved: what engine/machine runs.
//
//   gives   expressions as numbered nodes with kinds, each marked by what it depends on, so that an engine knows what to keep
//   does not know a program: nodes are evaluated on an event structure and a state
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/cat/primitives.hpp"
#include "language/op/ast.hpp"

namespace thinair::op {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

enum class Kind : std::uint8_t { set, relation, event, thread, location, number, sequence };

// What a value hangs on: the structure alone; the machine's state; names that a rule binds, or a definition that is being closed.
enum class Level : std::uint8_t { fixed, state, local };

enum class NodeOp : std::uint8_t {
  number,              // index
  nothing,             // no, {}
  everything,          // yes, _
  primitive_set,       // index: cat::PrimitiveId
  primitive_relation,  // index: cat::PrimitiveId
  dialect_set,         // index: bit
  next,                // events whose turn it is
  finished,            // events that are done
  variable,            // index: slot
  state,               // index: state variable
  state_at,            // index: state variable; kids: its keys
  union_,
  intersection,
  difference,
  product,
  compose,
  complement,
  star,
  plus,
  optional,
  inverse,
  identity,
  domain,
  range,
  image,        // what a relation relates an event to
  first,        // of a sequence
  last,         // of a sequence
  order,        // of a sequence
  length,       // of a sequence
  filter,       // a sequence without what is not in a set
  as_set,       // of an event, of a sequence
  thread_of,    // of an event
  location_of,  // of an event
  of_thread,    // its events
  at_location,  // events on it
  initial,      // the initial write of a location
  recursive,    // index: member of all recursive definitions
  cell,         // of a table: index is its rule. Kids: rows, columns, entry
};

struct Node {
  NodeOp op = NodeOp::nothing;
  Kind kind = Kind::set;
  Level level = Level::fixed;
  std::uint32_t index = 0;
  std::vector<NodeId> kids;
};

struct Test {
  Condition::Kind kind = Condition::Kind::empty;
  NodeId left = kNoNode, right = kNoNode;
  std::vector<Test> kids;
};

struct Choice {
  Binding::Kind kind = Binding::Kind::element;
  std::uint32_t slot = 0;  // of a pair: its first; the second is the next slot
  NodeId of = kNoNode;     // kNoNode: all threads
};

struct Step {
  Action::Kind kind = Action::Kind::done;
  NodeId subject = kNoNode;
  std::uint32_t state = 0;
  std::vector<NodeId> keys;
  NodeId value = kNoNode, otherwise = kNoNode;
  std::vector<Test> condition;
  std::vector<Step> body;
  Span where;
};

struct Guard {
  Test test;
  language::RuleId rule = language::kNoRule;
};

struct Rule {
  std::string name;
  std::vector<Choice> choices;
  std::vector<Guard> guards;
  std::vector<Step> steps;
  std::vector<Test> first;  // at most one: such a step may be taken before all others
  Span where;
};

struct Need {
  Test test;
  std::string reason;
  Span where;
};

struct Variable {
  std::string name;
  Type type;
  NodeId initial = kNoNode;
  NodeId modulo = kNoNode;
};

struct Machine {
  Threads threads = Threads::in_order;
  std::vector<Node> nodes;
  std::vector<Variable> variables;
  std::vector<Rule> rules;
  std::vector<Test> finals;
  std::vector<Need> needs;
  std::uint32_t slots = 0;
  std::vector<NodeId> member_bodies;         // of recursive definitions
  std::vector<std::uint32_t> member_groups;  // which group each belongs to
  std::vector<std::vector<std::uint32_t>> groups;
  NodeId memory = kNoNode;  // the write that a location holds at the end
  std::uint32_t memory_slot = 0;
};

}  // namespace thinair::op
