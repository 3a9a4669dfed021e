#include "serve/worker.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

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

// The job as a file of no name.
int as_file(const std::string& text) {
  const int file = memfd_create("question", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n <= 0) {
      close(file);
      return -1;
    }
    done += static_cast<std::size_t>(n);
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

std::chrono::steady_clock::duration seconds(double s) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(s));
}

}  // namespace

Worker::Worker(asio::io_context& io, const Program& program, Zygote* zygote)
    : io_(io), program_(program), zygote_(zygote), deadline_(io), parts_(io) {}

void Worker::stop(Ended::How why) {
  if (stopped()) return;
  why_ = why;
  if (process_ > 0) kill(process_, SIGKILL);  // if it is not born yet: when it is
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

// A child of the zygote says its number first.
void Worker::born(std::string& said) {
  if (process_ > 0 || said.size() < kNumberSize) return;
  process_ = number_of(said);
  said.erase(0, kNumberSize);
  if (stopped()) kill(process_, SIGKILL);
}

Task<> Worker::drain(int file, std::string& into, std::size_t most) {
  asio::posix::stream_descriptor from(io_, file);
  char buffer[1 << 14];
  for (ErrorCode error; !error;) {
    const std::size_t n = co_await from.async_read_some(asio::buffer(buffer), quietly(error));
    if (into.size() + n > most) stop(Ended::How::too_much);
    const bool waits = forked_ && process_ == 0 && most == kMostComplaints;
    if (!stopped() || waits) into.append(buffer, n);
    if (waits) born(into);
  }
  if (--open_parts_ == 0) parts_.cancel();
}

// Starts it, and listens. False: that cannot be.
bool Worker::begin(const Job& job, bool forked, Ended& ended) {
  Pipe out, err;
  const int in = as_file(to_text(job));
  forked_ = forked;
  bool begun = false;
  if (in < 0 || !out.valid() || !err.valid()) {
    ended.code = errno;
  } else if (forked) {
    begun = zygote_ != nullptr && zygote_->fork({in, out.ends[1], err.ends[1]}, shipped_models(job));
  } else {
    ended.code = start_program(process_, program_.path, program_.word, {in, out.ends[1], err.ends[1]});
    begun = ended.code == 0;
  }
  if (in >= 0) close(in);
  if (!begun) return false;
  open_parts_ = 2;
  asio::co_spawn(io_, drain(out.take(0), ended.out, kMostOutput), asio::detached);
  asio::co_spawn(io_, drain(err.take(0), ended.err, kMostComplaints), asio::detached);
  return true;
}

Task<Ended> Worker::run(const Job& job) {
  Ended ended;
  ErrorCode ignored;
  deadline_.expires_after(seconds(job.seconds + kGrace));
  deadline_.async_wait([this](ErrorCode error) {
    if (error) return;
    stop(Ended::How::too_long);
    if (process_ == 0 && forked_) zygote_->end();  // it hangs
  });
  for (const bool forked : {true, false}) {
    if (stopped() || process_ != 0) break;  // who was born has answered
    ended.out.clear();
    ended.err.clear();
    if (!begin(job, forked, ended)) continue;
    parts_.expires_at(asio::steady_timer::time_point::max());
    while (open_parts_ > 0) co_await parts_.async_wait(quietly(ignored));
  }
  // It has closed its ends, so it is ending: nobody else can have them.
  const bool begun = process_ > 0;
  int status = 0;
  while (begun && waitpid(process_, &status, WNOHANG) == 0) {
    parts_.expires_after(std::chrono::milliseconds(1));
    co_await parts_.async_wait(quietly(ignored));
  }
  process_ = 0;
  deadline_.cancel();
  // The handler of the deadline refers to this object: let it run before that may be gone.
  parts_.expires_after(std::chrono::milliseconds(0));
  co_await parts_.async_wait(quietly(ignored));
  if (stopped())
    ended.how = why_;
  else if (begun) {
    ended.how = WIFEXITED(status) ? Ended::How::exited : Ended::How::died;
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  }
  co_return ended;
}

}  // namespace thinair::serve
