#include "engine/reference/wellformed.hpp"

#include <fmt/format.h>

namespace thinair::reference {
namespace {

// A notification of the only thread that waits is one of all.
bool same_kind(events::Kind in_structure, events::Kind on_path) {
  return in_structure == on_path || (in_structure == events::Kind::notify_all && on_path == events::Kind::notify);
}

bool same_event(const events::Event& a, const events::Event& b) {
  return same_kind(a.kind, b.kind) && a.thread == b.thread && a.location == b.location && a.sets == b.sets &&
         a.instruction == b.instruction && a.instr == b.instr && (!a.writes() || a.written == b.written) &&
         (!a.reads() || a.variable == b.variable);
}

}  // namespace

std::string why_not_structure(const program::Program& program, const events::Unfolding& unfolding, const events::Structure& s) {
  if (s.chosen.size() != unfolding.threads.size()) return "it does not choose one path per thread";
  if (s.init_count != unfolding.accessed.size() || s.size() < s.init_count) return "it lacks initial writes";
  for (std::size_t i = 0; i < s.init_count; ++i) {
    const events::Event& e = s.events[i];
    const auto value = unfolding.pool.as_constant(e.written);
    if (e.kind != events::Kind::write || !e.is_init() || e.location != unfolding.accessed[i] || !value ||
        *value != value::wrap(program.locations[e.location].initial, program.bits))
      return fmt::format("event {} is not the initial write of its location", i);
  }
  std::size_t at = s.init_count;
  std::vector<value::TermId> constraints;
  for (std::size_t t = 0; t < s.chosen.size(); ++t) {
    if (s.chosen[t] >= unfolding.threads[t].size()) return fmt::format("thread {} has no such path", t);
    const events::ThreadPath& path = unfolding.threads[t][s.chosen[t]];
    for (const events::Event& event : path.events)
      if (at >= s.size() || !same_event(s.events[at++], event)) return fmt::format("thread {} does not follow its path", t);
    constraints.insert(constraints.end(), path.constraints.begin(), path.constraints.end());
  }
  if (at != s.size()) return "it has events that no path has";
  if (constraints != s.constraints) return "it does not have the constraints of its paths";
  // Program order is between instructions; their parts are not in it.
  for (std::size_t a = 0; a < s.size(); ++a)
    for (std::size_t b = 0; b < s.size(); ++b)
      if (s.po.has(a, b) != (!s.events[a].is_init() && s.events[a].thread == s.events[b].thread &&
                             s.events[a].instruction != s.events[b].instruction && a < b))
        return "its program order is wrong";
  return "";
}

std::string why_not_reads_from(const events::Structure& s, const std::vector<events::EventId>& reads_from) {
  if (reads_from.size() != s.size()) return "it is not given for every event";
  for (events::EventId r = 0; r < s.size(); ++r) {
    if (!s.events[r].reads()) continue;
    const events::EventId w = reads_from[r];
    if (w >= s.size() || w == r || !s.events[w].writes() || s.events[w].location != s.events[r].location)
      return fmt::format("event {} does not read from a write to its location", r);
    if (events::same_instruction(s.events[w], s.events[r])) return fmt::format("event {} reads what its own instruction writes", r);
  }
  return "";
}

}  // namespace thinair::reference
