// Events whose commitment can never stand in the way of a justification, and events whose commitment can wait.
#include <algorithm>

#include "engine/justified/justify.hpp"

namespace thinair::justified {
namespace {

// What each event writes, where it is the same however the reads are decided: a read that can see one write only reads what that writes.
std::vector<std::optional<Value>> settled_values(const Structure& s, const Relation& sees, const value::TermPool& pool) {
  std::map<value::VarId, std::optional<Value>> read;
  std::vector<std::pair<EventId, EventId>> only;  // a read and its one write
  for (EventId r = 0; r < s.size(); ++r) {
    if (!s.events[r].reads()) continue;
    read[s.events[r].variable] = std::nullopt;
    std::size_t count = 0;
    EventId seen = 0;
    for (EventId w = 0; w < s.size(); ++w)
      if (sees.has(w, r)) {
        ++count;
        seen = w;
      }
    if (count == 1) only.emplace_back(r, seen);
  }
  const auto written = [&](EventId w) { return pool.evaluate(s.events[w].written, [&](value::VarId var) { return read.at(var); }); };
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& [r, w] : only) {
      auto& value = read[s.events[r].variable];
      if (value) continue;
      value = written(w);
      progress = progress || value.has_value();
    }
  }
  std::vector<std::optional<Value>> out(s.size());
  for (EventId w = 0; w < s.size(); ++w)
    if (s.events[w].writes()) out[w] = written(w);
  return out;
}

}  // namespace

// An event e of the target is safe if committing it can never stand in the way of a sequence that does without. That is so if every
// execution that could be a stage of this target has e, and has it alike:
//   * it is there (rule 1), a write writes the same value (rule 4), a read sees the same write (rules 5 and 7),
//   * it is related to every other event of the target as it is in the target, in all relations that a rule compares on committed
//     events (rule 2), and it is in no order that a rule compares, neither in the target nor in a stage (rule 3): an access of the
//     same thread to the same location may be volatile in one and plain in the other.
// Then any stage that satisfies the rules for C satisfies them for C and e, so a sequence that never commits e early can be turned into
// one that commits it now. The forms of rules for which this argument holds are recognised (Rules::writes_can_be_safe,
// reads_can_be_safe): conditions that compare relations on C, bound C, or do not speak of C.
//
// What all possible stages have in common is read off bounds, without listing them: the network of each structure is narrowed to reads
// that see what the target's see, or a write that may happen before them; what its lower and upper bounds agree on holds in all.
void Justifier::find_safe() {
  const Candidate& target = *target_;
  safe_ = EventSet(target.size());
  const auto compares = [&](const std::string& order) {
    return std::ranges::find(rules_.agreed_orders, order) != rules_.agreed_orders.end();
  };
  if (!rules_.writes_can_be_safe || !rules_.commits_split || !rules_.races_are_committed) return;
  for (EventId e = target.structure->init_count; e < target.size(); ++e) {
    const events::Event& event = target.structure->events[e];
    const bool ordered =
        std::ranges::any_of(target.orders, [&](const answer::PartialOrder& o) { return compares(o.name) && o.scope.has(e); });
    if (ordered || (event.reads() && !rules_.reads_can_be_safe)) continue;
    if (event.reads() && !target.names[rules_.visible].has(target.reads_from[e], e)) continue;  // a race is committed for a purpose
    safe_.add(e);
  }
  if (safe_.empty()) return;
  Races races;
  races.none_else = false;
  races.by_key = identity_ == mem::Identity::free;
  for (EventId r = 0; r < target.size(); ++r)
    if (target.reads_from[r] != kNoEvent) races.edges.emplace(name_of(target, target.reads_from[r]), name_of(target, r));
  std::map<EventKey, std::size_t> in_target;
  for (const EventKey& key : target.keys->key) ++in_target[key];

  problem_ = source_.each_bounds(races, [&](const CandidateSource::Bounds& b) {
    std::map<EventName, EventId> at;
    std::map<EventKey, std::size_t> here;
    for (EventId g = 0; g < b.structure.size(); ++g) {
      at[{b.keys.key[g], b.keys.index[g]}] = g;
      ++here[b.keys.key[g]];
    }
    // The target's event in the structure; under identity free only where there is no choice.
    const auto find = [&](EventId e) {
      const auto found = at.find(name_of(target, e));
      if (found == at.end()) return kNoEvent;
      const EventKey& key = target.keys->key[e];
      return races.by_key && (here[key] != 1 || in_target[key] != 1) ? kNoEvent : found->second;
    };
    std::vector<EventId> in_stage;
    for (EventId e = 0; e < target.size(); ++e) in_stage.push_back(find(e));
    std::vector<std::pair<Relation, Relation>> compared;  // lower and upper
    for (const std::uint32_t name : rules_.compared)
      compared.emplace_back(b.propagator.lower(b.state, b.names[name]), b.propagator.upper(b.state, b.names[name]));
    const Relation sees = b.net.rf == bounds::Network::kNone ? bounds::rf_candidates(b.structure) : b.propagator.upper(b.state, b.net.rf);
    const auto written = settled_values(b.structure, sees, source_.pool());
    for (const std::uint32_t e : safe_.elements()) {
      const EventId g = in_stage[e];
      const events::Event& event = target.structure->events[e];
      bool alike =
          g != kNoEvent && std::ranges::none_of(b.net.orders, [&](const bounds::Order& o) { return compares(o.name) && o.on.has(g); });
      if (alike && event.writes()) alike = written[g] == target.written[e];
      if (alike && event.reads())
        for (EventId w = 0; w < b.structure.size() && alike; ++w) alike = !sees.has(w, g) || w == in_stage[target.reads_from[e]];
      for (EventId f = 0; f < target.size() && alike; ++f) {
        // Under identity free an event that may be any of several is compared with each of them.
        if (in_stage[f] == kNoEvent) {
          alike = !races.by_key || !here.contains(target.keys->key[f]);
          continue;
        }
        for (std::size_t i = 0; i < compared.size() && alike; ++i) {
          const Relation& theirs = target.names[rules_.compared[i]];
          const auto& [low, high] = compared[i];
          const EventId h = in_stage[f];
          alike = low.has(g, h) == high.has(g, h) && theirs.has(e, f) == low.has(g, h) && low.has(h, g) == high.has(h, g) &&
                  theirs.has(f, e) == low.has(h, g);
        }
      }
      if (!alike) safe_.remove(e);
    }
    return !safe_.empty();
  });
}

// An event is late if a justification can commit it at its end, by the target itself: then nothing has to be tried earlier. These are:
//   reads    that see in the target a write which happens before them, in a relation that rule 2 compares and that is part of what is
//            visible (Rules::waits_through)
//   writes   to locations that no other reads look at
//   others   all: locks, starts, fences
// Take any justification, and leave the late events out of the commitments of all its stages but the last one, the target. Each stage
// still stands. Rules about C alone hold of less if they hold of more. Rule 5 asks less of fewer reads. Rule 6 now asks of a late read r
// that was committed that it sees a visible write: it sees w as in the target, w was committed before it (rule 7), and as both were
// committed w happens before r here as it does there (rule 2). Rule 7 is about reads that are not late, and the writes that these see,
// here or in the target, are not late either. Obligations are those of fewer new commitments. At the end, all racing reads are committed;
// so the target is a stage, commits first the late writes and then all that is left, and meets every rule by being the target. (A stage
// that commits nothing any more is left out.)
void Justifier::find_late() {
  const Candidate& target = *target_;
  late_ = EventSet(target.size());
  if (!rules_.commitments_can_wait) return;
  std::set<events::LocId> looked_at;  // by reads that are not late
  const auto waits = [&](EventId r) {
    return std::ranges::any_of(rules_.waits_through, [&](std::uint32_t name) { return target.names[name].has(target.reads_from[r], r); });
  };
  for (EventId e = target.structure->init_count; e < target.size(); ++e)
    if (const events::Event& event = target.structure->events[e]; event.reads() && !waits(e)) looked_at.insert(event.location);
  for (EventId e = target.structure->init_count; e < target.size(); ++e) {
    const events::Event& event = target.structure->events[e];
    if (event.reads() && !waits(e)) continue;
    if (event.writes() && looked_at.contains(event.location)) continue;
    late_.add(e);
  }
}

// Safe events that can be committed next: a read only after its write.
EventSet Justifier::safe_now(const Position& position) const {
  const Candidate& target = *target_;
  EventSet out = safe_ - position.committed;
  for (const std::uint32_t e : out.elements())
    if (target.structure->events[e].reads() && !position.committed.has(target.reads_from[e])) out.remove(e);
  return out;
}

}  // namespace thinair::justified
