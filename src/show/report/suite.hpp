// What a catalogue comes to: counts by family and model, and on request every verdict; as text, JSON, CSV and Markdown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/suite/tally.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct Suite {
  const suite::Run& run;
  bool details = false;  // every verdict; otherwise those that are not as expected
  double seconds = 0;
  bool times = true;  // whether to say how long each test took
};

namespace text {
std::string suite(const Suite& suite, const Style& style);
}
namespace json {
std::string suite(const Suite& suite);
}
namespace csv {
std::string suite(const Suite& suite);
}
namespace markdown {
std::string suite(const Suite& suite);
}

std::string_view name(suite::Status status);  // "pass", "fail", "no expectation", "unknown", "unsupported"

inline constexpr std::size_t kMostSlow = 3;  // tests that are named as the slowest

// One verdict with everything that belongs to it.
struct SuiteVerdict {
  const suite::Entry& entry;
  const program::Clause& clause;
  const suite::ModelName& model;
  const suite::Judged& judged;
  std::optional<double> cpu_seconds;                   // of the test under the model; only with its first clause, as it is for all of them
  std::vector<const suite::PublishedTime*> published;  // the same, by others
  std::vector<notes::Note> notes = {};                 // on the model, about the test
};

// In the order of tests, clauses, models. Without `details` only what fails or is unknown.
std::vector<SuiteVerdict> verdicts(const suite::Run& run, bool details);

}  // namespace thinair::report
