// The space that the words of a search name: a shipped one or a file, with what --size, --modes, --final and --program say instead.
#pragma once

#include "ask/find/space.hpp"
#include "cli/options.hpp"

namespace thinair::cli {

Result<find::Space> find_space(const Options& options, Sources& sources);

}  // namespace thinair::cli
