// Styles, scripts and page frames below src/show/draw/assets, compiled into the program.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::draw {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "page.css", "page.js", "picture.css", "site.js"

}  // namespace thinair::draw
