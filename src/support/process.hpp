// Other programs: started, watched, and stopped with everything that they have started.
//
//   takes   words of a command line (no shell), a folder to run in, a limit of wall-clock time
//   gives   how it ended, and what it printed (stdout and stderr together, as they came)
//   does not trust: a program that hangs, floods or leaves children behind is dealt with
//
// It leads a process group of its own, so Ctrl-C does not reach it. Whoever wants to stop it sets the flag: it is ended, the caller gets
// `interrupted` and can save what there is. Signals are not handled here, so any number of threads may run programs. If we die, by whatever
// signal, so do it and all that it has started.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thinair {

struct ProcessCommand {
  std::vector<std::string> words;                                       // the first is a path, or a name that is looked for in PATH
  std::string directory;                                                // empty: where we are
  std::optional<double> seconds;                                        // wall clock
  std::function<std::optional<double>(std::string_view line)> on_line;  // each line as it comes; may give a new limit, counted from now
  const std::atomic<bool>* stop = nullptr;                              // once set, the program is ended
};

struct ProcessResult {
  enum class End { exited, killed, timed_out, interrupted, not_started } end = End::not_started;
  int code = 0;        // exited: exit code; killed: the signal; not_started: errno
  std::string output;  // at most the last mebibyte
  bool succeeded() const { return end == End::exited && code == 0; }
};

ProcessResult run_process(const ProcessCommand& command);

// The path of a program in PATH; empty if there is none. A name with a slash is the path itself, if it can be executed.
std::string find_program(const std::string& name);

// The last lines of an output, for messages.
std::string last_lines(std::string_view output, std::size_t count);

}  // namespace thinair
