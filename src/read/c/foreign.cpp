#include "read/c/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::litmus::c {
namespace {

// Of the Linux kernel's memory model. Its atomic_add_return() and the like share their first letters with C11's functions, but for
// atomic_fetch_add_acquire() they have no name in common.
constexpr std::array<std::string_view, 16> kKernelWords = {"READ_ONCE",          "WRITE_ONCE",  "ATOMIC_INIT", "atomic_t",
                                                           "atomic_long_t",      "atomic64_t",  "spinlock_t",  "barrier",
                                                           "call_rcu",           "atomic_read", "atomic_set",  "atomic_read_acquire",
                                                           "atomic_set_release", "atomic_inc",  "atomic_dec",  "rwlock_t"};
constexpr std::array<std::string_view, 19> kKernelBeginnings = {
    "smp_",        "rcu_",        "srcu_",      "synchronize_", "spin_",       "xchg",           "cmpxchg",
    "atomic_inc_", "atomic_dec_", "atomic_add", "atomic_sub",   "atomic_xchg", "atomic_cmpxchg", "raw_",
    "read_lock",   "read_unlock", "write_lock", "write_unlock", "__srcu"};
constexpr std::array<std::string_view, 5> kKernelFetches = {"atomic_fetch_add", "atomic_fetch_sub", "atomic_fetch_or", "atomic_fetch_and",
                                                            "atomic_fetch_xor"};
constexpr std::array<std::string_view, 6> kOpenClWords = {"global", "local", "__global", "__local", "kernel", "__kernel"};
constexpr std::array<std::string_view, 3> kOpenClBeginnings = {"memory_scope_", "atomic_work_item_", "work_group_"};
constexpr std::array<std::string_view, 5> kMutexWords = {"lock", "unlock", "mutex", "mtx_t", "pthread_mutex_t"};
constexpr std::array<std::string_view, 2> kMutexBeginnings = {"mtx_", "pthread_mutex_"};

bool is(const auto& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }
bool begins(const auto& beginnings, std::string_view word) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return word.starts_with(b); });
}

bool of_kernel(std::string_view word) {
  if (is(kKernelWords, word) || begins(kKernelBeginnings, word)) return true;
  for (const std::string_view fetch : kKernelFetches)  // with the order in the name: _relaxed, _acquire, _release
    if (word.starts_with(fetch) && word.size() > fetch.size() && word.substr(fetch.size()) != "_explicit") return true;
  // herd's own spelling of these: __load{once}(x), __fence{mb}
  return word.starts_with("__") && (word == "__load" || word == "__store" || word == "__fence" || word == "__xchg" || word == "__cmpxchg" ||
                                    word == "__lock" || word == "__unlock" || word.starts_with("__atomic_"));
}

}  // namespace

std::optional<Foreign> foreign(std::string_view word) {
  if (begins(kOpenClBeginnings, word) || is(kOpenClWords, word))
    return Foreign{fmt::format("'{}' is OpenCL's: OpenCL tests are not read", word), "C11 has no scopes"};
  if (of_kernel(word))
    return Foreign{fmt::format("'{}' is of the Linux kernel: Linux-kernel tests are not read", word),
                   "C11 tests use atomic_load_explicit(x, memory_order_relaxed) and the like"};
  if (is(kMutexWords, word) || begins(kMutexBeginnings, word))
    return Foreign{fmt::format("'{}': mutexes are not supported in C tests", word),
                   "write a spin lock; 'thinair tests c11/spin-lock' shows one"};
  return std::nullopt;
}

}  // namespace thinair::litmus::c
