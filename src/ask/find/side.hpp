// One side of the formula (asker.hpp): a model on tests that differ in their modes only.
//
//   takes   a model, a subject
//   gives   its states for each choice of modes; each question is put once
//   does not compare sides
//
// What was asked is kept: the model may look at less of the modes than there is (Shortcuts::same_sets), and where it looks, its checks may
// not (Shortcuts::same_network).
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ask/find/asker.hpp"
#include "ask/find/subject.hpp"

namespace thinair::find {

class Side {
 public:
  Side(const problem::ConfiguredModel& model, std::shared_ptr<Subject> subject, const Settings& settings);

  // Answers stay where they are. `program` is a program, or code; only its modes differ from the subject's.
  template <class T>
  Result<answer::Answer*> states(const T& program) {
    return states_of(subject_->with_modes(program));
  }
  const program::Test& test() const { return subject_->test(); }
  Subject& subject() { return *subject_; }
  const problem::ConfiguredModel& model() const { return model_; }
  const std::string& name() const { return model_.model.name(); }

 private:
  Result<answer::Answer*> states_of(const program::Test& test);
  Result<answer::Answer*> ask(const program::Test& test);

  const problem::ConfiguredModel& model_;
  const Settings& settings_;
  std::shared_ptr<Subject> subject_;
  program::SetMask looks_at_;
  std::deque<answer::Answer> answers_;
  std::map<std::vector<program::SetMask>, answer::Answer*> by_sets_;
  std::unordered_map<std::string, answer::Answer*> by_network_;
};

// The first state of `more` that `less` has not; of closed ones, if there are any.
std::optional<answer::State> extra(const program::Test& test, answer::Answer& more, answer::Answer& less);

// A breach: the state in words, and as a proposition where it has one.
Breach breach_of(const program::Test& test, const answer::State& state, std::string forbids, std::string allows);

}  // namespace thinair::find
