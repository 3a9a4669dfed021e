#include "events/references.hpp"

#include <algorithm>

namespace thinair::events {

References::References(const program::Program& program) : program_(program), held_(program.locations.size()) {
  for (LocId loc = 0; loc < held_.size(); ++loc)
    if (program.locations[loc].type == program::Type::reference) held_[loc].insert(program.locations[loc].initial);
}

bool References::add(const Unfolding& unfolding) {
  bool any = false;
  for (bool more = true; more;) {
    more = false;
    for (const auto& paths : unfolding.threads)
      for (const ThreadPath& path : paths) more = add(unfolding.pool, path) || more;
    any = any || more;
  }
  return any;
}

bool References::add(const value::TermPool& pool, const ThreadPath& path) {
  bool any = false;
  for (const Event& event : path.events) {
    if (!event.writes() || program_.locations[event.location].type != program::Type::reference) continue;
    std::set<program::Value>& held = held_[event.location];
    const std::size_t before = held.size();
    const value::Term& written = pool[event.written];
    if (written.op == program::Op::constant) held.insert(written.value);
    if (written.op == program::Op::reg) {
      const auto read = std::ranges::find_if(path.events, [&](const Event& e) { return e.reads() && e.variable == written.index; });
      if (read != path.events.end() && read->location != event.location)
        held.insert(held_[read->location].begin(), held_[read->location].end());
    }
    any = any || held.size() > before;
  }
  return any;
}

}  // namespace thinair::events
