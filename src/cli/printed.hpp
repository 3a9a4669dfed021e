// What judging one test printed, and how it ended.
#pragma once

#include <string>

#include "cli/exit_code.hpp"

namespace thinair::cli {

struct Printed {
  std::string out;
  std::string err;
  std::string once;  // for stderr too, but not again if an earlier test said the same (what is wrong with a model)
  Exit exit = Exit::as_expected;
};

}  // namespace thinair::cli
