// Machines from files and from those that travel inside the program.
//
//   takes   a shipped name (x86-tso) or a path
//   gives   one Model with every included file's statements in it, and its cells and guards numbered
//   does not check names and kinds: resolve does
#pragma once

#include <string>
#include <string_view>

#include "language/cat/load.hpp"
#include "language/op/ast.hpp"

namespace thinair::op {

bool is_shipped(std::string_view name);

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options);
Result<Model> load_text(Sources& sources, std::uint32_t file, const cat::LoadOptions& options);

}  // namespace thinair::op
