// Writing files.
#pragma once

#include <string>

#include "support/diagnostic.hpp"

namespace thinair::cli {

// What stands for standard output where a file is named: "-", and its names below /dev.
bool is_standard_output(const std::string& path);

// Whether all of several files go to this one: standard output, a pipe, a device.
bool takes_all(const std::string& path);

// Either the whole text is there afterwards, or what was there before; what is no regular file (a pipe, a device) is written to as it is.
// Makes no folders.
Result<void> write_file(const std::string& path, const std::string& text);

// Makes a folder, and those around it that are missing.
Result<void> make_folder(const std::string& path);

// "a/b.svg" and 2: "a/b-2.svg".
std::string numbered(const std::string& path, std::size_t number);

}  // namespace thinair::cli
