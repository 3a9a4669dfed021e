// The primitive functions of the .cat language.
#pragma once

#include <string>

#include "events/structure.hpp"
#include "plain/operators.hpp"

namespace thinair::plain {

bool is_primitive(const std::string& name);
Attempt<Value> apply_primitive(const std::string& name, const Value& argument, const events::Structure& structure);

}  // namespace thinair::plain
