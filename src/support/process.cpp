// Three processes: we, a guardian, and the program. The guardian leads a process group of its own, so that one signal reaches the program
// and all that it starts, and it ends the way the program did. The kernel tells it when we are gone, whatever ended us (also SIGKILL,
// which nobody can handle): it then ends its whole group. The kernel would tell the program too, but not what the program has started,
// and a herd7 that is a script, or a JVM that starts JVMs, leaves those behind.
//
// The program's output comes through one pipe. A second pipe, closed by exec, tells whether exec failed.
#include "support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace thinair {
namespace {

using Clock = std::chrono::steady_clock;
using End = ProcessResult::End;

constexpr std::size_t kKept = std::size_t{1} << 20;
constexpr std::chrono::milliseconds kGrace{2000};  // between asking to end and making end

struct Pipe {
  int ends[2] = {-1, -1};
  bool open() { return pipe2(ends, O_CLOEXEC) == 0; }
  void close(int end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  ~Pipe() {
    close(0);
    close(1);
  }
};

[[noreturn]] void fail_to_start(const Pipe& failure) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(failure.ends[1], &error, sizeof error);
  _exit(127);
}

[[noreturn]] void become(const ProcessCommand& command, char* const* words, const Pipe& output, const Pipe& failure) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should somebody kill the guardian
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  dup2(output.ends[1], STDOUT_FILENO);
  dup2(output.ends[1], STDERR_FILENO);
  if (command.directory.empty() || chdir(command.directory.c_str()) == 0) execvp(words[0], words);
  fail_to_start(failure);
}

// Ends as the program did, so that whoever waits for us learns it.
[[noreturn]] void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const rlimit no_core{};  // it would be one of the wrong program
  setrlimit(RLIMIT_CORE, &no_core);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(127);
}

// Between two forks of a program with threads: nothing here may allocate or lock.
[[noreturn]] void guard(const ProcessCommand& command, char* const* words, const Pipe& output, const Pipe& failure, pid_t owner) {
  if (setpgid(0, 0) != 0) fail_to_start(failure);
  struct sigaction all_end {};
  all_end.sa_handler = [](int) { kill(0, SIGKILL); };
  sigaction(SIGUSR1, &all_end, nullptr);
  signal(SIGCHLD, SIG_DFL);          // who ignores it has nobody to wait for
  prctl(PR_SET_PDEATHSIG, SIGUSR1);  // when the thread that waits for us is gone
  if (getppid() != owner) _exit(127);
  const pid_t program = fork();
  if (program < 0) fail_to_start(failure);
  if (program == 0) become(command, words, output, failure);
  for (const int meant_for_the_program : {SIGINT, SIGTERM, SIGHUP}) signal(meant_for_the_program, SIG_IGN);
  close_range(0, ~0U, 0);  // pipes of other threads too: who reads them waits until nobody has the other end
  int status = 0;
  while (waitpid(program, &status, 0) < 0)
    if (errno != EINTR) _exit(127);
  end_like(status);
}

class Watch {
 public:
  Watch(const ProcessCommand& command, pid_t child) : command_(command), child_(child) { limit(command.seconds); }

  // Reads until the child is gone, and then what is left in the pipe: grandchildren may hold it open for ever.
  ProcessResult watch(int output) {
    while (true) {
      if (command_.stop && command_.stop->load(std::memory_order_relaxed) && result_.end == End::not_started) stop(End::interrupted);
      if (deadline_ && Clock::now() >= *deadline_ && result_.end == End::not_started) stop(End::timed_out);
      if (kill_at_ && Clock::now() >= *kill_at_) {
        kill(-child_, SIGKILL);
        kill_at_.reset();
      }
      read_some(output, kStep);
      int status = 0;
      if (waitpid(child_, &status, WNOHANG) != child_) continue;
      while (read_some(output, std::chrono::milliseconds(0))) {}
      finish(status);
      return std::move(result_);
    }
  }

 private:
  static constexpr std::chrono::milliseconds kStep{50};

  void limit(std::optional<double> seconds) {
    if (seconds) deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
  }

  void stop(End why) {
    result_.end = why;
    kill(-child_, SIGTERM);
    kill_at_ = Clock::now() + kGrace;
  }

  // False if nothing comes within the time.
  bool read_some(int output, std::chrono::milliseconds patience) {
    pollfd waiting{output, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(patience.count())) <= 0) return false;
    char buffer[1 << 14];
    const ssize_t count = ::read(output, buffer, sizeof buffer);
    if (count <= 0) {
      usleep(static_cast<useconds_t>(patience.count()) * 1000);  // the pipe is closed, the child still there
      return false;
    }
    keep({buffer, static_cast<std::size_t>(count)});
    return true;
  }

  void keep(std::string_view text) {
    result_.output += text;
    if (result_.output.size() > 2 * kKept) result_.output.erase(0, result_.output.size() - kKept);
    if (!command_.on_line) return;
    for (const char c : text) {
      if (c != '\n') {
        if (line_.size() < kKept) line_ += c;
        continue;
      }
      if (const auto seconds = command_.on_line(line_)) limit(seconds);
      line_.clear();
    }
  }

  void finish(int status) {
    kill(-child_, SIGKILL);  // what it left behind
    if (result_.output.size() > kKept) result_.output.erase(0, result_.output.size() - kKept);
    if (result_.end != End::not_started) return;
    result_.end = WIFEXITED(status) ? End::exited : End::killed;
    result_.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  }

  const ProcessCommand& command_;
  pid_t child_;
  std::optional<Clock::time_point> deadline_, kill_at_;
  ProcessResult result_;
  std::string line_;
};

}  // namespace

ProcessResult run_process(const ProcessCommand& command) {
  ProcessResult result;
  Pipe output, failure;
  if (command.words.empty() || !output.open() || !failure.open()) {
    result.code = command.words.empty() ? EINVAL : errno;
    return result;
  }
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));  // execvp does not write
  words.push_back(nullptr);
  const pid_t owner = getpid();
  const pid_t child = fork();
  if (child < 0) {
    result.code = errno;
    return result;
  }
  if (child == 0) guard(command, words.data(), output, failure, owner);
  setpgid(child, child);  // whoever of the two comes first
  output.close(1);
  failure.close(1);
  int error = 0;
  if (::read(failure.ends[0], &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    result.code = error;
    return result;
  }
  return Watch(command, child).watch(output.ends[0]);
}

std::string find_program(const std::string& name) {
  const auto executable = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) return executable(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::filesystem::path candidate = std::filesystem::path(rest.substr(0, end)) / name;
    if (executable(candidate)) return candidate.string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

std::string last_lines(std::string_view output, std::size_t count) {
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  std::size_t at = output.size();
  for (std::size_t lines = 0; lines < count && at > 0; ++lines) {
    at = output.rfind('\n', at - 1);
    if (at == std::string_view::npos) return std::string(output);
  }
  return std::string(output.substr(std::min(at + 1, output.size())));
}

}  // namespace thinair
