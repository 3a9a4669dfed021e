// Results as JSON, one document on one line. Keys and their order are stable: scripts depend on them.
#pragma once

#include <string>
#include <vector>

#include "show/report/report.hpp"
#include "support/diagnostic.hpp"

namespace thinair::report::json {

std::string outcomes(const Outcomes& outcomes, const Style& style);
std::string check(const Check& check, const Style& style);
std::string compare(const Comparison& comparison);

// A test that was not judged, or not under this model, and why.
struct Rejected {
  std::string_view file;
  std::string_view test;   // "" if it could not be read
  std::string_view model;  // "" if it is not about one model
  const Sources& sources;
  const Diagnostics& diagnostics;
};
std::string rejected(const Rejected& rejected);

std::string model(const ModelInfo& info, const std::string* text);  // `text`: the model itself, if asked for

}  // namespace thinair::report::json
