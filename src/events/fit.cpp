// Which paths of several threads can be of one execution, as far as threads wait for each other.
#include <algorithm>

#include "events/blocking.hpp"
#include "events/structure.hpp"

namespace thinair::events {
namespace {

bool has(const std::vector<std::uint32_t>& list, std::uint32_t one) { return std::ranges::find(list, one) != list.end(); }

std::uint32_t thread_with(const program::Program& program, LocId life) {
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    if (program.threads[t].life == life) return t;
  return 0;
}

// Waits for a monitor that others take again and again (Unfolder::starve).
bool is_starved(const ThreadPath& path) {
  return path.blocked && path.blocked->by == Blocked::By::monitor && !path.events.empty() && path.events.back().kind == Kind::lock &&
         path.events.back().location == path.blocked->at;
}

// Goes round forever, and takes the monitor each time.
bool takes_forever(const program::Program& program, const ThreadPath& path, LocId monitor) {
  if (!path.blocked || path.blocked->by != Blocked::By::loop) return false;
  const auto spin = std::ranges::find(program.set_names, "SPIN");
  const auto bit = program::SetMask{1} << (spin - program.set_names.begin());
  return spin != program.set_names.end() && std::ranges::any_of(path.events, [&](const Event& e) {
           return e.kind == Kind::lock && e.location == monitor && (e.sets & bit) != 0;
         });
}

// Whether some other thread, on a path that `allowed` lets it have, keeps this one from going on.
template <class Allowed>
bool is_kept(const program::Program& program, const Unfolding& unfolding, std::uint32_t thread, const ThreadPath& waiting,
             const Allowed& allowed) {
  const Blocked& blocked = *waiting.blocked;
  const bool starved = is_starved(waiting);
  if (blocked.by == Blocked::By::wait || blocked.by == Blocked::By::loop) return true;
  const std::uint32_t awaited = blocked.by == Blocked::By::join ? thread_with(program, blocked.at) : 0;
  for (std::uint32_t t = 0; t < unfolding.threads.size(); ++t) {
    if (t == thread || (blocked.by == Blocked::By::join && t != awaited)) continue;
    for (std::uint32_t p = 0; p < unfolding.threads[t].size(); ++p) {
      const ThreadPath& path = unfolding.threads[t][p];
      if (!path.blocked || !allowed(t, p)) continue;
      if (starved) {
        if (takes_forever(program, path, blocked.at)) return true;
        continue;
      }
      if (blocked.by == Blocked::By::join || std::ranges::find(path.held, blocked.at) != path.held.end()) return true;
    }
  }
  return false;
}

}  // namespace

void drop_unblocked(const program::Program& program, Unfolding& unfolding) {
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (std::uint32_t t = 0; t < unfolding.threads.size(); ++t) {
      const auto keeps = [](std::uint32_t, std::uint32_t) { return true; };
      dropped = std::erase_if(unfolding.threads[t],
                              [&](const ThreadPath& path) { return path.blocked && !is_kept(program, unfolding, t, path, keeps); }) > 0 ||
                dropped;
    }
  }
}

bool fit_together(const program::Program& program, const Unfolding& unfolding, const std::vector<std::uint32_t>& chosen) {
  const auto path = [&](std::uint32_t t) -> const ThreadPath& { return unfolding.threads[t][chosen[t]]; };
  const auto taken = [&](std::uint32_t t, std::uint32_t p) { return chosen[t] == p; };
  for (std::uint32_t t = 0; t < chosen.size(); ++t) {
    if (program.threads[t].on_start) {
      unsigned started = 0;
      for (std::uint32_t other = 0; other < chosen.size(); ++other) started += has(path(other).starts, t) ? 1 : 0;
      if (started > 1 || (started == 1) == path(t).absent) return false;
    }
    for (const std::uint32_t other : path(t).restarts)
      if (path(other).absent) return false;
    for (const std::uint32_t other : path(t).joins)
      if (path(other).blocked || path(other).absent) return false;
    for (const std::uint32_t other : path(t).alive)
      if (path(other).absent) return false;
    if (path(t).blocked && !is_kept(program, unfolding, t, path(t), taken)) return false;
  }
  return true;
}

}  // namespace thinair::events
