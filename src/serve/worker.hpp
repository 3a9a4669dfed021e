// One question in a process of its own: our own program, started anew.
//
//   takes   a job, and somebody who may want to stop it
//   gives   how it ended, and what it printed
//   does not trust: a process that hangs, floods or dies is an answer, too
#pragma once

#include <sys/types.h>

#include <string>

#include "serve/asio.hpp"
#include "serve/job.hpp"

namespace thinair::serve {

struct Ended {
  enum class How { exited, died, too_long, too_much, superseded, gone, busy, not_started } how = How::not_started;
  int code = 0;          // exited: exit code; died: the signal; not_started: errno
  std::string out, err;  // what it printed
};

// A process that can be told to end.
class Worker {
 public:
  Worker(asio::io_context& io, std::string program, std::string word);

  Task<Ended> run(const Job& job);
  void stop(Ended::How why);   // before or while it runs; the first reason counts
  double cpu_seconds() const;  // that it has used so far
  void step_back();            // lets others go first from now on
  bool stopped() const { return why_ != Ended::How::exited; }

 private:
  Task<> feed(int file, std::string text);
  Task<> drain(int file, std::string& into, std::size_t most);
  void part_done();

  asio::io_context& io_;
  std::string program_, word_;
  asio::steady_timer deadline_, parts_;
  int open_parts_ = 0;
  pid_t process_ = 0;
  Ended::How why_ = Ended::How::exited;
};

}  // namespace thinair::serve
