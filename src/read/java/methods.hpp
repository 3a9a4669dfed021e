// VarHandle's access methods and fences: what each does, and the event sets of its access mode. AtomicInteger's methods of other names are
// read as what VarHandle calls them.
//
// Modes as in the documentation of java.lang.invoke.VarHandle (JDK 9 and later).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"

namespace thinair::read::java {
using namespace program;  // what is read becomes a program

struct Method {
  enum class Action : std::uint8_t {
    get,
    set,
    compare_set,
    compare_exchange,  // give success; give the value read
    get_set,
    get_add,
    get_or,
    get_and,
    get_xor,  // give the value read
    fence,
  };
  std::string name;
  Action action = Action::get;
  SetMask sets = 0;          // of the event; of the successful one for compare_*
  SetMask sets_failure = 0;  // compare_*: of the lone read
  bool weak = false;         // compare_set: may fail spuriously
  std::string same_as = {};  // the method of VarHandle that does this, itself unless it is one of AtomicInteger's; schemes have its rule
  std::optional<program::Value> operand = {};  // get_add: what is added, if no argument says it
  bool gives_new = false;                      // get_add: gives the sum
  std::size_t arguments() const;
  bool has_value() const { return action != Action::set && action != Action::fence; }
};

// Null if there is no such method.
const Method* find_method(std::string_view name);
const std::vector<Method>& methods();

}  // namespace thinair::read::java
