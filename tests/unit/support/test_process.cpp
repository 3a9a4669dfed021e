#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "support/process.hpp"

namespace thinair {
namespace {

using End = ProcessResult::End;

ProcessResult shell(const std::string& script, std::optional<double> seconds = std::nullopt) {
  return run_process({{"sh", "-c", script}, "", seconds, {}});
}

TEST(Process, OutputAndCode) {
  const auto done = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(done.end, End::exited);
  EXPECT_EQ(done.code, 3);
  EXPECT_EQ(done.output, "out\nerr\n");
}

TEST(Process, Folder) { EXPECT_EQ(run_process({{"pwd"}, "/", {}, {}}).output, "/\n"); }

TEST(Process, NotStarted) {
  EXPECT_EQ(run_process({{"no-such-program-anywhere"}, "", {}, {}}).end, End::not_started);
  EXPECT_EQ(run_process({{"pwd"}, "/no/such/folder", {}, {}}).end, End::not_started);
  EXPECT_EQ(run_process({}).end, End::not_started);
}

TEST(Process, TimeLimitEndsTheWholeGroup) {
  // A child that ignores SIGTERM, in the background of one that does not end.
  ProcessCommand command{{"sh", "-c", "sh -c 'trap \"\" TERM; echo $$; exec sleep 10000' & wait"}, "", {}, {}};
  command.on_line = [](std::string_view) { return std::optional(0.1); };  // as soon as it is there
  const auto done = run_process(command);
  EXPECT_EQ(done.end, End::timed_out);
  const pid_t child = std::stoi(done.output);
  for (int i = 0; i < 1200 && kill(child, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  // Gone, or a zombie that nobody waits for.
  EXPECT_TRUE(kill(child, 0) != 0 || shell("grep -q '^State:.Z' /proc/" + std::to_string(child) + "/status").succeeded());
}

TEST(Process, BackgroundChildrenDoNotKeepUsWaiting) {
  const auto done = shell("sleep 100000 & echo done");
  EXPECT_TRUE(done.succeeded());
  EXPECT_EQ(done.output, "done\n");
}

TEST(Process, LinesComeOneByOneAndMayMoveTheLimit) {
  std::string lines;
  ProcessCommand command{{"sh", "-c", "echo one; echo two; sleep 10000"}, "", {}, {}};
  command.on_line = [&](std::string_view line) -> std::optional<double> {
    lines += std::string(line) + ";";
    return line == "two" ? std::optional(0.1) : std::nullopt;
  };
  EXPECT_EQ(run_process(command).end, End::timed_out);
  EXPECT_EQ(lines, "one;two;");
}

TEST(Process, FloodsAreCut) { EXPECT_LE(shell("head -c 5000000 /dev/zero").output.size(), std::size_t{1} << 20); }

TEST(Process, AFlagEndsIt) {
  std::atomic<bool> stop = false;
  ProcessCommand command{{"sh", "-c", "echo ready; sleep 1000"}, "", {}, {}, &stop};
  command.on_line = [&](std::string_view) -> std::optional<double> {
    stop = true;
    return std::nullopt;
  };
  EXPECT_EQ(run_process(command).end, End::interrupted);
}

// Programs come and go on several threads; whoever handles SIGINT still handles it afterwards, and one flag ends all that run.
TEST(Process, ManyThreadsAndTheSignalsOfOthers) {
  struct sigaction mine {
  }, now{};
  mine.sa_handler = SIG_IGN;
  sigaction(SIGINT, &mine, nullptr);
  std::atomic<bool> stop = false;
  std::atomic<int> running = 0, interrupted = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(shell("exit 0").succeeded());
        ProcessCommand command{{"sh", "-c", "echo ready; sleep 1000"}, "", {}, {}, &stop};
        command.on_line = [&](std::string_view) -> std::optional<double> {
          if (++running == 8) stop = true;
          return std::nullopt;
        };
        interrupted += run_process(command).end == End::interrupted;
      });
  }
  EXPECT_EQ(interrupted, 8);
  sigaction(SIGINT, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_IGN);
}

TEST(Process, LastLines) {
  EXPECT_EQ(last_lines("a\nb\nc\n\n", 2), "b\nc");
  EXPECT_EQ(last_lines("a", 2), "a");
  EXPECT_EQ(last_lines("", 2), "");
}

TEST(Process, Programs) {
  EXPECT_FALSE(find_program("sh").empty());
  EXPECT_TRUE(find_program("no-such-program-anywhere").empty());
  EXPECT_TRUE(find_program("/etc/passwd").empty());
}

}  // namespace
}  // namespace thinair
