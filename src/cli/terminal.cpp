#include "cli/terminal.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace thinair::cli {

bool is_terminal(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && (!term || std::string_view(term) != "dumb");
}

bool use_colour(const Options& options, std::FILE* stream) {
  if (options.colour != Colour::automatic) return options.colour == Colour::always;
  const char* no_color = std::getenv("NO_COLOR");
  return is_terminal(stream) && (!no_color || *no_color == '\0');
}

}  // namespace thinair::cli
