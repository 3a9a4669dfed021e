// Limits on one judgement: time, memory, and a request to stop. Reaching one is an answer (unknown), never an error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace thinair {

class Budget {
 public:
  Budget() = default;
  Budget(std::optional<double> seconds, std::optional<std::uint64_t> mebibytes);

  // Cheap enough to call in inner loops: looks at the clock every few hundred calls.
  bool exhausted();
  // Which limit was reached, in words for the user; empty if none was.
  const std::string& reason() const { return reason_; }
  std::optional<double> seconds_left() const;
  // The same limits for another question: nothing reached yet, unless the clock says so.
  Budget again() const;
  void exhaust(std::string reason);  // a limit of another kind, e.g. paths or solver

 private:
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::optional<std::uint64_t> memory_bytes_;
  double seconds_ = 0;
  std::uint32_t calls_ = 0;
  std::string reason_;
};

// Resident memory of this process now, and its peak, in bytes.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace thinair
