#include "serve/zygote.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "serve/passing.hpp"

namespace thinair::serve {
namespace {

struct Files {
  int in[2], out[2], err[2];
  Files() {
    EXPECT_EQ(pipe(in), 0);
    EXPECT_EQ(pipe(out), 0);
    EXPECT_EQ(pipe(err), 0);
  }
  std::vector<int> given() const { return {in[0], out[1], err[1]}; }
  void keep_ours() const {
    for (const int file : given()) close(file);
  }
};

std::string all_of(int file) {
  std::string out;
  char buffer[256];
  for (ssize_t n = 0; (n = ::read(file, buffer, sizeof buffer)) > 0;) out.append(buffer, static_cast<std::size_t>(n));
  return out;
}

// A process that forks for questions; what it makes ready is a text, and each child says it.
struct Mother {
  pid_t process = 0;
  int socket = -1;
  Mother() {
    const auto ends = message_socket();
    EXPECT_TRUE(ends);
    process = fork();
    if (process == 0) {
      dup2(ends->theirs, 0);
      close(ends->theirs);
      close(ends->ours);
      std::string ready;
      fork_for_questions([&](const std::string& model) {
        if (ready.find(model + ";") == std::string::npos) ready += model + ";";
      });
      char word[16] = {};
      const ssize_t n = ::read(0, word, sizeof word - 1);
      std::string said = ready + std::string(word, n > 0 ? static_cast<std::size_t>(n) : 0);
      if (write(1, said.data(), said.size()) < 0) std::_Exit(9);
      std::_Exit(7);
    }
    close(ends->theirs);
    socket = ends->ours;
  }
  ~Mother() {
    close(socket);
    int status = 0;
    EXPECT_EQ(waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);  // our end is its end
  }
};

TEST(Zygote, ItsChildrenAreOurs) {
  Mother mother;
  const Files files;
  ASSERT_TRUE(send_message(mother.socket, "", files.given()));
  files.keep_ours();
  EXPECT_EQ(write(files.in[1], "hello", 5), 5);
  close(files.in[1]);
  const std::string said = all_of(files.err[0]);
  ASSERT_EQ(said.size(), kNumberSize);
  int status = 0;
  EXPECT_EQ(waitpid(number_of(said), &status, 0), number_of(said));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EXPECT_EQ(all_of(files.out[0]), "hello");
}

TEST(Zygote, WhatIsReadyIsThereForTheNext) {
  Mother mother;
  std::string said;
  for (int i = 0; i < 200 && said != "sc;java;"; ++i) {
    const Files files;
    ASSERT_TRUE(send_message(mother.socket, i == 0 ? "sc java sc" : "java", files.given()));
    files.keep_ours();
    close(files.in[1]);
    const pid_t child = number_of(all_of(files.err[0]));
    said = all_of(files.out[0]);
    EXPECT_EQ(waitpid(child, nullptr, 0), child);
    if (i == 0) {
      EXPECT_EQ(said, "");
    }
  }
  EXPECT_EQ(said, "sc;java;");
}

TEST(Zygote, MessagesThatAreNone) {
  Mother mother;
  EXPECT_TRUE(send_message(mother.socket, "x", {}));
  const Files files;
  EXPECT_TRUE(send_message(mother.socket, "x", {files.in[0]}));
  EXPECT_FALSE(send_message(mother.socket, std::string(5000, 'x'), {}));
  EXPECT_FALSE(send_message(mother.socket, "x", {0, 0, 0, 0, 0}));
  files.keep_ours();
  const Files good;
  ASSERT_TRUE(send_message(mother.socket, "", good.given()));
  good.keep_ours();
  close(good.in[1]);
  const pid_t child = number_of(all_of(good.err[0]));
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
}

TEST(Zygote, OneThatEndsIsStartedAgainAndThenGivenUp) {
  Zygote zygote("/bin/true", "x");
  int forks = 0;
  for (int i = 0; i < 20; ++i) {
    const Files files;
    forks += zygote.fork(files.given(), {}) ? 1 : 0;
    files.keep_ours();
    EXPECT_EQ(all_of(files.err[0]), "");  // all other ends are closed
  }
  EXPECT_GE(forks, 1);
  EXPECT_LE(forks, 6);
  Zygote none("/no/such/program", "x");
  EXPECT_FALSE(none.fork({0, 1, 2}, {}));
}

}  // namespace
}  // namespace thinair::serve
