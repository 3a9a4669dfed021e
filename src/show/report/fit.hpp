// Which models fit what was observed, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "ask/find/fit.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct Fit {
  const std::vector<find::Candidate>& candidates;
  const std::vector<find::Observation>& observations;
  const std::vector<find::Fitted>& fitted;
  const find::Separation& separation;
  const find::Space& space;
};

namespace text {
std::string fit(const Fit& fit, const Style& style);
}
namespace json {
std::string fit(const Fit& fit);
}

}  // namespace thinair::report
