// Whether to colour what is written to a stream.
#pragma once

#include <cstdio>

#include "cli/options.hpp"

namespace thinair::cli {

// One that knows colours and lines that are written over: TERM=dumb does not.
bool is_terminal(std::FILE* stream);

// As --color says; automatic: on a terminal, unless NO_COLOR is set (to anything but nothing).
bool use_colour(const Options& options, std::FILE* stream);

}  // namespace thinair::cli
