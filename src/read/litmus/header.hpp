// The header of a litmus file: everything before the '{' of the init block.
//
//   takes   a file of Sources
//   gives   dialect, name, doc string and Key=value lines, and the offset of the '{'
//   does not use the lexer: names hold signs that are operators elsewhere, and free text is free
#pragma once

#include <cstdint>

#include "read/litmus/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::litmus {

struct Header {
  Span dialect;
  Span name;
  std::string doc;
  std::vector<std::pair<std::string, std::string>> lines;
  std::uint32_t end = 0;  // offset of the '{'
};

Result<Header> read_header(const Sources& sources, std::uint32_t file);

}  // namespace thinair::litmus
