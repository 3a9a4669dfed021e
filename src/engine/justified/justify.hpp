// Is a target execution justified? The search for a sequence of stages that commits its events step by step.
//
//   takes   a source of candidates, the rules, a target
//   gives   a justification (stages with their executions, matchings and commitments), or that there is none
#pragma once

#include <map>
#include <memory>
#include <set>

#include "engine/justified/candidates.hpp"
#include "engine/justified/stage_pair.hpp"
#include "language/mem/ast.hpp"
#include "support/budget.hpp"

namespace thinair::justified {

using CandidatePtr = std::shared_ptr<const Candidate>;

struct Stage {
  CandidatePtr execution;
  std::vector<EventId> matching;  // by event of the stage: the target's event it is, or kNoEvent
  EventSet committed;             // over the target's events; contains those of the stages before
};

class Justifier {
 public:
  Justifier(CandidateSource& source, const Rules& rules, mem::Identity identity);

  // Before each question: what limits it.
  void begin(Budget& budget) { budget_ = &budget; }

  // The stages in order; the last one is the target itself with all of its events. After `most` positions the search is given up
  // (undecided): another target with the same outcome may be easy. `attempt`: if there are none, best() is wanted.
  std::optional<std::vector<Stage>> justify(const CandidatePtr& target, std::uint64_t most, bool attempt = false);
  bool undecided() const { return given_up_; }

  // After a failure: the commitments of the best attempt, and which rules stopped each way on from there.
  struct Attempt {
    EventSet committed;
    std::vector<Stage> stages;
    std::map<std::string, std::size_t> stopped_by;  // rule name -> number of stages that it refused
  };
  const Attempt& best() const { return best_; }
  // The problem with the model, if it cannot be evaluated.
  const std::optional<Diagnostics>& problem() const { return problem_; }
  std::uint64_t nodes = 0;  // positions
  std::uint64_t steps = 0;  // commitments that were tried

 private:
  // What a sequence so far has fixed. Whether it can be completed does not depend on how it was reached.
  struct Position {
    EventSet committed;
    std::set<std::tuple<std::uint32_t, EventId, EventId>> kept;  // name, pair
    std::vector<Relation> orders;                                // of the target: forced so far, closed; per agreed order
    std::vector<relation::Word> key() const;
  };
  // An execution as a stage of this target, with one of its matchings.
  struct StageChoice {
    CandidatePtr execution;
    std::vector<EventId> matching;
    EventSet races;  // reads of the target that see, in this stage, a write that does not happen before them
    bool is_target = false;
    std::unique_ptr<StagePair> pair;
  };

  Position start() const;
  bool greedy(Position position);
  std::optional<Position> commit_most(const Position& position, StageChoice& choice);
  EventSet committable(const Position& from, StageChoice& choice, EventSet& reads, bool count);
  void find_safe();
  void find_late();
  EventSet safe_now(const Position& position) const;

  const std::vector<CandidatePtr>& executions_for(const EventSet& committed);
  const std::vector<StageChoice*>& choices_at(const EventSet& committed);
  std::vector<StageChoice*> choices_of(const CandidatePtr& execution);
  void add_matchings(const CandidatePtr& execution, std::vector<std::unique_ptr<StageChoice>>& out);
  void consider(const CandidatePtr& execution, std::vector<EventId> matching, std::vector<std::unique_ptr<StageChoice>>& out);

  bool complete(const Position& position);
  bool commit(const Position& from, StageChoice& choice, const EventSet& more);
  bool try_choice(const Position& from, StageChoice& choice);
  std::optional<Position> advance(const Position& from, StageChoice& choice, const EventSet& committed, bool count);
  const std::string& agreement_rule(const std::string& order) const;
  void stopped(const std::string& rule) { ++stopped_here_[rule]; }

  CandidateSource& source_;
  const Rules& rules_;
  mem::Identity identity_;
  Budget* budget_ = nullptr;
  std::map<std::set<Edge>, std::vector<CandidatePtr>> executions_;  // stages by the edges that committed reads have
  std::optional<Diagnostics> problem_;
  std::uint64_t nodes_left_ = 0;
  bool given_up_ = false;

  CandidatePtr target_;
  std::unique_ptr<StageChoice> target_choice_;
  std::map<const Candidate*, std::vector<std::unique_ptr<StageChoice>>> choices_;  // of this target
  std::map<std::vector<relation::Word>, std::vector<StageChoice*>> at_position_;   // by committed reads
  EventSet safe_;  // events of the target whose commitment can never stand in the way
  EventSet late_;  // events of the target that are committed last, by the target itself
  std::set<std::vector<relation::Word>> seen_;
  std::vector<Stage> stages_;
  std::map<std::string, std::size_t> stopped_here_;
  Attempt best_;
};

}  // namespace thinair::justified
