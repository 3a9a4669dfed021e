// The files of the page, compiled into the program: ours below src/serve/page, those of pictures, and the editor component.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::serve {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "app.css", "codemirror/codemirror.js", ..

}  // namespace thinair::serve
