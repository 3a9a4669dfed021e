// The compilation schemes a command works with: those that --to names.
#pragma once

#include <functional>
#include <vector>

#include "ask/compile/scheme.hpp"
#include "cli/exit_code.hpp"
#include "cli/models.hpp"
#include "cli/options.hpp"

namespace thinair::cli {

// Loads them and calls `work` with them and the Sources that their positions are in; or reports what is wrong with them.
Exit with_schemes(const Options& options, const std::function<Exit(const std::vector<compile::Scheme>&, const Sources&)>& work);

// The model of each scheme's target: --target-model, or the one that the scheme names.
Result<std::vector<LoadedModel>> target_models(const Options& options, const std::vector<compile::Scheme>& schemes, Sources& sources);

// Prints what is wrong and gives the exit code for it.
Exit reject(const Options& options, const Sources& sources, const Diagnostics& diagnostics);

}  // namespace thinair::cli
