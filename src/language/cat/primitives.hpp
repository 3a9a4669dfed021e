// Every name that a model may use without defining it, in one table: an id, what it is, and in one line what it means.
//
//   gives   the list that resolve checks names against, that evaluators implement by id, and that the manual prints
//   does not contain the event sets of a dialect (V, ACQ, ...): those come with the test
//
// Each evaluator switches over the ids, so that the compiler tells which one it forgets. A primitive with `unsupported` set exists in
// herd and not here: using it is an error before anything runs, except in the first part of `try`, where it counts as a name that is
// not bound. One with `empty` set is there and has no members in any test that thinair reads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace thinair::cat {

// The names as models write them, with _ for -. In the order of the table.
enum class PrimitiveId : std::uint8_t {
  // sets
  ADDR,
  AMO,
  Alive,
  B,
  BCC,
  Begin,
  DATA,
  EX,
  EXEC,
  Early,
  End,
  Exp,
  External,
  F,
  FW,
  Freeze,
  IW,
  Join,
  Lock,
  M,
  NExp,
  Notify,
  NotifyAll,
  PRED,
  R,
  RMW,
  Restart,
  Rreg,
  SPEC,
  SPURIOUS,
  Start,
  Unlock,
  W,
  Wreg,
  // relations
  addr,
  aligned,
  amo,
  control,
  critical,
  ctrl,
  data,
  depend,
  deref,
  equiv_spec,
  ext,
  id,
  iico_ctrl,
  iico_data,
  iico_order,
  int_,
  loc,
  obj,
  partial_po,
  pco,
  pick_addr_dep,
  pick_ctrl_dep,
  pick_data_dep,
  po,
  rf,
  rf_reg,
  rmw,
  same_instance,
  same_instr,
  same_low_order_bits,
  same_static,
  si,
  sm,
  success,
  tst,
  // functions
  as_transitive,
  at_least_one_writable,
  bisimulation,
  classes,
  classes_loc,
  delift,
  deliftinter,
  different_values,
  domain,
  fail,
  fromto,
  inter_transitive,
  lift,
  linearisations,
  loc2events,
  oa_changes,
  per_location_orders,
  range,
  same_oa,
  tag2events,
  tag2fenced,
  tag2level,
  tag2scope,
};

struct Primitive {
  PrimitiveId id{};
  enum class Kind { set, relation, function };
  Kind kind = Kind::set;
  std::string_view name;
  // Functions only. Kinds of parameters and result: s set, r relation, S set of sets, R set of relations,
  // ? anything; "sr>R" takes a pair (set, relation) and gives a set of relations.
  std::string_view signature;
  std::string_view meaning;
  std::string_view unsupported;  // why not, or empty
  bool monotone = false;         // functions: a larger argument gives a larger result, so `let rec` may go through it
  bool own = false;              // thinair's, not herd's
  bool empty = false;            // sets and relations: always, here
  bool registers = false;        // of what instructions are made of: registers, branches; processors only
};

std::span<const Primitive> primitives();  // sets, relations, functions; each sorted by name
const Primitive* find_primitive(std::string_view name);
const Primitive& primitive(PrimitiveId id);

// The architecture whose tests bring this event set ("X86" for MFENCE), for hints; empty if none is known.
std::string_view dialect_of(std::string_view set);

// The table as Markdown, for docs/cat-language.md.
std::string primitive_table();

}  // namespace thinair::cat
