// A process that gives up what it does not need: after seal() it computes, reads what it has open and writes what it has open.
//
//   takes   limits
//   gives   a process that can open no file, start no program, make no connection and no other process
//   does not undo: there is no way back
#pragma once

#include <cstdint>

namespace thinair {

struct SandboxLimits {
  double cpu_seconds = 10;          // the kernel ends the process after these
  std::uint64_t address_space = 0;  // bytes; 0: no limit
};

// How much of it the kernel grants: `limited`, resources alone; `sealed`, system calls too.
enum class Sealed { limited, sealed };

// Dies with its parent, leaves no core, has these limits, and is refused every system call that it has no use for.
Sealed seal(const SandboxLimits& limits);

}  // namespace thinair
