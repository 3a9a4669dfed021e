// Rules, facts and findings in words, with their places in test and model. Every printer of explanations takes its sentences here.
#pragma once

#include <string>
#include <vector>

#include "answer/explanation.hpp"
#include "show/report/execution.hpp"
#include "support/source.hpp"

namespace thinair::report {

struct Sentence {
  std::string kind;     // "rule", "order", "dependency", "mode", "fence", "store", "condition"
  std::string subject;  // a rule's name; "" for facts
  std::string text;     // what is said; of a rule: its line in the model
  std::string place;    // "SB.litmus:8"; "" if nobody knows
  bool is_rule = false;
};

Sentence sentence(const answer::Rule& rule, const Sources& sources);
Sentence sentence(const answer::Fact& fact, const Sources& sources, program::Arch arch = program::Arch::java);
std::vector<Sentence> sentences(const answer::Reason& reason, const Sources& sources, program::Arch arch = program::Arch::java);

// "file:line" without the folders; "" for a place that is none.
std::string place(const Sources& sources, Span span);

// "0:W x=1 -rf-> 1:R x=1 -po-> .." : edges in a row, and for those that have one, the way in brackets.
std::string chain(const DrawnExecution& x, const std::vector<answer::Step>& steps);
std::string assumption(const DrawnExecution& x, const answer::Assumed& assumed);

// The circle of an outcome out of thin air, a sentence for each step.
std::vector<std::string> circle(const DrawnExecution& x, const events::Structure& structure, const std::vector<events::EventId>& events,
                                const Sources& sources);

// Reads that see writes which are not in the model's set of writes, a sentence for each.
std::vector<std::string> unwritten(const DrawnExecution& x, const events::Execution& execution, const std::vector<events::EventId>& reads,
                                   const Sources& sources);

// Why a justification goes no further: "No further event can be committed: rule-4 and rule-7 forbid it."
std::string stopped(const answer::Obstacle& obstacle);

// What each location can hold when values come from the program's own writes only: "x: 0, 1".
std::vector<std::string> grounded_values(const program::Test& test, const answer::Explanation& explanation);

}  // namespace thinair::report
