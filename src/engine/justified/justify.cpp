// Depth first over positions (commitments and what they entail), each visited once. From a position every way on is a stage:
// a candidate that agrees with the target on what is committed, and new commitments it supports.
//
// Recognised forms make it fast; without them the search is the same, over more stages:
// * Rules 5 and 6 together say that a stage's races are among the committed reads and see there what the target's see. So the
//   only stages worth looking at have races that are edges of the target, and they become usable when these reads are committed.
// * An event that every such stage has, writing the same value, seeing the same write and related alike to all others, is safe:
//   whatever sequence leads on without committing it leads on with it. Safe events are committed at once, without a choice.
// * Where committing fewer events is always possible too, writes need not be committed in groups: a group can be committed one
//   by one with the same stage. Reads must be considered in groups, since a committed read must see its final write at once.
#include "engine/justified/justify.hpp"

#include <algorithm>
#include <functional>

#include "support/check.hpp"

namespace thinair::justified {
namespace {

constexpr std::size_t kMostSubsets = 18;  // reads (or events) whose subsets are tried one by one

}  // namespace

Justifier::Justifier(const std::vector<Candidate>& candidates, const Rules& rules, mem::Identity identity, Budget& budget)
    : candidates_(candidates), rules_(rules), identity_(identity), budget_(budget) {
  for (std::uint32_t i = 0; i < rules.names.size(); ++i)
    if (rules.names[i] == "hb") hb_ = i;
  if (!rules.races_are_committed) return;
  // Number the rf edges of all candidates by what they connect.
  using Key = std::pair<Similarity, std::uint32_t>;
  std::map<std::pair<Key, Key>, std::size_t> edges;
  std::vector<std::vector<std::pair<std::size_t, bool>>> of(candidates.size());  // edge, racy
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Candidate& x = candidates[c];
    for (EventId r = 0; r < x.size(); ++r) {
      const EventId w = x.reads_from[r];
      if (w == kNoEvent) continue;
      const auto key = std::pair(Key(x.similar[w], x.index[w]), Key(x.similar[r], x.index[r]));
      of[c].emplace_back(edges.try_emplace(key, edges.size()).first->second, !x.names[hb_].has(w, r));
    }
  }
  edge_of_.resize(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    EventSet race(edges.size()), all(edges.size());
    edge_of_[c].resize(candidates[c].size());
    auto next = of[c].begin();
    for (EventId r = 0; r < candidates[c].size(); ++r)
      if (candidates[c].reads_from[r] != kNoEvent) edge_of_[c][r] = (next++)->first;
    for (const auto& [edge, racy] : of[c]) {
      all.add(edge);
      if (racy) race.add(edge);
    }
    by_races_[{race.words().begin(), race.words().end()}].push_back(c);
    race_edges_.push_back(std::move(race));
    read_edges_.push_back(std::move(all));
  }
}

std::vector<relation::Word> Justifier::Position::key() const {
  std::vector<relation::Word> out(committed.words().begin(), committed.words().end());
  for (const Relation& r : orders) out.insert(out.end(), r.words().begin(), r.words().end());
  for (const auto& [name, a, b] : kept) out.push_back((std::uint64_t{name} << 48) | (std::uint64_t{a} << 24) | b);
  return out;
}

bool Justifier::consider(std::size_t candidate, std::vector<EventId> matching) {
  const Candidate& target = candidates_[target_];
  const Candidate& stage = candidates_[candidate];
  EventSet races(target.size());
  if (rules_.races_are_committed)
    for (EventId r = 0; r < stage.size(); ++r) {
      const EventId w = stage.reads_from[r];
      if (w == kNoEvent || stage.names[hb_].has(w, r)) continue;
      // The read must be one of the target's and see there the same write.
      if (matching[r] == kNoEvent || matching[w] == kNoEvent || target.reads_from[matching[r]] != matching[w]) return false;
      races.add(matching[r]);
    }
  ways_.push_back({candidate, std::move(matching), std::move(races), nullptr});
  return true;
}

// Within one thread, kind and location: the n-th is the n-th, or any injective matching.
void Justifier::add_matchings(std::size_t candidate) {
  const Candidate& target = candidates_[target_];
  const Candidate& stage = candidates_[candidate];
  std::map<Similarity, std::vector<EventId>> in_target, in_stage;
  for (EventId e = 0; e < target.size(); ++e) in_target[target.similar[e]].push_back(e);
  for (EventId e = 0; e < stage.size(); ++e) in_stage[stage.similar[e]].push_back(e);
  std::vector<EventId> matching(stage.size(), kNoEvent);
  std::vector<std::pair<std::vector<EventId>, std::vector<EventId>>> open;  // classes with a choice: smaller side, larger side
  std::vector<bool> stage_is_smaller;
  for (const auto& [similarity, mine] : in_stage) {
    const auto other = in_target.find(similarity);
    if (other == in_target.end()) continue;
    const auto& theirs = other->second;
    if (identity_ == mem::Identity::nth || (mine.size() == 1 && theirs.size() == 1)) {
      for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i) matching[mine[i]] = theirs[i];
      continue;
    }
    stage_is_smaller.push_back(mine.size() <= theirs.size());
    open.emplace_back(stage_is_smaller.back() ? mine : theirs, stage_is_smaller.back() ? theirs : mine);
  }
  const std::function<void(std::size_t, std::size_t, std::vector<EventId>&)> match = [&](std::size_t cls, std::size_t at,
                                                                                         std::vector<EventId>& used) {
    if (budget_.exhausted()) return;
    if (cls == open.size()) {
      consider(candidate, matching);
      return;
    }
    const auto& [small, large] = open[cls];
    if (at == small.size()) {
      std::vector<EventId> none;
      return match(cls + 1, 0, none);
    }
    for (const EventId e : large) {
      if (std::ranges::find(used, e) != used.end()) continue;
      const EventId in_g = stage_is_smaller[cls] ? small[at] : e;
      matching[in_g] = stage_is_smaller[cls] ? e : small[at];
      used.push_back(e);
      match(cls, at + 1, used);
      used.pop_back();
      matching[in_g] = kNoEvent;
    }
  };
  std::vector<EventId> none;
  match(0, 0, none);
}

void Justifier::find_ways() {
  ways_.clear();
  const bool indexed = rules_.races_are_committed && identity_ == mem::Identity::nth;
  const auto useful = [&](std::size_t c) { return !indexed || (race_edges_[c] - read_edges_[target_]).empty(); };
  std::vector<EventId> same(candidates_[target_].size());
  for (EventId e = 0; e < same.size(); ++e) same[e] = e;
  consider(target_, same);  // the target itself comes first: it ends the sequence
  for (std::size_t c = 0; c < candidates_.size() && !budget_.exhausted(); ++c)
    if (useful(c) && (c != target_ || identity_ == mem::Identity::free)) add_matchings(c);
  // Stages with more of the target's races are nearer to it.
  std::stable_sort(ways_.begin() + 1, ways_.end(), [](const Way& x, const Way& y) { return x.races.count() > y.races.count(); });
}

void Justifier::find_safe() {
  const Candidate& target = candidates_[target_];
  safe_ = EventSet(target.size());
  if (!rules_.writes_can_be_safe || !rules_.commits_split || !rules_.races_are_committed) return;
  for (EventId e = target.structure->init_count; e < target.size(); ++e) {
    const events::Event& event = target.structure->events[e];
    const bool ordered = std::ranges::any_of(target.order_scopes, [&](const EventSet& on) { return on.has(e); });
    if (ordered || (event.reads() && !rules_.reads_can_be_safe)) continue;
    if (event.reads() && !target.names[hb_].has(target.reads_from[e], e)) continue;  // a race is committed for a purpose
    safe_.add(e);
  }
  std::vector<EventId> in_stage(target.size());
  for (const Way& way : ways_) {
    const Candidate& stage = candidates_[way.candidate];
    std::ranges::fill(in_stage, kNoEvent);
    for (EventId g = 0; g < stage.size(); ++g)
      if (way.matching[g] != kNoEvent) in_stage[way.matching[g]] = g;
    for (const std::uint32_t e : safe_.elements()) {
      const EventId g = in_stage[e];
      bool alike = g != kNoEvent;
      const events::Event& event = target.structure->events[e];
      if (alike && event.writes()) alike = stage.written[g] == target.written[e];
      if (alike && event.reads()) alike = way.matching[stage.reads_from[g]] == target.reads_from[e];
      for (EventId f = 0; f < target.size() && alike; ++f) {
        if (in_stage[f] == kNoEvent) continue;
        for (const std::uint32_t name : rules_.compared)
          alike = alike && target.names[name].has(e, f) == stage.names[name].has(g, in_stage[f]) &&
                  target.names[name].has(f, e) == stage.names[name].has(in_stage[f], g);
      }
      if (!alike) safe_.remove(e);
    }
  }
}

// Safe events that can be committed next: a read only after its write.
EventSet Justifier::safe_now(const Position& position) const {
  const Candidate& target = candidates_[target_];
  EventSet out = safe_ - position.committed;
  for (const std::uint32_t e : out.elements())
    if (target.structure->events[e].reads() && !position.committed.has(target.reads_from[e])) out.remove(e);
  return out;
}

Justifier::Position Justifier::start() const {
  const Candidate& t = candidates_[target_];
  Position out;
  out.committed = EventSet(t.size());
  for (EventId e = 0; e < t.structure->init_count; ++e) out.committed.add(e);
  for (const std::string& order : rules_.agreed_orders) {
    const auto at = std::ranges::find(t.order_names, order);
    out.orders.push_back(at == t.order_names.end() ? Relation(t.size()) : t.orders[static_cast<std::size_t>(at - t.order_names.begin())]);
  }
  return out;
}

std::vector<EventId> Justifier::nth_matching(std::size_t candidate) const {
  const Candidate& target = candidates_[target_];
  const Candidate& stage = candidates_[candidate];
  std::map<std::pair<Similarity, std::uint32_t>, EventId> in_target;
  for (EventId e = 0; e < target.size(); ++e) in_target[{target.similar[e], target.index[e]}] = e;
  std::vector<EventId> matching(stage.size(), kNoEvent);
  for (EventId e = 0; e < stage.size(); ++e)
    if (const auto at = in_target.find({stage.similar[e], stage.index[e]}); at != in_target.end()) matching[e] = at->second;
  return matching;
}

// Most executions that are justified at all are justified without a choice: take a stage whose races are just those that the
// commitments so far require, commit all it supports, and so on. Finds the few stages it needs through an index.
bool Justifier::greedy(Position position) {
  if (!rules_.races_are_committed || !rules_.commits_split) return false;
  const Candidate& target = candidates_[target_];
  const EventSet all = EventSet::full(target.size());
  while (!budget_.exhausted()) {
    EventSet races(race_edges_[target_].size());
    EventSet racy_reads(target.size());
    for (EventId r = 0; r < target.size(); ++r) {
      if (target.reads_from[r] == kNoEvent || !position.committed.has(r) || target.names[hb_].has(target.reads_from[r], r)) continue;
      races.add(edge_of_[target_][r]);
      racy_reads.add(r);
    }
    const auto stages = by_races_.find({races.words().begin(), races.words().end()});
    if (stages == by_races_.end()) return false;
    // The target itself, once its races are committed, agrees with itself best.
    std::vector<std::size_t> in_turn;
    if (races == race_edges_[target_]) in_turn.push_back(target_);
    std::ranges::copy_if(stages->second, std::back_inserter(in_turn), [this](std::size_t c) { return c != target_; });
    bool progress = false;
    for (const std::size_t c : in_turn) {
      Way way{c, nth_matching(c), racy_reads, nullptr};
      if (c == target_ && advance(position, way, all, false)) {
        stages_.push_back({c, way.matching, all});
        return true;
      }
      // All that happens in the stage, or all its writes, or what can be committed of it one by one.
      EventSet open(target.size()), writes(target.size()), reads(target.size());
      for (const EventId e : way.matching) {
        if (e == kNoEvent || position.committed.has(e)) continue;
        open.add(e);
        if (!target.structure->events[e].reads()) writes.add(e);
      }
      std::optional<Position> next;
      if (!open.empty()) next = advance(position, way, position.committed | open, false);
      if (!next && !writes.empty()) next = advance(position, way, position.committed | writes, false);
      if (!next) {
        const EventSet some = committable(position, way, reads, false);
        if (!some.empty()) next = advance(position, way, position.committed | some, false);
      }
      if (!next) continue;
      stages_.push_back({c, way.matching, next->committed});
      position = std::move(*next);
      progress = true;
      break;
    }
    if (!progress) return false;
  }
  return false;
}

std::optional<Justification> Justifier::justify(std::size_t target) {
  target_ = target;
  seen_.clear();
  stages_.clear();
  if (greedy(start())) return Justification{target, stages_};
  stages_.clear();
  find_ways();
  find_safe();
  best_ = {start().committed, {}, {}};
  if (!complete(start())) return std::nullopt;
  return Justification{target, stages_};
}

bool Justifier::complete(const Position& position) {
  ++nodes;
  if (budget_.exhausted() || !seen_.insert(position.key()).second) return false;
  std::map<std::string, std::size_t> stopped;
  if (const EventSet safe = safe_now(position); !safe.empty())
    for (Way& way : ways_) {
      if (!(way.races - position.committed).empty()) continue;
      const auto next = advance(position, way, position.committed | safe, false);
      if (next && next->kept == position.kept) return commit(position, way, safe);  // nothing new to keep: no restriction either
    }
  for (Way& way : ways_) {
    if (!(way.races - position.committed).empty()) continue;
    stopped_here_.clear();
    if (try_way(position, way)) return true;
    for (const auto& [rule, count] : stopped_here_) stopped[rule] += count;
    if (budget_.exhausted()) return false;
  }
  if (best_.stopped_by.empty() || position.committed.count() > best_.committed.count()) best_ = {position.committed, stages_, stopped};
  return false;
}

const std::string& Justifier::agreement_rule(const std::string& order) const {
  return std::ranges::find(rules_.rules, std::optional(order), &Rule::agreement)->name;
}

// The position after a stage, or none if a rule stands against it.
std::optional<Justifier::Position> Justifier::advance(const Position& from, Way& way, const EventSet& committed, bool count) {
  const Candidate& target = candidates_[target_];
  const auto refuse = [&](const std::string& rule) {
    if (count) stopped(rule);
    return std::nullopt;
  };
  if (!way.view) way.view = std::make_unique<View>(rules_, target, candidates_[way.candidate], way.matching);
  View& view = *way.view;
  for (const auto& [name, a, b] : from.kept)
    if (!view.stage_has(name, a, b)) return refuse(std::ranges::find(rules_.keeps, name, &KeepRule::relation)->name);
  if (const Rule* rule = view.violated(committed, from.committed)) return refuse(rule->name);
  Position next{committed, from.kept, {}};
  for (const KeepRule& keep : rules_.keeps) {
    const auto pairs = view.kept(keep, committed, from.committed);
    if (!pairs) return refuse(keep.name);
    for (const auto& [a, b] : *pairs) {
      if (!target.names[keep.relation].has(a, b)) return refuse(keep.name);
      next.kept.emplace(keep.relation, a, b);
    }
  }
  // Rule 3 without listing orders: the pairs that the stage forces among the committed events are forced in the target too.
  for (std::size_t o = 0; o < rules_.agreed_orders.size(); ++o) {
    Relation forced = from.orders[o];
    // Committed events must be ordered in both or in neither: an access may be volatile in one and plain in the other.
    const EventSet on = view.widen(committed);
    const Relation differ = (view.ordered_in_stage(rules_.agreed_orders[o]) | view.ordered_in_target(rules_.agreed_orders[o])) -
                            (view.ordered_in_stage(rules_.agreed_orders[o]) & view.ordered_in_target(rules_.agreed_orders[o]));
    if (!differ.restrict_to(on, on).empty()) return refuse(agreement_rule(rules_.agreed_orders[o]));
    if (const Relation* order = view.order(rules_.agreed_orders[o])) {
      Relation both = *order;
      for (const auto& [a, b] : from.orders[o].pairs())
        if (committed.has(a) && committed.has(b)) both.add(a, b);
      both = both.transitive_closure();
      if (!both.irreflexive()) return refuse(agreement_rule(rules_.agreed_orders[o]));
      for (const auto& [a, b] : both.pairs())
        if (a < target.size() && b < target.size() && committed.has(a) && committed.has(b)) forced.add(a, b);
      forced = forced.transitive_closure();
      if (!forced.irreflexive()) return refuse(agreement_rule(rules_.agreed_orders[o]));
    }
    next.orders.push_back(std::move(forced));
  }
  return next;
}

bool Justifier::commit(const Position& from, Way& way, const EventSet& more) {
  const EventSet committed = from.committed | more;
  const auto next = advance(from, way, committed, true);
  if (!next) return false;
  stages_.push_back({way.candidate, way.matching, committed});
  const bool is_target = &way == &ways_.front();
  if ((is_target && committed.count() == candidates_[target_].size()) || complete(*next)) return true;
  stages_.pop_back();
  return false;
}

// Events that the stage has and can commit, each taken alone; `reads` gets those that read. None if it cannot go on at all.
EventSet Justifier::committable(const Position& from, Way& way, EventSet& reads, bool count) {
  const Candidate& target = candidates_[target_];
  EventSet out(target.size());
  if (!advance(from, way, from.committed, count)) return out;
  for (const EventId e : way.matching) {
    if (e == kNoEvent || from.committed.has(e)) continue;
    EventSet one = from.committed;
    one.add(e);
    if (!advance(from, way, one, count)) continue;
    out.add(e);
    if (target.structure->events[e].reads()) reads.add(e);
  }
  return out;
}

bool Justifier::try_way(const Position& from, Way& way) {
  const Candidate& target = candidates_[target_];
  const EventSet all = EventSet::full(target.size());
  const bool is_target = &way == &ways_.front();
  if (is_target && commit(from, way, all - from.committed)) return true;
  if (!rules_.commits_split) {
    EventSet open(target.size());  // not committed, and happens in the stage
    for (const EventId t : way.matching)
      if (t != kNoEvent && !from.committed.has(t)) open.add(t);
    const auto events = open.elements();
    if (events.size() > kMostSubsets) {
      budget_.exhaust(Incomplete::bound, "this model's rules do not let commitments be split, and there are too many subsets to try");
      return false;
    }
    for (std::size_t mask = (std::size_t{1} << events.size()) - 1; mask > 0; --mask) {
      EventSet more(target.size());
      for (std::size_t i = 0; i < events.size(); ++i)
        if (mask >> i & 1) more.add(events[i]);
      if (commit(from, way, more)) return true;
    }
    return false;
  }
  EventSet reads(target.size());
  const EventSet writes = committable(from, way, reads, true) - reads;
  // Everything, then the writes; then one write at a time and every group of reads, largest first.
  if (!writes.empty() && !reads.empty() && commit(from, way, writes | reads)) return true;
  if (writes.count() > 1 && commit(from, way, writes)) return true;
  for (const std::uint32_t e : writes.elements()) {
    EventSet one(target.size());
    one.add(e);
    if (commit(from, way, one)) return true;
  }
  const auto list = reads.elements();
  if (list.size() > kMostSubsets) {
    budget_.exhaust(Incomplete::bound, "more reads can be committed together than thinair tries groups of");
    return false;
  }
  std::vector<std::size_t> masks;
  for (std::size_t mask = 1; mask < std::size_t{1} << list.size(); ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, [](std::size_t x, std::size_t y) { return std::popcount(x) > std::popcount(y); });
  for (const std::size_t mask : masks) {
    EventSet more(target.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      if (mask >> i & 1) more.add(list[i]);
    if (commit(from, way, more)) return true;
  }
  return false;
}

}  // namespace thinair::justified
