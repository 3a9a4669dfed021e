// The spaces that are shipped: generated from spaces/.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::space {

std::span<const EmbeddedFile> embedded_files();

}  // namespace thinair::space
