// The transformations that are shipped: generated from transformations/.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::transformation {

std::span<const EmbeddedFile> embedded_files();

}  // namespace thinair::transformation
