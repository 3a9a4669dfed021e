// The steps that a machine can take from a configuration: which rules apply, to which events, and what their actions do.
//
//   takes   the machine, an event structure, a configuration
//   gives   each way to bind a rule's names so that its conditions hold (take); what a rule does to a configuration (act)
//   does not know where values come from, nor what to do with a step: Explorer, which follows one path of each thread, and WholeProgram,
//   which
//           runs the program itself, say so
#pragma once

#include "answer/trace.hpp"
#include "engine/machine/evaluator.hpp"

namespace thinair::machine {

class Steps {
 public:
  Steps(const op::Machine& machine, const program::Program& program, const Structure& structure, const language::RuleSet& without);
  virtual ~Steps() = default;
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

 protected:
  // A rule that applies with the names that are bound in here_.
  virtual void take(std::size_t rule) = 0;
  // A read takes its value from a write; an event is done. False: the step cannot be taken.
  virtual bool read(EventId reader, EventId write, Configuration& c, const op::Step& step) = 0;
  virtual bool finish(EventId event, Configuration& c, const op::Step& step) = 0;
  // The machine's text asks for what cannot be done.
  virtual void problem(Span where, std::string code, std::string message, std::string hint = {}) = 0;

  // State variables as the machine's text says, or: memory holds the initial writes, a sequence is empty.
  Configuration start();
  void choose(std::size_t rule, std::size_t choice = 0);
  bool act(const std::vector<op::Step>& steps, Configuration& c, answer::TraceStep* trace);

  const op::Machine& machine_;
  const Structure& structure_;
  const language::RuleSet& without_;
  Layout layout_;
  Evaluator here_;        // of the configuration that is looked at
  Evaluator acting_;      // of the one that a step makes
  EventId only_ = kNone;  // the one event that may be done
  bool firsts_ = false;   // only steps that come before all others, and one of them
  bool moved_ = false;    // some rule applies

 private:
  bool act(const op::Step& step, Configuration& c, answer::TraceStep* trace);
};

}  // namespace thinair::machine
