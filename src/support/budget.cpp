#include "support/budget.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

namespace thinair {
namespace {

constexpr std::uint64_t kAnnounced = 1 << 20;  // so many bytes may come before memory is looked at

// Reading the clock takes longer than a step, reading how much memory is in use much longer. The coarse clock is almost free and moves
// every few milliseconds; the others are read when it has moved.
std::int64_t coarse_tick() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Budget::Budget(std::optional<double> seconds, std::optional<std::uint64_t> mebibytes, std::optional<std::uint64_t> steps,
               const std::atomic<bool>* stop)
    : account_(std::make_shared<Account>()) {
  if (seconds) {
    account_->seconds = *seconds;
    account_->deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
  }
  if (mebibytes) account_->memory_bytes = *mebibytes << 20;
  account_->step_limit = steps;
  account_->stop = stop;
}

bool Budget::spend(std::uint64_t steps) {
  if (limit_.reached()) return false;
  Account& account = *account_;
  account.steps += steps;
  if (account.step_limit && account.steps > *account.step_limit)
    exhaust(Incomplete::steps, fmt::format("limit of {} step{} reached", *account.step_limit, *account.step_limit == 1 ? "" : "s"));
  else if (last_step_ && account.steps > *last_step_)
    exhaust(Incomplete::bound, "the share of a part of the question is used up");
  else if (account.stop && account.stop->load(std::memory_order_relaxed))
    exhaust(Incomplete::stopped, "stopped");
  else if (account.deadline || account.memory_bytes)
    look();
  return !limit_.reached();
}

void Budget::look() {
  Account& account = *account_;
  const std::int64_t tick = coarse_tick();
  if (tick == account.tick) return;
  account.tick = tick;
  if (account.deadline && Clock::now() >= *account.deadline)
    exhaust(Incomplete::time, fmt::format("time limit of {} s reached", account.seconds));
  else if (account.memory_bytes)
    look_at_memory(0);
}

bool Budget::look_at_memory(std::uint64_t more) {
  account_->announced = 0;
  if (resident_bytes() + more <= *account_->memory_bytes) return true;
  exhaust(Incomplete::memory, fmt::format("memory limit of {} MiB reached", *account_->memory_bytes >> 20));
  return false;
}

bool Budget::room_for(std::uint64_t bytes) {
  if (limit_.reached()) return false;
  if (!account_->memory_bytes) return true;
  account_->announced += bytes;
  return account_->announced < kAnnounced || look_at_memory(bytes);
}

std::optional<double> Budget::seconds_left() const {
  if (!account_->deadline) return std::nullopt;
  return std::max(0.0, std::chrono::duration<double>(*account_->deadline - Clock::now()).count());
}

Budget Budget::again() const {
  Budget out = *this;
  const bool lasting = limit_.kind == Incomplete::time || limit_.kind == Incomplete::steps || limit_.kind == Incomplete::stopped;
  if (!lasting) out.limit_ = {};
  out.account_->tick = -1;
  return out;
}

Budget Budget::part(std::optional<std::uint64_t> steps) const {
  Budget out = again();
  if (!steps) return out;
  const std::uint64_t last = account_->steps + *steps;
  out.last_step_ = last_step_ ? std::min(*last_step_, last) : last;
  return out;
}

void Budget::exhaust(Incomplete kind, std::string text) {
  if (!limit_.reached()) limit_ = {kind, std::move(text)};
}

std::uint64_t resident_bytes() {
  // Open from the first call on: a process may have given up opening files since (support/sandbox). A child of fork() has the parent's
  // memory before it, and opens its own; its number is known before its threads begin.
  static std::atomic<pid_t> of = 0;
  static std::atomic<int> open_file = -1;
  if (const pid_t self = getpid(); of.load(std::memory_order_acquire) != self) {
    open_file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    of.store(self, std::memory_order_release);
  }
  const int file = open_file;
  if (file < 0) return peak_resident_bytes();
  char line[128] = {};
  if (pread(file, line, sizeof line - 1, 0) <= 0) return peak_resident_bytes();
  unsigned long long total = 0, resident = 0;
  const int read = std::sscanf(line, "%llu %llu", &total, &resident);
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
