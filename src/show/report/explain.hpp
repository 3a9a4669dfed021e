// Explanations: a witness with its justification, or the reason against, as text and as JSON.
#pragma once

#include <string>

#include "answer/explanation.hpp"
#include "show/report/report.hpp"
#include "support/source.hpp"

namespace thinair::report {

const Sources& no_sources();

struct Explained {
  const program::Test& test;
  std::string_view model;
  std::string_view asked;  // the proposition, as written
  const answer::Explanation& explanation;
  const Sources& sources = no_sources();  // of test and model; with none, explanations do without places
  std::vector<notes::Note> notes = {};
  Origin origin = {};
};

// What people are told: undefined behaviour allows what the other rules forbid.
inline verdict::Verdict told_verdict(const answer::Explanation& x) {
  return x.verdict == verdict::Verdict::forbidden && !x.undefined.empty() ? verdict::Verdict::allowed : x.verdict;
}

namespace text {
std::string explain(const Explained& explained, const Style& style);
}
namespace json {
std::string explain(const Explained& explained);
}

}  // namespace thinair::report
