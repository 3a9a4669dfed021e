#include "cli/broken.hpp"

#include <cstdio>
#include <cstdlib>

#include "cli/exit_code.hpp"

namespace thinair::cli {

void report_broken(std::string_view what, CodeLocation at) {
  std::fprintf(stderr,
               "thinair: internal error: %.*s\n  at %s:%u\n  This is a fault of thinair, not of your input; please report it with the "
               "files that led here.\n",
               static_cast<int>(what.size()), what.data(), at.file, at.line);
  std::fflush(nullptr);
  std::_Exit(kInternalError);
}

}  // namespace thinair::cli
