// Names and kinds of a multi-execution model, checked before anything is evaluated.
//
//   takes   a loaded model and the event sets that the test's dialect brings (V, ACQ, ...)
//   gives   what is wrong with its single-execution model; names that mean nothing here or that the single-execution model does
//           not bind (mem-unbound), values of the wrong kind (mem-kind), primitives that thinair lacks (mem-unsupported)
//   does not reject what it cannot judge: a value of unknown kind fits everywhere
#pragma once

#include <string>
#include <vector>

#include "language/mem/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::mem {

Diagnostics resolve(const Model& model, const std::vector<std::string>& dialect_sets);

}  // namespace thinair::mem
