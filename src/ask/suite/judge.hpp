// One test of a catalogue under one model, against what is expected of the model.
#pragma once

#include <string>
#include <vector>

#include "ask/suite/expectations.hpp"

namespace thinair::problem {
struct ConfiguredModel;
}  // namespace thinair::problem

namespace thinair::suite {

enum class Status {
  pass,
  fail,            // not the verdict that is expected
  no_expectation,  // nobody says, or it is said that nobody knows
  unknown,         // a limit was reached before there was a verdict
  unsupported,     // the model cannot judge this test
  foreign          // the model is for another architecture: there is no question
};
inline constexpr std::size_t kStatuses = 5;  // those that count: all but foreign

struct Judged {
  verdict::Verdict verdict = verdict::Verdict::unknown;
  Status status = Status::no_expectation;
  const Expectation* expected = nullptr;  // may be null
  std::string reason;                     // if unknown or unsupported
};

// One for each clause of the test. The model and the test may be for different architectures: then all are foreign. `expectations`
// may be null.
std::vector<Judged> judge(const Entry& entry, const problem::ConfiguredModel& model, const Expectations* expectations, Budget& budget);

}  // namespace thinair::suite
