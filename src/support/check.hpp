// Internal checks. On in release too: a wrong verdict costs more than a branch.
#pragma once

#include <string_view>

namespace thinair {

// Where in our own code. std::source_location, but also for clang 14, which builds the fuzz targets and lacks it.
struct CodeLocation {
  const char* file;
  unsigned line;
  static constexpr CodeLocation current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) { return {file, line}; }
};

// Tells who wants to know (support/internal_error.hpp) and throws InternalError.
[[noreturn]] void broken(std::string_view what, CodeLocation at);

inline void check(bool ok, std::string_view what, CodeLocation at = CodeLocation::current()) {
  if (!ok) [[unlikely]]
    broken(what, at);
}

}  // namespace thinair
