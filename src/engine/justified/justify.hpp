// Is a target execution justified? The search for a sequence of stages that commits its events step by step.
//
//   takes   all candidates, the rules, a target
//   gives   a justification (stages with their executions, matchings and commitments), or that there is none
#pragma once

#include <map>
#include <memory>
#include <set>

#include "engine/justified/view.hpp"
#include "support/budget.hpp"

namespace thinair::justified {

struct Stage {
  std::size_t candidate = 0;      // index into the candidates
  std::vector<EventId> matching;  // by event of the stage: the target's event it is, or kNoEvent
  EventSet committed;             // over the target's events; contains those of the stages before
};

// Stages in order. The last one is the target itself with all of its events.
struct Justification {
  std::size_t target = 0;
  std::vector<Stage> stages;
};

class Justifier {
 public:
  Justifier(const std::vector<Candidate>& candidates, const Rules& rules, mem::Identity identity, Budget& budget);

  std::optional<Justification> justify(std::size_t target);

  // After a failure: the commitments of the best attempt, and which rules stopped each way on from there.
  struct Attempt {
    EventSet committed;
    std::vector<Stage> stages;
    std::map<std::string, std::size_t> stopped_by;  // rule name -> number of stages that it refused
  };
  const Attempt& best() const { return best_; }
  std::uint64_t nodes = 0;

 private:
  using Pair = std::pair<EventId, EventId>;
  // What a sequence so far has fixed. Whether it can be completed does not depend on how it was reached.
  struct Position {
    EventSet committed;
    std::set<std::tuple<std::uint32_t, EventId, EventId>> kept;  // name, pair
    std::vector<Relation> orders;                                // of the target: forced so far, closed; per agreed order
    std::vector<relation::Word> key() const;
  };
  struct Way {
    std::size_t candidate;
    std::vector<EventId> matching;
    EventSet races;  // reads of the target that see, in this stage, a write that does not happen before them
    std::unique_ptr<View> view;
  };

  Position start() const;
  bool greedy(Position position);
  std::vector<EventId> nth_matching(std::size_t candidate) const;
  EventSet committable(const Position& from, Way& way, EventSet& reads, bool count);
  void find_ways();
  void find_safe();
  EventSet safe_now(const Position& position) const;
  void add_matchings(std::size_t candidate);
  bool consider(std::size_t candidate, std::vector<EventId> matching);
  bool complete(const Position& position);
  bool commit(const Position& from, Way& way, const EventSet& more);
  bool try_way(const Position& from, Way& way);
  std::optional<Position> advance(const Position& from, Way& way, const EventSet& committed, bool count);
  const std::string& agreement_rule(const std::string& order) const;
  void stopped(const std::string& rule) { ++stopped_here_[rule]; }

  const std::vector<Candidate>& candidates_;
  const Rules& rules_;
  mem::Identity identity_;
  Budget& budget_;
  std::vector<EventSet> race_edges_;               // per candidate: its racy rf edges, numbered over all candidates (identity nth)
  std::vector<EventSet> read_edges_;               // per candidate: all of its rf edges
  std::vector<std::vector<std::size_t>> edge_of_;  // per candidate, by reading event
  std::map<std::vector<relation::Word>, std::vector<std::size_t>> by_races_;  // candidates with exactly these races
  std::uint32_t hb_ = UINT32_MAX;                                             // index of "hb" in Rules::names

  std::size_t target_ = 0;
  std::vector<Way> ways_;
  EventSet safe_;  // events of the target whose commitment can never stand in the way
  std::set<std::vector<relation::Word>> seen_;
  std::vector<Stage> stages_;
  std::map<std::string, std::size_t> stopped_here_;
  Attempt best_;
};

}  // namespace thinair::justified
