// Every name that a model may use without defining it, in one table: what it is, and in one line what it means.
//
//   gives   the list that resolve checks names against, that evaluators implement, and that the manual prints
//   does not contain the event sets of a dialect (V, ACQ, ...): those come with the test
//
// A primitive with `unsupported` set exists in herd and not here. Using it is an error, except in the first part of `try`,
// where it counts as a name that is not bound.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thinair::cat {

struct Primitive {
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
};

std::span<const Primitive> prelude();  // sets, relations, functions; each sorted by name
const Primitive* find_primitive(std::string_view name);

// The architecture whose tests bring this event set ("X86" for MFENCE), for hints; empty if none is known.
std::string_view dialect_of(std::string_view set);

// The table as Markdown, for docs/cat-language.md.
std::string prelude_table();

}  // namespace thinair::cat
