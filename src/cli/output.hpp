// Writing files.
#pragma once

#include <string>

#include "support/diagnostic.hpp"

namespace thinair::cli {

// Makes the folders that are missing.
Result<void> write_file(const std::string& path, const std::string& text);

// "a/b.svg" and 2: "a/b-2.svg".
std::string numbered(const std::string& path, std::size_t number);

}  // namespace thinair::cli
