// Questions as processes; a shell with a script takes the place of thinair.
#include "serve/scheduler.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "serve/http.hpp"

namespace thinair::serve {
namespace {

using How = Ended::How;

class Script {
 public:
  explicit Script(const std::string& text) {
    char name[] = "/tmp/thinair-script-XXXXXX";
    close(mkstemp(name));
    path_ = name;
    std::ofstream(path_) << text << "\n";
  }
  ~Script() { std::filesystem::remove(path_); }
  Worker::Program program() const { return {"/bin/sh", path_}; }

 private:
  std::string path_;
};

Job job(double seconds = 30) {
  Job out;
  out.words = {"outcomes"};
  out.seconds = seconds;
  return out;
}

// Names for everything: g++ 12 destroys some temporaries of co_await twice.
Task<> ask(Scheduler& scheduler, Scheduler::Held ticket, Job what, Ended& out) {
  Ended ended = co_await scheduler.answer(ticket, what);
  out = std::move(ended);
}

Ended answered(Scheduler& scheduler, asio::io_context& io, double seconds = 30) {
  Ended out;
  asio::co_spawn(io, ask(scheduler, scheduler.enter(Asking()), job(seconds), out), asio::detached);
  io.run();
  EXPECT_EQ(scheduler.numbers().answered, 1U);
  EXPECT_EQ(scheduler.numbers().running + scheduler.numbers().waiting, 0U);
  return out;
}

Ended ended(const std::string& script, double seconds = 30) {
  const Script file(script);
  asio::io_context io;
  Scheduler scheduler(io, file.program(), nullptr, 1);
  return answered(scheduler, io, seconds);
}

TEST(Worker, SaysHowItEnded) {
  const Ended done = ended("cat; echo complaint >&2; exit 3");
  EXPECT_EQ(done.how, How::exited);
  EXPECT_EQ(done.code, 3);
  EXPECT_EQ(done.out, to_text(job()));
  EXPECT_EQ(done.err, "complaint\n");
}

TEST(Worker, DeathIsAnAnswer) {
  const Ended dead = ended("kill -SEGV $$");
  EXPECT_EQ(dead.how, How::died);
  EXPECT_EQ(dead.code, SIGSEGV);
}

TEST(Worker, SoAreHangingAndFlooding) {
  EXPECT_EQ(ended("exec sleep 1000", -1.9).how, How::too_long);  // two seconds are added
  EXPECT_EQ(ended("exec head -c 20000000 /dev/zero").how, How::too_much);
  EXPECT_EQ(ended("exec head -c 200000 /dev/zero >&2").how, How::too_much);
}

TEST(Worker, AProgramThatIsNotThere) {
  asio::io_context io;
  Scheduler scheduler(io, {"/no/such/program", "x"}, nullptr, 1);
  const Ended out = answered(scheduler, io);
  EXPECT_EQ(out.how, How::not_started);
  EXPECT_EQ(out.code, ENOENT);
}

// A zygote that ends before it has done anything: the question is a program started anew.
TEST(Worker, WithoutAZygoteItStartsAnew) {
  const Script file("echo anew");
  asio::io_context io;
  Zygote zygote("/bin/true", "x");
  Scheduler scheduler(io, file.program(), &zygote, 1);
  const Ended out = answered(scheduler, io);
  EXPECT_EQ(out.how, How::exited);
  EXPECT_EQ(out.out, "anew\n");
}

struct Bench {
  explicit Bench(const std::string& script, unsigned jobs = 1) : file(script), scheduler(io, file.program(), nullptr, jobs) {}
  Scheduler::Held ask(const std::string& client, const std::string& purpose = "", bool background = false) {
    const auto ticket = scheduler.enter(Asking{client, purpose, background});
    asio::co_spawn(io, note(ticket, client), asio::detached);
    return ticket;
  }
  Task<> note(Scheduler::Held ticket, std::string client) {
    const Job what = job();
    const Ended one = co_await scheduler.answer(ticket, what);
    order += client;
    how.push_back(one.how);
  }
  Script file;
  asio::io_context io;
  Scheduler scheduler;
  std::string order;
  std::vector<How> how;
};

TEST(Scheduler, ClientsTakeTurnsAndTheBackgroundComesLast) {
  Bench bench("exit 0");
  bench.ask("z", "", true);
  for (const char* client : {"a", "a", "a", "b", "c", "b"}) bench.ask(client);
  bench.io.run();
  EXPECT_EQ(bench.order, "abcabaz");
  EXPECT_EQ(bench.how, std::vector<How>(7, How::exited));
}

TEST(Scheduler, ANewerQuestionEndsTheOlderOne) {
  const std::string path = "/tmp/thinair-second-" + std::to_string(getpid());
  std::filesystem::remove(path);
  // The first hangs; whoever comes after it does not.
  Bench bench("test -e " + path + " && exit 0; touch " + path + "; exec sleep 1000");
  bench.ask("a", "outcomes");
  asio::steady_timer look(bench.io);
  std::function<void(ErrorCode)> again = [&](ErrorCode) {
    if (!std::filesystem::exists(path)) {
      look.expires_after(std::chrono::milliseconds(5));
      look.async_wait(again);
      return;
    }
    bench.ask("a", "outcomes");
  };
  again({});
  bench.io.run();
  EXPECT_EQ(bench.how, (std::vector<How>{How::superseded, How::exited}));
  std::filesystem::remove(path);
}

TEST(Scheduler, WhoWaitsCanBeEnded) {
  Bench bench("exit 0");
  bench.ask("a");
  const auto second = bench.ask("a");
  Scheduler::stop(second, How::gone);
  bench.io.run();
  EXPECT_EQ(bench.how.size(), 2U);
  EXPECT_EQ(std::ranges::count(bench.how, How::gone), 1);
}

TEST(Scheduler, TooMuchIsRefusedAtOnce) {
  Bench bench("exit 0");
  for (int i = 0; i < 30; ++i) bench.ask("a");
  bench.ask("b");
  bench.io.run();
  EXPECT_GE(std::ranges::count(bench.how, How::busy), 12);
  EXPECT_GE(std::ranges::count(bench.how, How::exited), 17);  // of them, the other client's
  EXPECT_EQ(bench.how.size(), 31U);
}

Task<Reply> echo(const Request& request) {
  Reply out;
  out.type = "text/plain";
  out.body = request.method + request.path + request.body;
  co_return out;
}

Task<> talk(asio::io_context& io, HttpServer& server, std::uint16_t port, const std::string& bytes, std::string& out) {
  asio::ip::tcp::socket socket(io);
  ErrorCode error;
  const asio::ip::tcp::endpoint there(asio::ip::make_address("127.0.0.1"), port);
  co_await socket.async_connect(there, quietly(error));
  co_await asio::async_write(socket, asio::buffer(bytes), quietly(error));
  char buffer[4096];
  while (!error) {
    const std::size_t n = co_await socket.async_read_some(asio::buffer(buffer), quietly(error));
    out.append(buffer, n);
  }
  server.stop();
}

// What a server answers to these bytes whose replies say what was asked.
std::string replied(const std::string& bytes) {
  asio::io_context io;
  HttpServer server(io, [](const Request& request, Patience&) { return echo(request); }, {{"X-Always", "here"}});
  std::uint16_t port = 0;
  bool loopback = false;
  EXPECT_EQ(server.listen("127.0.0.1", port, loopback), "");
  EXPECT_TRUE(loopback);
  std::string out;
  asio::co_spawn(io, talk(io, server, port, bytes, out), asio::detached);
  io.run();
  return out;
}

TEST(Http, RequestsAndReplies) {
  const std::string end = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const std::string found = replied("GET /a?b=c" + end);
  EXPECT_TRUE(found.starts_with("HTTP/1.1 200 OK\r\n")) << found;
  EXPECT_NE(found.find("X-Always: here\r\n"), std::string::npos);
  EXPECT_TRUE(found.ends_with("\r\n\r\nGET/a")) << found;
  EXPECT_TRUE(replied("HEAD /a" + end).ends_with("\r\n\r\n"));
  const std::string two = replied("POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhiGET /2" + end);
  EXPECT_NE(two.find("POST/1hi"), std::string::npos) << two;
  EXPECT_TRUE(two.ends_with("GET/2")) << two;
}

TEST(Http, WhatIsNoRequest) {
  EXPECT_TRUE(replied("no http at all\r\n\r\n").starts_with("HTTP/1.1 400"));
  EXPECT_TRUE(replied("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n").starts_with("HTTP/1.1 413"));
  EXPECT_TRUE(replied("GET / HTTP/1.1\r\nX: " + std::string(20000, 'x') + "\r\n\r\n").starts_with("HTTP/1.1 431"));
}

}  // namespace
}  // namespace thinair::serve
