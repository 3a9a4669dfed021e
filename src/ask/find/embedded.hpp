// The spaces that are shipped: generated from spaces/.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::find {

std::span<const EmbeddedFile> embedded_files();

}  // namespace thinair::find
