// Runs a program under a machine as it is written, loops and all, instead of one path of each thread at a time. Where states repeat, a loop
// needs no bound.
//
//   takes   a test whose threads access known locations, and a machine that looks only at what it keeps (pointwise)
//   gives   every final state, or nothing: the program or the machine is not of this kind, or states do not repeat (a queue or a counter
//   grows) does not give traces: those are of paths (Explorer)
//
// A configuration is where each thread is, the registers that matter there, and the machine's state. That state holds events, and a loop
// makes ever new ones; but a machine of this kind can tell an event only by its instruction, its location and what it writes, and from
// another one of the same instruction by being another one. So each instruction has a few events, which take turns: one that the state does
// not mention any more is free to be used again. Which of them is which does not matter, so they are numbered in the order in which the
// state mentions them. An instruction of which more are wanted at a time than there are ends the attempt.
//
// Steps that concern nobody else do not come first here: a thread that does nothing else forever would keep the others from their turn.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <unordered_set>

#include "answer/answer.hpp"
#include "engine/engine.hpp"
#include "engine/machine/steps.hpp"
#include "program/condition.hpp"

namespace thinair::machine {

// The events of a program's instructions, several for each.
struct Repertoire {
  struct Place {
    EventId first = kNone;    // of the events of this instruction; kNone: it makes none
    EventId failure = kNone;  // of a compare-and-set: those of its failure
  };
  Structure structure;                     // without program order and dependencies
  std::vector<std::vector<Place>> places;  // by thread and place in its code
};
// None: the program does what cannot be run like this.
std::optional<Repertoire> repertoire(const program::Program& program);

class WholeProgram : private Steps {
 public:
  WholeProgram(const program::Test& test, const op::Machine& machine, const Repertoire& repertoire, const language::RuleSet& without,
               const program::Prop* goal, Budget& budget);

  // The states that the goal holds of; none if they cannot be told.
  std::optional<std::set<answer::State>> run();

 private:
  struct Run {
    Configuration state;
    std::vector<std::uint32_t> at;        // by thread; behind the last instruction: it has ended
    std::vector<bool> threw;              // by thread
    std::vector<std::uint32_t> held;      // by thread and monitor: how often it holds it
    std::vector<program::Value> values;   // by register
    std::vector<program::Value> written;  // by event, of those that are in use
  };

  void take(std::size_t rule) override;
  bool read(EventId reader, EventId write, Configuration& c, const op::Step& step) override;
  bool finish(EventId event, Configuration& c, const op::Step& step) override;
  void problem(Span, std::string, std::string, std::string) override { given_up_ = true; }

  void advance(Run& run, std::uint32_t thread);
  void number_anew(Run& run) const;
  void encode(const Run& run);
  void add(Run run);
  void record(const Run& run);
  bool is_over(const Run& run) const;
  bool waits_for_monitor(const Run& run) const;
  std::uint32_t& held(Run& run, std::uint32_t thread, std::uint32_t at) const;
  EventSet in_use(const Configuration& state) const;
  EventSet turns(const Run& run);
  program::Value evaluate(program::ExprId id, const Run& run) const;
  const program::Instr& instruction(EventId event) const;

  const program::Test& test_;
  const program::Program& program_;
  const Repertoire& repertoire_;
  const program::Prop* goal_;
  Budget& budget_;
  std::vector<std::size_t> rules_;
  std::vector<std::vector<std::vector<bool>>> live_;  // by thread, place in its code, register
  std::vector<bool> holds_event_;                     // by scalar of a configuration
  std::unordered_set<std::string> known_;
  std::deque<Run> waiting_;
  std::set<answer::State> found_;
  std::string bytes_;
  Run from_, to_;
  std::vector<EventId> finished_;  // in the step that is being taken
  bool given_up_ = false;
};

}  // namespace thinair::machine
