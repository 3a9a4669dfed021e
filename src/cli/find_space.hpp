// The space that the words of a search name: a shipped one or a file, with what --size, --modes, --final and --program say instead.
#pragma once

#include "cli/options.hpp"
#include "space/space.hpp"

namespace thinair::cli {

Result<space::Space> find_space(const Options& options, Sources& sources);

}  // namespace thinair::cli
