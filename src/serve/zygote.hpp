// Processes for questions, by the fork of one that is ready.
//
//   takes   three open files, and the names of the shipped models that a question speaks of
//   gives   a process of its own with these files as its standard ones; it says its number first
//   does not see the question: what is ready in the parent comes from shipped files alone, so no question can leave a trace for the next
//
// A program that starts anew spends most of a small question's time on being linked and on reading models. The zygote has done both: it is
// our own program, started once, which forks for each question. The child is a child of the server and not of the zygote, so the server
// waits for it, ends it and hears of its death as of any process that it starts itself.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace thinair::serve {

// Our program with these as its standard files (-1: the server's own), none other of ours, its own group and the usual signals. 0, or an
// error's number.
int start_program(pid_t& process, const std::string& program, const std::string& word, const int (&files)[3]);

// The server's side.
class Zygote {
 public:
  Zygote(std::string program, std::string word);
  ~Zygote();
  Zygote(const Zygote&) = delete;
  Zygote& operator=(const Zygote&) = delete;

  // False: there is none. Who is told true hears from the child, or that all other ends of the files are closed.
  bool fork(const std::vector<int>& files, const std::vector<std::string>& models);
  void end();  // what was asked of it and not done ends, too; the next fork() starts another one
  pid_t process() const { return process_; }

 private:
  bool begin();

  std::string program_, word_;
  pid_t process_ = 0;
  int socket_ = -1;
  int starts_ = 0;  // in a row that led to nothing
  std::chrono::steady_clock::time_point begun_;
};

// What a child writes to its standard error before all else, and how the server reads it.
std::string own_number();
inline constexpr std::size_t kNumberSize = sizeof(pid_t);
pid_t number_of(const std::string& said);  // of its first bytes

// The other side: forks for each message that comes over standard input, and returns in the children alone, which have their files then.
// Between messages it calls `prepare` for the models that were named, each as often as it is; the end of the server is its end.
void fork_for_questions(const std::function<void(const std::string& model)>& prepare);

}  // namespace thinair::serve
