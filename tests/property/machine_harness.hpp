// Abstract machines (.op) against models that judge executions, and against themselves without reductions.
//
//   takes   a litmus test as text, a machine and its axiomatic twin by name
//   gives   agreement if both have the same states, the machine has them without its reductions too, the twin accepts the execution
//           of each trace, and each execution of the twin is a run of the machine (guided exploration)
#pragma once

#include "ask/generate/random_assembly.hpp"
#include "property/harness.hpp"

namespace thinair::tests {

// Random programs as UMM has them: a location is plain or volatile, values are numbers and copies of what was read.
struct MachineKnobs {
  unsigned threads = 2, accesses = 3;  // at most, the latter in each thread
  unsigned locations = 2;
  unsigned volatile_percent = 30;  // of locations
  unsigned lock_percent = 0;       // of statements, that are in a synchronized block
  unsigned branch_percent = 10;    // of writes, that depend on what was read
  bool fences = false;
  bool show_locations = false;
};
std::string machine_program(std::uint64_t seed, const MachineKnobs& knobs = {});

Comparison compare_machine(const Subject& subject, const std::string& twin);
Subject shrink_machine(const Subject& subject, const std::string& twin);

// Every state of the stronger model is one of the weaker.
Comparison compare_inclusion(const std::string& test, const std::string& stronger, const std::string& weaker);

// Random programs of two threads with loops that read and write; most go round until another thread lets them.
std::string loop_program(std::uint64_t seed);
// What the machine answers without a bound is what it finds with many turns: where the answer for one turn is complete, no state
// of more turns is missing.
Comparison compare_turns(const std::string& test, const std::string& machine, unsigned turns = 4);

// Machines and their twins: all of them judge the programs above.
inline constexpr std::pair<const char*, const char*> kTwins[] = {{"umm-sc", "sc"},
                                                                 {"tso", "tso-axiomatic"},
                                                                 {"pso", "pso-axiomatic"},
                                                                 {"umm-coherence", "umm-coherence-axiomatic"},
                                                                 {"jmm-mp", "jmm-mp-axiomatic"}};

// Machines of processors and their twins, for random tests in assembly.
struct Processor {
  const char *machine, *twin;
  generate::Machine generated;
};
inline constexpr Processor kProcessors[] = {{"x86-tso", "x86tso", generate::Machine::x86},
                                            {"aarch64-flat", "aarch64", generate::Machine::aarch64},
                                            {"riscv-flat", "riscv", generate::Machine::riscv}};

// All states of the first are states of the second.
inline constexpr std::pair<const char*, const char*> kStrongerThan[] = {
    {"umm-sc", "tso"}, {"tso", "pso"}, {"pso", "jmm-mp"}, {"umm-sc", "umm-coherence"}, {"umm-sc", "umm-pram"}};

}  // namespace thinair::tests
