// Limits on one judgement: time, memory, steps, and a request to stop. Reaching one is an answer (unknown), never an error.
//
//   time    seconds on the clock from construction on
//   memory  of the whole process
//   steps   units of work. The same input takes the same steps on every machine, so a limit in steps ends it at the same place.
//   stop    a flag that somebody else sets, e.g. when the user interrupts
//
// A budget may be copied, and again() makes one for a part of the question: all draw on the same time and the same steps.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thinair {

// Why an answer is not complete.
enum class Incomplete : std::uint8_t {
  none,  // it is
  time,
  memory,
  steps,
  paths,        // more paths, or longer ones, than are followed
  bound,        // a bound on loops, or on what is listed and tried
  solver,       // the SMT solver gave up
  unsupported,  // the test does something that is not modelled
  stopped,      // somebody asked to stop
};

struct Limit {
  Incomplete kind = Incomplete::none;
  std::string text;  // in words for the user; empty if none was reached

  bool reached() const { return kind != Incomplete::none; }
  friend bool operator==(const Limit&, const Limit&) = default;
};

class Budget {
 public:
  Budget() : Budget(std::nullopt, std::nullopt) {}
  // `stop` must outlive the budget and its copies.
  Budget(std::optional<double> seconds, std::optional<std::uint64_t> mebibytes, std::optional<std::uint64_t> steps = std::nullopt,
         const std::atomic<bool>* stop = nullptr);

  // One step. Cheap enough to call in inner loops; sees the clock within a few milliseconds.
  bool exhausted() { return !spend(1); }
  // Work that is worth `steps`; false if a limit is reached. What takes more than a millisecond between two calls is too much.
  bool spend(std::uint64_t steps);
  // Before `bytes` are allocated (many small amounts may be told together): false, and the limit is reached, if they would be too many.
  bool room_for(std::uint64_t bytes);

  const Limit& limit() const { return limit_; }
  const std::string& reason() const { return limit_.text; }
  std::uint64_t steps() const { return account_->steps; }
  std::optional<double> seconds_left() const;

  // For another part of the question: bounds on paths and the like count anew; the time and the steps are those that are left.
  Budget again() const;
  // The same, of no more than so many steps.
  Budget part(std::optional<std::uint64_t> steps) const;
  void exhaust(Incomplete kind, std::string text);

 private:
  using Clock = std::chrono::steady_clock;
  struct Account {
    std::optional<Clock::time_point> deadline;
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> step_limit;
    const std::atomic<bool>* stop = nullptr;
    double seconds = 0;
    std::uint64_t steps = 0;
    std::int64_t tick = -1;       // of the coarse clock when time and memory were last looked at
    std::uint64_t announced = 0;  // bytes that were announced since memory was last looked at
  };

  void look();
  bool look_at_memory(std::uint64_t more);

  std::shared_ptr<Account> account_;
  std::optional<std::uint64_t> last_step_;  // of the account's, if this is a part
  Limit limit_;
};

// Resident memory of this process now, and its peak, in bytes.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace thinair
