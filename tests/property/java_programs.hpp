// Random Java tests with all that chapter 17 speaks of: monitors, threads that start and join each other, plain, volatile and final
// variables, objects, arrays, external actions; and loops, methods and exceptions around them.
//
//   takes   a seed and knobs; the same ones give the same text
//   gives   a test of two or three threads with about `actions` actions in all; each statement on a line of its own, with what is inside it
//
// Each program uses a few of the features only, so that they meet often in small programs.
#pragma once

#include <cstdint>
#include <string>

namespace thinair::tests {

struct JavaKnobs {
  unsigned actions = 5;
  unsigned max_threads = 3;
  bool monitors = true;
  bool threads = true;   // start, join, isAlive
  bool endless = true;   // loops that may wait forever
  bool starving = true;  // also such that take a lock in each turn: others may never get it, unless the model is fair
  bool prints = true;
  unsigned guarded_percent = 0;  // of plain variables: each accessed only inside synchronized, always the same monitor
};

std::string java_program(std::uint64_t seed, const JavaKnobs& knobs = {});

}  // namespace thinair::tests
