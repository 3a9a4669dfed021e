// A file that travels inside the program (cmake/embed.cmake makes the .cpp).
#pragma once

#include <string_view>

namespace thinair {

struct EmbeddedFile {
  std::string_view path;  // relative to the folder that was embedded
  std::string_view text;
};

}  // namespace thinair
