// Depth first over positions (commitments and what they entail), each visited once. From a position every way on is a stage:
// a candidate that agrees with the target on what is committed, and new commitments it supports.
//
// Stages are made as positions want them. Rules 5 and 6 of JLS 17.4.8 together say what a stage can be after D has been committed: a
// read of D sees there what it sees in the target, and every other read sees a write that happens before it. That leaves
// few executions, most often one, and the source of candidates finds them by constraint (Races) instead of listing all
// executions of the program and looking for those. What is asked for depends on the committed reads alone, so it is
// remembered, also from one target to the next. A model without these two rules (Rules::races_are_committed) gets the list.
//
// Other forms that are recognised keep the number of positions down; without them the search is the same, over more:
// * An event that every stage has, writing the same value, seeing the same write and related alike to all others, is safe:
//   whatever sequence leads on without committing it leads on with it. Safe events are committed at once, without a choice.
// * An event that no racing read needs is late: it is committed at the end, with the target as the stage.
// * Where committing fewer events is always possible too, writes need not be committed in groups: a group can be committed one
//   by one with the same stage. Reads must be considered in groups, since a committed read must see its final write at once.
#include "engine/justified/justify.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "support/check.hpp"

namespace thinair::justified {
namespace {

constexpr std::size_t kMostSubsets = 18;  // reads (or events) whose subsets are tried one by one

bool same_execution(const Candidate& x, const Candidate& y) {
  return x.structure == y.structure && x.reads_from == y.reads_from && x.read == y.read && x.names == y.names;
}

}  // namespace

Justifier::Justifier(CandidateSource& source, const Rules& rules, mem::Identity identity)
    : source_(source), rules_(rules), identity_(identity) {}

std::vector<relation::Word> Justifier::Position::key() const {
  std::vector<relation::Word> out(committed.words().begin(), committed.words().end());
  for (const Relation& r : orders) out.insert(out.end(), r.words().begin(), r.words().end());
  for (const auto& [name, a, b] : kept) out.push_back((std::uint64_t{name} << 48) | (std::uint64_t{a} << 24) | b);
  return out;
}

// --- stages -------------------------------------------------------------------------------------------------------------------------

const std::vector<CandidatePtr>& Justifier::executions_for(const EventSet& committed) {
  Races races;
  races.by_key = identity_ == mem::Identity::free;
  if (rules_.races_are_committed)
    for (EventId r = 0; r < target_->size(); ++r)
      if (committed.has(r) && target_->reads_from[r] != kNoEvent)
        races.edges.emplace(name_of(*target_, target_->reads_from[r]), name_of(*target_, r));
  const auto [at, fresh] = executions_.try_emplace(races.edges);
  if (!fresh) return at->second;
  Wanted wanted;
  wanted.as_stage = true;
  if (rules_.races_are_committed) wanted.races = &races;
  problem_ = source_.each(wanted, [&](CandidatePtr execution) {
    at->second.push_back(std::move(execution));
    return true;
  });
  return at->second;
}

void Justifier::consider(const CandidatePtr& execution, std::vector<EventId> matching, std::vector<std::unique_ptr<StageChoice>>& out) {
  EventSet races(target_->size());
  if (rules_.races_are_committed)
    for (EventId r = 0; r < execution->size(); ++r) {
      const EventId w = execution->reads_from[r];
      if (w == kNoEvent || execution->names[rules_.visible].has(w, r)) continue;
      // The read must be one of the target's and see there the same write.
      if (matching[r] == kNoEvent || matching[w] == kNoEvent || target_->reads_from[matching[r]] != matching[w]) return;
      races.add(matching[r]);
    }
  out.push_back(std::make_unique<StageChoice>(StageChoice{execution, std::move(matching), std::move(races), false, nullptr}));
}

// Within one thread, kind and location: the n-th is the n-th, or any injective matching.
void Justifier::add_matchings(const CandidatePtr& execution, std::vector<std::unique_ptr<StageChoice>>& out) {
  std::map<EventKey, std::vector<EventId>> in_target, in_stage;
  for (EventId e = 0; e < target_->size(); ++e) in_target[target_->keys->key[e]].push_back(e);
  for (EventId e = 0; e < execution->size(); ++e) in_stage[execution->keys->key[e]].push_back(e);
  std::vector<EventId> matching(execution->size(), kNoEvent);
  std::vector<std::pair<std::vector<EventId>, std::vector<EventId>>> open;  // classes with a choice: smaller side, larger side
  std::vector<bool> stage_is_smaller;
  for (const auto& [key, mine] : in_stage) {
    const auto other = in_target.find(key);
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
    if (budget_->exhausted()) return;
    if (cls == open.size()) return consider(execution, matching, out);
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

std::vector<Justifier::StageChoice*> Justifier::choices_of(const CandidatePtr& execution) {
  const auto [at, fresh] = choices_.try_emplace(execution.get());
  if (fresh) add_matchings(execution, at->second);
  std::vector<StageChoice*> out;
  for (const auto& choice : at->second) out.push_back(choice.get());
  return out;
}

// The stages that a position can go on with: the target itself first, which ends the sequence; then those with more of its races, which
// are nearer to it.
const std::vector<Justifier::StageChoice*>& Justifier::choices_at(const EventSet& committed) {
  EventSet reads(target_->size());
  for (const std::uint32_t e : committed.elements())
    if (target_->structure->events[e].reads()) reads.add(e);
  const auto [at, fresh] = at_position_.try_emplace({reads.words().begin(), reads.words().end()});
  if (!fresh) return at->second;
  const auto usable = [&](const StageChoice& choice) { return (choice.races - committed).empty(); };
  if (usable(*target_choice_)) at->second.push_back(target_choice_.get());
  const std::size_t first = at->second.size();
  for (const CandidatePtr& execution : executions_for(committed))
    for (StageChoice* choice : choices_of(execution)) {
      const bool again = same_execution(*execution, *target_) && choice->matching == target_choice_->matching;
      if (usable(*choice) && !again) at->second.push_back(choice);
    }
  std::stable_sort(at->second.begin() + static_cast<std::ptrdiff_t>(first), at->second.end(),
                   [](const StageChoice* x, const StageChoice* y) { return x->races.count() > y->races.count(); });
  return at->second;
}

// --- the search --------------------------------------------------------------------------------------------------------------------

Justifier::Position Justifier::start() const {
  Position out;
  out.committed = EventSet(target_->size());
  for (EventId e = 0; e < target_->structure->init_count; ++e) out.committed.add(e);
  for (const std::string& name : rules_.agreed_orders) {
    const answer::PartialOrder* order = target_->order(name);
    out.orders.push_back(order ? order->forced : Relation(target_->size()));
  }
  return out;
}

// Commits all that happens in the stage, or all its writes, or what can be committed of it one by one.
std::optional<Justifier::Position> Justifier::commit_most(const Position& position, StageChoice& choice) {
  EventSet open(target_->size()), writes(target_->size()), reads(target_->size());
  for (const EventId e : choice.matching) {
    if (e == kNoEvent || position.committed.has(e)) continue;
    open.add(e);
    if (!target_->structure->events[e].reads()) writes.add(e);
  }
  std::optional<Position> next;
  if (!open.empty()) next = advance(position, choice, position.committed | open, false);
  if (!next && !writes.empty()) next = advance(position, choice, position.committed | writes, false);
  if (next) return next;
  const EventSet some = committable(position, choice, reads, false);
  return some.empty() ? std::nullopt : advance(position, choice, position.committed | some, false);
}

// Most executions that are justified at all are justified without a choice: commit all that a stage supports, and so on. The target
// comes first, since it ends the sequence; while it is of use, no other execution is looked for.
bool Justifier::greedy(Position position) {
  if (!rules_.races_are_committed || !rules_.commits_split) return false;
  const EventSet all = EventSet::full(target_->size());
  const auto go_on = [&](StageChoice& choice) {
    auto next = commit_most(position, choice);
    if (!next) return false;
    stages_.push_back({choice.execution, choice.matching, next->committed});
    position = std::move(*next);
    return true;
  };
  while (!budget_->exhausted() && !problem_) {
    if ((target_choice_->races - position.committed).empty()) {
      if (advance(position, *target_choice_, all, false)) {
        stages_.push_back({target_choice_->execution, target_choice_->matching, all});
        return true;
      }
      if (go_on(*target_choice_)) continue;
    }
    const auto& choices = choices_at(position.committed);
    if (std::ranges::none_of(choices, [&](StageChoice* choice) { return !choice->is_target && go_on(*choice); })) return false;
  }
  return false;
}

std::optional<std::vector<Stage>> Justifier::justify(const CandidatePtr& target, std::uint64_t most, bool attempt) {
  target_ = target;
  nodes_left_ = most;
  given_up_ = false;
  seen_.clear();
  stages_.clear();
  choices_.clear();
  at_position_.clear();
  late_ = EventSet(target->size());
  std::vector<EventId> same(target->size());
  for (EventId e = 0; e < same.size(); ++e) same[e] = e;
  std::vector<std::unique_ptr<StageChoice>> itself;
  consider(target, std::move(same), itself);
  check(itself.size() == 1, "a target is a stage of its own");
  target_choice_ = std::move(itself.front());
  target_choice_->is_target = true;
  best_ = {start().committed, {}, {}};
  if (greedy(start())) return stages_;
  stages_.clear();
  find_safe();
  if (!attempt) find_late();
  if (problem_) return std::nullopt;
  if (complete(start())) return stages_;
  if (!attempt || !given_up_) return std::nullopt;
  // How far an attempt gets is told with all that can be committed on the way; whether there is one at all is found with less.
  find_late();
  Attempt farthest = best_;
  nodes_left_ = most;
  given_up_ = false;
  seen_.clear();
  stages_.clear();
  if (complete(start())) return stages_;
  best_ = std::move(farthest);
  return std::nullopt;
}

bool Justifier::complete(const Position& position) {
  ++nodes;
  if (nodes_left_ == 0) given_up_ = true;
  if (given_up_ || budget_->exhausted() || problem_) return false;
  --nodes_left_;
  if (!seen_.insert(position.key()).second) return false;
  std::map<std::string, std::size_t> stopped;
  const std::vector<StageChoice*>& choices = choices_at(position.committed);
  if (const EventSet safe = safe_now(position); !safe.empty())
    for (StageChoice* choice : choices) {
      const auto next = advance(position, *choice, position.committed | safe, false);
      if (next && next->kept == position.kept) return commit(position, *choice, safe);  // nothing new to keep: no restriction either
    }
  for (StageChoice* choice : choices) {
    stopped_here_.clear();
    if (try_choice(position, *choice)) return true;
    for (const auto& [rule, count] : stopped_here_) stopped[rule] += count;
    if (given_up_ || budget_->exhausted() || problem_) return false;
  }
  // Without any stage there is no execution in which the committed reads see what they will see and all others what happens before them.
  if (choices.empty())
    for (const std::string& rule : rules_.race_rules) ++stopped[rule];
  if (best_.stopped_by.empty() || position.committed.count() > best_.committed.count()) best_ = {position.committed, stages_, stopped};
  return false;
}

const std::string& Justifier::agreement_rule(const std::string& order) const {
  return std::ranges::find(rules_.rules, std::optional(order), &Rule::agreement)->name;
}

// The position after a stage: `choice` is the stage, `committed` all that is committed with it, `from` the
// position before. None if something stands against it. In this order:
//
// 1. What earlier stages wanted kept (rule 8) holds in this stage.
// 2. Every rule holds of this stage, C = committed and D = from.committed. StagePair has evaluated already
//    what does not depend on C and D.
// 3. What this stage wants kept holds in the target; from now on it must hold in every stage.
// 4. Chosen orders can agree (rule 3).
//
// The last of these is the one that is not simply evaluated. Rule 3 says that there is a total
// order (so) of the target and one of each stage, such that they agree on what the stage commits.
// Listing them would be factorial. What is known of each execution is the part of its order that is
// forced; every total order that extends the forced part is as good as any other (candidate.hpp).
// So a position carries, for the target, a relation F: its own forced part and all that the stages
// so far have added. A stage with forced part S and commitments C adds the pairs of C that (S and F
// on C) closes to: in any solution these are in the stage's order, and since the two agree on C, in
// the target's. If S with F on C has a cycle, or F with the new pairs, then no two orders agree,
// and rule 3 refuses.
//
// That this is enough: let F be what the last position has. It has no cycle, so some total order
// extends it (Szpilrajn, 1930); take it as the target's order. For a stage with S and C, look at S
// together with the target's order on C. A cycle there consists of pieces of S from one event of C
// to another, and of steps of the target's order between events of C. But each such piece of S was
// added to F, so it is a step of the target's order too; and that has no cycle. So S and the
// target's order on C have a common total extension: the stage's order. It agrees with the target
// on C. No choice is made anywhere, so nothing is searched; and since positions are told apart by F
// too, none is mistaken for another.
//
// Before that, events of C must be ordered by both or by neither: an access can be volatile in the
// stage and plain in the target (another path was taken), and then one order has a pair that the
// other cannot have.
//
// `count` says whether a refusal is noted for explanations: the rules that stopped the best attempt.
std::optional<Justifier::Position> Justifier::advance(const Position& from, StageChoice& choice, const EventSet& committed, bool count) {
  ++steps;
  const Candidate& target = *target_;
  const auto refuse = [&](const std::string& rule) {
    if (count) stopped(rule);
    return std::nullopt;
  };
  if (!choice.pair) choice.pair = std::make_unique<StagePair>(rules_, target, *choice.execution, choice.matching);
  StagePair& view = *choice.pair;
  for (const auto& [name, a, b] : from.kept)
    if (!view.stage_has(name, a, b)) return refuse(std::ranges::find(rules_.obligations, name, &Obligation::relation)->name);
  if (const Rule* rule = view.violated(committed, from.committed)) return refuse(rule->name);
  Position next{committed, from.kept, {}};
  for (const Obligation& keep : rules_.obligations) {
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
    if (!view.ordered_alike(o, committed)) return refuse(agreement_rule(rules_.agreed_orders[o]));
    const Relation* order = view.order(rules_.agreed_orders[o]);
    if (order && !(order->empty() && forced.empty())) {
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

bool Justifier::commit(const Position& from, StageChoice& choice, const EventSet& more) {
  if (given_up_) return false;
  const EventSet committed = from.committed | more;
  const auto next = advance(from, choice, committed, true);
  if (!next) return false;
  stages_.push_back({choice.execution, choice.matching, committed});
  if ((choice.is_target && committed.count() == target_->size()) || complete(*next)) return true;
  stages_.pop_back();
  return false;
}

// Events that the stage has and can commit, each taken alone; `reads` gets those that read. None if it cannot go on at all.
EventSet Justifier::committable(const Position& from, StageChoice& choice, EventSet& reads, bool count) {
  const Candidate& target = *target_;
  EventSet out(target.size());
  if (!advance(from, choice, from.committed, count)) return out;
  for (const EventId e : choice.matching) {
    if (e == kNoEvent || from.committed.has(e) || (late_.has(e) && !choice.is_target)) continue;
    EventSet one = from.committed;
    one.add(e);
    if (!advance(from, choice, one, count)) continue;
    out.add(e);
    if (target.structure->events[e].reads()) reads.add(e);
  }
  return out;
}

bool Justifier::try_choice(const Position& from, StageChoice& choice) {
  const Candidate& target = *target_;
  const EventSet all = EventSet::full(target.size());
  const bool is_target = choice.is_target;
  if (is_target && commit(from, choice, all - from.committed)) return true;
  if (!rules_.commits_split) {
    EventSet open(target.size());  // not committed, and happens in the stage
    for (const EventId t : choice.matching)
      if (t != kNoEvent && !from.committed.has(t)) open.add(t);
    const auto events = open.elements();
    if (events.size() > kMostSubsets) {
      budget_->exhaust(Incomplete::bound, "this model's rules do not let commitments be split, and there are too many subsets to try");
      return false;
    }
    for (std::size_t mask = (std::size_t{1} << events.size()) - 1; mask > 0; --mask) {
      EventSet more(target.size());
      for (std::size_t i = 0; i < events.size(); ++i)
        if (mask >> i & 1) more.add(events[i]);
      if (commit(from, choice, more)) return true;
    }
    return false;
  }
  EventSet reads(target.size());
  const EventSet writes = committable(from, choice, reads, true) - reads;
  // Everything, then the writes; then one write at a time and every group of reads, largest first.
  if (!writes.empty() && !reads.empty() && commit(from, choice, writes | reads)) return true;
  if (writes.count() > 1 && commit(from, choice, writes)) return true;
  for (const std::uint32_t e : writes.elements()) {
    EventSet one(target.size());
    one.add(e);
    if (commit(from, choice, one)) return true;
  }
  const auto list = reads.elements();
  if (list.size() > kMostSubsets) {
    budget_->exhaust(Incomplete::bound, "more reads can be committed together than thinair tries groups of");
    return false;
  }
  std::vector<std::size_t> masks;
  for (std::size_t mask = 1; mask < std::size_t{1} << list.size(); ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, [](std::size_t x, std::size_t y) { return std::popcount(x) > std::popcount(y); });
  for (const std::size_t mask : masks) {
    EventSet more(target.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      if (mask >> i & 1) more.add(list[i]);
    if (commit(from, choice, more)) return true;
  }
  return false;
}

}  // namespace thinair::justified
