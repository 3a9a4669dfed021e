#include "cli/signals.hpp"

#include <signal.h>

namespace thinair::cli {
namespace {

// A handler can reach nothing but globals; these are the program's only ones.
std::atomic<bool> stop = false;
std::atomic<int> came = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free, "else a handler may not touch them");

void on_signal(int signal) {
  if (stop.exchange(true)) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);
  }
  came = signal;
}

}  // namespace

void handle_signals() {
  signal(SIGCHLD, SIG_DFL);  // some parents ignore it, which is inherited, and then nobody can wait for a program
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup, or a job in the background
  }
}

const std::atomic<bool>* stop_flag() { return &stop; }

void forget_signal() {
  came = 0;
  stop = false;
}

void die_of_signal() {
  const int signal = came;
  if (signal == 0) return;
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
}

}  // namespace thinair::cli
