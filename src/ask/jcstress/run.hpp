// A project in a folder -> what JVMs show.
//
//   takes   the folder of a project, a JDK, the jars of jcstress, how much to run
//   gives   the text of the results, whole or as far as the run came, and what is to be said about it
//   does not believe exit codes: jcstress ends with 0 when it has run nothing, and with 1 for many reasons
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/jcstress/toolchain.hpp"
#include "support/diagnostic.hpp"

namespace thinair::jcstress {

// What a preset means for jcstress.
struct Preset {
  std::vector<std::string> options;  // which configurations of the JVM
  unsigned milliseconds = 0;         // that a test runs in each of them
};
Preset preset(std::string_view name);

struct RunRequest {
  std::string folder;
  Jdk jdk;
  std::vector<std::string> jars;
  Preset how;
  std::optional<double> budget;             // seconds for the whole run; without it the preset says how long
  std::optional<double> wall_clock;         // seconds after which JVMs are stopped; without it twice what is expected
  const std::atomic<bool>* stop = nullptr;  // ends what runs, once set
  std::function<void(std::size_t done, std::size_t planned, std::string_view name)> progress;
};

// Compiles all sources in one call and packs them.
Result<void> build(const RunRequest& request);

struct RunResult {
  std::string results;  // JSON lines, see records.hpp
  std::string cut_off;  // why the run did not come to its end; empty if it did
};
// Fails if the run left nothing to read.
Result<RunResult> run(const RunRequest& request);

}  // namespace thinair::jcstress
