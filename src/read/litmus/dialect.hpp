// The dialects of the format: which words name them, and who reads their program section.
//
// A dialect gets the Cursor before the init block, for declarations, and behind it; there it must leave it at the first token of the
// final part (locations, filter, conditions), which all dialects share.
#pragma once

#include <string_view>
#include <vector>

#include "read/litmus/ast.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus {

using Section = decltype(Test::program);

struct Dialect {
  std::vector<std::string_view> words;                 // spellings of the first word of a file
  bool wide;                                           // numbers have 64 bits without an L behind them
  Section (*before_init)(Cursor& cursor);              // what may stand before the init block
  void (*behind_init)(Cursor& cursor, Section& into);  // the threads
};

const std::vector<Dialect>& dialects();

}  // namespace thinair::litmus
