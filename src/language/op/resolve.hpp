// Names and kinds of a machine, checked before anything runs.
//
//   takes   a loaded machine and the event sets that the test's dialect brings (V, ACQ, ...)
//   gives   the machine with every name resolved; or names that are bound nowhere (op-unbound), values of the wrong kind (op-kind), states
//           that nothing changes (op-state)
#pragma once

#include <string>
#include <vector>

#include "language/op/machine.hpp"
#include "support/diagnostic.hpp"

namespace thinair::op {

Result<Machine> resolve(const Model& model, const std::vector<std::string>& dialect_sets);

std::string_view name_of(Kind kind);

}  // namespace thinair::op
