// The last line of a run over several tests: what came of them.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"
#include "cli/printed.hpp"

namespace thinair::cli {

struct Totals {
  std::size_t tests = 0;     // that were looked at
  std::size_t rejected = 0;  // of these, those that were not judged, or not under every model
  std::size_t skipped = 0;   // and those that a model is not for
  Counts counts;
};

using Summary = std::function<std::string(const Options&, const Totals&)>;  // without a newline

// "4 tests under 2 models: 7 as asked, 1 not": each name of a count with the words for it. What is zero is left out.
Summary list_counts(std::vector<std::pair<std::string, std::string>> words);

}  // namespace thinair::cli
