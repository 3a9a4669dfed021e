#include "events/references.hpp"

#include <algorithm>

namespace thinair::events {

References::References(const program::Program& program) : program_(program), held_(program.locations.size()) {
  for (LocId loc = 0; loc < held_.size(); ++loc)
    if (const program::Location& location = program.locations[loc];
        location.type == program::Type::reference || (location.type == program::Type::address && object_of(program, location.initial)))
      held_[loc].insert(location.initial);
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
    if (!event.writes()) continue;
    const program::Type type = program_.locations[event.location].type;
    std::set<program::Value>& held = held_[event.location];
    const std::size_t before = held.size();
    const value::Term& written = pool[event.written];
    if (type == program::Type::address) {  // known on every path that writes one
      if (written.op == program::Op::constant && object_of(program_, written.value)) any = held.insert(written.value).second || any;
      continue;
    }
    if (type != program::Type::reference) continue;
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
