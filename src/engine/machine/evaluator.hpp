// What the expressions of a machine are on one event structure, in one configuration.
//
//   takes   the machine, the structure, which cells of tables to leave out; then a configuration and the names that a rule binds
//   gives   values by node. What depends on the structure alone is worked out once, what depends on the configuration once for each
#pragma once

#include <vector>

#include "engine/machine/configuration.hpp"
#include "program/program.hpp"

namespace thinair::machine {

// One of these, by the kind of its node.
struct Value {
  EventSet set;
  Relation relation;
  Sequence sequence;
  std::uint32_t id = kNone;  // event, thread, location, number
};

class Evaluator {
 public:
  Evaluator(const op::Machine& machine, const program::Program& program, const Structure& structure, const Layout& layout,
            const language::RuleSet& without);

  void look_at(const Configuration* configuration);       // also after it has changed
  std::vector<std::uint32_t>& bound() { return bound_; }  // by slot

  // Until the next call that evaluates this node again.
  const Value& value(op::NodeId node);
  bool holds(const op::Test& test);
  const EventSet& next();
  const EventSet& needs(EventId e) const { return needs_[e]; }  // what must be done before its turn
  // The part of a state variable that these keys name; kNone if one of them is no thread or location.
  std::size_t part(std::uint32_t variable, const std::vector<op::NodeId>& keys);

 private:
  void compute(op::NodeId node, Value& out);
  const Sequence& sequence(op::NodeId node);
  void close(std::uint32_t group);
  void state(const op::Node& node, std::size_t part, Value& out);
  void all_parts(const op::Node& node, Value& out);

  const op::Machine& machine_;
  const program::Program& program_;
  const Structure& structure_;
  const Layout& layout_;
  const language::RuleSet& without_;
  const Configuration* configuration_ = nullptr;
  std::uint64_t epoch_ = 0;
  std::vector<std::uint32_t> bound_;
  std::vector<Value> values_;
  std::vector<std::uint64_t> known_;  // by node: the epoch that its value is of; of fixed nodes 1 once known
  std::vector<EventSet> needs_;       // by event: what must be done before its turn
  std::vector<EventSet> of_thread_, at_location_;
  EventSet none_;
  const Sequence no_sequence_;
  EventSet next_;
  std::uint64_t next_known_ = 0;
  std::vector<Relation> members_;      // of recursive definitions
  std::vector<std::uint64_t> closed_;  // by group
  std::vector<bool> closing_;
};

}  // namespace thinair::machine
