// What judging one test printed, how it ended, and what it adds to the summary of the run.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.hpp"

namespace thinair::cli {

// A test of a folder that is not for this model, or for what the command does.
struct Skip {
  std::string model;    // empty: for all of them
  std::string dialect;  // of the test
  std::string why;
  std::string told;  // the complaint in full
};

// How often something was found, by name.
class Counts {
 public:
  void add(const std::string& name, std::size_t n = 1) {
    const auto at = std::ranges::find(counts_, name, &std::pair<std::string, std::size_t>::first);
    if (at == counts_.end())
      counts_.emplace_back(name, n);
    else
      at->second += n;
  }
  void add(const Counts& more) {
    for (const auto& [name, n] : more.counts_) add(name, n);
  }
  std::size_t of(const std::string& name) const {
    const auto at = std::ranges::find(counts_, name, &std::pair<std::string, std::size_t>::first);
    return at == counts_.end() ? 0 : at->second;
  }

 private:
  std::vector<std::pair<std::string, std::size_t>> counts_;
};

struct Printed {
  std::string out;
  std::string err;
  std::string once;  // for stderr too, but not again if an earlier test said the same (what is wrong with a model)
  Exit exit = Exit::as_expected;
  std::vector<Skip> skipped = {};
  Counts counts;  // by the command; the tests that are rejected are counted by who runs it
};

}  // namespace thinair::cli
