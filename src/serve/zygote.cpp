#include "serve/zygote.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "serve/passing.hpp"

extern char** environ;

namespace thinair::serve {
namespace {

// So many starts in a row that led to nothing; then, for some time, questions are programs started anew.
constexpr int kMostStarts = 3;
constexpr auto kPause = std::chrono::seconds(5);
constexpr std::size_t kMostWaitingModels = 64;  // names are anybody's

// As fork(), but the child's parent is ours. There is one thread here, so no lock can be left behind.
pid_t fork_for_parent() { return static_cast<pid_t>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)); }

bool is_there(int socket) {
  pollfd what{socket, POLLIN, 0};
  return poll(&what, 1, 0) != 0;
}

// The files become the standard ones; no other stays open.
void take(const std::vector<int>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) dup2(files[i], static_cast<int>(i));
  closefrom(static_cast<int>(files.size()));
}

}  // namespace

int start_program(pid_t& process, const std::string& program, const std::string& word, const int (&files)[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i)
    if (files[i] >= 0) posix_spawn_file_actions_adddup2(&actions, files[i], i);
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
  if (error != 0) process = 0;
  return error;
}

Zygote::Zygote(std::string program, std::string word) : program_(std::move(program)), word_(std::move(word)) {}
Zygote::~Zygote() { end(); }

void Zygote::end() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = 0;
}

bool Zygote::begin() {
  const auto now = std::chrono::steady_clock::now();
  if (starts_ >= kMostStarts && now - begun_ < kPause) return false;
  const auto ends = message_socket();
  if (!ends) return false;
  ++starts_;
  begun_ = now;
  const int error = start_program(process_, program_, word_, {ends->theirs, -1, -1});
  close(ends->theirs);
  socket_ = ends->ours;
  if (error == 0) return true;
  end();
  return false;
}

bool Zygote::fork(const std::vector<int>& files, const std::vector<std::string>& models) {
  std::string names;
  for (const std::string& model : models) names += (names.empty() ? "" : " ") + model;
  if (process_ != 0) {
    if (send_message(socket_, names, files)) {
      starts_ = 0;
      return true;
    }
    if (errno == EAGAIN) return false;
    end();  // somebody has killed it
  }
  return begin() && send_message(socket_, names, files);
}

std::string own_number() {
  const pid_t number = getpid();
  return std::string(reinterpret_cast<const char*>(&number), sizeof number);
}

pid_t number_of(const std::string& said) {
  pid_t number = 0;
  std::memcpy(&number, said.data(), sizeof number);
  return number;
}

void fork_for_questions(const std::function<void(const std::string& model)>& prepare) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::deque<std::string> waiting;
  for (;;) {
    if (!waiting.empty() && !is_there(STDIN_FILENO)) {
      prepare(waiting.front());
      waiting.pop_front();
      continue;
    }
    const auto message = receive_message(STDIN_FILENO);
    if (!message) std::_Exit(0);
    const bool whole = message->files.size() == 3;
    if (whole && fork_for_parent() == 0) {
      setpgid(0, 0);
      take(message->files);
      const std::string number = own_number();
      if (write(STDERR_FILENO, number.data(), number.size()) != static_cast<ssize_t>(number.size())) std::_Exit(1);
      return;
    }
    for (const int file : message->files) close(file);
    for (std::size_t at = 0; at < message->text.size();) {
      const std::size_t end = std::min(message->text.find(' ', at), message->text.size());
      const std::string name = message->text.substr(at, end - at);
      if (waiting.size() < kMostWaitingModels && std::ranges::find(waiting, name) == waiting.end()) waiting.push_back(name);
      at = end + 1;
    }
  }
}

}  // namespace thinair::serve
