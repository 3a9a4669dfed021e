// What judging one test printed, and how it ended.
#pragma once

#include <string>
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

struct Printed {
  std::string out;
  std::string err;
  std::string once;  // for stderr too, but not again if an earlier test said the same (what is wrong with a model)
  Exit exit = Exit::as_expected;
  std::vector<Skip> skipped = {};
};

}  // namespace thinair::cli
