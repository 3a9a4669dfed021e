// Text -> litmus tree.
//
//   takes   a file of Sources
//   gives   the tree, or the first mistake with its position and what was expected there
//   does not resolve names: read/lower does
#pragma once

#include "read/litmus/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::litmus {

Result<Test> parse(const Sources& sources, std::uint32_t file);

}  // namespace thinair::litmus
