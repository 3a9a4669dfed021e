// Machines from files and from those that travel inside the program.
//
//   takes   a shipped name (x86-tso) or a path
//   gives   one Model with every included file's statements in it, and its cells and guards numbered
//   does not check names and kinds: resolve does
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "language/cat/load.hpp"
#include "language/op/ast.hpp"

namespace thinair::op {

bool is_shipped(std::string_view name);

// The text of a machine in which a cell is something else: `bypass[R,W]=yes`. Nothing if the machine has no such cell.
std::optional<std::string> with_cell(const Sources& sources, const Model& model, std::string_view setting);

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options);
Result<Model> load_text(Sources& sources, std::uint32_t file, const cat::LoadOptions& options);

}  // namespace thinair::op
