// Which values reads can have, where no value comes out of thin air.
//
//   takes   the writes that each read may still see
//   gives   whether a proposition can hold with the values that are left; if not, which bounds say so
//
// The least sets such that a read has the values of the writes that it may see, and a write what it computes from them. They are right only
// if no execution has a value that depends on itself. That is found out once, by asking the network: if every edge by which values could
// flow in a circle is, once it is decided, in an order or in a relation that must have no cycle, then no circle closes.
//
// Counters are what this is for: that twelve increments give each a value of its own shows in no relation, and a search that does not look
// ahead at values finds it out for each of the ways to arrange them.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <vector>

#include "engine/bounds/record.hpp"
#include "engine/candidates/reads_from.hpp"
#include "program/condition.hpp"

namespace thinair::axiomatic {

class Grounded {
 public:
  using EventId = events::EventId;
  using Finals = std::vector<std::pair<program::LocId, std::vector<EventId>>>;  // a location, and its candidates for the final write

  Grounded(const events::Structure& structure, const bounds::Network& network, candidates::ReadsFrom& reads_from, Budget& budget)
      : structure_(structure), net_(network), reads_from_(reads_from), flow_(reads_from.flow()), budget_(budget) {}

  // Asks of every write that a read may see what follows from it. Those from which a contradiction follows are excluded. False: there is
  // nothing left to search, or a limit is reached.
  bool probe(bounds::State& root);
  // No value depends on itself, there are few, and some are computed.
  bool applies() const { return applies_; }

  // Can the proposition not hold with the values that are possible in this state? If so, `to` gets bounds that say so.
  bool excludes(const bounds::State& state, const program::Prop& prop, const Finals& finals, const bounds::Record& record,
                std::vector<bounds::Literal>& to);

 private:
  static constexpr std::size_t kMostValues = 128;
  static constexpr std::size_t kMostEdges = 4096;  // by which reads may see writes
  using Domain = std::bitset<kMostValues>;         // of values_
  struct Write {
    std::optional<Domain> fixed;        // what it writes, whatever is read; or
    EventId of = 0;                     // the read that it is computed from,
    std::vector<std::uint8_t> becomes;  // and what each value becomes; kMostValues: one that is never read
  };

  bool circles_are_broken(const std::vector<relation::Relation>& ways) const;
  bool find_values();
  bool find_sums(bounds::State& root);
  Domain written(EventId write) const;
  void compute(const bounds::State& state);
  bool impossible(const bounds::State& state, const program::Prop& prop, const Finals& finals);
  std::optional<std::vector<program::Value>> of(const program::Operand& operand, const bounds::State& state, const Finals& finals) const;
  std::optional<bool> truth(const program::Prop& prop, const bounds::State& state, const Finals& finals) const;

  const events::Structure& structure_;
  const bounds::Network& net_;
  candidates::ReadsFrom& reads_from_;
  const candidates::Flow& flow_;
  Budget& budget_;
  bool applies_ = false;
  std::vector<program::Value> values_;            // that some read can have at the root, ascending
  std::vector<Write> writes_;                     // by event
  std::vector<std::vector<EventId>> candidates_;  // by event: writes that a read may see at the root
  relation::Relation freed_;                      // (write, read): the read may see it, whatever the bounds say
  std::map<program::LocId, program::Value> sums_;
  std::vector<Domain> read_, next_;  // by event
};

}  // namespace thinair::axiomatic
