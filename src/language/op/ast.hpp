// An abstract machine (.op) as a tree: what it remembers, and the steps that it may take.
//
//   threads in-order                                       next: the event that is next in its thread; or window, speculative: pending
//   state mem : location -> event                          what the machine remembers beside which events are done
//   state sb : thread -> sequence
//   let own = W \ IW                                       definitions, in .cat's expressions
//   table bypass  R  W / R yes no / W ~loc no / end        a relation, cell by cell
//   rule i in next & R when empty sb[i.thread]             one step: who takes it, when, and what it does
//     do i reads mem[i.loc] as read
//   final when empty sb                                    besides: every event is done
//   memory x = mem[x]                                      what a location holds at the end
//
// Expressions are .cat's. `m[k]` is read as the application of m to [k], as .cat reads it; resolve gives it its meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"

namespace thinair::op {

using cat::ExprPtr;

inline constexpr std::size_t kMostKeys = 2;

enum class Threads { in_order, window, speculative };

struct Type {
  enum class Key { thread, location };
  std::vector<Key> keys;  // outermost first; none: one value
  enum class Kind { set, sequence, relation, event, thread, number } kind = Kind::set;
  bool operator==(const Type&) const = default;
};

struct StateVariable {
  std::string name;
  Type type;
  ExprPtr initial;  // null: empty, the initial writes (location -> event), 0
  ExprPtr modulo;   // of a sequence: only the order of related neighbours matters; null: all of it does
  Span span;
};

struct Condition {
  enum class Kind { empty, equal, not_equal, less, less_equal, member, subset, not_, and_, or_ } kind = Kind::empty;
  std::vector<ExprPtr> exprs;   // empty: one; comparisons, member and subset: two
  std::vector<Condition> kids;  // not_: one; and_, or_: two
  Span span;
};

struct Binding {
  enum class Kind {
    element,  // i in S, t in thread
    pair,     // (w, i) in r
    value,    // w = e; the rule does not apply if there is none
  } kind = Kind::element;
  std::vector<std::string> names;
  ExprPtr of;
  Span span;
};

struct Action {
  enum class Kind {
    reads,     // i reads e [else e]: the event takes its value from a write, and is done
    done,      // done i
    push,      // push e on q
    pop,       // pop q: its first one
    remove,    // remove e from q
    assign,    // x := e
    add,       // x += e
    subtract,  // x -= e
    if_,       // if condition then action
  } kind = Kind::done;
  ExprPtr subject;                   // reads, done, push, remove: the event
  ExprPtr target;                    // push, pop, remove, assign, add, subtract: a state variable or a part of one
  ExprPtr value;                     // reads: the write; assign, add, subtract
  ExprPtr otherwise;                 // reads: if the first is none
  std::vector<Condition> condition;  // if_: one
  std::vector<Action> body;          // if_: one
  Span span;
};

struct RuleStatement {
  std::string name;
  std::vector<Binding> bindings;
  std::vector<Condition> guards;              // conjuncts of `when`
  std::vector<language::RuleId> guard_rules;  // parallel: each can be left out by itself
  std::vector<Action> actions;
  std::vector<Condition> first;  // at most one: `first when`, a promise that such a step may be taken before all others
  Span span;
};

struct Table {
  std::string name;
  std::vector<ExprPtr> columns;
  struct Row {
    ExprPtr head;
    std::vector<ExprPtr> cells;
    std::vector<language::RuleId> rules;  // of the cells
  };
  std::vector<Row> rows;
  Span span;
};

// Definitions and tables in the order of the text: each may use those before it.
struct Definition {
  bool recursive = false;
  std::vector<cat::Binding> bindings;
  std::optional<Table> table;
};

// What a test must be like.
struct NeedStatement {
  Condition condition;
  std::string reason;
  Span span;
};

struct Memory {
  std::string location;  // the name that stands for it
  ExprPtr value;
  Span span;
};

struct Model {
  std::string name;
  std::string title;
  std::string architecture;
  Span title_span;
  std::optional<Threads> threads;
  std::vector<StateVariable> states;
  std::vector<Definition> definitions;
  std::vector<RuleStatement> rules;
  std::vector<Condition> finals;  // all of them must hold
  std::vector<NeedStatement> needs;
  std::optional<Memory> memory;
  std::vector<std::pair<std::string, Span>> includes;  // still to be read, in the order of the text
  std::uint32_t file = 0;
  language::Rules parts;  // after load: cells and guards, each of which a question can leave out
};

}  // namespace thinair::op
