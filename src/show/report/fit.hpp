// Which models fit what was observed, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "ask/find/fitted.hpp"
#include "show/report/report.hpp"
#include "space/space.hpp"

namespace thinair::report {

struct Fit {
  std::vector<std::string> models;
  std::vector<find::Seen> observations;
  const std::vector<find::Fitted>& fitted;  // by model
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
