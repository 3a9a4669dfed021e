// Internal checks. On in release too: a wrong verdict costs more than a branch.
#pragma once

#include <source_location>
#include <string_view>

namespace thinair {

// Prints what broke and where, asks the user to report it, exits with 70.
[[noreturn]] void broken(std::string_view what, std::source_location at);

inline void check(bool ok, std::string_view what, std::source_location at = std::source_location::current()) {
  if (!ok) [[unlikely]]
    broken(what, at);
}

}  // namespace thinair
