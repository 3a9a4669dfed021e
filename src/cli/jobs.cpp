#include "cli/jobs.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace thinair::cli {

void run_in_order(std::size_t count, unsigned threads, const std::function<Printed(std::size_t)>& job,
                  const std::function<void(std::size_t, Printed)>& done) {
  if (threads <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) done(i, job(i));
    return;
  }
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::optional<Printed>> results(count);
  std::size_t next = 0;
  const auto work = [&] {
    for (;;) {
      std::size_t mine = 0;
      {
        const std::lock_guard lock(mutex);
        if (next == count) return;
        mine = next++;
      }
      Printed printed = job(mine);
      const std::lock_guard lock(mutex);
      results[mine] = std::move(printed);
      changed.notify_all();
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < std::min<std::size_t>(threads, count); ++i) workers.emplace_back(work);
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return results[i].has_value(); });
    Printed printed = std::move(*results[i]);
    lock.unlock();
    done(i, std::move(printed));
  }
}

}  // namespace thinair::cli
