// Everything that a machine can do with one event structure.
//
//   takes   the machine, a structure (one path per thread), a question
//   gives   the final states that the machine comes to, each with a shortest trace
//   does not choose paths: the engine does, one structure after the other
//
// Breadth first over configurations, each looked at once; a set of their bytes says which are known, so nothing is taken for
// something else because two hashes are equal. A step takes a rule, events for the names that it binds, and does what the rule says. A
// configuration whose values contradict the paths of the structure, or the goal, is given up. Steps that concern nobody else come first.
//
// explorer.cpp has the search, actions.cpp what reads and writes mean, endings.cpp and trace.cpp what is told of an end: state, witness,
// trace.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "answer/answer.hpp"
#include "answer/trace.hpp"
#include "engine/candidates/condition.hpp"
#include "engine/engine.hpp"
#include "engine/machine/local_steps.hpp"
#include "engine/machine/steps.hpp"
#include "engine/machine/store.hpp"

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

// An event at this place that no rule of the machine does.
Diagnostic no_rule(const program::Test& test, Span where);

struct Exploration {
  const op::Machine* machine = nullptr;
  const program::Test* test = nullptr;
  const engine::Question* question = nullptr;
  const language::RuleSet* without = nullptr;
  std::shared_ptr<events::Unfolding> unfolding;
  std::shared_ptr<const Structure> structure;
  const language::Rules* rules = nullptr;  // the machine's cells and guards
  bool literal = false;                    // as written: no normal forms, every step in every order, and the goal cuts nothing
  // If set: a read may only take the write that it reads from in this execution; with `ends`, locations must also hold its final writes.
  const events::Execution* guide = nullptr;
  bool ends = false;
};

class Explorer : public Steps {
 public:
  Explorer(const Exploration& exploration, Findings& findings, Budget& budget);

  // True: what was asked for is found.
  bool run();

 private:
  // A value that a run makes: a number, what one read has read, or something made of these.
  struct Formula {
    std::optional<program::Value> constant;
    EventId read = kNone;
    value::TermId term = 0;
  };

  void expand();
  void take(std::size_t rule) override;
  bool read(EventId reader, EventId write, Configuration& c, const op::Step& step) override;
  bool finish(EventId event, Configuration& c, const op::Step& step) override;
  bool is_made_of(EventId write, EventId read, const Configuration& c) const;
  bool learn(EventId reader, program::Value value, Configuration& c);
  void normalise(std::uint32_t variable, Sequence& sequence);
  void add(std::uint32_t parent, std::uint32_t rule);  // to_
  bool is_final(const Configuration& c);
  bool record(std::uint32_t index, const Configuration& c);
  answer::Trace trace(std::uint32_t index, events::Execution& witness);
  std::vector<EventId> alternatives(const Configuration& c, EventId reader, EventId taken);
  void allowing(EventId earlier, EventId later, std::vector<answer::TraceCell>& out);
  std::vector<answer::TracePart> changes(const Configuration& before, const Configuration& now) const;
  std::string name_of_part(std::uint32_t variable, std::size_t part) const;
  Formula formula(value::TermId term) const;
  std::optional<program::Value> evaluate(const Formula& formula, const Configuration& c) const;
  std::optional<program::Value> evaluate(value::TermId term, const Configuration& c) const;
  EventId event_of(value::VarId var) const;
  std::optional<program::Value> final_value(program::LocId location, EventId& write);
  void problem(Span where, std::string code, std::string message, std::string hint = {}) override;

  const Exploration& x_;
  const program::Test& test_;
  value::TermPool& pool_;
  Findings& findings_;
  Budget& budget_;
  std::vector<std::vector<EventId>> reads_of_thread_;
  EventSet recorded_;
  std::vector<program::Observable> observed_;

  std::vector<std::vector<value::TermId>> constraints_of_;  // by read: those that it is part of
  std::vector<std::vector<candidates::Part>> wants_of_;     // by read: the parts of the goal that look at it
  std::vector<Formula> written_, registers_;
  EventSet reached_;  // events that were done in some run

  Store store_;
  std::string bytes_;  // of to_
  Configuration from_, to_;
  std::uint32_t from_index_ = 0;
  std::vector<std::size_t> applicable_;      // rules that have something to do in this structure
  EventSet local_;                           // events whose step is taken first and alone
  std::function<void(std::size_t)> trying_;  // what to do instead of taking a step
};

}  // namespace thinair::machine
