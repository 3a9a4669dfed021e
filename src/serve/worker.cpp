#include "serve/worker.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

extern char** environ;

namespace thinair::serve {
namespace {

constexpr std::size_t kMostOutput = 8 << 20;
constexpr std::size_t kMostComplaints = 64 << 10;
constexpr int kBehind = 5;    // niceness: a third of the time that others get, not so little that it comes to no end beside other programs
constexpr double kGrace = 2;  // seconds that a question may take beyond its own limit, to say that it reached it

}  // namespace

// Not in the unnamed namespace: coroutines have it in their frames.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int take(int which) { return std::exchange(ends[which], -1); }
  bool valid() const { return ends[0] >= 0; }
};

namespace {

// The program with these three ends, nothing else that is open here, its own process group, and the usual signals.
int spawn(pid_t& process, const std::string& program, const std::string& word, const Pipe& in, const Pipe& out, const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string name = "thinair", argument = word;
  char* const words[] = {name.data(), argument.data(), nullptr};
  const int error = posix_spawn(&process, program.c_str(), &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

std::chrono::steady_clock::duration seconds(double s) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(s));
}

}  // namespace

Worker::Worker(asio::io_context& io, std::string program, std::string word)
    : io_(io), program_(std::move(program)), word_(std::move(word)), deadline_(io), parts_(io) {}

void Worker::stop(Ended::How why) {
  if (stopped()) return;
  why_ = why;
  if (process_ > 0) kill(process_, SIGKILL);
}

void Worker::step_back() {
  if (process_ > 0) setpriority(PRIO_PROCESS, static_cast<id_t>(process_), kBehind);
}

double Worker::cpu_seconds() const {
  clockid_t clock{};
  timespec used{};
  if (process_ <= 0 || clock_getcpuclockid(process_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void Worker::part_done() {
  if (--open_parts_ == 0) parts_.cancel();
}

Task<> Worker::feed(int file, std::string text) {
  asio::posix::stream_descriptor to(io_, file);
  ErrorCode error;
  co_await asio::async_write(to, asio::buffer(text), quietly(error));  // who does not read it has ended
  to.close(error);
  part_done();
}

Task<> Worker::drain(int file, std::string& into, std::size_t most) {
  asio::posix::stream_descriptor from(io_, file);
  char buffer[1 << 14];
  for (ErrorCode error; !error;) {
    const std::size_t n = co_await from.async_read_some(asio::buffer(buffer), quietly(error));
    if (into.size() + n > most) stop(Ended::How::too_much);
    if (!stopped()) into.append(buffer, n);
  }
  part_done();
}

Task<Ended> Worker::run(const Job& job) {
  Ended ended;
  if (stopped()) {
    ended.how = why_;
    co_return ended;
  }
  Pipe in, out, err;
  if (!in.valid() || !out.valid() || !err.valid()) {
    ended.code = errno;
    co_return ended;
  }
  if (const int error = spawn(process_, program_, word_, in, out, err); error != 0) {
    process_ = 0;
    ended.code = error;
    co_return ended;
  }
  open_parts_ = 3;
  parts_.expires_at(asio::steady_timer::time_point::max());
  deadline_.expires_after(seconds(job.seconds + kGrace));
  deadline_.async_wait([this](ErrorCode error) {
    if (!error) stop(Ended::How::too_long);
  });
  asio::co_spawn(io_, feed(in.take(1), to_text(job)), asio::detached);
  asio::co_spawn(io_, drain(out.take(0), ended.out, kMostOutput), asio::detached);
  asio::co_spawn(io_, drain(err.take(0), ended.err, kMostComplaints), asio::detached);
  for (Pipe* pipe : {&in, &out, &err})
    for (const int end : {0, 1})
      if (const int file = pipe->take(end); file >= 0) close(file);
  ErrorCode ignored;
  while (open_parts_ > 0) co_await parts_.async_wait(quietly(ignored));
  // It has closed its ends, so it is ending: nobody else can have them.
  int status = 0;
  while (waitpid(process_, &status, WNOHANG) == 0) {
    parts_.expires_after(std::chrono::milliseconds(1));
    co_await parts_.async_wait(quietly(ignored));
  }
  process_ = 0;
  deadline_.cancel();
  // The handler of the deadline refers to this object: let it run before that may be gone.
  parts_.expires_after(std::chrono::milliseconds(0));
  co_await parts_.async_wait(quietly(ignored));
  ended.how = why_;
  if (!stopped()) {
    ended.how = WIFEXITED(status) ? Ended::How::exited : Ended::How::died;
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  }
  co_return ended;
}

}  // namespace thinair::serve
