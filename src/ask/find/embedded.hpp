// The spaces and transformations that are shipped: generated from spaces/ and transformations/.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::find {

std::span<const EmbeddedFile> embedded_files();
std::span<const EmbeddedFile> embedded_rules();

}  // namespace thinair::find
