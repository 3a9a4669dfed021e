// The files below src/ask/jcstress/project/, compiled into the program: what every generated project has.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::jcstress {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "README.md", "pom.xml", "src/main/java/thinair/Record.java"

}  // namespace thinair::jcstress
