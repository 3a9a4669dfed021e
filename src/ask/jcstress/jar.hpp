// Files inside a jar (a zip archive).
//
//   takes   the path of a jar, or of a folder that holds what a jar would
//   gives   the bytes of a member, or that there is none
//   does not read encrypted, split or 64-bit archives: no jar of tests is one
#pragma once

#include <optional>
#include <string>

#include "support/diagnostic.hpp"

namespace thinair::jcstress {

// None: there is no such member. A failure: the file cannot be read or is no archive.
Result<std::optional<std::string>> read_member(const std::string& jar, const std::string& member);

}  // namespace thinair::jcstress
