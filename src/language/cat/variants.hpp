// The variants that a model asks about.
//
//   takes   a loaded model, includes expanded
//   gives   every name that stands in a condition of an `if`, sorted, each once
#pragma once

#include <string>
#include <vector>

#include "language/cat/ast.hpp"

namespace thinair::cat {

std::vector<std::string> variants_of(const Model& model);

}  // namespace thinair::cat
