#include "support/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace thinair {
namespace {

using SlotWork = std::function<void(std::size_t, std::size_t)>;

// Jobs [delivered_, begun_) are in slots; slot i % window holds job i.
class Run {
 public:
  Run(std::size_t count, const Parallel& how, const SlotWork& work)
      : count_(count), how_(how), work_(work), ready_(how.window_size(), false), thrown_(how.window_size()) {}

  std::size_t deliver_all(const SlotWork& deliver) {
    std::vector<std::thread> workers;
    const std::size_t wanted = std::min<std::size_t>(how_.threads, count_);
    try {
      while (workers.size() < wanted) workers.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // as many as there can be
      if (workers.empty()) throw;
    }
    const Joined joined{*this, workers};
    std::unique_lock lock(mutex_);
    for (;;) {
      const std::size_t slot = delivered_ % ready_.size();
      changed_.wait(lock, [&] { return ready_[slot] || (idle_ == workers.size() && delivered_ == begun_); });
      if (!ready_[slot]) return delivered_;  // all workers are done: no job is left, or stopped
      ready_[slot] = false;
      const std::exception_ptr thrown = std::exchange(thrown_[slot], nullptr);
      lock.unlock();
      if (thrown) std::rethrow_exception(thrown);
      deliver(delivered_, slot);
      lock.lock();
      ++delivered_;
      changed_.notify_all();
    }
  }

 private:
  struct Joined {  // however deliver_all ends
    Run& run;
    std::vector<std::thread>& workers;
    ~Joined() {
      {
        const std::lock_guard lock(run.mutex_);
        run.over_ = true;
        run.changed_.notify_all();
      }
      for (std::thread& worker : workers) worker.join();
    }
  };

  bool stopped() const { return over_ || (how_.stop && how_.stop->load(std::memory_order_relaxed)); }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stopped() || begun_ == count_ || begun_ < delivered_ + ready_.size(); });
      if (stopped() || begun_ == count_) break;
      const std::size_t mine = begun_++, slot = mine % ready_.size();
      lock.unlock();
      std::exception_ptr thrown;
      try {
        work_(mine, slot);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      thrown_[slot] = thrown;
      ready_[slot] = true;
      changed_.notify_all();
    }
    ++idle_;
    changed_.notify_all();
  }

  const std::size_t count_;
  const Parallel& how_;
  const SlotWork& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> ready_;
  std::vector<std::exception_ptr> thrown_;
  std::size_t begun_ = 0, delivered_ = 0, idle_ = 0;
  bool over_ = false;
};

}  // namespace

std::size_t run_slots(std::size_t count, const Parallel& how, const SlotWork& work, const SlotWork& deliver) {
  if (how.threads > 1 && count > 1) return Run(count, how, work).deliver_all(deliver);
  for (std::size_t i = 0; i < count; ++i) {
    if (how.stop && how.stop->load(std::memory_order_relaxed)) return i;
    work(i, 0);
    deliver(i, 0);
  }
  return count;
}

}  // namespace thinair
