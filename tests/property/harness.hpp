// Two opinions on one question, and what to print when they differ.
//
//   takes   a litmus test and a model, as text
//   gives   nothing if the engine and the plain evaluator agree; else a report with everything needed to see it again
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::tests {

struct Subject {
  std::string test;   // litmus text
  std::string model;  // a shipped name if it has one line without spaces, else the model's text
};

// What the plain side may look at; past it the comparison is not made. Counted, not timed: a test compares the same things on every
// machine. Where the plain side comes to an end, the engine must.
struct Limits {
  std::uint64_t steps = 20'000;
};

enum class Agreement { agree, differ, skipped };  // skipped: too large for plain enumeration, or (for shrinking) not a valid input

struct Comparison {
  Agreement agreement = Agreement::agree;
  std::string report;      // differ: what differs; skipped: why
  std::size_t states = 0;  // of the plain side
  bool value_cycle = false;
  std::uint64_t executions = 0;  // that a machine was guided along
};

// Engine and plain evaluator: states equal (where values flow in a cycle: every plain state is one of the engine's), flags equal, every
// witness confirmed.
Comparison compare_engines(const Subject& subject, const Limits& limits = {});

// The engine's states under two models are equal: that of the subject, and another, also a name or a text. Tests with states that leave a
// value open are skipped.
Comparison compare_models(const Subject& subject, const std::string& other);
Subject shrink_models(const Subject& subject, const std::string& other);

// compare_engines for a multi-execution model, with every justification confirmed. If the engine says that it does not list all states,
// those it lists must be among the plain ones.
struct CausalitySubject {
  std::string test;
  std::string model;                 // as above, of the .mem language
  bool free_identity = false;        // else nth
  std::vector<std::string> skipped;  // conditions to leave out
};
Comparison compare_causality(const CausalitySubject& subject, const Limits& limits = {});
CausalitySubject shrink_subject(const CausalitySubject& subject, const Limits& limits = {});
std::string report(const CausalitySubject& subject, const Limits& limits = {});

// Every state that is possible under sc, by enumeration, is one of the engine's under the model, which may be of either language.
Comparison compare_with_sc(const Subject& subject, const Limits& limits = {});
Subject shrink_with_sc(const Subject& subject, const Limits& limits = {});

// What is shown in each state that the engine finds, by name: "x", "0:r1"; and "0 threw", "0 is blocked" where that is so. Values that are
// left open are not supported.
std::vector<std::map<std::string, program::Value>> states_under(const std::string& test, const std::string& model);

// Names of the shipped models that judge Java tests.
std::vector<std::string> models_for_java();

// The subject made as small as it stays a disagreement; and a subject with its disagreement, as text.
Subject shrink_subject(const Subject& subject, const Limits& limits = {});
std::string report(const Subject& subject, const Limits& limits = {});

}  // namespace thinair::tests
