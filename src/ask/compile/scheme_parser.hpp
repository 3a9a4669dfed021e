// Text -> Scheme. Unindented lines are settings (`target X86_64`) and headings (operations, separated by commas); indented ones
// are the instructions of the heading above them.
#pragma once

#include "ask/compile/scheme.hpp"

namespace thinair::compile {

Result<Scheme> parse_scheme(const Sources& sources, std::uint32_t file);

}  // namespace thinair::compile
