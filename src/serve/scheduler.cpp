#include "serve/scheduler.hpp"

#include <algorithm>
#include <chrono>

namespace thinair::serve {
namespace {

constexpr std::size_t kMostWaiting = 256;      // of all
constexpr std::size_t kMostWaitingOfOne = 16;  // of one client
constexpr unsigned kMostRunningOfOne = 2;      // a page asks for outcomes and for an explanation
constexpr auto kShort = std::chrono::milliseconds(300);
constexpr double kShortSeconds = 0.25;
constexpr auto kMostPatience = std::chrono::seconds(30);

}  // namespace

class Scheduler::Ticket {
 public:
  Ticket(asio::io_context& io, Asking who, const Worker::Program& program, Zygote* zygote)
      : asking(std::move(who)), worker(io, program, zygote), turn(io), patience(io) {}
  Asking asking;
  Worker worker;
  asio::steady_timer turn;      // cancelled when its turn has come, or will not
  asio::steady_timer patience;  // until it steps back
  enum class State { waiting, running, taking_long, over } state = State::waiting;
  Ended::How why = Ended::How::exited;  // it was ended while it waited
};

Scheduler::Scheduler(asio::io_context& io, Worker::Program program, Zygote* zygote, unsigned jobs)
    : io_(io), program_(std::move(program)), zygote_(zygote), jobs_(std::max(1U, jobs)) {}

void Scheduler::stop(const Held& ticket, Ended::How why) {
  if (ticket->why == Ended::How::exited) ticket->why = why;
  ticket->worker.stop(why);
  ticket->turn.cancel();
}

Scheduler::Held Scheduler::enter(Asking asking) {
  auto ticket = std::make_shared<Ticket>(io_, std::move(asking), program_, zygote_);
  Client& client = clients_[ticket->asking.client];
  if (!ticket->asking.purpose.empty()) {
    Held& current = client.current[ticket->asking.purpose];
    if (current) stop(current, Ended::How::superseded);
    current = ticket;
  }
  if (waiting_ >= kMostWaiting || client.waiting.size() >= kMostWaitingOfOne) {
    ticket->why = Ended::How::busy;
    return ticket;
  }
  client.waiting.push_back(ticket);
  ++waiting_;
  return ticket;
}

// One question of the client whose turn it is. Those in the background come last.
bool Scheduler::start_one(bool background) {
  auto at = clients_.upper_bound(last_);
  for (std::size_t i = 0; i < clients_.size(); ++i, ++at) {
    if (at == clients_.end()) at = clients_.begin();
    Client& client = at->second;
    if (client.running >= kMostRunningOfOne) continue;
    const auto found = std::ranges::find_if(client.waiting, [&](const Held& t) { return t->asking.background == background; });
    if (found == client.waiting.end()) continue;
    const Held ticket = *found;
    client.waiting.erase(found);
    --waiting_;
    ++running_;
    ++client.running;
    ticket->state = Ticket::State::running;
    ticket->turn.cancel();
    if (!background) last_ = at->first;
    return true;
  }
  return false;
}

void Scheduler::next() {
  while (running_ < jobs_ && (start_one(false) || start_one(true))) {}
}

void Scheduler::forget(const std::string& name) {
  const auto at = clients_.find(name);
  if (at != clients_.end() && at->second.waiting.empty() && at->second.running == 0 && at->second.current.empty()) clients_.erase(at);
}

void Scheduler::leave(const Held& ticket) {
  const std::string name = ticket->asking.client;
  Client& client = clients_[name];
  if (ticket->state == Ticket::State::waiting && std::erase(client.waiting, ticket) > 0) --waiting_;
  if (ticket->state == Ticket::State::running) --running_, --client.running;
  if (ticket->state == Ticket::State::taking_long) --long_, --client.running;
  ticket->state = Ticket::State::over;
  const auto current = client.current.find(ticket->asking.purpose);
  if (current != client.current.end() && current->second == ticket) client.current.erase(current);
  forget(name);
  ++answered_;
  next();
}

// Steps back once it has used more processor time than short questions need; on a busy machine the clock on the wall says little.
void Scheduler::watch_time(const Held& ticket) {
  ticket->patience.expires_after(kShort);
  ticket->patience.async_wait([this, ticket](ErrorCode error) {
    if (error || ticket->state != Ticket::State::running) return;
    if (!ticket->asking.background && ticket->worker.cpu_seconds() < kShortSeconds) return watch_time(ticket);
    ticket->worker.step_back();
    if (long_ >= jobs_) return;
    ticket->state = Ticket::State::taking_long;
    --running_;
    ++long_;
    next();
  });
}

Task<Ended> Scheduler::answer(Held ticket, const Job& job) {
  Ended ended;
  ErrorCode ignored;
  next();
  if (ticket->state == Ticket::State::waiting && ticket->why == Ended::How::exited) {
    ticket->turn.expires_after(kMostPatience);
    co_await ticket->turn.async_wait(quietly(ignored));
    if (ticket->state == Ticket::State::waiting && ticket->why == Ended::How::exited) ticket->why = Ended::How::busy;
  }
  if (ticket->why != Ended::How::exited) {
    ended.how = ticket->why;
  } else {
    watch_time(ticket);
    ended = co_await ticket->worker.run(job);
    ticket->patience.cancel();
  }
  leave(ticket);
  co_return ended;
}

}  // namespace thinair::serve
