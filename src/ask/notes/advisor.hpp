// Says what of a test its model does not speak of.
//
//   takes   a test with its text, and a model
//   gives   a note for each access mode and fence that the model gives less than it promises; one for what the model speaks of and no test
//   has (docs/adr/0017-what-a-model-does-not-speak-of.md) does not change any answer
//
// An advisor keeps what it found out about a model; threads may share one.
#pragma once

#include <memory>
#include <vector>

#include "ask/notes/note.hpp"
#include "problem/problem.hpp"

namespace thinair::notes {

class Advisor {
 public:
  Advisor();
  ~Advisor();
  Advisor(const Advisor&) = delete;
  Advisor& operator=(const Advisor&) = delete;

  // `sources` hold the text of the test. Models of one name are taken for the same model.
  std::vector<Note> notes(const Sources& sources, const program::Test& test, const problem::ConfiguredModel& model) const;

 private:
  struct Knowledge;
  std::unique_ptr<Knowledge> knowledge_;
};

}  // namespace thinair::notes
