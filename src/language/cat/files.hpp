// Model files: those on disk and those that travel inside the program.
//
//   takes   a name, and the file that mentions it
//   gives   where the text is, and the text
//   does not parse
//
// A file that another one names is looked for beside that one, then in the include path, then among the shipped ones; from
// a shipped file, among the shipped ones first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "language/cat/load.hpp"

namespace thinair::cat {

inline constexpr std::string_view kShipped = "shipped:";  // opens the names of shipped files in Sources
inline constexpr std::string_view kLibrary = "lib/";

struct ModelFile {
  std::string name;                         // in Sources; one name per file however it is reached
  std::optional<std::string_view> shipped;  // its text, if it is a shipped file or one of LoadOptions::texts
};

// By path below models/.
std::optional<ModelFile> shipped_file(std::string_view path);

// `name` as the file `user` writes it.
std::optional<ModelFile> find_file(const std::string& name, std::string_view user, const LoadOptions& options);

// A path as the command line has it: as it is, then in the include path. Never a shipped file.
std::optional<ModelFile> find_path(const std::string& path, const LoadOptions& options);

// The text, or why there is none.
tl::expected<std::string, std::string> read_file(const ModelFile& file);

// The name without folder and extension.
std::string_view stem(std::string_view name);

// What may follow `include`: every shipped file, library files without their folder.
std::vector<std::string> includable();

// For a name that no file has and no shipped model.
Diagnostic unknown_model(const std::string& name, bool path_like, std::string code);

}  // namespace thinair::cat
