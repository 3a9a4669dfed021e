// The primitive functions of the .cat language.
#pragma once

#include <string>

#include "events/structure.hpp"
#include "engine/reference/operators.hpp"

namespace thinair::reference {

bool is_primitive(const std::string& name);
Attempt<Value> apply_primitive(const std::string& name, const Value& argument, const events::Structure& structure);

}  // namespace thinair::reference
