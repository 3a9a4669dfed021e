// The init block.
#pragma once

#include "read/litmus/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus {

// Takes a Cursor at the block's '{', leaves it behind the '}'.
std::vector<InitItem> parse_init(Cursor& cursor);

}  // namespace thinair::litmus
