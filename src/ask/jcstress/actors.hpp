// Threads of a litmus test -> bodies of jcstress actors, and what they need around them.
//
//   takes   the tree of a test and the same test lowered
//   gives   fields for its locations, classes and methods, and per thread the Java statements that do what the thread does and keep its
//           registers; or why there is no such jcstress test
//   does not choose what a result means: columns.hpp does
//
// Java is stricter than litmus tests are: truth values are no numbers, and a local has a type and is assigned before it is
// read. Registers that the test declares boolean, and that never get a number, are booleans here; all others, and all
// locations that are declared boolean, are ints.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ask/jcstress/columns.hpp"
#include "ask/jcstress/shared_fields.hpp"
#include "program/condition.hpp"
#include "read/java/classes.hpp"
#include "read/litmus/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::jcstress {

struct Shape {
  bool handles = false;  // VarHandles also where volatile fields would do
  bool aliased = false;  // locations are reached through two references that the compiler does not know to be equal
};

using Lines = std::vector<std::string>;  // indented by four blanks a level from 0 on

struct Actors {
  std::vector<Field> fields;                         // by LocId
  std::vector<Lines> bodies;                         // by thread
  std::vector<std::string> thread_fields;            // by thread: the field with its Thread object; empty: the thread is an actor
  Lines starter;                                     // body of an actor that starts threads; empty: there is none
  Lines handles;                                     // VarHandles of fields of classes and of elements
  Lines kept;                                        // fields that hold something for the arbiter
  Lines classes, methods;                            // of the test
  Lines arbiter;                                     // its body; empty: there is none
  std::string kinds;                                 // the types of the result, as jcstress names them: I or J each
  std::string result;                                // the parameter that holds the result object
  std::string first_alias, second_alias;             // fields and locals with the references, if aliased
  bool shared_is_inner = false;                      // the class of the locations, if aliased, makes objects of inner classes
  std::string class_name;                            // of the test
  std::map<read::ClassId, std::string> class_names;  // of its classes
  std::set<read::LocId> volatiles;                   // declared so
  Coding coding;                                     // of references
  Lines coding_text;                                 // the same for people
  std::optional<Diagnostic> refused;                 // there is no such jcstress test; all else is worth nothing then

  std::size_t count() const;  // of actors
};

Actors actors(const litmus::Test& tree, const program::Test& test, const std::vector<Column>& columns, const Shape& shape,
              const std::string& class_name = "Test");

}  // namespace thinair::jcstress
