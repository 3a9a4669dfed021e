// A multi-execution model as text again.
//
//   gives   text that parses to the same tree: to_text(parse(to_text(m))) == to_text(m)
//   does not print the single-execution model
#pragma once

#include <string>

#include "language/mem/ast.hpp"

namespace thinair::mem {

std::string to_text(const Model& model);
std::string to_text(const Condition& condition);
std::string to_text(const Keep& keep);

}  // namespace thinair::mem
