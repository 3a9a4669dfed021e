// The orders of one complete choice of reads, as far as rules can tell them apart.
//
//   takes   a structure with its network, and what is wanted of candidates
//   gives   a candidate for each way that this can go: pairs of orders are decided until every name that the rules mention is decided,
//           then final writes, then further pairs until every axiom holds however the rest goes
#pragma once

#include <tuple>

#include "engine/justified/candidate_site.hpp"

namespace thinair::justified {

class OrderClasses {
 public:
  OrderClasses(CandidateSource& source, CandidateSource::Site& site, bounds::Propagator& propagator, const CandidateSource::Use& use)
      : source_(source), site_(site), net_(site.net), propagator_(propagator), use_(use) {}

  bool stopped() const { return stopped_; }

  void run(bounds::State state, const Candidate& base, const Wanted& wanted);

 private:
  void visit(bounds::State state, const Candidate& base);
  bool branch_on_rest(const bounds::State& state, const Candidate& base);
  bool compared(const bounds::Order& order) const;
  bool compared(bounds::NodeId node) const;
  std::vector<Relation> forced_of_compared(const bounds::State& state) const;
  bool names_decided(const bounds::State& state) const;
  bool branch(const bounds::State& state, const Candidate& base);
  std::optional<std::tuple<bounds::NodeId, std::uint32_t, std::uint32_t>> open_pair(const bounds::State& state) const;
  void final_writes(const bounds::State& state, const Candidate& base, const EventSet& writes);
  bool final_write_matters(program::LocId location) const;
  void record(const bounds::State& state, const Candidate& base);

  CandidateSource& source_;
  CandidateSource::Site& site_;
  const bounds::Network& net_;
  bounds::Propagator& propagator_;
  const CandidateSource::Use& use_;
  const Races* races_ = nullptr;
  bool as_stage_ = false;
  const Wanted* wanted_ = nullptr;
  bool settled_ = false;  // of this choice of reads and values nothing more is wanted
  bool stopped_ = false;
  // Of each pair that is being decided, and that no rule compares: what was forced before it, and whether a candidate forces no more.
  struct Unforced {
    std::vector<Relation> forced;
    bool met = false;
  };
  std::vector<Unforced> unforced_;
};

}  // namespace thinair::justified
