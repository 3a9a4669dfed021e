// The files below models/, compiled into the program (cmake/embed.cmake makes the .cpp).
#pragma once

#include <span>
#include <string_view>

namespace thinair::cat {

struct EmbeddedFile {
  std::string_view path;  // relative to models/, e.g. "jam21.cat", "lib/cos.cat"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();  // sorted by path

}  // namespace thinair::cat
