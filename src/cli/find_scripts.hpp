// A search on many machines: scripts for Slurm and for GNU parallel, and what to do with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "space/space.hpp"

namespace thinair::cli {

// Words as a shell reads them, quoted where they must be; and back.
std::string shell_line(const std::vector<std::string>& words);
std::vector<std::string> shell_words(std::string_view line);

// Into the folder --slurm: space.space, shard.sh, merge.sh, submit.sh, parallel.sh, README.md. As many shards as --shard says.
Result<void> write_scripts(const Options& options, const std::vector<std::string>& question, const space::Space& space);

}  // namespace thinair::cli
