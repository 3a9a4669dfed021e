// Results as JSON, one document on one line. Keys and their order are stable: scripts depend on them.
#pragma once

#include <string>
#include <vector>

#include "show/report/report.hpp"

namespace thinair::report::json {

std::string outcomes(const Outcomes& outcomes, const Style& style);
std::string check(const Check& check, const Style& style);
std::string compare(const Comparison& comparison);
std::string model(const ModelInfo& info, const std::string* text);  // `text`: the model itself, if asked for

}  // namespace thinair::report::json
