// A program of a space as a litmus test: as text for people, as program::Test for engines.
//
//   takes   a program, or a variant of its skeleton (a fence more, two threads run one after the other)
//   gives   its text; a test that is read once per skeleton, and whose modes are then set in place
//   does not judge
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/find/space.hpp"
#include "program/condition.hpp"

namespace thinair::find {

// How the accesses of a program are arranged in threads. Usually as they are.
struct Arrangement {
  std::optional<std::pair<std::size_t, std::size_t>> fence;   // in this thread, before the access of this number
  std::optional<std::pair<std::size_t, std::size_t>> joined;  // the second thread runs behind the first, in one thread
};

// How the clause of a text asks: "exists" and the state, "0:r0=1 /\ 1:r1=0". Empty: no clause.
struct Told {
  std::string name = "found";
  std::string title, source, clause;
};
std::string litmus_text(const Program& program, const Space& space, const Arrangement& arrangement = {}, const Told& told = {});

class Subject {
 public:
  Subject(const Program& skeleton, const Space& space, const Arrangement& arrangement = {});

  // The same test with the modes of this program; its skeleton must be that of the subject.
  const program::Test& with_modes(const Program& program);
  const program::Test& test() const { return test_; }

 private:
  struct Place {
    std::uint32_t thread;
    std::size_t instruction;
  };
  program::Test test_;
  std::vector<std::vector<Place>> places_;  // by thread and access of the program
};

// A test of the catalogue as a program, if it is one: straight accesses of constants or of the last value read, with at most a condition on
// that. Values do not count.
std::optional<Program> program_of(const program::Test& test);

}  // namespace thinair::find
