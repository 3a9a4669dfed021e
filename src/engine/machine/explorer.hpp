// Everything that a machine can do with one event structure.
//
//   takes   the machine, a structure (one path per thread), a question
//   gives   the final states that the machine comes to, each with a shortest trace
//   does not choose paths: the engine does, one structure after the other
//
// Breadth first over configurations, each looked at once; a set of their bytes says which are known, so nothing is taken for
// something else because two hashes are equal. A step takes a rule, events for the names that it binds, and does what the rule says. A
// configuration whose values contradict the paths of the structure, or the goal, is given up.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <unordered_map>

#include "answer/answer.hpp"
#include "answer/trace.hpp"
#include "engine/engine.hpp"
#include "engine/machine/evaluator.hpp"

namespace thinair::machine {

// What is found over all structures of a test.
struct Findings {
  std::map<answer::State, answer::Outcome> states;
  answer::Statistics statistics;
  bool loops_on = false;  // a path that was cut off at the bound on loops comes to its end
  // Kinds of events, with their sets, that were done at some time; and those at which the machine came to a stop, with a place.
  std::set<std::pair<events::Kind, events::SetMask>> done;
  std::map<std::pair<events::Kind, events::SetMask>, Span> stuck;
  Diagnostics problems;  // what the machine cannot do on this test
};

struct Exploration {
  const op::Machine* machine = nullptr;
  const program::Test* test = nullptr;
  const engine::Question* question = nullptr;
  const language::RuleSet* without = nullptr;
  std::shared_ptr<events::Unfolding> unfolding;
  std::shared_ptr<const Structure> structure;
  bool literal = false;  // as written: no normal forms, and the goal cuts nothing
};

class Explorer {
 public:
  Explorer(const Exploration& exploration, Findings& findings, Budget& budget);

  // True: what was asked for is found.
  bool run();

 private:
  struct Stored {
    std::size_t begin = 0, size = 0;  // its bytes
    std::uint32_t parent = kNone;
    std::uint32_t rule = 0;
    std::size_t bound = 0;  // where the values of the rule's names begin
  };

  Configuration start();
  void expand(std::uint32_t index);
  void choose(std::size_t rule, std::size_t choice);
  void take(std::size_t rule);
  bool act(const std::vector<op::Step>& steps, Configuration& c, answer::TraceStep* trace);
  bool act(const op::Step& step, Configuration& c, answer::TraceStep* trace);
  bool read(EventId reader, EventId write, Configuration& c);
  bool finish(EventId event, Configuration& c, const op::Step& step);
  void normalise(std::uint32_t variable, Sequence& sequence);
  void add(const Configuration& c, std::uint32_t parent, std::size_t rule);
  bool is_final(const Configuration& c);
  bool record(std::uint32_t index, const Configuration& c);
  answer::Trace trace(std::uint32_t index, events::Execution& witness);
  std::optional<program::Value> evaluate(value::TermId term, const Configuration& c) const;
  EventId event_of(value::VarId var) const;
  std::optional<program::Value> final_value(program::LocId location, EventId& write);
  void problem(Span where, std::string code, std::string message, std::string hint = {});

  const Exploration& x_;
  const op::Machine& machine_;
  const program::Test& test_;
  const Structure& structure_;
  value::TermPool& pool_;
  Findings& findings_;
  Budget& budget_;
  Layout layout_;
  Evaluator here_;    // of the configuration that is looked at
  Evaluator acting_;  // of the one that a step makes
  std::vector<std::vector<EventId>> reads_of_thread_;
  EventSet recorded_;
  std::vector<program::Observable> observed_;

  std::string bytes_;  // of all configurations
  std::vector<Stored> stored_;
  std::unordered_multimap<std::size_t, std::uint32_t> known_;  // by hash of the bytes
  std::vector<std::uint16_t> bindings_;
  const Configuration* from_ = nullptr;
  std::uint32_t from_index_ = 0;
  bool moved_ = false;  // some rule applies
};

}  // namespace thinair::machine
