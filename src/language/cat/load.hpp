// Models from files and from those that travel inside the program.
//
//   takes   a shipped name (jam21) or a path, and where to look for included files
//   gives   one Model with every include expanded in place and the standard library first
//   does not check names and kinds: resolve does
//
// An included file is looked for beside the file that includes it, then in the include path, then among the shipped
// ones. A file that is included twice runs twice, as in herd.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/cat/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cat {

struct LoadOptions {
  std::vector<std::string> include_path;                      // -I directories
  bool read_files = true;                                     // false: shipped files only (fuzzing, serve)
  const std::map<std::string, std::string>* texts = nullptr;  // by name, instead of files that are called so
  std::vector<std::string> cells = {};  // bypass[R,W]=yes: what cells of machines' tables are instead; other models have none
};

Result<Model> load(Sources& sources, const std::string& name_or_path, const LoadOptions& options);

// The same for a text that is already in Sources; its folder is that of its name.
Result<Model> load_text(Sources& sources, std::uint32_t file, const LoadOptions& options);

struct ShippedModel {
  std::string name;     // as given to --model
  std::string title;    // the title line
  std::string summary;  // the first sentence of its opening comment
};

std::vector<ShippedModel> shipped_models();                           // sorted by name; multi-execution models (.mem) too
std::vector<ShippedModel> library_files();                            // what models include, sorted by name ("cos.cat")
std::optional<std::string_view> shipped_text(std::string_view name);  // by name (jam21, cos.cat) or path below models/ (lib/cos.cat)

// The library file that binds this name ("cos.cat" for co), for hints; empty if none does.
std::string library_binding(std::string_view name);

}  // namespace thinair::cat
