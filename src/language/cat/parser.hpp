// One .cat text as a tree.
//
//   takes   a text in Sources
//   gives   its statements in order, or every syntax error that can be told apart
//   does not read included files (load does) nor look at names and kinds (resolve does)
#pragma once

#include "language/cat/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cat {

Result<Model> parse(Sources& sources, std::uint32_t file);

}  // namespace thinair::cat
