// How the locations of a test are declared in the class that is generated from it.
//
// A location whose accesses are all volatile is a volatile field, as a Java programmer would write it. Any other is a plain field:
// plain accesses are accesses of the field, all others go through a VarHandle. A location that the test itself declares
// volatile is a volatile field in any case, and a plain access through a handle then needs the VarHandle too.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ask/jcstress/identifiers.hpp"
#include "read/environment.hpp"

namespace thinair::jcstress {

// What the program does with a location; found by a first pass over it.
struct Usage {
  bool plain = false;            // by name without being declared volatile, or by get and set
  bool volatile_access = false;  // by getVolatile and setVolatile
  bool other = false;            // opaque, acquire, release, updates
};

struct Field {
  std::string name;
  std::string handle;  // of the VarHandle; empty: it needs none
  bool is_volatile = false;
  program::Value initial = 0;
  std::string type = "int";
  std::string start{};    // what an object or another type than int starts with, as Java
  bool is_final = false;  // it holds an object, and nobody assigns to it
};

// `x` has the handle X, `flag` the handle FLAG; a location that is in capitals itself has X_HANDLE.
std::string handle_name(const std::string& field);

// By LocId; what is no location of the init block and no static field has no name. With `handles`, volatile accesses go through VarHandles
// even where a volatile field would do: the JIT sees another shape of code. `volatiles`: the locations that are declared volatile.
std::vector<Field> fields(const program::Program& program, const std::set<program::LocId>& volatiles, const std::vector<Usage>& usage,
                          bool handles, Identifiers& names);

}  // namespace thinair::jcstress
