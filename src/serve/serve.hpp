// thinair in the browser: a page, and the commands as JSON over HTTP.
//
//   takes   where to listen, and the limits of a question
//   gives   answers until it is told to end
//   does not answer questions itself: each one is a process (worker.hpp), started in its turn (scheduler.hpp)
//
// One thread does it all: it moves bytes and waits. docs/adr/0033-serve.md says why it is so, and what it defends against.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace thinair::serve {

struct Settings {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;               // 0: a free one
  unsigned jobs = 1;                    // questions at a time
  double seconds = 10;                  // the most that a question may ask for
  std::uint64_t memory = 512ULL << 20;  // bytes, for each
  std::string version;
  std::string worker_word;                                // what tells our own program that it is to answer one question
  std::string zygote_word;                                // ..that it is to fork for many
  std::function<void(const std::string& address)> ready;  // called once, when it listens
};

// Returns when a signal ends it; the text says why it could not begin, if it could not.
std::string serve(const Settings& settings);

}  // namespace thinair::serve
