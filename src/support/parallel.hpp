// Jobs on several threads, their results in order.
//
//   takes   how many jobs, what each does, and what to do with its result
//   gives   results one by one on the calling thread, in the order of the jobs, each as soon as those before it are there
//   does not  keep more than a window of results: a job that is too far ahead of the slowest waits
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace thinair {

struct Parallel {
  unsigned threads = 1;
  std::size_t window = 0;                   // jobs that are begun and not handed over, at most; 0: four a thread
  const std::atomic<bool>* stop = nullptr;  // once set no job is begun; those that are begun come to their end and are handed over

  std::size_t window_size() const { return window > 0 ? window : std::size_t{4} * (threads > 0 ? threads : 1); }
};

// The part that knows no types: work(i, slot) on any thread, deliver(i, slot) on the calling one; slots are below window_size(), and one is
// not used again before its result is delivered. Returns how many jobs were delivered. What a job throws is thrown here in its turn.
std::size_t run_slots(std::size_t count, const Parallel& how, const std::function<void(std::size_t, std::size_t)>& work,
                      const std::function<void(std::size_t, std::size_t)>& deliver);

// Calls job(0..count-1), and done(i, result) in the order of i on the calling thread. Returns how many there were: count, unless stopped.
template <class Job, class Done>
std::size_t run_in_order(std::size_t count, const Parallel& how, Job&& job, Done&& done) {
  using Value = std::invoke_result_t<Job&, std::size_t>;
  std::vector<std::optional<Value>> slots(how.window_size());
  return run_slots(
      count, how, [&](std::size_t i, std::size_t slot) { slots[slot].emplace(job(i)); },
      [&](std::size_t i, std::size_t slot) {
        Value value = std::move(*slots[slot]);
        slots[slot].reset();
        done(i, std::move(value));
      });
}

}  // namespace thinair
