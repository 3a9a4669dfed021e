// Values as Java prints them: Integer.toString, Float.toString and the like.
#pragma once

#include <string>

#include "program/program.hpp"

namespace thinair::read::bytecode {

// `descriptor` is that of a primitive type; of float and double the value is the bits.
std::string java_text(program::Value value, const std::string& descriptor);

}  // namespace thinair::read::bytecode
