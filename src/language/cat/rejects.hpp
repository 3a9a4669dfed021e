// Whether a model can reject anything.
//
//   takes   a loaded model, includes expanded
//   gives   false if it has no check at all, and calls no procedure that may have one
#pragma once

#include "language/cat/ast.hpp"

namespace thinair::cat {

bool may_reject(const Model& model);

}  // namespace thinair::cat
