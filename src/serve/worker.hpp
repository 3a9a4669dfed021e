// One question in a process of its own: our own program, forked where it is ready (zygote.hpp) or started anew.
//
//   takes   a job, and somebody who may want to stop it
//   gives   how it ended, and what it printed
//   does not trust: a process that hangs, floods or dies is an answer, too
#pragma once

#include <sys/types.h>

#include <string>

#include "serve/asio.hpp"
#include "serve/job.hpp"
#include "serve/zygote.hpp"

namespace thinair::serve {

struct Ended {
  enum class How { exited, died, too_long, too_much, superseded, gone, busy, not_started } how = How::not_started;
  int code = 0;          // exited: exit code; died: the signal; not_started: errno
  std::string out, err;  // what it printed
};

// A process that can be told to end.
class Worker {
 public:
  // What is started where there is no zygote, or it has failed.
  struct Program {
    std::string path, word;
  };
  Worker(asio::io_context& io, const Program& program, Zygote* zygote);

  Task<Ended> run(const Job& job);
  void stop(Ended::How why);   // before or while it runs; the first reason counts
  double cpu_seconds() const;  // that it has used so far
  void step_back();            // lets others go first from now on
  bool stopped() const { return why_ != Ended::How::exited; }

 private:
  bool begin(const Job& job, bool forked, Ended& ended);
  Task<> drain(int file, std::string& into, std::size_t most);
  void born(std::string& said);

  asio::io_context& io_;
  const Program& program_;
  Zygote* zygote_;
  asio::steady_timer deadline_, parts_;
  int open_parts_ = 0;
  bool forked_ = false;
  pid_t process_ = 0;
  Ended::How why_ = Ended::How::exited;
};

}  // namespace thinair::serve
