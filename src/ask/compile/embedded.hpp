// The files below schemes/, compiled into the program.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::compile {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "aarch64.scheme", ...

}  // namespace thinair::compile
