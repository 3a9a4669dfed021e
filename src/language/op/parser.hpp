// One .op text as a tree.
//
//   takes   a text in Sources
//   gives   its statements, or every syntax error that can be told apart (op-syntax and others)
//   does not read included files (load does) nor look at names and kinds (resolve does)
#pragma once

#include "language/op/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::op {

Result<Model> parse(const Sources& sources, std::uint32_t file);

}  // namespace thinair::op
