// Runs jobs on several threads and hands over their results in order, each as soon as those before it are there.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/exit_code.hpp"

namespace thinair::cli {

// What judging one test printed, and how it ended.
struct Printed {
  std::string out;
  std::string err;
  std::string once;  // for stderr too, but not again if an earlier test said the same (what is wrong with a model)
  Exit exit = Exit::as_expected;
};

// Calls job(0..count-1), at most `threads` at a time, and `done(i, result)` in the order of i, on the calling thread.
void run_in_order(std::size_t count, unsigned threads, const std::function<Printed(std::size_t)>& job,
                  const std::function<void(std::size_t, Printed)>& done);

}  // namespace thinair::cli
