// Multi-execution models from files and from those that travel inside the program.
//
//   takes   a shipped name (jls04) or a path to a .mem file, and where to look for .cat files
//   gives   the model with its single-execution model loaded; that one is looked for as an included file of .cat is:
//           beside the .mem file, in the include path, among the shipped ones
//   does not check names and kinds: resolve does
#pragma once

#include <string>
#include <string_view>

#include "language/cat/load.hpp"
#include "language/mem/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::mem {

// Is this the name, with or without extension, of a shipped multi-execution model?
bool is_shipped(std::string_view name);

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options);

// The same for a text that is already in Sources; its folder is that of its name.
Result<Model> load_text(Sources& sources, std::uint32_t file, const cat::LoadOptions& options);

}  // namespace thinair::mem
