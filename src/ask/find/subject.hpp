// A program of a space as a test that engines judge.
//
//   takes   statements
//   gives   a test that is read once for all modes, which are then set in place
//   does not judge
#pragma once

#include <optional>
#include <vector>

#include "engine/bounds/monotone.hpp"
#include "program/condition.hpp"
#include "space/code.hpp"

namespace thinair::find {
using namespace space;

class Subject {
 public:
  // States show these registers and, if that is wanted, what is left in memory.
  Subject(const Code& code, const std::vector<int>& registers, bool final_values);
  Subject(const Code& code, const Space& space);  // all registers of the program

  // The same test with the modes of this code; only modes may differ.
  const program::Test& with_modes(const Code& code);
  // The same, if the code is that of a program, in the order of its accesses.
  const program::Test& with_modes(const Program& program);
  const program::Test& test() const { return test_; }
  // The event sets of each access that are in the mask.
  std::vector<program::SetMask> sets_within(program::SetMask of) const;

 private:
  struct Place {
    std::uint32_t thread;
    std::size_t instruction;
  };
  void set(const Place& place, StepKind kind, Mode mode);
  program::Test test_;
  std::vector<Place> places_;  // of the accesses, one thread after the other
};

// The event sets of an access, by its mode.
program::SetMask sets_of(Mode mode);
// How accesses of a space get stronger, in event sets.
std::vector<bounds::Strengthening> strengthenings();

}  // namespace thinair::find
