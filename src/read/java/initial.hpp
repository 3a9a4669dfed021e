// What the init block of a Java test says besides numbers: types, objects, arrays.
#pragma once

#include "read/java/lower_impl.hpp"
#include "read/litmus/ast.hpp"

namespace thinair::read {

// The type that an item gives its location; `volatile`, `final` and the like are not part of it.
std::optional<tree::TypeName> type_name(const litmus::InitItem& item);

// Whether some value of the test has 64 bits.
bool uses_long(const tree::Program& source, const std::vector<litmus::InitItem>& items);

// Gives every location its type, and makes the objects that locations start with. A location that nothing assigns to is a constant.
void initial_objects(const std::vector<litmus::InitItem>& items, JavaTest& test);

}  // namespace thinair::read
