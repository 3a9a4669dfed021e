// Arguments -> Options.
//
//   takes   the words after the program's name
//   gives   options, or what is wrong with the words, for stderr
//   does not look at files or models
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/options.hpp"

namespace thinair::cli {

struct UsageError {
  std::string message;  // complete sentences, newline at the end
};

// `--help` and `-h` become Command::help with the command as argument; `--version` is not a command and is handled by main.
tl::expected<Options, UsageError> parse(const std::vector<std::string>& words);

}  // namespace thinair::cli
