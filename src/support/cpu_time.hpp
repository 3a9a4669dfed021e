// How long a thread has worked: unlike the time on the clock, it does not grow when the machine does other things.
#pragma once

#include <time.h>

namespace thinair {

// CPU seconds of this thread since it began.
inline double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace thinair
