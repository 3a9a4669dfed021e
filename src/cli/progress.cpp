#include "cli/progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal.hpp"

namespace thinair::cli {

Progress::Progress(std::size_t total, bool quiet) : total_(total), on_(!quiet && total > 1 && is_terminal(stderr)) {}

void Progress::show(std::size_t done, std::string_view name) const {
  if (on_) std::fputs(fmt::format("\r\x1b[K[{}/{}] {}", done, total_, name.substr(0, 60)).c_str(), stderr);
}

void Progress::say(std::string_view what) const {
  if (on_) std::fputs(fmt::format("\r\x1b[K{}", what.substr(0, 70)).c_str(), stderr);
}

void Progress::clear() const {
  if (on_) std::fputs("\r\x1b[K", stderr);
}

}  // namespace thinair::cli
