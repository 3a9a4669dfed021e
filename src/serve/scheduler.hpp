// Whose turn it is.
//
//   takes   questions with the name of the client that asks, and what it asks for
//   gives   their answers, when their turn has come
//   does not know what they ask
//
// Clients take turns, one question each; who asks much waits for himself. A newer question of one client for the same purpose ends the
// older one: nobody wants its answer any more. A question that takes long steps back: it keeps running, but with what processors have left,
// and makes room for a short one. There is room for few long ones; where there is none, it keeps its place. What is too much is refused at
// once.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "serve/worker.hpp"

namespace thinair::serve {

struct Asking {
  std::string client;       // "" : all that do not say who they are
  std::string purpose;      // "": ends no other question
  bool background = false;  // after all others
};

class Scheduler {
 public:
  // Without a zygote every question is a program started anew.
  Scheduler(asio::io_context& io, Worker::Program program, Zygote* zygote, unsigned jobs);

  // A question that waits or runs; whoever holds it may end it.
  class Ticket;
  using Held = std::shared_ptr<Ticket>;
  Held enter(Asking asking);
  Task<Ended> answer(Held ticket, const Job& job);
  static void stop(const Held& ticket, Ended::How why);

  struct Numbers {
    std::size_t waiting = 0, running = 0, answered = 0;
  };
  Numbers numbers() const { return {waiting_, running_ + long_, answered_}; }

 private:
  struct Client {
    std::deque<Held> waiting;
    std::map<std::string, Held> current;  // by purpose
    unsigned running = 0;
  };
  void leave(const Held& ticket);
  void watch_time(const Held& ticket);
  void next();
  bool start_one(bool background);
  void forget(const std::string& name);

  asio::io_context& io_;
  Worker::Program program_;
  Zygote* zygote_;
  unsigned jobs_;
  std::map<std::string, Client> clients_;
  std::string last_;  // whose turn it was
  std::size_t waiting_ = 0, running_ = 0, long_ = 0, answered_ = 0;
};

}  // namespace thinair::serve
