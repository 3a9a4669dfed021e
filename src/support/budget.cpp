#include "support/budget.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace thinair {

Budget::Budget(std::optional<double> seconds, std::optional<std::uint64_t> mebibytes) {
  if (seconds) {
    seconds_ = *seconds;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(*seconds));
  }
  if (mebibytes) memory_bytes_ = *mebibytes << 20;
}

bool Budget::exhausted() {
  if (!reason_.empty()) return true;
  if (calls_++ % 64 != 0) return false;
  if (deadline_ && std::chrono::steady_clock::now() >= *deadline_)
    exhaust(fmt::format("time limit of {} s reached", seconds_));
  else if (memory_bytes_ && calls_ % 1024 == 1 && resident_bytes() > *memory_bytes_)
    exhaust(fmt::format("memory limit of {} MiB reached", *memory_bytes_ >> 20));
  return !reason_.empty();
}

std::optional<double> Budget::seconds_left() const {
  if (!deadline_) return std::nullopt;
  return std::max(0.0, std::chrono::duration<double>(*deadline_ - std::chrono::steady_clock::now()).count());
}

Budget Budget::again() const {
  Budget out = *this;
  out.reason_.clear();
  return out;
}

void Budget::exhaust(std::string reason) {
  if (reason_.empty()) reason_ = std::move(reason);
}

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return peak_resident_bytes();
  unsigned long long total = 0, resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : peak_resident_bytes();
}

std::uint64_t peak_resident_bytes() {
  // VmHWM is of this program alone; getrusage also counts what the process was before it became this program.
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    unsigned long long kib = 0;
    while (std::fgets(line, sizeof line, file))
      if (std::sscanf(line, "VmHWM: %llu", &kib) == 1) break;
    std::fclose(file);
    if (kib != 0) return kib * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace thinair
