// One .mem text as a tree.
//
//   takes   a text in Sources
//   gives   its statements, or every syntax error that can be told apart (mem-syntax and others)
//   does not read the single-execution model (load does) nor look at names and kinds (resolve does)
#pragma once

#include "language/mem/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::mem {

Result<Model> parse(Sources& sources, std::uint32_t file);

}  // namespace thinair::mem
