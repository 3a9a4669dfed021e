// The files below models/, compiled into the program.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::cat {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "jam21.cat", "lib/cos.cat"

}  // namespace thinair::cat
